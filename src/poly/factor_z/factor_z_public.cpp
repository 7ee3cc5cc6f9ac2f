// The public functions over Z and Q: contents, signs and multiplicities around square-free factorization.
#include <algorithm>
#include <cstddef>
#include <utility>

#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor/factor_zp_order.hpp"
#include "poly/factor_z/factor_z_square_free.hpp"
#include "poly/rational_roots/rational_roots.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

/// The factors of the primitive part, in canonical order. Precondition: not constant.
std::vector<PolynomialFactor<Integers>> factors_over_z(const IntegerVector& f, const PolyZ& named,
                                                       const ExecutionContext& ctx) {
  std::vector<PolynomialFactor<Integers>> factors;
  for (const IntegerFactor& part : square_free_factors(f, ctx))
    for (IntegerVector& g : irreducible_factors(part.factor, ctx))
      factors.push_back({PolyZ::make(std::move(g), named), static_cast<std::size_t>(part.multiplicity)});
  sort_canonically(factors);
  return factors;
}

bool is_irreducible_over_q(const IntegerVector& f, const ExecutionContext& ctx) {
  if (f.size() <= 2) return f.size() == 2;
  const std::vector<IntegerFactor> parts = square_free_factors(f, ctx);
  return parts.size() == 1 && parts.front().multiplicity == 1 &&
         irreducible_factors(parts.front().factor, ctx).size() == 1;
}

/// In ascending order, with multiplicities. Precondition: f is not zero.
std::vector<PolynomialRoot<Rationals>> rational_roots(const IntegerVector& f, const ExecutionContext& ctx) {
  std::vector<PolynomialRoot<Rationals>> roots;
  if (f.size() == 1) return roots;
  for (const IntegerFactor& part : square_free_factors(f, ctx)) {
    const auto multiplicity = static_cast<std::size_t>(part.multiplicity);
    const bool at_zero = part.factor.signed_size(0) == 0;
    if (at_zero) roots.push_back({Rational(0), multiplicity});
    IntegerVector rest = part.factor.slice(at_zero ? 1 : 0, part.factor.size(), ctx);
    if (rest.size() == 1) continue;
    for (Rational& root : split_rational_roots(PolyZ::make(std::move(rest), PolyZ{}), ctx).first)
      roots.push_back({std::move(root), multiplicity});
  }
  std::ranges::sort(roots, {}, &PolynomialRoot<Rationals>::value);
  return roots;
}

}  // namespace

Factorization<Integers> factor(const PolyZ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return {f.leading_coefficient(), {}};
  std::vector<PolynomialFactor<Integers>> factors = factors_over_z(f.coefficients(), f, ctx);
  // The content with its sign, without gcds of coefficients.
  Integer leads(1);
  for (const PolynomialFactor<Integers>& g : factors)
    leads = mul(leads, pow(g.polynomial.leading_coefficient(), g.multiplicity));
  return {exact_div(f.leading_coefficient(), leads), std::move(factors)};
}

Factorization<Rationals> factor(const PolyQ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  Factorization<Rationals> result{f.leading_coefficient(), {}};
  if (f.is_constant()) return result;
  for (PolynomialFactor<Integers>& g : factors_over_z(f.coefficients().numerators(), PolyZ{}, ctx)) {
    Integer lead = g.polynomial.leading_coefficient();
    RationalVector monic(std::move(g.polynomial).coefficients(), std::move(lead), ctx);
    result.factors.push_back({PolyQ::make(std::move(monic), f), g.multiplicity});
  }
  sort_canonically(result.factors);
  return result;
}

bool is_irreducible(const PolyZ& f, const ExecutionContext& ctx) {
  return is_irreducible_over_q(f.coefficients(), ctx);
}

bool is_irreducible(const PolyQ& f, const ExecutionContext& ctx) {
  return is_irreducible_over_q(f.coefficients().numerators(), ctx);
}

std::vector<PolynomialRoot<Rationals>> roots(const PolyQ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every number is a root of the zero polynomial");
  return rational_roots(f.coefficients().numerators(), ctx);
}

std::vector<PolynomialRoot<Integers>> roots(const PolyZ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every number is a root of the zero polynomial");
  std::vector<PolynomialRoot<Integers>> integral;
  for (const PolynomialRoot<Rationals>& root : rational_roots(f.coefficients(), ctx))
    if (root.value.is_integer()) integral.push_back({Integer(root.value.numerator()), root.multiplicity});
  return integral;
}

}  // namespace v1
}  // namespace polyfork
