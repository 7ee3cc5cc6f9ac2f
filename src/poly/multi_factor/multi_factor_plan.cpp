// What a factorization in several variables will do, in words.
#include <string>
#include <type_traits>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>

#include "poly/factor_z/plan_node.hpp"
#include "poly/multi_factor/multi_factor.hpp"
#include "poly/multi_factor/multi_reduction.hpp"

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

template <GcdDomain R>
PlanDescription explained(const SparseMultiPoly<R>& f, const ExecutionContext& ctx) {
  const MultiReduction reduction = plan_reduction(f, true, ctx);
  switch (reduction.step) {
    case MultiReductionStep::none:
      return plan_node("none", "a constant has no factors", ctx);
    case MultiReductionStep::one_variable: {
      PlanDescription plan = plan_node("univariate", "one variable occurs", ctx);
      plan.parameters = {{"variable", f.variables().name(reduction.variable)},
                         {"degree", std::to_string(f.degree(reduction.variable))}};
      return plan;
    }
    case MultiReductionStep::dehomogenised: {
      PlanDescription plan = plan_node("dehomogenise", "all terms have the same total degree", ctx);
      plan.parameters = {{"variable", f.variables().name(reduction.variable)}};
      plan.children.push_back(explained(dehomogenised(f, reduction.variable, ctx), ctx));
      return plan;
    }
    case MultiReductionStep::deflated: {
      PlanDescription plan = plan_node("deflate", "exponents have common factors", ctx);
      for (std::size_t k = 0; k < reduction.powers.size(); ++k)
        if (reduction.powers[k] > 1)
          plan.parameters.emplace_back(f.variables().name(k), std::to_string(reduction.powers[k]));
      plan.children.push_back(explained(deflated(f, reduction.powers, ctx), ctx));
      return plan;
    }
    case MultiReductionStep::main_variable:
      break;
  }
  return lifting(f, reduction, ctx);
}

}  // namespace

PlanDescription explain_factor(const MultiPolyZ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  return explained(f, ctx);
}

PlanDescription explain_factor(const MultiPolyZp& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  return explained(f, ctx);
}

}  // namespace v1
}  // namespace polyfork
