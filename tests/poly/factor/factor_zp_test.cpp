// Factorization over Z/pZ: laws, independent irreducibility, the limits of the definition.
#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/factor/factor.hpp>

#include "algebra_generators.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

template <class R>
DensePoly<R> expanded(const Factorization<R>& factors, const DensePoly<R>& like) {
  DensePoly<R> product = DensePoly<R>::constant(like.ring(), factors.unit);
  for (const auto& f : factors.factors) product = mul(product, pow(f.polynomial, f.multiplicity));
  return product;
}

TEST(FactorZpProperty, TheProductIsTheInput) {
  IntegerGenerator g(80);
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    for (const std::size_t n : {1, 2, 3, 5, 8, 13, 30}) {
      const PolyZp f = random_zp(g, field, n);
      if (f.is_zero()) continue;
      const Factorization<PrimeField> factors = factor(f);
      EXPECT_EQ(expanded(factors, f), f);
      for (const auto& part : factors.factors) {
        EXPECT_TRUE(part.polynomial.is_monic());
        EXPECT_TRUE(is_irreducible(part.polynomial));
      }
    }
  }
}

TEST(FactorZp, ZeroAndUnits) {
  const PrimeField field(7);
  EXPECT_THROW(factor(PolyZp(field)), DomainError);
  EXPECT_THROW(roots(PolyZp(field)), DomainError);
  EXPECT_FALSE(is_irreducible(PolyZp(field)));
  const Factorization<PrimeField> unit = factor(PolyZp(field, {3}));
  EXPECT_EQ(unit.unit, 3U);
  EXPECT_TRUE(unit.factors.empty());
  EXPECT_FALSE(is_irreducible(PolyZp(field, {3})));
}

}  // namespace
}  // namespace polyfork::test
