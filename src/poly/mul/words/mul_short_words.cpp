// Products in Z[x] of at most 64 coefficients of one limb without a plan: on copies on the stack, one allocation, none
// into a result that has room.
#include <algorithm>
#include <bit>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_short.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/mul/words/exact_operands.hpp"
#include "poly/mul/words/signed_columns.hpp"
#include "poly/rows/short_vector.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Signed words of a short vector below 2^63 in magnitude; zeros have zero limbs.
void copy_signed(const IntegerVector& v, std::int64_t* words) noexcept {
  const mp_limb_t* const limbs = v.row(0);
  const std::int32_t* const sizes = v.signed_sizes().data();
  for (std::size_t i = 0; i < v.size(); ++i) words[i] = signed_word(limbs[i], sizes[i]);
}

/// out = a b where every partial sum is below 2^63, for at most `most` coefficients each: loops of fixed length, over
/// zeros behind the coefficients.
template <std::size_t most>
void mul_few(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  std::int64_t y[most] = {};
  std::int64_t sums[2 * most] = {};
  const mp_limb_t* const limbs_a = a.row(0);
  const mp_limb_t* const limbs_b = b.row(0);
  const std::int32_t* const sizes_a = a.signed_sizes().data();
  const std::int32_t* const sizes_b = b.signed_sizes().data();
  const std::size_t la = a.size();
  const std::size_t lb = b.size();
  for (std::size_t j = 0; j < lb; ++j) y[j] = signed_word(limbs_b[j], sizes_b[j]);
  for (std::size_t i = 0; i < la; ++i) {
    const std::int64_t factor = signed_word(limbs_a[i], sizes_a[i]);
    std::int64_t* const row = sums + i;
    for (std::size_t j = 0; j < most; ++j) row[j] += factor * y[j];
  }
  const std::size_t n = la + lb - 1;
  remake_short(out, n, 1, ctx);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t k = 0; k < n; ++k) store_word(limbs + k, sizes + k, sums[k]);
}

/// out = a b where every partial sum is below 2^63: row by row, the first term of every column is written.
void mul_small(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer <= 4) return mul_few<4>(out, a, b, ctx);
  if (longer <= 6) return mul_few<6>(out, a, b, ctx);
  constexpr std::size_t most = IntegerVector::stripe_rows;
  std::int64_t x[most];
  std::int64_t y[most];
  std::int64_t sums[2 * most];
  const std::size_t la = a.size();
  const std::size_t lb = b.size();
  const std::size_t n = la + lb - 1;
  copy_signed(a, x);
  copy_signed(b, y);
  for (std::size_t j = 0; j < lb; ++j) sums[j] = x[0] * y[j];
  for (std::size_t i = 1; i < la; ++i) {
    const std::int64_t factor = x[i];
    std::int64_t* const row = sums + i;
    for (std::size_t j = 0; j + 1 < lb; ++j) row[j] += factor * y[j];
    row[lb - 1] = factor * y[lb - 1];
  }
  remake_short(out, n, 1, ctx);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  for (std::size_t k = 0; k < n; ++k) store_word(limbs + k, sizes + k, sums[k]);
}

/// Whether square_small reaches: half of every column of the square of `length` words, which are joined, is a word.
bool halves_are_words(mp_limb_t joined, std::size_t length) noexcept {
  return joined >> 32 == 0 && static_cast<UnsignedColumnPair>(joined * joined) * ((length + 1) / 2) >> 63 == 0;
}

/// out = a^2 for at most 64 coefficients, where halves of sums are words, the sums themselves maybe not: products of
/// two different coefficients, which stand for two, are added up, two rows at a time. Magnitudes then have 64 bits.
void square_small(IntegerVector& out, const IntegerVector& a, const ExecutionContext& ctx) {
  constexpr std::size_t most = IntegerVector::stripe_rows;
  std::int64_t x[most];
  std::int64_t halves[2 * most];
  const std::size_t length = a.size();
  const std::size_t n = 2 * length - 1;
  const ReadRows rows = read_rows(a);
  for (std::size_t i = 0; i < most && i < length; ++i) {
    x[i] = signed_word(rows.limbs[i], rows.sizes[i]);
    halves[2 * i] = halves[2 * i + 1] = 0;
  }
  for (std::size_t i = 0; i + 1 < length; i += 2) {
    const std::int64_t first = x[i];
    const std::int64_t second = x[i + 1];
    halves[2 * i + 1] += first * second;
    if (i + 2 == length) break;
    halves[2 * i + 2] += first * x[i + 2];
    for (std::size_t j = i + 2; j + 1 < length; ++j) halves[i + j + 1] += first * x[j + 1] + second * x[j];
    halves[i + length] += second * x[length - 1];
  }
  remake_short(out, n, 1, ctx);
  mp_limb_t* const limbs = out.row(0);
  std::int32_t* const sizes = unwritten_sizes(out);
  const auto store_double = [&](std::size_t k, std::int64_t half, std::int64_t odd) {
    const std::int64_t mask = half >> 63;
    const auto twice = 2 * static_cast<mp_limb_t>(half) + static_cast<mp_limb_t>(odd);
    limbs[k] = (twice ^ static_cast<mp_limb_t>(mask)) - static_cast<mp_limb_t>(mask);
    sizes[k] = static_cast<std::int32_t>(mask) | static_cast<std::int32_t>(twice != 0);
  };
  for (std::size_t k = 0; k + 1 < n; k += 2) {
    const std::int64_t square = x[k / 2] * x[k / 2];
    store_double(k, halves[k] + (square >> 1), square & 1);
    store_double(k + 1, halves[k + 1], 0);
  }
  const std::int64_t square = x[length - 1] * x[length - 1];
  store_double(n - 1, square >> 1, square & 1);
}

/// The bits of the sum of magnitudes. Precondition: at most 64 words of at most 57 bits.
std::size_t norm_bits(const IntegerVector& v) noexcept {
  const mp_limb_t* const limbs = v.row(0);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += limbs[i];
  return static_cast<std::size_t>(std::bit_width(sum));
}

/// No sum of products exceeds 63 bits: by the lengths or, where these just fail, by the norms.
bool sums_are_words(const IntegerVector& a, std::size_t bits_a, const IntegerVector& b, std::size_t bits_b) noexcept {
  const std::size_t bits = bits_a + bits_b;
  if (bits + static_cast<std::size_t>(std::bit_width(std::min(a.size(), b.size()))) < 64) return true;
  if (bits >= 63 || std::max(bits_a, bits_b) > 57) return false;
  return norm_bits(a) + bits_b <= 63 || norm_bits(b) + bits_a <= 63;
}

}  // namespace

bool mul_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  static_assert(MulTuning().one_limb_length >= IntegerVector::stripe_rows);
  if (a.empty() || b.empty() || !is_short(a) || !is_short(b) || !ctx.tuning().empty()) return false;
  const bool square = &a == &b;
  const mp_limb_t joined_a = joined_words(a);
  const auto bits_a = static_cast<std::size_t>(std::bit_width(joined_a));
  const auto bits_b = square ? bits_a : static_cast<std::size_t>(std::bit_width(joined_words(b)));
  if (bits_a == 0 || bits_b == 0) return false;
  ctx.poll();
  const MulShape s{a.size(), b.size(), bits_a, bits_b};
  if (square && a.size() > 6 && halves_are_words(joined_a, a.size())) {  // up to six, mul_few has fixed lengths
    ctx.charge(a.size() * a.size());
    square_small(out, a, ctx);
    return true;
  }
  constexpr std::size_t fewest_in_vectors = 16;
  if (std::min(a.size(), b.size()) >= fewest_in_vectors && in_exact_columns(s)) {
    ctx.charge(a.size() * b.size());
    double memory[3 * IntegerVector::stripe_rows + 2 * ExactColumns::block];
    const ExactOperands operands(s, a, b, memory);
    const std::size_t stride = limbs_for_bits(product_bits(s));
    remake_short(out, product_length(s), stride, ctx);
    store_exact_columns(operands.columns, out, stride, 0, out.size());
    return true;
  }
  if (sums_are_words(a, bits_a, b, bits_b)) {
    ctx.charge(a.size() * b.size());
    mul_small(out, a, b, ctx);
    return true;
  }
  if (mul_short_digits(out, s, a, b, ctx)) return true;
  ctx.charge(a.size() * b.size());
  const std::size_t n = product_length(s);
  const std::size_t stride = limbs_for_bits(product_bits(s));
  std::uint64_t memory[4 * IntegerVector::stripe_rows];
  with_column(s, a, b, memory, [&](const auto& column) {  // from here on operands are read as copies only
    remake_short(out, n, stride, ctx);
    std::int32_t* const sizes = unwritten_sizes(out);
    mp_limb_t* const rows = out.row(0);
    for (std::size_t k = 0; k < n; ++k) {
      const TermsOfColumn terms(k, s.length_a, s.length_b);
      sizes[k] = column(k, terms.first, terms.last, rows + k * stride, stride);
    }
  });
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
