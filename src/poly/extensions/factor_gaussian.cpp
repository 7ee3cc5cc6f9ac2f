// Factorization over Q(i): what is asked for, in canonical order, and explained.
//
// f = x^low F(x^step): the factors of F (gaussian_factors.cpp), inflated.
#include <polyfork/poly/extensions/factor_gaussian.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/extensions/gaussian_factors.hpp"
#include "poly/extensions/gaussian_gcd.hpp"
#include "poly/extensions/gaussian_lists.hpp"
#include "poly/factor_z/plan_node.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using Gaussian = GaussianRationals;
using Poly = DensePoly<GaussianRationals>;

bool less(const GaussianRational& a, const GaussianRational& b) {
  if (a.real() != b.real()) return a.real() < b.real();
  return a.imaginary() < b.imaginary();
}

bool precedes(const Poly& a, const Poly& b) {
  if (a.length() != b.length()) return a.length() < b.length();
  for (std::size_t i = a.length(); i-- != 0;) {
    const GaussianRational x = a.coefficient(i);
    const GaussianRational y = b.coefficient(i);
    if (!(x == y)) return less(x, y);
  }
  return false;
}

/// x^low F(x^step).
struct GaussianForm {
  std::size_t low;
  std::uint64_t step;  // 0 where F is constant
  Poly f;
};
GaussianForm form_of(const Poly& f) {
  std::size_t low = 0;
  while (f.coefficients().is_zero(low)) ++low;
  const Poly shifted = deflate_gaussian(f, low, 1);
  const std::uint64_t step = common_step(shifted);
  return {low, step, step == 0 ? shifted : deflate_gaussian(shifted, 0, step)};
}

/// Precondition: g monic, square-free, not constant, g(0) not zero.
PlanDescription explained_parts(const Poly& g, const ExecutionContext& ctx) {
  if (g.degree() == 1) return plan_node("linear", "of degree 1", ctx);
  const auto [real, complex] = real_and_complex_parts(g, ctx);
  PlanDescription norm;
  if (!complex.is_constant()) {
    norm = plan_node("norm", "gcds with the factors of the product with the conjugate polynomial", ctx);
    const PolyQ product = norm_of(complex, ctx);
    add_parameter(norm, "degree", static_cast<std::uint64_t>(product.degree()));
    norm.children.push_back(explain_factor(product, ctx));
    if (real.is_constant()) return norm;
  }
  PlanDescription plan =
      plan_node("over_rationals",
                "real factors: those of even degree split where their field contains i, mostly told by primes", ctx);
  add_parameter(plan, "degree", static_cast<std::uint64_t>(real.degree()));
  plan.children.push_back(explain_factor(real, ctx));
  if (!complex.is_constant()) plan.children.push_back(std::move(norm));
  return plan;
}

PlanDescription explained_compact(const Poly& f, const ExecutionContext& ctx) {
  const std::vector<GaussianPart> parts = gaussian_square_free_parts(f, ctx);
  return plan_of_parts(parts.size(), parts.front().multiplicity != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = explained_parts(parts[i].factor, ctx);
    if (parts[i].multiplicity != 1) add_parameter(plan, "multiplicity", parts[i].multiplicity);
    return plan;
  });
}

}  // namespace

Factorization<GaussianRationals> factor(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  Factorization<GaussianRationals> result{f.leading_coefficient(), {}};
  if (f.is_constant()) return result;
  const GaussianForm form = form_of(f);
  if (form.low != 0) result.factors.push_back({Poly::generator(Gaussian{}).with_variable(f.variable()), form.low});
  if (form.step != 0)
    for (const RepeatedGaussian& g : gaussian_factors(form.f, form.step, ctx))
      result.factors.push_back(
          {inflate_gaussian(g.factor.f, g.factor.power, ctx), static_cast<std::size_t>(g.multiplicity)});
  std::sort(result.factors.begin(), result.factors.end(),
            [](const auto& a, const auto& b) { return precedes(a.polynomial, b.polynomial); });
  return result;
}

PlanDescription explain_factor(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  const GaussianForm form = form_of(f);
  if (form.step == 0) return plan_node("variable", "a single term", ctx);
  PlanDescription plan = explained_compact(form.f, ctx);
  if (form.step == 1 || f.degree() == 1) return plan;
  PlanDescription inflated =
      plan_node("inflate",
                "a common factor of all exponents: x^n - c and cyclotomic polynomials in closed form, others "
                "where roots are shown to be no powers",
                ctx);
  add_parameter(inflated, "power", form.step);
  inflated.children.push_back(std::move(plan));
  return inflated;
}

bool is_irreducible(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_constant()) return false;
  const auto factors = factor(f, ctx).factors;
  return factors.size() == 1 && factors[0].multiplicity == 1;
}

std::vector<PolynomialRoot<GaussianRationals>> roots(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every element is a root of the zero polynomial");
  std::vector<PolynomialRoot<GaussianRationals>> result;
  for (const auto& [polynomial, multiplicity] : factor(f, ctx).factors)
    if (polynomial.degree() == 1) result.push_back({-polynomial.coefficient(0), multiplicity});
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return less(a.value, b.value); });
  return result;
}

}  // namespace v1
}  // namespace polyfork
