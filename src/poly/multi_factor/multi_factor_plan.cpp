// What a factorization in several variables will do, in words.
#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "poly/factor_z/plan_node.hpp"
#include "poly/multi_factor/exponent_line.hpp"
#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multi_factor/multi_reduction.hpp"
#include "poly/multi_factor/square_free_image.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

template <GcdDomain R>
PlanDescription lifting(const SparseMultiPoly<R>& f, const MultiReduction& reduction, const ExecutionContext& ctx) {
  const MultiExponents degrees = f.degrees();
  const std::string& x = f.variables().name(reduction.variable);
  if (degrees[reduction.variable] == 1) return plan_node("content", "what remains has degree 1 in " + x, ctx);
  PlanDescription plan = plan_node("hensel", "the leading coefficient in " + x + " has the fewest terms", ctx);
  plan.parameters = {{"main_variable", x}, {"lead_terms", std::to_string(reduction.lead_terms)}};
  PlanDescription point = plan_node(
      "univariate", std::is_same_v<R, Integers> ? "the other variables at integers" : "the other variables at a point",
      ctx);
  point.parameters = {{"degree", std::to_string(degrees[reduction.variable])}};
  plan.children.push_back(std::move(point));
  const std::vector<std::size_t> sequence = variable_sequence(f, reduction.variable);
  for (std::size_t k = 1; k < sequence.size(); ++k) {
    PlanDescription step =
        plan_node(k == 1 ? "bivariate_lift" : "sparse_lift",
                  k == 1 ? "the first variable" : "bivariate images on the monomials known so far", ctx);
    step.parameters = {{"variable", f.variables().name(sequence[k])}, {"degree", std::to_string(degrees[sequence[k]])}};
    plan.children.push_back(std::move(step));
  }
  return plan;
}

/// x^2*y/z for the exponents 2, 1, -1.
std::string monomial_text(const std::vector<std::int64_t>& exponents, const Variables& variables) {
  std::string above;
  std::string below;
  for (std::size_t k = 0; k < exponents.size(); ++k) {
    const std::int64_t e = exponents[k];
    if (e == 0) continue;
    const std::string power = variables.name(k) + (e == 1 || e == -1 ? "" : "^" + std::to_string(e < 0 ? -e : e));
    if (e > 0)
      above += (above.empty() ? "" : "*") + power;
    else
      below += "/" + power;
  }
  return (above.empty() ? "1" : above) + below;
}

template <GcdDomain R>
PlanDescription on_line(const SparseMultiPoly<R>& f, const ExponentLine& line, const ExecutionContext& ctx) {
  const SparsePoly<R> univariate = line.univariate(f, ctx);
  PlanDescription plan = plan_node("univariate", "a polynomial in one monomial", ctx);
  plan.parameters.emplace_back("monomial", monomial_text(line.direction(), f.variables()));
  add_parameter(plan, "degree", static_cast<std::uint64_t>(univariate.degree()));
  plan.children.push_back(explain_factor(univariate, ctx));
  return plan;
}

template <GcdDomain R>
PlanDescription square_free_plan(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
  const MultiReduction reduction = plan_reduction(f, true, ctx);
  switch (reduction.step) {
    case MultiReductionStep::none:
      return plan_node("none", "a constant has no factors", ctx);
    case MultiReductionStep::line:
      return on_line(f, *reduction.line, ctx);
    case MultiReductionStep::dehomogenised: {
      PlanDescription plan = plan_node("dehomogenise", "all terms have the same total degree", ctx);
      plan.parameters = {{"variable", f.variables().name(reduction.variable)}};
      plan.children.push_back(square_free_plan(dehomogenised(f, reduction.variable, ctx), ctx));
      return plan;
    }
    case MultiReductionStep::deflated: {
      PlanDescription plan = plan_node("deflate", "exponents have common factors", ctx);
      for (std::size_t k = 0; k < reduction.powers.size(); ++k)
        if (reduction.powers[k] > 1)
          plan.parameters.emplace_back(f.variables().name(k), std::to_string(reduction.powers[k]));
      plan.children.push_back(square_free_plan(deflated(f, reduction.powers, ctx), ctx));
      return plan;
    }
    case MultiReductionStep::main_variable:
      break;
  }
  return lifting(f, reduction, ctx);
}

/// Precondition: f is divided by no variable.
template <GcdDomain R>
PlanDescription without_variables(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
  if (const std::optional<ExponentLine> line = ExponentLine::of(f, ctx)) return on_line(f, *line, ctx);
  if (is_square_free_at_a_point(f, ctx)) return square_free_plan(f, ctx);
  const auto parts = square_free_decomposition(f, ctx).factors;
  return plan_of_parts(parts.size(), parts.front().multiplicity != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = square_free_plan(parts[i].factor, ctx);
    if (parts[i].multiplicity != 1) add_parameter(plan, "multiplicity", parts[i].multiplicity);
    return plan;
  });
}

template <GcdDomain R>
PlanDescription explained(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  const MultiExponents low = smallest_exponents(f);
  if (std::all_of(low.begin(), low.end(), [](std::uint64_t e) { return e == 0; })) return without_variables(f, ctx);
  PlanDescription plan = plan_node("variables", "all terms have them in common", ctx);
  for (std::size_t v = 0; v < low.size(); ++v)
    if (low[v] != 0) add_parameter(plan, f.variables().name(v), low[v]);
  const SparseMultiPoly<R> rest = without_monomial(f, low, ctx);
  if (!rest.is_constant()) plan.children.push_back(without_variables(rest, ctx));
  return plan;
}

}  // namespace

PlanDescription explain_factor(const MultiPolyZ& f, const ExecutionContext& ctx) { return explained(f, ctx); }

PlanDescription explain_factor(const MultiPolyZp& f, const ExecutionContext& ctx) { return explained(f, ctx); }

}  // namespace v1
}  // namespace polyfork
