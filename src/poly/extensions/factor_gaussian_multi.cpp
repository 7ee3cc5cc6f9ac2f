// Factorization over Q(i) in several variables: multiplicities, canonical order, explanations.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "poly/extensions/gaussian_multi_factors.hpp"
#include "poly/extensions/gaussian_multi_parts.hpp"
#include "poly/factor_z/plan_node.hpp"
#include "poly/multi_factor/exponent_line.hpp"
#include "poly/multivariate/factor_order.hpp"
#include "poly/multivariate/multi_parts.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using GaussianMultiPoly = SparseMultiPoly<GaussianRationals>;

/// visit(part, multiplicity) for square-free parts that have no factor in common. Precondition: f not constant, divided
/// by no variable.
template <class Visit>
void square_free_parts(const GaussianMultiPoly& f, const ExecutionContext& ctx, const Visit& visit) {
  ctx.progress("square-free decomposition", 0);
  if (is_square_free_at_a_point(f, ctx)) return visit(f, std::uint64_t{1});
  for (const auto& part : square_free_decomposition(f, ctx).factors) visit(part.factor, part.multiplicity);
}

std::vector<MultiFactor<GaussianRationals>> factors_over_qi(const GaussianMultiPoly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  std::vector<MultiFactor<GaussianRationals>> factors;
  if (f.is_constant()) return factors;
  const MultiExponents low = smallest_exponents(f);
  for (std::size_t v = 0; v < low.size(); ++v)
    if (low[v] != 0)
      factors.push_back({GaussianMultiPoly::generator(f.ring(), f.variables(), f.variables().name(v)), low[v]});
  const GaussianMultiPoly rest = without_monomial(f, low, ctx);
  if (const std::optional<ExponentLine> line = ExponentLine::of(rest, ctx)) {
    for (const auto& [g, multiplicity] : factor(line->univariate(rest, ctx), ctx).factors)
      factors.push_back({make_monic(line->multivariate(g, f.variables(), ctx), ctx), multiplicity});
  } else if (const GaussianMultiParts parts(make_monic(rest, ctx), ctx); parts.imaginary.is_zero()) {
    for (const auto& [h, multiplicity] : factor(parts.real, ctx).factors)
      for (GaussianMultiPoly& g : gaussian_parts_of_rational(h, ctx)) factors.push_back({std::move(g), multiplicity});
  } else {
    square_free_parts(rest, ctx, [&](const GaussianMultiPoly& part, std::uint64_t multiplicity) {
      for (GaussianMultiPoly& g : gaussian_irreducible_parts(part, ctx))
        factors.push_back({std::move(g), multiplicity});
    });
  }
  sort_multi_factors(factors);
  return factors;
}

/// Precondition: f square-free, divided by no variable, not constant.
PlanDescription explained_part(const GaussianMultiPoly& f, const ExecutionContext& ctx) {
  const auto [real, complex] = real_and_complex_parts(f, ctx);
  PlanDescription norm;
  if (!complex.is_constant()) {
    norm = plan_node("norm", "gcds with the factors of the product with the conjugate polynomial", ctx);
    norm.children.push_back(explain_factor(norm_of(complex, ctx), ctx));
    if (real.is_constant()) return norm;
  }
  PlanDescription plan = plan_node(
      "over_rationals", "real factors: those of even degrees split or not, mostly told by terms and primes", ctx);
  plan.children.push_back(explain_factor(real, ctx));
  if (!complex.is_constant()) plan.children.push_back(std::move(norm));
  return plan;
}

PlanDescription explained_without_variables(const GaussianMultiPoly& f, const ExecutionContext& ctx) {
  if (const std::optional<ExponentLine> line = ExponentLine::of(f, ctx)) {
    PlanDescription plan = plan_node("univariate", "a polynomial in one monomial", ctx);
    plan.children.push_back(explain_factor(line->univariate(f, ctx), ctx));
    return plan;
  }
  std::vector<std::pair<GaussianMultiPoly, std::uint64_t>> parts;
  square_free_parts(f, ctx, [&](const GaussianMultiPoly& part, std::uint64_t multiplicity) {
    parts.emplace_back(part, multiplicity);
  });
  return plan_of_parts(parts.size(), parts.front().second != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = explained_part(parts[i].first, ctx);
    if (parts[i].second != 1) add_parameter(plan, "multiplicity", parts[i].second);
    return plan;
  });
}

}  // namespace

MultiFactorization<GaussianRationals> factor(const GaussianMultiPoly& f, const ExecutionContext& ctx) {
  std::vector<MultiFactor<GaussianRationals>> factors = factors_over_qi(f, ctx);
  return {f.coefficient(0), std::move(factors)};
}

bool is_irreducible(const GaussianMultiPoly& f, const ExecutionContext& ctx) {
  if (f.is_constant()) return false;
  const auto factors = factors_over_qi(f, ctx);
  return factors.size() == 1 && factors[0].multiplicity == 1;
}

PlanDescription explain_factor(const GaussianMultiPoly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  const MultiExponents low = smallest_exponents(f);
  if (std::all_of(low.begin(), low.end(), [](std::uint64_t e) { return e == 0; }))
    return explained_without_variables(f, ctx);
  PlanDescription plan = plan_node("variables", "all terms have them in common", ctx);
  for (std::size_t v = 0; v < low.size(); ++v)
    if (low[v] != 0) add_parameter(plan, f.variables().name(v), low[v]);
  const GaussianMultiPoly rest = without_monomial(f, low, ctx);
  if (!rest.is_constant()) plan.children.push_back(explained_without_variables(rest, ctx));
  return plan;
}

}  // namespace v1
}  // namespace polyfork
