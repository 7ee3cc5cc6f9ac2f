// Root bounds by bit lengths.
//
// Positive roots (Kioustelidis, J. Comput. Appl. Math. 16, 1986): if a_n > 0, every positive root is below
// 2 max |a_i/a_n|^(1/(n-i)) over the i with a_i < 0. Moduli (Fujiwara, 1916): |r| <= 2 max |a_i/a_n|^(1/(n-i)) over
// all i < n. With |a_i/a_n| < 2^(bits(a_i) - bits(a_n) + 1) the bound is a power of two. Lower bounds are upper bounds
// of the reversed polynomial, inverted. O(n).
#include "rootiso/root_bound.hpp"

#include <algorithm>

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::size_t poll_terms = 1 << 14;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a >= 0 ? (a + b - 1) / b : -(-a / b); }

/// Exponent of the bound over the coefficients that `counts`, walking from the leading end (or the trailing one).
template <class Predicate>
std::optional<std::int64_t> bound_exponent(const IntegerVector& f, bool reversed, bool mirrored,
                                           const Predicate& counts, const ExecutionContext& ctx) {
  const std::size_t n = f.size() - 1;
  const IntegerView lead = f[reversed ? 0 : n];
  const auto lead_bits = static_cast<std::int64_t>(lead.bit_length());
  std::optional<std::int64_t> best;
  for (std::size_t d = 1; d <= n; ++d) {
    if (d % poll_terms == 0) ctx.poll();
    const IntegerView a = f[reversed ? d : n - d];
    const int sign = mirrored && d % 2 == 1 ? -a.sign() : a.sign();  // against the leading one
    if (a.is_zero() || !counts(sign, lead.sign())) continue;
    const std::int64_t bits = static_cast<std::int64_t>(a.bit_length()) - lead_bits + 1;
    const auto distance = static_cast<std::int64_t>(d);
    if (!best || bits > (*best - 1) * distance) best = ceil_div(bits, distance) + 1;  // few are divided
  }
  return best;
}

}  // namespace

std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const IntegerVector& f, bool mirrored,
                                                                             const ExecutionContext& ctx) {
  const auto opposed = [](int a, int lead) { return a != lead; };
  const auto upper = bound_exponent(f, false, mirrored, opposed, ctx);
  const auto lower = bound_exponent(f, true, mirrored, opposed, ctx);
  if (!upper || !lower) return std::nullopt;
  return std::pair(-*lower, *upper);
}

std::optional<std::pair<std::int64_t, std::int64_t>> positive_root_exponents(const IntegerVector& f,
                                                                             const ExecutionContext& ctx) {
  return positive_root_exponents(f, false, ctx);
}

std::int64_t root_modulus_exponent(const IntegerVector& f, const ExecutionContext& ctx, bool of_reciprocals) {
  return bound_exponent(
             f, of_reciprocals, false, [](int, int) { return true; }, ctx)
      .value_or(0);
}

}  // namespace detail
}  // namespace polyfork::inline v1
