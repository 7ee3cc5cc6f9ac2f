// Bezout cofactors over Q and Z: the identity, the degrees, the least multiplier.
#include <polyfork/poly/gcd/extended_gcd_q.hpp>

#include <cstddef>
#include <utility>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

PolyZ draw(IntegerGenerator& g, std::size_t length, std::size_t limbs) { return PolyZ(g.vector(length, limbs)); }

/// Whether the degrees are Euclid's.
template <class R>
bool has_degrees(const DensePoly<R>& a, const DensePoly<R>& b, const DensePoly<R>& g, const DensePoly<R>& s,
                 const DensePoly<R>& t) {
  if (b.degree() == g.degree()) return s.is_zero() && t.degree() == 0;  // b divides a
  if (a.degree() == g.degree()) return t.is_zero() && s.degree() == 0;
  return s.degree() < b.degree() - g.degree() && t.degree() < a.degree() - g.degree();
}

void check(const PolyQ& a, const PolyQ& b) {
  const ExtendedGcdQ e = extended_gcd(a, b);
  EXPECT_EQ(add(mul(e.s, a), mul(e.t, b)), e.g);
  EXPECT_EQ(e.g, gcd(a, b));
  if (!a.is_zero() && !b.is_zero()) {
    EXPECT_TRUE(has_degrees(a, b, e.g, e.s, e.t));
  }
}

void check(const PolyZ& a, const PolyZ& b) {
  const ExtendedGcdZ e = extended_gcd(a, b);
  EXPECT_EQ(add(mul(e.s, a), mul(e.t, b)), scale(e.g, e.multiplier));
  EXPECT_EQ(e.g, gcd(a, b));
  EXPECT_GT(e.multiplier, 0);
  // The least multiplier: no prime divides it and both cofactors.
  EXPECT_TRUE(gcd(gcd(content(e.s), content(e.t)), e.multiplier).is_one());
  if (a.degree() == e.g.degree() && b.degree() == e.g.degree()) {
    EXPECT_TRUE(e.multiplier.is_one());
    EXPECT_TRUE(e.s.is_constant() && e.t.is_constant());
  } else if (!a.is_zero() && !b.is_zero()) {
    EXPECT_TRUE(has_degrees(a, b, e.g, e.s, e.t));
  }
  check(to_rational(a), to_rational(b));
}

TEST(ExtendedGcdQ, SmallCases) {
  const ExtendedGcdZ e = extended_gcd(PolyZ{-1, 0, 1}, PolyZ{2, 2});  // x^2 - 1 and 2 x + 2
  EXPECT_EQ(e.g, (PolyZ{1, 1}));
  EXPECT_EQ(e.multiplier, 2);
  EXPECT_TRUE(e.s.is_zero());
  EXPECT_EQ(e.t, PolyZ{1});
  const ExtendedGcdQ q = extended_gcd(PolyQ{1, 0, 1}, PolyQ{0, 1});  // x^2 + 1 and x
  EXPECT_EQ(q.s, PolyQ{1});
  EXPECT_EQ(q.t, (PolyQ{0, -1}));
  for (const PolyZ& a : {PolyZ{}, PolyZ{1}, PolyZ{-6}, PolyZ{4}, PolyZ{0, 3}, PolyZ{0, 0, -2}, PolyZ{1, 2}})
    for (const PolyZ& b : {PolyZ{}, PolyZ{-1}, PolyZ{9}, PolyZ{0, -6}, PolyZ{1, 2}, PolyZ{2, 5, 2}}) check(a, b);
}

/// s and t of polynomials that are multiples of one another over Q.
std::pair<PolyZ, PolyZ> cofactors(const PolyZ& a, const PolyZ& b) {
  ExtendedGcdZ e = extended_gcd(a, b);
  EXPECT_EQ(e.multiplier, 1);
  EXPECT_EQ(e.g, gcd(a, b));
  return {std::move(e.s), std::move(e.t)};
}

TEST(ExtendedGcdQ, MultiplesOfOnePolynomial) {
  using Pair = std::pair<PolyZ, PolyZ>;
  EXPECT_EQ(cofactors(PolyZ{0, 2}, PolyZ{0, 4}), Pair(PolyZ{1}, PolyZ{}));
  EXPECT_EQ(cofactors(PolyZ{0, 4}, PolyZ{0, 2}), Pair(PolyZ{}, PolyZ{1}));
  EXPECT_EQ(cofactors(PolyZ{0, -2}, PolyZ{0, 4}), Pair(PolyZ{-1}, PolyZ{}));
  EXPECT_EQ(cofactors(PolyZ{0, 4}, PolyZ{0, -2}), Pair(PolyZ{}, PolyZ{-1}));
  EXPECT_EQ(cofactors(PolyZ{6}, PolyZ{4}), Pair(PolyZ{1}, PolyZ{-1}));
  EXPECT_EQ(cofactors(PolyZ{3, 3}, PolyZ{3, 3}), Pair(PolyZ{}, PolyZ{1}));
  EXPECT_EQ(cofactors(PolyZ{6, 6}, PolyZ{-10, -10}), Pair(PolyZ{2}, PolyZ{1}));
  EXPECT_EQ(extended_gcd(PolyQ{0, 2}, PolyQ{0, 4}).t, PolyQ{Rational(1, 4)});  // over Q the second one's alone
}

TEST(ExtendedGcdQProperty, MultiplesHaveShortCofactors) {
  IntegerGenerator g(933);
  for (int round = 0; round < 60; ++round) {
    const std::size_t limbs = 1 + g.random().below(4);
    const PolyZ common = draw(g, 1 + g.random().below(6), 1);
    const PolyZ a = mul(common, draw(g, 1, limbs));
    const PolyZ b = mul(common, draw(g, 1, limbs));
    check(a, b);
    if (a.is_zero() || b.is_zero()) continue;
    const ExtendedGcdZ e = extended_gcd(a, b);
    // 2 |s| g <= |b| unless b divides a, and 2 |t| g <= |a| unless a divides b: in leading coefficients.
    const auto twice = [&](const PolyZ& cofactor) {
      return abs(cofactor.coefficient(0) * 2 * e.g.leading_coefficient());
    };
    EXPECT_TRUE(twice(e.s) <= abs(b.leading_coefficient()) || e.t.is_zero()) << round;
    EXPECT_TRUE(twice(e.t) <= abs(a.leading_coefficient()) || e.s.is_zero()) << round;
  }
}

TEST(ExtendedGcdQ, Variables) {
  const PolyZ a = PolyZ{1, 1}.with_variable("y");
  EXPECT_THROW(extended_gcd(a, PolyZ{1, 2}), DomainError);
  EXPECT_EQ(extended_gcd(a, PolyZ{1, 2, 3}.with_variable("y")).s.variable(), "y");
}

TEST(ExtendedGcdQProperty, TheIdentityHolds) {
  IntegerGenerator g(930);
  for (int round = 0; round < 60; ++round) {
    const auto length = [&] { return static_cast<std::size_t>(g.random().below(12)); };
    const PolyZ common = draw(g, length() / 3, 1);
    const PolyZ a = mul(common, draw(g, length(), 1 + g.random().below(3)));
    const PolyZ b = mul(common, draw(g, length(), 1 + g.random().below(3)));
    check(a, b);
    check(b, a);
    check(a, mul(a, b));
    check(scale(to_rational(a), Rational(3, 7)), scale(to_rational(b), Rational(-5, 4)));
  }
}

TEST(ExtendedGcdQThreadsProperty, ThreadsDoNotMatter) {
  IntegerGenerator g(931);
  const PolyZ a = draw(g, 25, 3);
  const PolyZ b = draw(g, 24, 4);
  const ExtendedGcdZ one = extended_gcd(a, b, ExecutionContext().with_threads(1));
  const ExtendedGcdZ four = extended_gcd(a, b, ExecutionContext().with_threads(4));
  EXPECT_EQ(one.s, four.s);
  EXPECT_EQ(one.t, four.t);
  EXPECT_EQ(one.multiplier, four.multiplier);
}

TEST(ExtendedGcdQ, MemoryAndCancellation) {
  IntegerGenerator g(932);
  const PolyZ a = draw(g, 60, 10);
  const PolyZ b = draw(g, 60, 10);
  EXPECT_THROW(extended_gcd(a, b, ExecutionContext().with_memory_limit(20'000)), MemoryLimit);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(extended_gcd(a, b, ExecutionContext().with_stop_token(source.get_token())), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
