// Root bounds by bit lengths.
//
// Positive roots (Kioustelidis, J. Comput. Appl. Math. 16, 1986): if a_n > 0, every positive root is below
// 2 max |a_i/a_n|^(1/(n-i)) over the i with a_i < 0. Moduli (Fujiwara, 1916): |r| <= 2 max |a_i/a_n|^(1/(n-i)) over
// all i < n. With |a_i/a_n| < 2^(bits(a_i) - bits(a_n) + 1) the bound is a power of two. Lower bounds are upper bounds
// of the reversed polynomial, inverted. O(n).
#include "poly/rational_roots/root_bound.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t poll_terms = 1 << 14;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a >= 0 ? (a + b - 1) / b : -(-a / b); }

/// Exponent of the bound over the coefficients that `counts`, walking from the leading end (or the trailing one).
template <class Predicate>
std::optional<std::int64_t> bound_exponent(std::span<const std::int64_t> lengths, bool reversed, bool mirrored,
                                           const Predicate& counts, const ExecutionContext& ctx) {
  const std::size_t n = lengths.size() - 1;
  const std::int64_t lead = lengths[reversed ? 0 : n];
  const std::int64_t lead_bits = std::abs(lead);
  std::optional<std::int64_t> best;
  for (std::size_t d = 1; d <= n; ++d) {
    if (d % poll_terms == 0) ctx.poll();
    const std::int64_t a = lengths[reversed ? d : n - d];
    const std::int64_t bits = std::abs(a) - lead_bits + 1;
    const auto distance = static_cast<std::int64_t>(d);
    // Few pass this, while signs are unforeseeable.
    if (best && bits <= (*best - 1) * distance) continue;
    const bool is_opposed = (a < 0) != (lead < 0);
    if (a != 0 && counts(mirrored && d % 2 == 1 ? !is_opposed : is_opposed)) best = ceil_div(bits, distance) + 1;
  }
  return best;
}

}  // namespace

std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const MeasuredVector& f, bool mirrored,
                                                                             const ExecutionContext& ctx) {
  const auto opposed = [](bool is_opposed) { return is_opposed; };
  const auto upper = bound_exponent(f.signed_lengths(), false, mirrored, opposed, ctx);
  const auto lower = bound_exponent(f.signed_lengths(), true, mirrored, opposed, ctx);
  if (!upper || !lower) return std::nullopt;
  return std::pair(-*lower, *upper);
}

std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const IntegerVector& f,
                                                                             const ExecutionContext& ctx) {
  return positive_root_exponents(MeasuredVector(f, ctx), false, ctx);
}

std::int64_t root_modulus_exponent(const IntegerVector& f, const ExecutionContext& ctx, bool of_reciprocals) {
  return bound_exponent(
             MeasuredVector(f, ctx).signed_lengths(), of_reciprocals, false, [](bool) { return true; }, ctx)
      .value_or(0);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
