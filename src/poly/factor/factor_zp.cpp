// Factorization over Z/pZ for primes of one word: the steps on words put together.
//
// Polynomials in a power of x are factored as such (deflated_mod_p.hpp). Others are
// f = unit x^k f_1 f_2^2 ...: the power of x first, then one gcd with the derivative, which shows most polynomials to
// be square-free, else the square-free decomposition; each part by distinct and equal degrees, the latter in parallel.
#include "poly/factor/factor_zp.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "poly/factor/deflated_mod_p.hpp"
#include "poly/factor/factor_zp_order.hpp"
#include "poly/factor/factor_zp_random.hpp"
#include "poly/factor/factor_zp_words.hpp"
#include "poly/factor/power_roots.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

namespace {

void append(std::vector<ResidueVector>& out, std::vector<ResidueVector>&& more) {
  std::move(more.begin(), more.end(), std::back_inserter(out));
}

/// The factors of all parts, in any order.
std::vector<ResidueVector> factors_of(const FactorAlgebra& w, const std::vector<EqualDegreeWords>& parts) {
  std::vector<std::vector<ResidueVector>> found(parts.size());
  parallel_for(w.ctx, parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) equal_degree_words(w, parts[i], found[i]);
  });
  std::vector<ResidueVector> factors;
  for (auto& list : found) append(factors, std::move(list));
  return factors;
}

std::vector<ResidueVector> square_free_factors(const FactorAlgebra& w, ConstWords f) {
  return factors_of(w, distinct_degree_words(w, f));
}

ResidueVector derivative_words(const FactorAlgebra& w, ConstWords f) {
  ResidueVector slope(f.size() - 1);
  for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = w.modulus.mul(f[i + 1], w.modulus.reduce(i + 1));
  return normalised_words(slope);
}

/// f without zeros below and monic, as square-free factors with multiplicities.
struct SquareFreeWords {
  ResidueVector factor;
  std::size_t multiplicity;
};
std::vector<SquareFreeWords> square_free_parts(const FactorAlgebra& w, const PolyZp& like, ResidueVector f) {
  if (f.size() == 1) return {};
  if (f.size() == 2 || monic_gcd_words(w, f, derivative_words(w, f)).size() == 1) return {{std::move(f), 1}};
  std::vector<SquareFreeWords> parts;
  for (auto& part : square_free_decomposition(PolyZp::make(std::move(f), like), w.ctx).factors)
    parts.push_back({std::move(part.factor).coefficients(), static_cast<std::size_t>(part.multiplicity)});
  return parts;
}

std::size_t degree_of(const std::vector<SquareFreeWords>& parts) {
  std::size_t degree = 0;
  for (const SquareFreeWords& part : parts) degree += part.factor.size() - 1;
  return degree;
}

/// f / (unit x^zeros).
struct MonicWords {
  ResidueVector f;
  std::size_t zeros;
};
MonicWords without_zeros(const FactorAlgebra& w, const PolyZp& f) {
  const ResidueVector& c = f.coefficients();
  std::size_t zeros = 0;
  while (c[zeros] == 0) ++zeros;
  ResidueVector monic(c.size() - zeros);
  scale_words(w, monic, ConstWords(c).subspan(zeros), w.modulus.inverse(c.back()));
  return {std::move(monic), zeros};
}

PolyZp monic_copy(const PolyZp& f, ResidueVector c) { return PolyZp::make(std::move(c), f); }

std::vector<PolyZp> sorted(const PolyZp& like, std::vector<ResidueVector> factors) {
  std::vector<PolyZp> result;
  result.reserve(factors.size());
  for (ResidueVector& factor : factors) result.push_back(monic_copy(like, std::move(factor)));
  sort_canonically(result);
  return result;
}

}  // namespace

std::vector<PolyZp> factor_square_free_mod_p(const PolyZp& f, const ExecutionContext& ctx) {
  return sorted(f, square_free_factors(FactorAlgebra(f.ring(), ctx), f.coefficients()));
}

std::vector<DistinctDegreeFactor> distinct_degree_pattern(const PolyZp& f, const ExecutionContext& ctx) {
  std::vector<DistinctDegreeFactor> pattern;
  for (EqualDegreeWords& part : distinct_degree_words(FactorAlgebra(f.ring(), ctx), f.coefficients()))
    pattern.push_back({monic_copy(f, std::move(part.product)), part.degree});
  return pattern;
}

std::vector<PolyZp> equal_degree_factors(const DistinctDegreeFactor& f, const ExecutionContext& ctx) {
  std::vector<ResidueVector> factors;
  equal_degree_words(FactorAlgebra(f.product.ring(), ctx), {f.product.coefficients(), f.degree, {}, {}}, factors);
  return sorted(f.product, std::move(factors));
}

}  // namespace detail

using namespace detail;

Factorization<PrimeField> factor(const PolyZp& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no factorization");
  Factorization<PrimeField> result{f.leading_coefficient(), {}};
  if (f.is_constant()) return result;
  if (const DeflatedShape shape = deflated_shape(f, ctx); is_factored_deflated(f, shape))
    return factor_deflated(f, shape, ctx);
  FactorAlgebra w(f.ring(), ctx);
  MonicWords monic = without_zeros(w, f);
  if (monic.zeros != 0) result.factors.push_back({monic_copy(f, {0, 1}), monic.zeros});
  const std::vector<SquareFreeWords> parts = square_free_parts(w, f, std::move(monic.f));
  FactorProgress progress(degree_of(parts), ctx);
  w.progress = &progress;
  progress.begin("distinct degrees");
  std::vector<std::vector<EqualDegreeWords>> degrees;
  for (const SquareFreeWords& part : parts) {
    degrees.push_back(distinct_degree_words(w, part.factor));
    progress.done(part.factor.size() - 1);
  }
  progress.begin("equal degrees");
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (ResidueVector& factor : factors_of(w, degrees[i]))
      result.factors.push_back({monic_copy(f, std::move(factor)), parts[i].multiplicity});
  sort_canonically(result.factors);
  return result;
}

bool is_irreducible(const PolyZp& f, const ExecutionContext& ctx) {
  if (f.is_constant()) return false;
  if (const DeflatedShape shape = deflated_shape(f, ctx); is_factored_deflated(f, shape))
    return is_irreducible_deflated(f, shape, ctx);
  const FactorAlgebra w(f.ring(), ctx);
  const MonicWords monic = without_zeros(w, f);
  return monic.zeros != 0 ? f.degree() == 1 : is_irreducible_words(w, monic.f);
}

std::vector<PolynomialRoot<PrimeField>> roots(const PolyZp& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("every element is a root of the zero polynomial");
  FactorAlgebra w(f.ring(), ctx);
  MonicWords monic = without_zeros(w, f);
  std::vector<PolynomialRoot<PrimeField>> result;
  if (monic.zeros != 0) result.push_back({0, monic.zeros});
  const StepModP step = split_step(deflate_words(monic.f), f.ring().characteristic());
  std::optional<PowerRoots<PrimeField>> inflated;
  if (step.t != 1) inflated.emplace(f.ring(), step.t, ctx);
  const std::vector<SquareFreeWords> parts = square_free_parts(w, f, std::move(monic.f));
  FactorProgress progress(degree_of(parts), ctx);
  w.progress = &progress;
  progress.begin("roots");
  for (const SquareFreeWords& part : parts) {
    std::vector<std::uint64_t> values;
    const ResidueVector linear = linear_part_words(w, part.factor);
    progress.done(part.factor.size() - linear.size());
    roots_of_linear_words(w, linear, values);
    const auto append = [&](std::uint64_t x) { result.push_back({x, part.multiplicity * step.power}); };
    for (const std::uint64_t value : values) {
      if (!inflated)
        append(value);
      else
        for (const std::uint64_t x : inflated->of(value)) append(x);
    }
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
  return result;
}

PolyZp irreducible_polynomial(const PrimeField& field, std::size_t degree, const ExecutionContext& ctx) {
  if (degree == 0) throw DomainError("an irreducible polynomial has a positive degree");
  detail::require_list(degree < SIZE_MAX ? degree + 1 : degree, sizeof(std::uint64_t), ctx);
  const FactorAlgebra w(field, ctx);
  FixedRandom random(degree);
  ResidueVector f = detail::within_memory(ctx, [&] { return ResidueVector(degree + 1); });
  std::size_t attempts = 0;
  do {  // about n attempts for degree n, most of which end at the first gcd
    ctx.progress("irreducible polynomial", double(attempts) / double(attempts + degree));
    ctx.poll();
    ++attempts;
    for (std::size_t i = 0; i < degree; ++i) f[i] = random.element(field);
    f[degree] = 1;
  } while (degree > 1 && (f[0] == 0 || !is_irreducible_words(w, f)));
  return PolyZp(field, std::move(f));
}

}  // namespace v1
}  // namespace polyfork
