// One pass over stack copies: pairs of words for the dividend, words for the divisor and the quotient.
#include "poly/division/division_short.hpp"

#include "poly/rows/short_rows.hpp"
#include "poly/rows/short_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Operands of a division in stack memory.
struct ShortDivision {
  SignedPair rest[IntegerVector::stripe_rows];
  std::int64_t divisor[IntegerVector::stripe_rows];
  std::int64_t digits[IntegerVector::stripe_rows];
};

/// Coefficients of at most two limbs; false where one has 127 bits or more.
bool read(const IntegerVector& v, SignedPair* pairs) noexcept {
  __extension__ using Pair = unsigned __int128;
  const std::size_t stride = v.stride(0);
  const mp_limb_t* const rows = v.row(0);
  for (std::size_t i = 0; i < v.size(); ++i) {
    const mp_limb_t high = stride == 2 ? rows[2 * i + 1] : 0;
    if (high >> 62 != 0) return false;
    const auto magnitude = static_cast<SignedPair>((Pair{high} << 64) | rows[stride * i]);
    pairs[i] = v.signed_size(i) < 0 ? -magnitude : magnitude;
  }
  return true;
}

/// False where they are too long.
bool read(ShortDivision& d, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (a.size() > IntegerVector::stripe_rows || a.stride(0) == 0 || a.stride(0) > 2 || !is_short(b) ||
      joined_words(b) >> 62 != 0 || !ctx.tuning().empty() || !read(a, d.rest))
    return false;
  for (std::size_t i = 0; i < b.size(); ++i) d.divisor[i] = signed_word(b.row(0)[i], b.signed_size(i));
  ctx.poll();
  ctx.charge((a.size() - b.size() + 1) * b.size());
  return true;
}

}  // namespace

Divisibility divide_short(IntegerVector& quotient, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx) {
  ShortDivision d;
  if (!read(d, a, b, ctx)) return Divisibility::undecided;
  const std::size_t size = a.size() - b.size() + 1;
  const Divisibility found = divide_words(d.rest, a.size(), d.divisor, b.size(), d.digits);
  if (found == Divisibility::divides) write_words(quotient, d.digits, size, ctx);
  return found;
}

Divisibility div_rem_short(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a,
                           const IntegerVector& b, const ExecutionContext& ctx) {
  ShortDivision d;
  if (!read(d, a, b, ctx)) return Divisibility::undecided;
  const std::size_t size = a.size() - b.size() + 1;
  const Divisibility found = divide_steps(d.rest, a.size(), d.divisor, b.size(), d.digits);
  if (found != Divisibility::divides) return found;
  std::size_t rest = b.size() - 1;
  while (rest != 0 && d.rest[rest - 1] == 0) --rest;
  write_words(quotient, d.digits, size, ctx);
  write_words(remainder, d.rest, rest, ctx);
  return found;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
