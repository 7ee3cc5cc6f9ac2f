// Hensel lifting: factors modulo p^k multiply to the polynomial, whatever the steps are.
#include "poly/factor_z/hensel_tree.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/factor/factor.hpp>

#include "algebra_generators.hpp"
#include "poly/factor_z/factor_z_primes.hpp"

namespace polyfork::test {
namespace {

using namespace detail;

/// The monic factors of a square-free polynomial.
std::vector<PolyZp> factors_of(const PolyZp& f) {
  std::vector<PolyZp> factors;
  for (auto& part : factor(f).factors) factors.push_back(std::move(part.polynomial));
  return factors;
}

/// lc(f) times the factors is f modulo p^k, and each factor is the given one modulo p.
void expect_lifted(const IntegerVector& f, const HenselTree& tree, const std::vector<PolyZp>& start) {
  const auto& ctx = ExecutionContext::default_context();
  const ResidueRing& ring = tree.ring();
  Residues product = ring.reduced(IntegerVector{Integer(f[f.size() - 1])}, ctx);
  for (std::size_t i = 0; i < tree.factors(); ++i) {
    const Residues& g = tree.factor(i);
    product = ring.mul(product, g, ctx);
    for (std::size_t k = 0; k < g.length; ++k) ASSERT_EQ(g[k].mod(tree.prime()), start[i].coefficient(k));
  }
  ASSERT_EQ(ring.symmetric(product, ctx), ring.symmetric(ring.reduced(f, ctx), ctx));
}

TEST(HenselTreeProperty, FactorsMultiplyToThePolynomial) {
  IntegerGenerator g(130);
  const auto& ctx = ExecutionContext::default_context();
  int lifted = 0;
  for (const std::uint64_t p : {3ULL, 1031ULL, 4294967311ULL, 4611686018427387847ULL}) {
    for (const std::size_t degree : {2, 5, 17, 60, 150, 260}) {
      PolyZ f;
      PolyZp image(PrimeField::trusted(p));
      std::vector<PolyZp> factors;
      for (int attempt = 0; attempt < 60 && factors.size() < 2; ++attempt) {
        f = random_bits(g, degree + 1, 70);
        image = square_free_image(f.coefficients(), p, ctx);
        if (!image.is_zero()) factors = factors_of(image);
      }
      if (factors.size() < 2) continue;
      ++lifted;
      HenselTree tree(f.coefficients(), factors, ctx);
      for (const std::size_t exponent : {1, 2, 3, 5, 6, 13, 40, 41}) {
        tree.lift(exponent);
        ASSERT_EQ(tree.exponent(), exponent);
        expect_lifted(f.coefficients(), tree, factors);
      }
      HenselTree at_once(f.coefficients(), factors, ctx);
      at_once.lift(29);
      expect_lifted(f.coefficients(), at_once, factors);
    }
  }
  EXPECT_GE(lifted, 20);  // of 24; modulo 3 few polynomials of low degree will do
}

TEST(HenselTree, ManyLongFactors) {
  IntegerGenerator g(131);
  const auto& ctx = ExecutionContext::default_context();
  const PrimeField field(1031);
  std::vector<PolyZp> factors;
  PolyZ f{1};
  while (factors.size() < 5) {
    const PolyZ h = random_bits(g, 90, 30) + PolyZ::monomial({}, 1, 90);
    const PolyZ next = f * h;
    if (square_free_image(next.coefficients(), 1031, ctx).is_zero()) continue;
    f = next;
    factors.push_back(square_free_image(h.coefficients(), 1031, ctx));
  }
  HenselTree tree(f.coefficients(), factors, ctx);
  for (const std::size_t exponent : {4, 30}) {
    tree.lift(exponent);
    expect_lifted(f.coefficients(), tree, factors);
  }
}

}  // namespace
}  // namespace polyfork::test
