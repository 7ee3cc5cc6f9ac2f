// What a factorization in one variable will do, in words: the decisions of factor, made by the same functions.
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/dense/deflation.hpp"
#include "poly/factor/deflated_mod_p.hpp"
#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor_z/factor_z_cyclotomic.hpp"
#include "poly/factor_z/factor_z_primes.hpp"
#include "poly/factor_z/factor_z_recombination.hpp"
#include "poly/factor_z/factor_z_square_free.hpp"
#include "poly/factor_z/plan_node.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

// --- over Z ----------------------------------------------------------------------------------------------------------

PlanDescription lifting(const IntegerVector& f, const ExecutionContext& ctx) {
  const bool reversed = is_factored_reversed(f);
  const ModularFactors local = reversed ? modular_factors(reversed_associate(f, ctx), ctx) : modular_factors(f, ctx);
  if (local.irreducible)
    return plan_node("degree_patterns", "degrees of factors modulo primes have no other common sums: irreducible", ctx);
  PlanDescription plan = plan_node("hensel", "the prime with the fewest factors, lifted as a balanced tree", ctx);
  add_parameter(plan, "degree", f.size() - 1);
  add_parameter(plan, "prime", local.factors.front().ring().modulus());
  add_parameter(plan, "local_factors", local.factors.size());
  if (reversed) plan.parameters.emplace_back("reversed", "yes");
  plan.children.push_back(local.factors.size() <= most_groups_for_subsets
                              ? plan_node("subsets", "few factors modulo the prime: all sets are tested", ctx)
                              : plan_node("knapsack", "sets are too many: a lattice is reduced", ctx));
  return plan;
}

PlanDescription without_cyclotomic(const IntegerVector& f, const ExecutionContext& ctx) {
  switch (square_free_step(f)) {
    case SquareFreeStep::none:
      return plan_node("none", "a constant has no factors", ctx);
    case SquareFreeStep::linear:
      return plan_node("linear", "of degree 1", ctx);
    case SquareFreeStep::quadratic:
      return plan_node("quadratic", "the discriminant decides", ctx);
    case SquareFreeStep::eisenstein:
      return plan_node("eisenstein", "a prime divides all coefficients but one, and one at an end once: irreducible",
                       ctx);
    case SquareFreeStep::general:
      break;
  }
  return lifting(f, ctx);
}

PlanDescription compact(IntegerVector f, const ExecutionContext& ctx) {
  const std::size_t n = f.size();
  const std::size_t found = n > 3 ? take_cyclotomic_factors(f, ctx).size() : 0;
  if (found == 0) return without_cyclotomic(f, ctx);
  PlanDescription plan = plan_node("cyclotomic", "values at roots of unity show these factors", ctx);
  add_parameter(plan, "factors", found);
  add_parameter(plan, "degree", n - f.size());
  if (f.size() != 1) plan.children.push_back(without_cyclotomic(f, ctx));
  return plan;
}

/// How factors of the deflated polynomial become those of the polynomial.
PlanDescription inflation(std::size_t d, const ExecutionContext& ctx) {
  PlanDescription plan = plan_node(
      "inflate", "each factor h becomes h(x^d): cyclotomic, without a root that is a q-th power, or factored", ctx);
  std::string primes;
  for (std::size_t q = 2; d != 1; ++q) {
    if (d % q != 0) continue;
    primes += (primes.empty() ? "" : ",") + std::to_string(q);
    while (d % q == 0) d /= q;
  }
  plan.parameters.emplace_back("primes", std::move(primes));
  return plan;
}

PlanDescription deflating(const IntegerVector& f, const ExecutionContext& ctx) {
  const std::size_t d = deflation_power(f, ctx);
  if (d == 1 || f.size() == 2) return compact(f.copy(ctx), ctx);
  PlanDescription plan = plan_node("deflate", "a common factor of all exponents, put back prime by prime", ctx);
  add_parameter(plan, "power", d);
  plan.children.push_back(compact(deflate(f, d, ctx), ctx));
  plan.children.push_back(inflation(d, ctx));
  return plan;
}

/// Precondition: as for irreducible_factors.
PlanDescription square_free_plan(const IntegerVector& f, const ExecutionContext& ctx) {
  if (f.signed_size(0) != 0) return deflating(f, ctx);
  PlanDescription plan = plan_node("variable", "the constant coefficient is zero", ctx);
  if (f.size() > 2) plan.children.push_back(deflating(f.slice(1, f.size(), ctx), ctx));
  return plan;
}

// --- modulo p --------------------------------------------------------------------------------------------------------

PlanDescription square_free_plan(const DensePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  const auto n = static_cast<std::size_t>(f.degree());
  if (n == 1) return plan_node("linear", "of degree 1", ctx);
  PlanDescription plan = plan_node("distinct_degrees", "gcds with products of differences of powers x^(p^i)", ctx);
  add_parameter(plan, "degree", n);
  add_parameter(plan, "limbs", f.ring().modulus().view().limbs().size());
  plan.children.push_back(plan_node("equal_degrees", "gcds with powers of traces that halve the factors", ctx));
  return plan;
}

PlanDescription square_free_plan(const PolyZp& f, const ExecutionContext& ctx) {
  const auto n = static_cast<std::size_t>(f.degree());
  if (n == 1) return plan_node("linear", "of degree 1", ctx);
  const FactorAlgebra w(f.ring(), ctx);
  const bool columns = n <= w.column_degree;
  PlanDescription plan = plan_node("distinct_degrees", "gcds with products of differences of powers x^(p^i)", ctx);
  add_parameter(plan, "degree", n);
  add_parameter(plan, "baby_steps", baby_steps(n));
  plan.parameters.emplace_back("products", columns ? "columns" : "transforms");
  plan.children.push_back(
      plan_node("equal_degrees", "minimal polynomials of traces, for many factors powers of them", ctx));
  return plan;
}

template <Field R>
PlanDescription explained_modulo(const DensePoly<R>& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  if (const DeflatedShape shape = deflated_shape(f, ctx); is_factored_deflated(f, shape))
    return inflated_plan(shape.step, explained_modulo(deflated_mod_p(f, shape, ctx), ctx), ctx);
  const auto parts = square_free_decomposition(f, ctx).factors;
  return plan_of_parts(parts.size(), parts.front().multiplicity != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = square_free_plan(parts[i].factor, ctx);
    if (parts[i].multiplicity != 1)
      add_parameter(plan, "multiplicity", static_cast<std::size_t>(parts[i].multiplicity));
    return plan;
  });
}

}  // namespace

PlanDescription explain_factor(const PolyZ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  const std::vector<IntegerFactor> parts = square_free_factors(f.coefficients(), ctx);
  return plan_of_parts(parts.size(), parts.front().multiplicity != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = square_free_plan(parts[i].factor, ctx);
    if (parts[i].multiplicity != 1)
      add_parameter(plan, "multiplicity", static_cast<std::size_t>(parts[i].multiplicity));
    return plan;
  });
}

PlanDescription explain_factor(const PolyQ& f, const ExecutionContext& ctx) {
  return explain_factor(numerator_polynomial(f), ctx);
}

PlanDescription explain_factor(const PolyZp& f, const ExecutionContext& ctx) { return explained_modulo(f, ctx); }

PlanDescription explain_factor(const DensePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return explained_modulo(f, ctx);
}

}  // namespace v1
}  // namespace polyfork
