// Square-free decomposition in several variables.
#include <gtest/gtest.h>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "multi_generators.hpp"
#include "poly/multivariate/multi_subresultant.hpp"

namespace polyfork::test {
namespace {

template <class R>
void expect_decomposition(const SparseMultiPoly<R>& a) {
  const auto d = square_free_decomposition(a);
  SparseMultiPoly<R> product = a.constant_like(d.unit);
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < d.factors.size(); ++i) {
    const auto& [f, multiplicity] = d.factors[i];
    EXPECT_GT(multiplicity, before);
    before = multiplicity;
    EXPECT_FALSE(f.is_constant());
    product = product * pow(f, multiplicity);
    for (std::size_t j = 0; j < i; ++j) EXPECT_TRUE(gcd(f, d.factors[j].factor).is_constant());
    const auto again = square_free_decomposition(f);
    ASSERT_EQ(again.factors.size(), 1U) << f;
    EXPECT_EQ(again.factors[0].multiplicity, 1U);
    EXPECT_EQ(again.factors[0].factor, f);
  }
  EXPECT_EQ(product, a);
}

template <class R>
void expect_decompositions(const R& ring, std::uint64_t stream) {
  Random r(stream);
  for (int round = 0; round < 15; ++round) {
    const Variables v = test_variables(2 + r.below(2), static_cast<MonomialOrder>(r.below(3)));
    const MultiShape shape{2 + r.below(3), 2, 9};
    SparseMultiPoly<R> a = nonzero_multi(r, ring, v, shape);
    const SparseMultiPoly<R> b = nonzero_multi(r, ring, v, shape);
    const SparseMultiPoly<R> c = nonzero_multi(r, ring, v, {2, 1, 9});
    expect_decomposition(a * b * b * c * c * c);
    expect_decomposition(a);
  }
}

TEST(MultiSquareFreeProperty, OverZ) { expect_decompositions(Integers{}, 471); }
TEST(MultiSquareFreeProperty, OverQ) { expect_decompositions(Rationals{}, 472); }
TEST(MultiSquareFreeProperty, OverZp) { expect_decompositions(PrimeField(4611686018427387847), 473); }

TEST(MultiSquareFree, Cases) {
  const Variables xy = test_variables(2);
  const MultiPolyZ x = MultiPolyZ::generator(xy, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xy, "y");
  const auto d = square_free_decomposition(x * x * y * (x + y) * (x + y) * (y + 1) * -6);
  EXPECT_EQ(d.unit, -6);
  ASSERT_EQ(d.factors.size(), 2U);
  EXPECT_EQ(d.factors[0].factor, y * (y + 1));
  EXPECT_EQ(d.factors[1].factor, x * (x + y));
  EXPECT_EQ(d.factors[1].multiplicity, 2U);
  EXPECT_EQ(square_free_decomposition(MultiPolyZ::constant(xy, 7)).unit, 7);
  EXPECT_THROW(square_free_decomposition(MultiPolyZ(xy)), DomainError);
}

/// Degrees at and above the characteristic: multiplicities that it divides, and ones that it does not.
TEST(MultiSquareFree, SmallCharacteristic) {
  const Variables xy = test_variables(2, MonomialOrder::graded_lex);
  const PrimeField f3(3);
  const MultiPolyZp x = MultiPolyZp::generator(f3, xy, "x");
  const MultiPolyZp y = MultiPolyZp::generator(f3, xy, "y");
  const MultiPolyZp one = MultiPolyZp::constant(f3, xy, 1);
  const auto cube = square_free_decomposition((x * x * x + one) * std::uint64_t{2});
  EXPECT_EQ(cube.unit, 2U);
  ASSERT_EQ(cube.factors.size(), 1U);
  EXPECT_EQ(cube.factors[0].factor, x + one);
  EXPECT_EQ(cube.factors[0].multiplicity, 3U);
  EXPECT_EQ(square_free_decomposition(x * x * x + y).factors.size(), 1U);
  const MultiPolyZp a = x * x * x + y;
  const MultiPolyZp b = x + y * y + one;
  const MultiPolyZp c = x * y + one;
  const auto d = square_free_decomposition(pow(x, 18) * pow(y, 4) * a * pow(b, 4) * pow(c, 9) * pow(x + y, 18));
  ASSERT_EQ(d.factors.size(), 4U);
  EXPECT_EQ(d.factors[0].factor, a);
  EXPECT_EQ(d.factors[1].factor, y * b);
  EXPECT_EQ(d.factors[1].multiplicity, 4U);
  EXPECT_EQ(d.factors[2].factor, c);
  EXPECT_EQ(d.factors[2].multiplicity, 9U);
  EXPECT_EQ(d.factors[3].factor, x * (x + y));
  EXPECT_EQ(d.factors[3].multiplicity, 18U);
}

TEST(MultiSquareFreeProperty, OverSmallFields) {
  for (const std::uint64_t p : {2, 3, 5, 7}) expect_decompositions(PrimeField(p), 474 + p);
}

/// Over a perfect field the test needs no bound for degrees; over others it says where it cannot tell.
TEST(MultiSquareFree, TestsInAnyCharacteristic) {
  const Variables xy = test_variables(2);
  const MultiPolyZ x = MultiPolyZ::generator(xy, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xy, "y");
  EXPECT_TRUE(is_square_free((x * x + y * y) * x * Integer(4)));  // constants do not count
  EXPECT_FALSE(is_square_free((x * x + y * y) * x * x));
  EXPECT_FALSE(is_square_free(MultiPolyZ()));
  EXPECT_TRUE(is_square_free(MultiPolyZ::constant(xy, 4)));
  const PrimeField f2(2);
  EXPECT_FALSE(is_square_free(reduce(x * x + y * y, f2)));  // (x + y)^2
  EXPECT_TRUE(is_square_free(reduce(x * x + y, f2)));
  EXPECT_TRUE(is_square_free(reduce(pow(x, 6) + y * y * y, f2)));
  EXPECT_FALSE(is_square_free(reduce(pow(x, 6) + pow(y, 6), f2)));
  const PolynomialRing<PrimeField> ring(f2, "t");
  using P = SparseMultiPoly<PolynomialRing<PrimeField>>;
  const P u = P::generator(ring, xy, "x");
  const P w = P::generator(ring, xy, "y");
  EXPECT_TRUE(is_square_free(u * u * u + w));
  EXPECT_FALSE(is_square_free((u + w * ring.generator()) * (u + w * ring.generator()) * w * w));
  EXPECT_THROW((void)is_square_free(u * u + w * w * ring.generator()),
               DomainError);  // irreducible, without derivatives
}

}  // namespace
}  // namespace polyfork::test
