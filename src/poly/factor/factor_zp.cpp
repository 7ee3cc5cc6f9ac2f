// Factorization over Z/pZ for primes of one word.
#include "poly/factor/factor_zp.hpp"

#include <utility>

#include <polyfork/poly/factor/factor.hpp>

#include "poly/factor/factor_zp_public.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

std::vector<PolyZp> factor_square_free_mod_p(const PolyZp& f, const ExecutionContext& ctx) {
  std::vector<PolyZp> factors = FieldFactorizer<PrimeField>(f.ring(), ctx).square_free_factors(f);
  sort_canonically(factors);
  return factors;
}

std::vector<DistinctDegreeFactor> distinct_degree_pattern(const PolyZp& f, const ExecutionContext& ctx) {
  std::vector<DistinctDegreeFactor> pattern;
  for (auto& part : FieldFactorizer<PrimeField>(f.ring(), ctx).distinct_degrees(f))
    pattern.push_back({std::move(part.product), part.degree});
  return pattern;
}

std::vector<PolyZp> equal_degree_factors(const DistinctDegreeFactor& f, const ExecutionContext& ctx) {
  std::vector<PolyZp> factors;
  FieldFactorizer<PrimeField>(f.product.ring(), ctx).equal_degrees(f.product, f.degree, factors);
  sort_canonically(factors);
  return factors;
}

}  // namespace detail

Factorization<PrimeField> factor(const PolyZp& f, const ExecutionContext& ctx) {
  return detail::factor_over_field(f, ctx);
}

bool is_irreducible(const PolyZp& f, const ExecutionContext& ctx) { return detail::is_irreducible_over_field(f, ctx); }

std::vector<PolynomialRoot<PrimeField>> roots(const PolyZp& f, const ExecutionContext& ctx) {
  return detail::roots_in_field(f, ctx);
}

PolyZp irreducible_polynomial(const PrimeField& field, std::size_t degree, const ExecutionContext& ctx) {
  return detail::irreducible_over_field(field, degree, ctx);
}

}  // namespace v1
}  // namespace polyfork
