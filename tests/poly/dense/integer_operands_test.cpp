// Operators between polynomials of all classes and numbers of built-in types, on either side.
#include <polyfork/poly/dense/detail/integer_operands.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/big_prime_field.hpp>

namespace polyfork::test {
namespace {

/// Every operator with numbers of three types against the same with the constant polynomial.
template <class Poly, class Constant>
void expect_operators(const Poly& f, const Constant& constant) {
  const auto with = [&](auto n) {
    const Poly c = constant(static_cast<std::int64_t>(n));
    EXPECT_EQ(f + n, add(f, c));
    EXPECT_EQ(n + f, add(c, f));
    EXPECT_EQ(f - n, sub(f, c));
    EXPECT_EQ(n - f, sub(c, f));
    EXPECT_EQ(f * n, mul(f, c));
    EXPECT_EQ(n * f, mul(c, f));
    Poly g = f;
    g += n;
    EXPECT_EQ(g, add(f, c));
    g -= n;
    EXPECT_EQ(g, f);
    g *= n;
    EXPECT_EQ(g, mul(f, c));
    if constexpr (requires { f / n; }) {
      EXPECT_EQ(g / n, f);
      g /= n;
      EXPECT_EQ(g, f);
    }
    EXPECT_TRUE(c == n);
    EXPECT_TRUE(n == c);
    EXPECT_FALSE(c != n);
    EXPECT_TRUE(f != n);
    EXPECT_FALSE(n == f);
    EXPECT_TRUE(sub(f, f) == decltype(n){0});
    EXPECT_FALSE(c == 0);
  };
  with(3);
  with(static_cast<short>(-2));
  with(std::int64_t{1} << 40);
}

template <class Poly>
void expect_operators(const Poly& f) {
  const auto& ring = f.ring();
  expect_operators(f, [&](std::int64_t n) { return Poly::constant(ring, ring.from_integer(Integer(n))); });
}

TEST(IntegerOperands, DensePolynomials) {
  expect_operators(PolyZ{1, -2, 5});
  expect_operators(PolyQ{Rational(1, 2), 0, 3});
  expect_operators(PolyZp(PrimeField(101), {100, 7, 1}));
  expect_operators(DensePoly<BigPrimeField>(BigPrimeField(Integer("618970019642690137449562111")), {1, 0, 3}));
  const PolynomialRing<Integers> inner(Integers{}, "t");
  expect_operators(DensePoly<PolynomialRing<Integers>>(inner, {PolyZ{1, 2}.with_variable("t"), inner.one()}));
}

TEST(IntegerOperands, SparsePolynomials) {
  expect_operators(SparsePoly<Integers>{{50, 3}, {0, 1}});
  expect_operators(SparsePoly<PrimeField>(PrimeField(101), {{7, 100}, {1, 4}}));
}

TEST(IntegerOperands, PolynomialsInSeveralVariables) {
  const Variables names(std::vector<std::string>{"x", "y"});
  const auto f = SparseMultiPoly<Integers>::monomial(Integers{}, names, 3, {2, 1});
  expect_operators(f, [&](std::int64_t n) { return SparseMultiPoly<Integers>::constant(Integers{}, names, n); });
  const PrimeField field(101);
  const std::size_t exponents[] = {2, 1};
  const auto g = DDMMP::monomial(field, {"x", "y"}, 7, exponents);
  expect_operators(g, [&](std::int64_t n) {
    return DDMMP::constant(field, {"x", "y"}, field.from_integer(Integer(n)));
  });
}

TEST(IntegerOperands, ElementsOnEitherSide) {
  const PolyZ f{1, 2};
  EXPECT_EQ(Integer(3) + f, (PolyZ{4, 2}));
  EXPECT_EQ(Integer(3) - f, (PolyZ{2, -2}));
  const PolyZp g(PrimeField(7), {1, 2});
  EXPECT_EQ(std::uint64_t{6} + g, (PolyZp(PrimeField(7), {0, 2})));
  EXPECT_EQ(-1 + g, (PolyZp(PrimeField(7), {0, 2})));
  const SparsePoly<Rationals> h{{1, Rational(1, 2)}};
  const SparsePoly<Rationals> expected{{1, Rational(-1, 2)}, {0, 1}};
  EXPECT_EQ(1 - h, expected);
  EXPECT_EQ(+f, f);
}

TEST(IntegerOperands, ValuesInLargerRings) {
  const PolyZ f{1, 2, 4};
  const Rational half(1, 2);
  EXPECT_EQ(f(half), 3);
  EXPECT_EQ(f(Rational("1/3")), Rational("19/9"));
  EXPECT_EQ(PolyZ()(half), 0);
  EXPECT_EQ(f(2), 21);
}

TEST(IntegerOperands, ZeroModuloTheCharacteristic) {
  EXPECT_TRUE(PolyZp(PrimeField(7)) == 14);
  EXPECT_TRUE(PolyZp(PrimeField(7), {6}) == -1);
}

}  // namespace
}  // namespace polyfork::test
