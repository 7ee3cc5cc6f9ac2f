// Irreducible factors over Q(i) from those of a norm over Q.
//
// For a square-free g the norm of h = g(x - s i), its product with its conjugate, is a polynomial over Q, square-free
// for all but finitely many integers s. Then the gcds of h with the norm's irreducible factors are h's irreducible
// factors: the norm of an irreducible factor of h is a power of an irreducible polynomial over Q, and no power here.
// A g over Q is factored over Q first; an irreducible polynomial of odd degree there stays irreducible, as it could
// only be the product of two conjugate ones. Source: Trager, SYMSAC 1976; van der Waerden, Algebra, section 42.
#include <polyfork/poly/extensions/factor_gaussian.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/extensions/gaussian_gcd.hpp"
#include "poly/factor_z/plan_node.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using Gaussian = GaussianRationals;
using Poly = DensePoly<GaussianRationals>;

template <class F>
Poly mapped(const Poly& f, const F& map) {
  std::vector<GaussianRational> c;
  for (std::size_t i = 0; i < f.length(); ++i) c.push_back(map(f.coefficient(i)));
  return Poly::from_elements(Gaussian{}, std::move(c)).with_variable(f.variable());
}

bool is_real(const Poly& f) {
  for (std::size_t i = 0; i < f.length(); ++i)
    if (!f.coefficient(i).is_real()) return false;
  return true;
}

PolyQ real_part(const Poly& f) {
  std::vector<Rational> c;
  for (std::size_t i = 0; i < f.length(); ++i) c.push_back(f.coefficient(i).real());
  return PolyQ::from_elements(Rationals{}, std::move(c)).with_variable(f.variable());
}

Poly complexified(const PolyQ& f) {
  std::vector<GaussianRational> c;
  for (std::size_t i = 0; i < f.length(); ++i) c.emplace_back(f.coefficient(i));
  return Poly::from_elements(Gaussian{}, std::move(c)).with_variable(f.variable());
}

/// f(x + s i).
Poly shifted(const Poly& f, std::int64_t s, const ExecutionContext& ctx) {
  if (s == 0) return f;
  const Poly x =
      Poly::from_elements(Gaussian{}, {GaussianRational(0, s), GaussianRational(1)}).with_variable(f.variable());
  return compose(f, x, ctx);
}

/// g shifted until its norm is square-free.
struct SquareFreeNorm {
  std::int64_t shift;  // times i
  Poly shifted;
  PolyQ norm;
};
/// Precondition: g monic, square-free, not constant.
SquareFreeNorm square_free_norm(const Poly& g, const ExecutionContext& ctx) {
  for (std::int64_t s = is_real(g) ? 1 : 0;; ++s) {
    ctx.poll();
    Poly h = shifted(g, -s, ctx);
    PolyQ norm = real_part(mul(h, mapped(h, [](const GaussianRational& c) { return c.conjugate(); }), ctx));
    if (is_square_free(norm, ctx)) return {s, std::move(h), std::move(norm)};
  }
}

/// Precondition: g monic, square-free, not constant.
void factors_by_norm(const Poly& g, std::vector<Poly>& out, const ExecutionContext& ctx) {
  if (g.degree() == 1) return out.push_back(g);
  const SquareFreeNorm found = square_free_norm(g, ctx);
  const Factorization<Rationals> parts = factor(found.norm, ctx);
  if (parts.factors.size() == 1) return out.push_back(g);
  for (const auto& part : parts.factors)
    out.push_back(shifted(gaussian_gcd(found.shifted, complexified(part.polynomial), ctx), found.shift, ctx));
}

/// Precondition: g monic, square-free, not constant.
void append_factors(const Poly& g, std::vector<Poly>& out, const ExecutionContext& ctx) {
  if (!is_real(g)) return factors_by_norm(g, out, ctx);
  for (const auto& part : factor(real_part(g), ctx).factors) {
    const Poly h = complexified(part.polynomial);
    if (h.degree() % 2 == 1)
      out.push_back(h);
    else
      factors_by_norm(h, out, ctx);
  }
}

/// What append_factors does. Precondition: as there.
PlanDescription explained(const Poly& g, const ExecutionContext& ctx) {
  if (g.degree() == 1) return plan_node("linear", "of degree 1", ctx);
  if (is_real(g)) {
    PlanDescription plan =
        plan_node("over_rationals", "all coefficients are rational; factors of even degree then go on by norms", ctx);
    plan.children.push_back(explain_factor(real_part(g), ctx));
    return plan;
  }
  const SquareFreeNorm found = square_free_norm(g, ctx);
  PlanDescription plan = plan_node("norm", "gcds with the factors of the product with the conjugate polynomial", ctx);
  add_parameter(plan, "degree", static_cast<std::uint64_t>(found.norm.degree()));
  add_parameter(plan, "shift", static_cast<std::uint64_t>(found.shift));
  plan.children.push_back(explain_factor(found.norm, ctx));
  return plan;
}

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

}  // namespace

Factorization<GaussianRationals> factor(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  Factorization<GaussianRationals> result{f.leading_coefficient(), {}};
  if (f.is_constant()) return result;
  for (const GaussianPart& part : gaussian_square_free_parts(f, ctx)) {
    std::vector<Poly> factors;
    append_factors(part.factor, factors, ctx);
    for (Poly& g : factors) result.factors.push_back({std::move(g), part.multiplicity});
  }
  std::sort(result.factors.begin(), result.factors.end(),
            [](const auto& a, const auto& b) { return precedes(a.polynomial, b.polynomial); });
  return result;
}

PlanDescription explain_factor(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  const std::vector<GaussianPart> parts = gaussian_square_free_parts(f, ctx);
  return plan_of_parts(parts.size(), parts.front().multiplicity != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = explained(parts[i].factor, ctx);
    if (parts[i].multiplicity != 1) add_parameter(plan, "multiplicity", parts[i].multiplicity);
    return plan;
  });
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
