// Conversion between decimal digits and limbs.
//
// Up to 19 digits make one limb, eight digits at a time inside one word (three multiplications per eight digits).
// Longer numbers are built as limbs = limbs 10^19 + piece, length^2/(2 * 19 * 19) limb products, up to a few hundred
// digits; beyond, mpn_set_str (subquadratic). The way back is mpn_get_str, quadratic with a subquadratic upper part.

#include "poly/text/io_decimal.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include <polyfork/core/workspace.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace {

constexpr std::size_t piece_digits = 19;  // 10^19 < 2^64
constexpr mp_limb_t piece_base = 10'000'000'000'000'000'000U;
// Where GMP's conversion, which needs a copy of the digits, becomes faster than ours.
constexpr std::size_t own_digits = 400;

/// The value of eight digits, given as their bytes less '0' in the order of the text: pairs, quadruples, then all,
/// each by one multiplication that adds the neighbour.
std::uint64_t join_digits(std::uint64_t word) noexcept {
  word = (word * 10 + (word >> 8)) & 0x00FF00FF00FF00FF;
  word = (word * 100 + (word >> 16)) & 0x0000FFFF0000FFFF;
  return (word * 10000 + (word >> 32)) & 0xFFFFFFFF;
}

constexpr std::uint64_t powers_of_ten[] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

/// The value of the last `count` of the eight digits before `end`. All eight bytes must be readable; count <= 8, not 0.
std::uint64_t last_digits(const char* end, std::size_t count) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word;
    std::memcpy(&word, end - 8, 8);
    const std::size_t skipped = 8 * (8 - count);
    return join_digits(((word - 0x3030303030303030) >> skipped) << skipped);
  } else {
    std::uint64_t value = 0;
    for (const char* p = end - count; p != end; ++p) value = value * 10 + static_cast<std::uint64_t>(*p - '0');
    return value;
  }
}

/// Precondition: length <= 19.
mp_limb_t word_from_digits(const char* digits, std::size_t length) noexcept {
  mp_limb_t value = 0;
  if (length < 8) {
    for (; length != 0; --length, ++digits) value = value * 10 + static_cast<mp_limb_t>(*digits - '0');
    return value;
  }
  for (; length > 8; length -= 8, digits += 8) value = value * 100'000'000 + last_digits(digits + 8, 8);
  // What is left is read together with digits before it, without a branch for every count.
  return value * powers_of_ten[length] + last_digits(digits + length, length);
}

std::size_t convert_in_pieces(mp_limb_t* limbs, const char* digits, std::size_t length) noexcept {
  const std::size_t head = (length - 1) % piece_digits + 1;
  limbs[0] = word_from_digits(digits, head);
  std::size_t size = 1;
  for (std::size_t i = head; i < length; i += piece_digits) {
    const auto n = static_cast<mp_size_t>(size);
    mp_limb_t carry = mpn_mul_1(limbs, limbs, n, piece_base);
    carry += mpn_add_1(limbs, limbs, n, word_from_digits(digits + i, piece_digits));
    if (carry != 0) limbs[size++] = carry;
  }
  return size;
}

}  // namespace

std::size_t decimal_to_limbs(mp_limb_t* limbs, const char* digits, std::size_t length) {
  if (length == 0) return 0;
  if (length <= own_digits) return convert_in_pieces(limbs, digits, length);
  Workspace::Frame frame;
  const auto values = frame.allocate<unsigned char>(length);
  for (std::size_t i = 0; i < length; ++i) values[i] = static_cast<unsigned char>(digits[i] - '0');
  // GMP may write two limbs more than the number has.
  const auto scratch = frame.allocate<mp_limb_t>(limbs_for_digits(length) + 2);
  const auto size = static_cast<std::size_t>(mpn_set_str(scratch.data(), values.data(), length, 10));
  std::copy_n(scratch.data(), size, limbs);
  return size;
}

char* limbs_to_decimal(char* out, IntegerView value) {
  if (value.is_zero()) {
    *out = '0';
    return out + 1;
  }
  const std::size_t size = value.limbs().size();
  if (size == 1) return std::to_chars(out, out + 20, value.limbs()[0]).ptr;
  Workspace::Frame frame;
  // mpn_get_str destroys its operand and may use one limb more.
  const auto scratch = frame.allocate<mp_limb_t>(size + 1);
  std::copy_n(value.limbs().data(), size, scratch.data());
  auto* const digits = reinterpret_cast<unsigned char*>(out);
  const std::size_t length = mpn_get_str(digits, 10, scratch.data(), static_cast<mp_size_t>(size));
  std::size_t skip = 0;  // GMP may write leading zeros
  while (digits[skip] == 0) ++skip;
  for (std::size_t i = skip; i < length; ++i) digits[i - skip] = static_cast<unsigned char>(digits[i] + '0');
  return out + (length - skip);
}

Integer token_to_integer(std::string_view text, Token token) {
  if (token.offset == Token::implicit_one) return token.negative ? -1 : 1;
  if (token.is_zero()) return 0;
  Workspace::Frame frame;
  const auto limbs = frame.allocate<mp_limb_t>(limbs_for_digits(token.length));
  const auto size = static_cast<int>(decimal_to_limbs(limbs.data(), text.data() + token.offset, token.length));
  return Integer(IntegerView(limbs.data(), token.negative ? -size : size));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
