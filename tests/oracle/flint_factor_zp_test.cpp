// Factorization over Z/pZ against FLINT: thousands of polynomials of many shapes, short and long primes.
#include <gtest/gtest.h>
#include <algorithm>

#include <flint/flint.h>
#include <flint/nmod_poly.h>
#if __has_include(<flint/nmod_poly_factor.h>)
#include <flint/nmod_poly_factor.h>
#endif
#include <flint/fmpz_mod_poly.h>
#if __has_include(<flint/fmpz_mod_poly_factor.h>)
#include <flint/fmpz_mod_poly_factor.h>
#endif

#include <polyfork/poly/factor/factor.hpp>

#include "factor_checks.hpp"
#include "factor_shapes.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

/// FLINT's factors in our order.
Factorization<PrimeField> by_flint(const PolyZp& f) {
  nmod_poly_t g;
  nmod_poly_init(g, f.ring().modulus());
  for (std::size_t i = 0; i < f.length(); ++i) nmod_poly_set_coeff_ui(g, static_cast<slong>(i), f.coefficient(i));
  nmod_poly_factor_t factors;
  nmod_poly_factor_init(factors);
  Factorization<PrimeField> result{nmod_poly_factor(factors, g), {}};
  for (slong k = 0; k < factors->num; ++k) {
    std::vector<std::uint64_t> c;
    for (slong i = 0; i < nmod_poly_length(factors->p + k); ++i) c.push_back(nmod_poly_get_coeff_ui(factors->p + k, i));
    result.factors.push_back(
        {PolyZp::from_elements(f.ring(), std::move(c)), static_cast<std::size_t>(factors->exp[k])});
  }
  std::sort(result.factors.begin(), result.factors.end(),
            [](const auto& a, const auto& b) { return in_order(a.polynomial, b.polynomial); });
  nmod_poly_factor_clear(factors);
  nmod_poly_clear(g);
  return result;
}

bool irreducible_by_flint(const PolyZp& f) {
  const Factorization<PrimeField> factors = by_flint(f);
  return factors.factors.size() == 1 && factors.factors[0].multiplicity == 1;
}

TEST(FactorZpFlintOracle, ThousandsOfShapes) {
  IntegerGenerator g(110);
  for (int round = 0; round < 110; ++round)
    for (const std::uint64_t p : {2, 3, 5, 7, 31, 65537, 2147483647})
      for (int shape = 0; shape < factor_shapes; ++shape) {
        const PolyZp f = draw_factor_shape(g, PrimeField(p), shape, 1 + g.random().below(25));
        const Factorization<PrimeField> factors = factor(f);
        EXPECT_EQ(factors, by_flint(f)) << p << " " << f;
        EXPECT_EQ(is_irreducible(f), irreducible_by_flint(f)) << p << " " << f;
      }
}

TEST(FactorZpFlintOracle, EveryKindOfModulusAndLongerPolynomials) {
  IntegerGenerator g(111);
  for (const std::uint64_t p : zp_moduli())
    for (int shape = 0; shape < factor_shapes; ++shape)
      for (const std::size_t degree : {40, 90, 200}) {
        if (p > 3000000000 && degree > 100) continue;
        const PolyZp f = draw_factor_shape(g, PrimeField(p), shape, degree);
        EXPECT_EQ(factor(f), by_flint(f)) << p << " " << f;
        EXPECT_EQ(factor(f, ExecutionContext().with_tuning(smallest_factor_cutoffs())), by_flint(f)) << p << " " << f;
      }
}

}  // namespace
}  // namespace polyfork::test
