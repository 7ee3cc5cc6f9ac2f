// What a factorization in one variable will do, in words: the decisions of factor, made by the same functions.
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/dense/deflation.hpp"
#include "poly/factor/factor_z_cyclotomic.hpp"
#include "poly/factor/factor_z_primes.hpp"
#include "poly/factor/factor_z_recombination.hpp"
#include "poly/factor/factor_z_square_free.hpp"
#include "poly/factor/factor_zp_words.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

PlanDescription node(std::string algorithm, std::string reason, const ExecutionContext& ctx) {
  PlanDescription plan;
  plan.algorithm = std::move(algorithm);
  plan.reason = std::move(reason);
  plan.threads = ctx.threads();
  return plan;
}

void add(PlanDescription& plan, std::string name, std::size_t value) {
  plan.parameters.emplace_back(std::move(name), std::to_string(value));
}

/// One node for each square-free part, under a common one where there are several or multiplicities.
template <class Explain>
PlanDescription by_parts(std::size_t count, bool repeated, const ExecutionContext& ctx, const Explain& explain) {
  if (count == 1 && !repeated) return explain(0);
  PlanDescription plan = node("square_free", "gcds with derivatives find multiplicities", ctx);
  add(plan, "parts", count);
  for (std::size_t i = 0; i < count; ++i) plan.children.push_back(explain(i));
  return plan;
}

// --- over Z ----------------------------------------------------------------------------------------------------------

PlanDescription lifting(const IntegerVector& f, const ExecutionContext& ctx) {
  const bool reversed = is_factored_reversed(f);
  const ModularFactors local = reversed ? modular_factors(reversed_associate(f, ctx), ctx) : modular_factors(f, ctx);
  if (local.irreducible)
    return node("degree_patterns", "degrees of factors modulo primes have no other common sums: irreducible", ctx);
  PlanDescription plan = node("hensel", "the prime with the fewest factors, lifted as a balanced tree", ctx);
  add(plan, "degree", f.size() - 1);
  add(plan, "prime", local.factors.front().ring().modulus());
  add(plan, "local_factors", local.factors.size());
  if (reversed) plan.parameters.emplace_back("reversed", "yes");
  plan.children.push_back(local.factors.size() <= most_groups_for_subsets
                              ? node("subsets", "few factors modulo the prime: all sets are tested", ctx)
                              : node("knapsack", "sets are too many: a lattice is reduced", ctx));
  return plan;
}

PlanDescription without_cyclotomic(const IntegerVector& f, const ExecutionContext& ctx) {
  switch (square_free_step(f)) {
    case SquareFreeStep::none:
      return node("none", "a constant has no factors", ctx);
    case SquareFreeStep::linear:
      return node("linear", "of degree 1", ctx);
    case SquareFreeStep::quadratic:
      return node("quadratic", "the discriminant decides", ctx);
    case SquareFreeStep::eisenstein:
      return node("eisenstein", "a prime divides all coefficients but one, and one at an end once: irreducible", ctx);
    case SquareFreeStep::general:
      break;
  }
  return lifting(f, ctx);
}

PlanDescription compact(IntegerVector f, const ExecutionContext& ctx) {
  const std::size_t n = f.size();
  const std::size_t found = n > 3 ? take_cyclotomic_factors(f, ctx).size() : 0;
  if (found == 0) return without_cyclotomic(f, ctx);
  PlanDescription plan = node("cyclotomic", "values at roots of unity show these factors", ctx);
  add(plan, "factors", found);
  add(plan, "degree", n - f.size());
  if (f.size() != 1) plan.children.push_back(without_cyclotomic(f, ctx));
  return plan;
}

/// How factors of the deflated polynomial become those of the polynomial.
PlanDescription inflation(std::size_t d, const ExecutionContext& ctx) {
  PlanDescription plan = node(
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
  PlanDescription plan = node("deflate", "a common factor of all exponents, put back prime by prime", ctx);
  add(plan, "power", d);
  plan.children.push_back(compact(deflate(f, d, ctx), ctx));
  plan.children.push_back(inflation(d, ctx));
  return plan;
}

/// Precondition: as for irreducible_factors.
PlanDescription square_free_plan(const IntegerVector& f, const ExecutionContext& ctx) {
  if (f.signed_size(0) != 0) return deflating(f, ctx);
  PlanDescription plan = node("variable", "the constant coefficient is zero", ctx);
  if (f.size() > 2) plan.children.push_back(deflating(f.slice(1, f.size(), ctx), ctx));
  return plan;
}

// --- modulo p --------------------------------------------------------------------------------------------------------

PlanDescription square_free_plan(const PolyZp& f, const ExecutionContext& ctx) {
  const auto n = static_cast<std::size_t>(f.degree());
  if (n == 1) return node("linear", "of degree 1", ctx);
  const FactorAlgebra w(f.ring(), ctx);
  const bool columns = n <= w.column_degree;
  PlanDescription plan = node("distinct_degrees", "gcds with products of differences of powers x^(p^i)", ctx);
  add(plan, "degree", n);
  add(plan, "baby_steps", baby_steps(n));
  plan.parameters.emplace_back("products", columns ? "columns" : "transforms");
  plan.children.push_back(node("equal_degrees", "minimal polynomials of traces, for many factors powers of them", ctx));
  return plan;
}

}  // namespace

PlanDescription explain_factor(const PolyZ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return node("none", "a constant has no factors", ctx);
  const std::vector<IntegerFactor> parts = square_free_factors(f.coefficients(), ctx);
  return by_parts(parts.size(), parts.front().multiplicity != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = square_free_plan(parts[i].factor, ctx);
    if (parts[i].multiplicity != 1) add(plan, "multiplicity", static_cast<std::size_t>(parts[i].multiplicity));
    return plan;
  });
}

PlanDescription explain_factor(const PolyZp& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return node("none", "a constant has no factors", ctx);
  const auto parts = square_free_decomposition(f, ctx).factors;
  return by_parts(parts.size(), parts.front().multiplicity != 1, ctx, [&](std::size_t i) {
    PlanDescription plan = square_free_plan(parts[i].factor, ctx);
    if (parts[i].multiplicity != 1) add(plan, "multiplicity", static_cast<std::size_t>(parts[i].multiplicity));
    return plan;
  });
}

}  // namespace v1
}  // namespace polyfork
