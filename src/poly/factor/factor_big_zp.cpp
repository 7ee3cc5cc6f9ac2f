// Factorization over Z/pZ for primes of any length.
#include <polyfork/poly/factor/factor.hpp>

#include "poly/factor/factor_zp_public.hpp"

namespace polyfork {
inline namespace v1 {

Factorization<BigPrimeField> factor(const DensePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return detail::factor_over_field(f, ctx);
}

bool is_irreducible(const DensePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return detail::is_irreducible_over_field(f, ctx);
}

std::vector<PolynomialRoot<BigPrimeField>> roots(const DensePoly<BigPrimeField>& f, const ExecutionContext& ctx) {
  return detail::roots_in_field(f, ctx);
}

DensePoly<BigPrimeField> irreducible_polynomial(const BigPrimeField& field, std::size_t degree,
                                                const ExecutionContext& ctx) {
  return detail::irreducible_over_field(field, degree, ctx);
}

}  // namespace v1
}  // namespace polyfork
