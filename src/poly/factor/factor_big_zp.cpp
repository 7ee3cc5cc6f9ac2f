// Factorization over Z/pZ for primes of any length: square-free parts, each by distinct and equal degrees.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor/deflated_mod_p.hpp"
#include "poly/factor/factor_zp_generic.hpp"
#include "poly/factor/factor_zp_order.hpp"
#include "poly/factor/power_roots.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;
using Poly = DensePoly<BigPrimeField>;
using Factorizer = detail::FieldFactorizer;

template <class Parts>
std::size_t degree_of(const Parts& parts) {
  std::size_t degree = 0;
  for (const auto& part : parts) degree += static_cast<std::size_t>(part.factor.degree());
  return degree;
}

}  // namespace

Factorization<BigPrimeField> factor(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  Factorization<BigPrimeField> result{f.leading_coefficient(), {}};
  if (f.is_constant()) return result;
  if (const DeflatedShape shape = deflated_shape(f, ctx); is_factored_deflated(f, shape))
    return factor_deflated(f, shape, ctx);
  const auto parts = square_free_decomposition(f, ctx).factors;
  FactorProgress progress(degree_of(parts), ctx);
  Factorizer factorizer(f.ring(), ctx, &progress);
  progress.begin("distinct degrees");
  std::vector<std::vector<Factorizer::EqualDegrees>> degrees;
  for (const auto& part : parts) {
    degrees.push_back(factorizer.distinct_degrees(part.factor));
    progress.done(static_cast<std::size_t>(part.factor.degree()));
  }
  progress.begin("equal degrees");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<Poly> found;
    for (const Factorizer::EqualDegrees& part : degrees[i]) factorizer.equal_degrees(part, found);
    for (Poly& factor : found)
      result.factors.push_back({std::move(factor), static_cast<std::size_t>(parts[i].multiplicity)});
  }
  detail::sort_canonically(result.factors);
  return result;
}

bool is_irreducible(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_constant()) return false;
  if (const DeflatedShape shape = deflated_shape(f, ctx); is_factored_deflated(f, shape))
    return is_irreducible_deflated(f, shape, ctx);
  // A repeated factor has at most half of the degree, and is found like any other.
  const auto parts = Factorizer(f.ring(), ctx).distinct_degrees(make_monic(f, ctx), true);
  return parts.size() == 1 && parts.front().degree == static_cast<std::size_t>(f.degree());
}

std::vector<PolynomialRoot<BigPrimeField>> roots(const Poly& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every element is a root of the zero polynomial");
  std::vector<PolynomialRoot<BigPrimeField>> result;
  const DeflatedShape shape = deflated_shape(f, ctx);
  if (shape.low != 0) result.push_back({f.ring().zero(), shape.low});
  const Poly F = deflated_mod_p(f, shape, ctx);
  if (F.is_constant()) return result;
  const detail::StepModP step = detail::split_step(shape.step, f.ring().characteristic());
  std::optional<detail::PowerRoots<BigPrimeField>> inflated;
  if (step.t != 1) inflated.emplace(f.ring(), step.t, ctx);
  const auto parts = square_free_decomposition(F, ctx).factors;
  FactorProgress progress(degree_of(parts), ctx);
  Factorizer factorizer(f.ring(), ctx, &progress);
  progress.begin("roots");
  for (const auto& part : parts) {
    std::vector<Poly> linear;
    const Poly product = factorizer.linear_part(part.factor);
    progress.done(static_cast<std::size_t>(part.factor.degree() - product.degree()));
    if (!product.is_constant()) factorizer.equal_degrees({product, 1, Poly(f.ring())}, linear);
    for (const Poly& factor : linear) {
      const Integer value = f.ring().neg(factor.coefficient(0));
      const std::size_t multiplicity = static_cast<std::size_t>(part.multiplicity) * step.power;
      if (!inflated)
        result.push_back({value, multiplicity});
      else
        for (Integer& x : inflated->of(value)) result.push_back({std::move(x), multiplicity});
    }
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return result;
}

Poly irreducible_polynomial(const BigPrimeField& field, std::size_t degree, const ExecutionContext& ctx) {
  if (degree == 0) throw DomainError("an irreducible polynomial has a positive degree");
  detail::require_list(degree < SIZE_MAX ? degree + 1 : degree, sizeof(Integer), ctx);
  detail::FixedRandom random(degree);
  for (std::size_t attempts = 0;; ++attempts) {  // about n for degree n
    ctx.progress("irreducible polynomial", double(attempts) / double(attempts + degree));
    ctx.poll();
    Poly f = detail::within_memory(ctx, [&] {
      std::vector<Integer> c;
      c.reserve(degree + 1);
      for (std::size_t i = 0; i < degree; ++i) c.push_back(random.element(field));
      c.push_back(field.one());
      return Poly::from_elements(field, std::move(c));
    });
    if (is_irreducible(f, ctx)) return f;
  }
}

}  // namespace v1
}  // namespace polyfork
