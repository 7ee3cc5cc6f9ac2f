// Factorization over Z against FLINT: thousands of products of many shapes, and families.
#include <gtest/gtest.h>
#include <algorithm>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

#include <polyfork/poly/factor/factor.hpp>

#include "factor_checks.hpp"
#include "factor_z_shapes.hpp"
#include "flint_poly.hpp"

namespace polyfork::test {
namespace {

/// FLINT's factors in our order.
Factorization<Integers> by_flint(const PolyZ& f) {
  FlintPoly g(f);
  fmpz_poly_factor_t factors;
  fmpz_poly_factor_init(factors);
  fmpz_poly_factor(factors, g.get());
  mpz_t unit;
  mpz_init(unit);
  fmpz_get_mpz(unit, &factors->c);
  Factorization<Integers> result{Integer(mpz_srcptr(unit)), {}};
  mpz_clear(unit);
  for (slong k = 0; k < factors->num; ++k)
    result.factors.push_back({from_flint(factors->p + k), static_cast<std::size_t>(factors->exp[k])});
  std::sort(result.factors.begin(), result.factors.end(),
            [](const auto& a, const auto& b) { return in_order(a.polynomial, b.polynomial); });
  fmpz_poly_factor_clear(factors);
  return result;
}

TEST(FactorZFlintOracle, ThousandsOfShapes) {
  IntegerGenerator g(150);
  for (int round = 0; round < 5000; ++round) {
    const PolyZ f = random_product(g);
    if (f.is_zero()) continue;
    ASSERT_EQ(factor(f), by_flint(f)) << f;
  }
}

TEST(FactorZFlintOracle, LongerProducts) {
  IntegerGenerator g(151);
  for (int round = 0; round < 40; ++round) {
    PolyZ f{1};
    const std::size_t count = 2 + g.random().below(14);
    const std::size_t degree = 2 + g.random().below(20);
    for (std::size_t i = 0; i < count; ++i) f = f * random_bits(g, degree + 1, 1 + g.random().below(200));
    ASSERT_EQ(factor(f), by_flint(f));
  }
}

TEST(FactorZFlintOracle, Families) {
  for (const std::size_t n : {3, 4, 5, 6}) EXPECT_EQ(factor(swinnerton_dyer(n)), by_flint(swinnerton_dyer(n)));
  for (std::size_t n = 1; n <= 60; ++n) EXPECT_EQ(factor(chebyshev(n)), by_flint(chebyshev(n)));
}

}  // namespace
}  // namespace polyfork::test
