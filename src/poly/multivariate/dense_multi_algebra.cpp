// Powers of dense polynomials in several variables; division and gcds through the sparse form.
#include <polyfork/poly/multivariate/dense_multi_algebra.hpp>

#include <bit>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "core/limits.hpp"
#include "poly/multivariate/dense_multi_layout.hpp"

namespace polyfork {
inline namespace v1 {

using namespace detail;

namespace {

/// A constant in the variables that the other operand has.
MultiPolyZp operand(const DDMMP& a, const DDMMP& named, const ExecutionContext& ctx) {
  if (a.variables() == named.variables()) return to_sparse(a, MonomialOrder::lex, ctx);
  return to_sparse(DDMMP::constant(a.ring(), named.variables(), a.constant_term()), MonomialOrder::lex, ctx);
}

}  // namespace

DDMMP pow(const DDMMP& a, std::uint64_t k, const ExecutionContext& ctx) {
  if (k == 0) return DDMMP::constant(a.ring(), a.variables(), a.ring().one());
  if (a.is_constant())
    return DDMMP::constant(a.ring(), a.variables(), a.ring().word_modulus().pow(a.constant_term(), k));
  std::vector<std::size_t> lengths;
  for (const std::size_t n : a.lengths()) lengths.push_back(saturating_add(saturating_mul(n - 1, k), 1));
  require_list(checked_size(lengths), sizeof(std::uint64_t), ctx);  // before the first squaring
  DDMMP result = a;
  for (std::uint64_t bit = std::bit_floor(k) >> 1; bit != 0; bit >>= 1) {
    result = mul(result, result, ctx);
    if ((k & bit) != 0) result = mul(result, a, ctx);
  }
  return result;
}

std::optional<DDMMP> try_exact_div(const DDMMP& a, const DDMMP& b, const ExecutionContext& ctx) {
  const DDMMP& named = DDMMP::check(a, b);
  if (b.is_zero()) throw DomainError("division by the zero polynomial");
  auto quotient = try_exact_div(operand(a, named, ctx), operand(b, named, ctx), ctx);
  if (!quotient) return std::nullopt;
  return to_dense(*quotient, ctx);
}

DDMMP exact_div(const DDMMP& a, const DDMMP& b, const ExecutionContext& ctx) {
  auto quotient = try_exact_div(a, b, ctx);
  if (!quotient) throw DomainError("the polynomial division is not exact");
  return std::move(*quotient);
}

DDMMP gcd(const DDMMP& a, const DDMMP& b, const ExecutionContext& ctx) {
  const DDMMP& named = DDMMP::check(a, b);
  return to_dense(gcd(operand(a, named, ctx), operand(b, named, ctx), ctx), ctx);
}

}  // namespace v1
}  // namespace polyfork
