// Substitutions on coefficients that are known to a precision: exact shifts of scaled integers, rounded once.
#include <polyfork/poly/fixed/approximate_shift.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "core/limits.hpp"
#include "poly/rows/stripes.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

/// row = |x| 2^bits. Returns the signed size.
std::int32_t shifted_up(mp_limb_t* row, IntegerView x, std::size_t bits) noexcept {
  const std::size_t n = x.limbs().size();
  const std::size_t limbs = bits / 64;
  if (n == 0) return 0;
  std::fill_n(row, limbs, mp_limb_t{0});
  mp_limb_t top = 0;
  if (bits % 64 == 0)
    std::copy_n(x.limbs().data(), n, row + limbs);
  else
    top = mpn_lshift(row + limbs, x.limbs().data(), static_cast<mp_size_t>(n), static_cast<unsigned>(bits % 64));
  if (top != 0) row[limbs + n] = top;
  return signed_size(limbs + n + (top != 0 ? 1 : 0), x.sign() < 0);
}

/// row = |floor(x / 2^bits)|; the row has a limb more than the quotient may have. Returns the signed size.
std::int32_t floored(mp_limb_t* row, IntegerView x, std::size_t bits) noexcept {
  const std::size_t n = x.limbs().size();
  const std::size_t limbs = bits / 64;
  const bool negative = x.sign() < 0;
  const auto low = x.limbs().first(std::min(n, limbs));
  bool rest = std::any_of(low.begin(), low.end(), [](mp_limb_t limb) { return limb != 0; });
  std::size_t size = 0;
  if (n > limbs) {
    if (bits % 64 == 0)
      std::copy_n(x.limbs().data() + limbs, n - limbs, row);
    else
      rest |= mpn_rshift(row, x.limbs().data() + limbs, static_cast<mp_size_t>(n - limbs),
                         static_cast<unsigned>(bits % 64)) != 0;
    size = strip(row, n - limbs);
  }
  if (negative && rest) {  // away from zero
    if (size == 0 || mpn_add_1(row, row, static_cast<mp_size_t>(size), 1) != 0) row[size++] = 1;
  }
  return signed_size(size, negative);
}

IntegerVector floors(const IntegerVector& v, std::size_t bits, const ExecutionContext& ctx) {
  return fill_stripes(
      v.size(), [&](std::size_t s) { return stripe_bits(v, s) - std::min(stripe_bits(v, s), bits) + 64; },
      [&](std::size_t i, mp_limb_t* row) { return floored(row, v[i], bits); }, ctx);
}

}  // namespace

ApproximatePoly approximate(const IntegerVector& f, std::size_t bits, const ExecutionContext& ctx) {
  if (bits == 0) throw DomainError("an approximation has at least one bit");
  const std::size_t longest = f.max_bits(ctx);
  if (longest <= bits) return {f.copy(ctx), 0, 0};
  const std::size_t drop = longest - bits;
  return {floors(f, drop, ctx), static_cast<std::int64_t>(drop), 1};
}

ApproximatePoly approximate_part(const ApproximatePoly& f, unsigned k, std::uint64_t u, const ExecutionContext& ctx) {
  if (k > 62 || u >> k != 0) throw DomainError("a part of an interval has a number below the number of parts");
  const IntegerVector& q = f.coefficients;
  const Integer parts = Integer(std::uint64_t{1} << k);
  const Integer left = parts - Integer(u);
  ApproximatePoly result{{}, f.exponent, floor_div_rem(f.error * parts + left - Integer(1), left).first + Integer(1)};
  if (q.empty()) return result;
  const std::size_t degree = q.size() - 1;
  const auto above = [&](std::size_t i) { return saturating_mul(k, degree - i); };
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  const IntegerVector scaled = fill_stripes(
      q.size(), [&](std::size_t s) { return saturating_add(stripe_bits(q, s), above(s * rows)); },
      [&](std::size_t i, mp_limb_t* row) { return shifted_up(row, q[i], above(i)); }, ctx);
  const MemoryReservation held = hold(scaled, ctx);
  const IntegerVector shifted = taylor_shift(scaled, Integer(u), ctx);
  const MemoryReservation held_too = hold(shifted, ctx);
  result.coefficients = floors(shifted, above(0), ctx);
  return result;
}

}  // namespace v1
}  // namespace polyfork
