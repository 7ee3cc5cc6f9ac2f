// Coefficient-wise arithmetic of Z[x] against the naive reference, and the laws of products.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "integer_generators.hpp"
#include "naive_poly.hpp"

namespace polyfork::test {
namespace {

PolyZ draw(IntegerGenerator& g, std::size_t length, std::size_t limbs) { return PolyZ(g.vector(length, limbs)); }
NaivePoly naive(const PolyZ& a) { return to_naive(a.coefficients()); }

TEST(DenseZ, SumsAndDifferences) {
  IntegerGenerator g(21);
  for (std::size_t n = 0; n < 200; n += 1 + n / 5)
    for (const std::size_t m : {std::size_t{0}, std::size_t{1}, n, n + 1, n / 2, std::size_t{130}}) {
      const PolyZ a = draw(g, n, 1 + n % 4);
      const PolyZ b = draw(g, m, 1 + m % 3);
      EXPECT_EQ(naive(add(a, b)), naive_add(naive(a), naive(b)));
      EXPECT_EQ(naive(sub(a, b)), naive_add(naive(a), naive(b), true));
      EXPECT_TRUE(sub(a, a).is_zero());
      EXPECT_EQ(add(a, -a), PolyZ());
    }
}

TEST(DenseZ, CarriesIntoANewLimb) {
  const Integer ones = (Integer(1) << 128) - Integer(1);
  const PolyZ a{ones, -ones, Integer(1), ones};
  const PolyZ b{Integer(1), Integer(-1), -ones, -ones};
  EXPECT_EQ(naive(add(a, b)), (NaivePoly{ones + Integer(1), -ones - Integer(1), Integer(1) - ones}));
}

TEST(DenseZ, SumsDoNotGrow) {
  PolyZ sum{1, 2, 3};
  const PolyZ one = sum;
  for (int i = 0; i < 1000; ++i) sum = add(sum, one);
  EXPECT_EQ(sum.coefficients().stride(0), 1U);
}

TEST(DenseZ, ScaleAndDivideByScalar) {
  IntegerGenerator g(22);
  using Ops = detail::DenseOps<Integers>;
  for (const std::size_t n : {0, 1, 5, 64, 65, 150})
    for (const std::size_t limbs : {1, 2, 3, 30}) {
      const PolyZ a = draw(g, n, 3);
      const Integer factor = g.nonzero(limbs);
      const PolyZ scaled = scale(a, factor);
      NaivePoly expected = naive(a);
      for (Integer& c : expected) c *= factor;
      EXPECT_EQ(naive(scaled), expected);
      const auto back = Ops::try_divide_scalar({}, scaled.coefficients(), factor, ExecutionContext::default_context());
      ASSERT_TRUE(back.has_value());
      EXPECT_EQ(*back, a.coefficients());
      if (factor.bit_length() > 1 && n != 0) {
        EXPECT_FALSE(Ops::try_divide_scalar({}, add(scaled, PolyZ{1}).coefficients(), factor,
                                            ExecutionContext::default_context())
                         .has_value());
      }
    }
  EXPECT_TRUE(scale(PolyZ{1, 2}, Integer(0)).is_zero());
}

TEST(DenseZ, ShiftsAndDerivative) {
  IntegerGenerator g(23);
  for (const std::size_t n : {0, 1, 2, 63, 64, 65, 200}) {
    const PolyZ a = draw(g, n, 3);
    for (const std::size_t k : {0, 1, 5, 64, 100}) {
      const PolyZ up = a << k;
      EXPECT_EQ(up.length(), a.is_zero() ? 0 : a.length() + k);
      EXPECT_EQ(up >> k, a);
      EXPECT_EQ((a >> k).length(), a.length() > k ? a.length() - k : 0);
      EXPECT_EQ((a >> k).coefficient(2), a.coefficient(k + 2));
    }
    const PolyZ d = derivative(a);
    for (std::size_t i = 1; i < a.length(); ++i) EXPECT_EQ(d.coefficient(i - 1), a.coefficient(i) * Integer(i));
    EXPECT_EQ(d.length(), a.length() > 0 ? a.length() - 1 : 0);
  }
}

TEST(DenseZ, Evaluate) {
  IntegerGenerator g(24);
  for (const std::size_t n : {0, 1, 2, 7, 8, 9, 33, 100, 257, 600})
    for (const std::size_t limbs : {0, 1, 2, 9}) {
      const PolyZ a = draw(g, n, 2);
      const Integer x = limbs == 0 ? Integer(n % 2 == 0 ? 1 : -1) : g.draw(limbs);
      EXPECT_EQ(evaluate(a, x), naive_evaluate(naive(a), x)) << n;
    }
  EXPECT_EQ(evaluate(PolyZ{7, 1, 1}, Integer(0)), 7);
}

TEST(DenseZ, Content) {
  using Ops = detail::DenseOps<Integers>;
  EXPECT_EQ(Ops::content({}, IntegerVector(), ExecutionContext::default_context()), 0);
  EXPECT_EQ(Ops::content({}, IntegerVector{0, 0}, ExecutionContext::default_context()), 0);
  EXPECT_EQ(Ops::content({}, IntegerVector{-6, 0, 15}, ExecutionContext::default_context()), 3);
  EXPECT_EQ(Ops::content({}, IntegerVector{-6}, ExecutionContext::default_context()), 6);
  IntegerGenerator g(25);
  for (int i = 0; i < 50; ++i) {
    const PolyZ a = draw(g, 40, 2);
    Integer expected;
    for (const Integer& c : naive(a)) expected = gcd(expected, c);
    const Integer factor = g.nonzero(3);
    EXPECT_EQ(Ops::content({}, scale(a, factor).coefficients(), ExecutionContext::default_context()),
              expected * abs(factor));
  }
}

TEST(DenseZ, NamesAndMixing) {
  PolyZ a{0, 1};
  PolyZ b{1, 1};
  b.set_variable("y");
  EXPECT_THROW(mul(a, b), DomainError);
  EXPECT_EQ(mul(a, PolyZ{2}).variable(), "x");
  EXPECT_EQ(mul(PolyZ{2}, b).variable(), "y");
}

TEST(DenseZProperty, RingLaws) {
  IntegerGenerator g(26);
  for (int i = 0; i < 60; ++i) {
    const auto length = [&] { return static_cast<std::size_t>(g.random().below(90)); };
    const PolyZ a = draw(g, length(), 3);
    const PolyZ b = draw(g, length(), 2);
    const PolyZ c = draw(g, length(), 4);
    EXPECT_EQ(mul(add(a, b), c), add(mul(a, c), mul(b, c)));
    EXPECT_EQ(mul(mul(a, b), c), mul(a, mul(b, c)));
    EXPECT_EQ(mul(a, b), mul(b, a));
    EXPECT_EQ(mul(a, PolyZ{1}), a);
    EXPECT_EQ(derivative(mul(a, b)), add(mul(derivative(a), b), mul(a, derivative(b))));
  }
}

TEST(DenseZProperty, EvaluationIsAHomomorphism) {
  IntegerGenerator g(27);
  for (int i = 0; i < 60; ++i) {
    const PolyZ a = draw(g, 1 + i, 3);
    const PolyZ b = draw(g, 70, 2);
    const Integer x = g.draw(2);
    EXPECT_EQ(evaluate(mul(a, b), x), evaluate(a, x) * evaluate(b, x));
    EXPECT_EQ(evaluate(add(a, b), x), evaluate(a, x) + evaluate(b, x));
  }
}

}  // namespace
}  // namespace polyfork::test
