// Factorization in several variables modulo primes of more than one word.
#include <polyfork/poly/multi_factor/multi_factor.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>

#include "poly/factor_z/plan_node.hpp"
#include "poly/multivariate/factor_order.hpp"
#include "poly/plane_factor/plane_factor.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using LongMultiPoly = SparseMultiPoly<BigPrimeField>;

/// Short primes, which this ring takes as well, have a field of their own where random elements are often unlucky.
bool is_word(const BigPrimeField& field) { return field.modulus().bit_length() <= 63; }

template <Ring To, class Map>
SparseMultiPoly<To> mapped_terms(const To& to, const auto& f, const Map& map, const ExecutionContext& ctx) {
  typename SparseMultiPoly<To>::Collector collector(to, f.variables());
  for (std::size_t i = 0; i < f.term_count(); ++i) {
    if (i % poll_terms == 0) ctx.poll();
    collector.push_back(f.exponents(i), map(f.coefficient(i)));
  }
  return std::move(collector).finish(ctx);
}

MultiPolyZp to_words(const LongMultiPoly& f, const ExecutionContext& ctx) {
  const PrimeField field = PrimeField::trusted(static_cast<std::uint64_t>(f.ring().modulus().to_int64()));
  return mapped_terms(
      field, f, [](const Integer& c) { return static_cast<std::uint64_t>(c.to_int64()); }, ctx);
}

std::vector<MultiFactor<BigPrimeField>> factors_of(const LongMultiPoly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  std::vector<MultiFactor<BigPrimeField>> factors;
  if (is_word(f.ring())) {
    for (const auto& g : factor(to_words(f, ctx), ctx).factors)
      factors.push_back({mapped_terms(
                             f.ring(), g.polynomial, [](std::uint64_t c) { return Integer(c); }, ctx),
                         g.multiplicity});
  } else {
    factors = within_memory(ctx, [&] { return PlaneFactorizer<BigPrimeField>(ctx).run(f); });
  }
  sort_multi_factors(factors);
  return factors;
}

}  // namespace

MultiFactorization<BigPrimeField> factor(const LongMultiPoly& f, const ExecutionContext& ctx) {
  auto factors = factors_of(f, ctx);
  return {f.coefficient(0), std::move(factors)};
}

bool is_irreducible(const LongMultiPoly& f, const ExecutionContext& ctx) {
  if (f.is_constant()) return false;
  const auto factors = factors_of(f, ctx);
  return factors.size() == 1 && factors[0].multiplicity == 1;
}

PlanDescription explain_factor(const LongMultiPoly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  if (f.is_constant()) return plan_node("none", "a constant has no factors", ctx);
  if (is_word(f.ring())) return explain_factor(to_words(f, ctx), ctx);
  const MultiExponents low = smallest_exponents(f);
  if (std::any_of(low.begin(), low.end(), [](std::uint64_t e) { return e != 0; })) {
    PlanDescription plan = plan_node("variables", "all terms have them in common", ctx);
    for (std::size_t v = 0; v < low.size(); ++v)
      if (low[v] != 0) add_parameter(plan, f.variables().name(v), low[v]);
    const LongMultiPoly rest = without_monomial(f, low, ctx);
    if (!rest.is_constant()) plan.children.push_back(explain_factor(rest, ctx));
    return plan;
  }
  if (const std::optional<ExponentLine> line = ExponentLine::of(f, ctx)) {
    PlanDescription plan = plan_node("univariate", "a polynomial in one monomial", ctx);
    plan.children.push_back(explain_factor(line->univariate(f, ctx), ctx));
    return plan;
  }
  if (is_homogeneous(f)) return plan_node("dehomogenise", "all terms have the same total degree", ctx);
  const std::size_t x = PlaneFactorizer<BigPrimeField>::main_variable(f);
  const std::string& name = f.variables().name(x);
  if (f.degree(x) == 1) return plan_node("content", "what remains has degree 1 in " + name, ctx);
  PlanDescription plan = plan_node("planes", "factors lifted along lines are interpolated", ctx);
  plan.parameters.emplace_back("main_variable", name);
  add_parameter(plan, "degree", static_cast<std::uint64_t>(f.degree(x)));
  return plan;
}

}  // namespace v1
}  // namespace polyfork
