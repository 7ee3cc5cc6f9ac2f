// One pass over stack copies: pairs of words for the dividend, words for the divisor and the quotient.
#include "poly/division/division_short.hpp"

#include "core/short_reservation.hpp"
#include "poly/rows/short_vector.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide = unsigned __int128;
__extension__ using signed_wide = __int128;

/// Coefficients of at most two limbs; false where one has 127 bits or more.
bool read(const IntegerVector& v, signed_wide* words) noexcept {
  const std::size_t stride = v.stride(0);
  const mp_limb_t* const rows = v.row(0);
  for (std::size_t i = 0; i < v.size(); ++i) {
    const mp_limb_t high = stride == 2 ? rows[2 * i + 1] : 0;
    if (high >> 62 != 0) return false;
    const auto magnitude = static_cast<signed_wide>((wide{high} << 64) | rows[stride * i]);
    words[i] = v.signed_size(i) < 0 ? -magnitude : magnitude;
  }
  return true;
}

}  // namespace

Divisibility divide_short(IntegerVector& quotient, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx) {
  const std::size_t n = a.size();
  if (n > IntegerVector::stripe_rows || a.stride(0) == 0 || a.stride(0) > 2 || !is_short(b) ||
      joined_words(b) >> 62 != 0 || !ctx.tuning().empty())
    return Divisibility::undecided;
  signed_wide rest[IntegerVector::stripe_rows];
  if (!read(a, rest)) return Divisibility::undecided;
  std::int64_t divisor[IntegerVector::stripe_rows];
  for (std::size_t i = 0; i < b.size(); ++i) divisor[i] = signed_word(b.row(0)[i], b.signed_size(i));
  ctx.poll();
  const std::size_t size = n - b.size() + 1;
  ctx.charge(size * b.size());
  std::int64_t digits[IntegerVector::stripe_rows];
  const Divisibility found = divide_words(rest, n, divisor, b.size(), digits);
  if (found != Divisibility::divides) return found;
  const MemoryReservation reservation = reserve_unless_short(ctx, vector_bytes(size, size));
  remake_unwritten(quotient, size, std::size_t{1});
  std::int32_t* const sizes = unwritten_sizes(quotient);
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t x = digits[i];
    quotient.row(0)[i] = x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
    sizes[i] = x < 0 ? -1 : x != 0;
  }
  return found;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
