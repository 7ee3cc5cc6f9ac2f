// Arithmetic of Q[x].
#include <polyfork/poly/dense/dense_poly.hpp>

#include <vector>

#include <gtest/gtest.h>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

PolyQ draw(IntegerGenerator& g, std::size_t length, std::size_t limbs) {
  std::vector<Rational> c;
  for (std::size_t i = 0; i < length; ++i) c.push_back(g.rational(limbs));
  return PolyQ::from_elements({}, std::move(c));
}

Rational horner(const PolyQ& a, const Rational& x) {
  Rational value;
  for (std::size_t i = a.length(); i-- != 0;) value = value * x + a.coefficient(i);
  return value;
}

void expect_canonical(const PolyQ& a) {
  const RationalVector& v = a.coefficients();
  Integer g = v.denominator();
  for (std::size_t i = 0; i < v.size(); ++i) g = gcd(g, v.numerators()[i]);
  EXPECT_EQ(g, 1);
  EXPECT_GT(v.denominator(), 0);
  EXPECT_TRUE(a.is_zero() || !a.leading_coefficient().is_zero());
}

TEST(DenseQ, CoefficientwiseOperations) {
  IntegerGenerator g(31);
  for (std::size_t n = 0; n < 30; ++n) {
    const PolyQ a = draw(g, n, 2);
    const PolyQ b = draw(g, 17, 1);
    const Rational f = g.rational(2);
    const PolyQ sum = add(a, b);
    const PolyQ difference = sub(a, b);
    const PolyQ scaled = scale(a, f);
    const PolyQ d = derivative(a);
    for (const PolyQ* p : {&sum, &difference, &scaled, &d}) expect_canonical(*p);
    for (std::size_t i = 0; i < 32; ++i) {
      EXPECT_EQ(sum.coefficient(i), a.coefficient(i) + b.coefficient(i));
      EXPECT_EQ(difference.coefficient(i), a.coefficient(i) - b.coefficient(i));
      EXPECT_EQ(scaled.coefficient(i), a.coefficient(i) * f);
      EXPECT_EQ(d.coefficient(i), a.coefficient(i + 1) * Rational(i + 1));
    }
    EXPECT_EQ((a << 3) >> 3, a);
    EXPECT_EQ(-(-a), a);
    if (!f.is_zero()) {
      const auto back = detail::DenseOps<Rationals>::try_divide_scalar({}, scaled.coefficients(), f,
                                                                       ExecutionContext::default_context());
      ASSERT_TRUE(back.has_value());
      EXPECT_EQ(*back, a.coefficients());
    }
  }
}

TEST(DenseQ, SumsCancel) {
  const PolyQ a{Rational(1, 6), Rational(1, 3)};
  const PolyQ b{Rational(1, 3), Rational(-1, 3)};
  EXPECT_EQ(add(a, b), (PolyQ{Rational(1, 2)}));
  EXPECT_EQ(add(a, b).coefficients().denominator(), 2);
  EXPECT_TRUE(sub(a, a).is_zero());
}

TEST(DenseQ, ProductsByDefinition) {
  IntegerGenerator g(32);
  for (std::size_t n = 0; n < 20; ++n) {
    const PolyQ a = draw(g, n, 2);
    const PolyQ b = draw(g, 9, 1);
    const PolyQ c = mul(a, b);
    expect_canonical(c);
    for (std::size_t k = 0; k < 30; ++k) {
      Rational sum;
      for (std::size_t i = 0; i <= k; ++i) sum += a.coefficient(i) * b.coefficient(k - i);
      EXPECT_EQ(c.coefficient(k), sum);
    }
  }
}

TEST(DenseQ, Evaluate) {
  IntegerGenerator g(33);
  for (const std::size_t n : {0, 1, 2, 9, 16, 17, 31, 33, 100, 300})
    for (const std::size_t limbs : {1, 3}) {
      const PolyQ a = draw(g, n, 1);
      const Rational x = g.rational(limbs);
      EXPECT_EQ(evaluate(a, x), horner(a, x)) << n;
      EXPECT_EQ(evaluate(a, Rational(x.floor())), horner(a, Rational(x.floor()))) << n;
    }
}

TEST(DenseQ, Content) {
  using Ops = detail::DenseOps<Rationals>;
  EXPECT_EQ(
      Ops::content({}, PolyQ{Rational(-4, 3), Rational(2, 5)}.coefficients(), ExecutionContext::default_context()),
      Rational(2, 15));
  EXPECT_TRUE(Ops::content({}, RationalVector(), ExecutionContext::default_context()).is_zero());
}

TEST(DenseQProperty, RingLawsAndEvaluation) {
  IntegerGenerator g(34);
  for (std::size_t i = 0; i < 30; ++i) {
    const PolyQ a = draw(g, i, 2);
    const PolyQ b = draw(g, 12, 1);
    const PolyQ c = draw(g, 30 - i, 1);
    EXPECT_EQ(mul(add(a, b), c), add(mul(a, c), mul(b, c)));
    EXPECT_EQ(mul(mul(a, b), c), mul(a, mul(b, c)));
    const Rational x = g.rational(1);
    EXPECT_EQ(evaluate(mul(a, b), x), evaluate(a, x) * evaluate(b, x));
  }
}

}  // namespace
}  // namespace polyfork::test
