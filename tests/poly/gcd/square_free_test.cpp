// Square-free decomposition in every characteristic.
#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

template <Ring R>
void expect_decomposition(const DensePoly<R>& a) {
  const auto d = square_free_decomposition(a);
  DensePoly<R> product = DensePoly<R>::constant(a.ring(), d.unit).with_variable(a.variable());
  std::uint64_t last = 0;
  for (std::size_t i = 0; i < d.factors.size(); ++i) {
    const auto& [f, multiplicity] = d.factors[i];
    EXPECT_GT(multiplicity, last);
    last = multiplicity;
    EXPECT_FALSE(f.is_constant());
    EXPECT_TRUE(is_square_free(f));
    EXPECT_EQ(f.variable(), a.variable());
    if constexpr (Field<R>) {
      EXPECT_TRUE(f.is_monic());
    } else {
      EXPECT_TRUE(content(f).is_one());
      EXPECT_GT(f.leading_coefficient().sign(), 0);
    }
    for (std::size_t j = 0; j < i; ++j) EXPECT_TRUE(gcd(f, d.factors[j].factor).is_one());
    product *= pow(f, multiplicity);
  }
  EXPECT_EQ(product, a);
  EXPECT_EQ(is_square_free(a), d.factors.empty() || d.factors.back().multiplicity == 1);
}

TEST(SquareFree, Constants) {
  EXPECT_THROW(square_free_decomposition(PolyZ{}), DomainError);
  EXPECT_FALSE(is_square_free(PolyZ{}));
  EXPECT_TRUE(is_square_free(PolyZ{12}));
  const auto d = square_free_decomposition(PolyZ{-12});
  EXPECT_EQ(d.unit, Integer(-12));
  EXPECT_TRUE(d.factors.empty());
  EXPECT_THROW(square_free_decomposition(PolyQ{}), DomainError);
  EXPECT_THROW(square_free_decomposition(PolyZp(PrimeField(3))), DomainError);
}

TEST(SquareFree, UnitIsTheSignedContent) {
  const PolyZ f = scale(PolyZ{1, 2} * PolyZ{-1, 3} * PolyZ{-1, 3}, Integer(-6));
  const auto d = square_free_decomposition(f);
  EXPECT_EQ(d.unit, Integer(-6));
  ASSERT_EQ(d.factors.size(), 2U);
  EXPECT_EQ(d.factors[0].factor, (PolyZ{1, 2}));
  EXPECT_EQ(d.factors[1].factor, (PolyZ{-1, 3}));
  const auto q = square_free_decomposition(PolyQ{Rational(1, 3), Rational(4, 3), Rational(4, 3)});
  EXPECT_EQ(q.unit, Rational(4, 3));
  ASSERT_EQ(q.factors.size(), 1U);
  EXPECT_EQ(q.factors[0].factor, (PolyQ{Rational(1, 2), 1}));
}

TEST(SquareFree, PowersOfX) {
  const auto d = square_free_decomposition(PolyZ{0, 0, 0, 5});
  ASSERT_EQ(d.factors.size(), 1U);
  EXPECT_EQ(d.factors[0].factor, (PolyZ{0, 1}));
  EXPECT_EQ(d.factors[0].multiplicity, 3U);
  // x shares its multiplicity with another factor
  const PolyZ f = pow(PolyZ{1, 1}, 3) * PolyZ{7, 5} << 3;
  const auto e = square_free_decomposition(f);
  ASSERT_EQ(e.factors.size(), 2U);
  EXPECT_EQ(e.factors[1].factor, (PolyZ{0, 1, 1}));
  expect_decomposition(f);
  expect_decomposition(PolyZ{0, 1});
  expect_decomposition((PolyZ{1, 1} << 1));
  expect_decomposition((PolyZ{1, 1} << 2));
}

TEST(SquareFree, WilkinsonIsSquareFree) {
  PolyZ w{1};
  for (int i = 1; i <= 128; ++i) w *= PolyZ{-i, 1};
  EXPECT_TRUE(is_square_free(w));
  const auto d = square_free_decomposition(w.with_variable("t"));
  ASSERT_EQ(d.factors.size(), 1U);
  EXPECT_EQ(d.factors[0].factor, w.with_variable("t"));
  EXPECT_FALSE(is_square_free(w * PolyZ{-64, 1}));
}

TEST(SquareFree, SmallCharacteristic) {
  const PrimeField f2(2);
  const PrimeField f3(3);
  expect_decomposition(PolyZp(f2, {1, 0, 1}));                       // (x + 1)^2
  expect_decomposition(PolyZp(f2, {0, 0, 0, 0, 1}));                 // x^4
  expect_decomposition(PolyZp(f3, {1, 0, 0, 1}));                    // (x + 1)^3
  expect_decomposition(PolyZp(f3, {2, 0, 0, 0, 0, 0, 0, 0, 0, 2}));  // 2 (x + 1)^9
  const auto d = square_free_decomposition(PolyZp(f3, {1, 0, 0, 1}));
  ASSERT_EQ(d.factors.size(), 1U);
  EXPECT_EQ(d.factors[0].multiplicity, 3U);
  EXPECT_FALSE(is_square_free(PolyZp(f3, {1, 0, 0, 1})));
  EXPECT_TRUE(is_square_free(PolyZp(f2, {1, 1, 1})));
}

TEST(SquareFreeProperty, Integers) {
  IntegerGenerator g(20);
  for (int round = 0; round < 25; ++round) {
    PolyZ f = PolyZ{g.nonzero(3)};
    for (int i = 0; i < 3; ++i)
      f *= pow(random_bits(g, 1 + g.random().below(4), 1 + g.random().below(40)), 1 + g.random().below(7));
    expect_decomposition(f << g.random().below(5));
  }
  expect_decomposition(pow(PolyZ{-3, 1, 2}, 20) * pow(PolyZ{1, 0, 0, -5}, 19) * PolyZ{2, 1});
}

TEST(SquareFreeProperty, Rationals) {
  IntegerGenerator g(21);
  for (int round = 0; round < 10; ++round) {
    PolyQ f = PolyQ{Rational(-5, 7)};
    for (int i = 0; i < 3; ++i) f *= pow(random_q(g, 1 + g.random().below(4)), 1 + g.random().below(5));
    expect_decomposition(f << g.random().below(5));
  }
}

TEST(SquareFreeProperty, PrimeFields) {
  IntegerGenerator g(22);
  for (const std::uint64_t p : algebra_moduli()) {
    const PrimeField field(p);
    for (int round = 0; round < 25; ++round) {
      PolyZp f = PolyZp::constant(field, p - 1);
      for (int i = 0; i < 4; ++i) f *= pow(random_zp(g, field, 1 + g.random().below(5)), 1 + g.random().below(20));
      expect_decomposition(f << g.random().below(7));
    }
  }
}

/// The test against the gcd with the derivative: short operands, p-th powers, every modulus.
TEST(SquareFreeProperty, IsItOverPrimeFields) {
  IntegerGenerator g(24);
  for (const std::uint64_t p : algebra_moduli()) {
    const PrimeField field(p);
    for (int round = 0; round < 120; ++round) {
      PolyZp f = random_zp(g, field, 1 + g.random().below(round % 10 == 0 ? 90 : 9));
      if (round % 3 == 1) f = f * f;
      if (round % 3 == 2 && p < 12) f = pow(f, p);
      if (f.is_zero()) continue;
      EXPECT_EQ(is_square_free(f), gcd(f, derivative(f)).is_constant()) << f << " modulo " << p;
    }
    EXPECT_FALSE(is_square_free(PolyZp(field)));
  }
}

TEST(ThreadsSquareFreeProperty, SquareFreeIsTheSameForEveryThreadCount) {
  IntegerGenerator g(23);
  const PolyZ f = pow(random_bits(g, 12, 100), 3) * pow(random_bits(g, 9, 200), 5) * random_bits(g, 20, 80);
  const auto expected = square_free_decomposition(f, ExecutionContext().with_threads(1));
  for (const int threads : {2, 4}) {
    const auto d = square_free_decomposition(f, ExecutionContext().with_threads(threads));
    ASSERT_EQ(d.factors.size(), expected.factors.size());
    for (std::size_t i = 0; i < d.factors.size(); ++i) EXPECT_EQ(d.factors[i].factor, expected.factors[i].factor);
  }
}

}  // namespace
}  // namespace polyfork::test
