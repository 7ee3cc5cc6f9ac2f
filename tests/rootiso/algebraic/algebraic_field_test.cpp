// Minimal polynomials, conjugates, and arithmetic inside one field.
#include <gtest/gtest.h>

#include <stop_token>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/rootiso/algebraic_real.hpp>

#include "algebra_generators.hpp"
#include "rootiso/algebraic/algebraic_state.hpp"

namespace polyfork::test {
namespace {

AlgebraicReal root_two() { return sqrt(AlgebraicReal(2)); }
/// The real root of x^5 - x - 1.
AlgebraicReal quintic() { return real_roots(PolyZ{-1, -1, 0, 0, 0, 1}).front().value; }

TEST(AlgebraicField, FourStepsStayQuadratic) {
  AlgebraicReal x = root_two() + AlgebraicReal(1);
  for (int i = 0; i < 4; ++i) x = x * x - x + AlgebraicReal(1);
  EXPECT_EQ(x.degree(), 2U);
  EXPECT_EQ(x.minimal_polynomial().degree(), 2);
  // In Q(sqrt 2): (a + b s)^2 = a^2 + 2 b^2 + 2 a b s.
  Integer a = 1, b = 1;
  for (int i = 0; i < 4; ++i) {
    const Integer next = a * a + Integer(2) * b * b - a + Integer(1);
    b = Integer(2) * a * b - b;
    a = next;
  }
  EXPECT_EQ(x, AlgebraicReal(a) + AlgebraicReal(b) * root_two());
}

TEST(AlgebraicField, CancellationGivesRationals) {
  const AlgebraicReal s = root_two();
  EXPECT_TRUE((s * s).is_rational());
  EXPECT_EQ(s * s, 2);
  EXPECT_TRUE((s * s).is_integer());
  EXPECT_EQ((s + AlgebraicReal(1)) * (s - AlgebraicReal(1)), 1);
  EXPECT_EQ(s / (s + s), Rational(1, 2));
  const AlgebraicReal q = quintic();
  EXPECT_EQ(pow(q, 5) - q, 1);
  EXPECT_EQ(q * (pow(q, 4) - AlgebraicReal(1)), 1);
  EXPECT_EQ(inverse(q * q + q) * (q + AlgebraicReal(1)) * q, 1);
}

TEST(AlgebraicField, SubfieldsAreNoticed) {
  const AlgebraicReal r = root(AlgebraicReal(2), 6);
  EXPECT_EQ(r.degree(), 6U);
  EXPECT_EQ((r * r * r).degree(), 2U);
  EXPECT_EQ(r * r * r, root_two());
  EXPECT_EQ(pow(r, 2).minimal_polynomial(), (PolyZ{-2, 0, 0, 1}));
  EXPECT_EQ(pow(r, 6), 2);
  // A function of the number alone, whatever the variable of its construction.
  EXPECT_EQ(parse_algebraic("root(y^2-2,1,2)").minimal_polynomial(), sqrt(AlgebraicReal(2)).minimal_polynomial());
}

TEST(AlgebraicField, SumsOfDifferentFieldsAreReduced) {
  const AlgebraicReal s = root_two();
  const AlgebraicReal t = sqrt(AlgebraicReal(8));
  EXPECT_EQ((s + t).minimal_polynomial(), (PolyZ{-18, 0, 1}));
  EXPECT_EQ(t - s - s, 0);
  EXPECT_EQ(s * t, 4);
  const AlgebraicReal u = sqrt(AlgebraicReal(3));
  EXPECT_EQ((s + u).minimal_polynomial(), (PolyZ{1, 0, -10, 0, 1}));
  EXPECT_EQ((s + u) * (u - s), 1);
  EXPECT_EQ((s * u).degree(), 2U);
}

TEST(AlgebraicField, MinimalPolynomialsOfGivenRoots) {
  const PolyZ f = PolyZ{-2, 0, 1} * PolyZ{-1, -1, 0, 0, 0, 1} * PolyZ{1, -5, 1};
  for (const RealRoot& root : real_roots(f)) {
    const PolyZ m = root.value.minimal_polynomial();
    EXPECT_TRUE(is_irreducible(m));
    EXPECT_TRUE(try_exact_div(f, m).has_value());
    EXPECT_EQ(sign_at(m, root.value), 0);
    EXPECT_EQ(root.value.degree(), static_cast<std::size_t>(m.degree()));
  }
  EXPECT_EQ(AlgebraicReal(Rational(2, 3)).minimal_polynomial(), (PolyZ{-2, 3}));
  EXPECT_EQ(AlgebraicReal(5).degree(), 1U);
}

TEST(AlgebraicField, RealConjugates) {
  const auto conjugates = root_two().real_conjugates();
  ASSERT_EQ(conjugates.size(), 2U);
  EXPECT_EQ(conjugates[0], -root_two());
  EXPECT_EQ(conjugates[1], root_two());
  EXPECT_EQ(quintic().real_conjugates().size(), 1U);
  EXPECT_EQ(AlgebraicReal(3).real_conjugates(), std::vector<AlgebraicReal>{3});
}

TEST(AlgebraicField, Evaluation) {
  const AlgebraicReal q = quintic();
  EXPECT_EQ(evaluate(PolyZ{-1, -1, 0, 0, 0, 1}, q), 0);
  EXPECT_EQ(evaluate(PolyZ{7, 0, 0, 0, 0, 1}, q), q + AlgebraicReal(8));
  EXPECT_EQ(evaluate(PolyQ{Rational(1, 2), 1}, AlgebraicReal(3)), Rational(7, 2));
  EXPECT_EQ(evaluate(PolyZ{}, q), 0);
}

TEST(AlgebraicField, AThousandSteps) {
  // Powers of the golden ratio: phi^n = F(n) phi + F(n-1).
  const AlgebraicReal phi = (sqrt(AlgebraicReal(5)) + AlgebraicReal(1)) / AlgebraicReal(2);
  AlgebraicReal x = phi;
  Integer a = 0, b = 1;
  for (int i = 0; i < 1000; ++i) {
    x = x * phi;
    a = std::exchange(b, a + b);
  }
  EXPECT_EQ(x, AlgebraicReal(b) * phi + AlgebraicReal(a));
  EXPECT_GT(x, AlgebraicReal(b));
}

/// A real root of x^n - x - 1, which is irreducible (Selmer).
AlgebraicReal selmer_root(std::size_t n) {
  return real_roots(sub(PolyZ::monomial({}, 1, n), PolyZ{1, 1})).back().value;
}

TEST(AlgebraicField, InversesStayInTheField) {
  const AlgebraicReal b = selmer_root(24);
  const AlgebraicReal c = inverse(b);
  ASSERT_TRUE(c.state()->element());
  EXPECT_EQ(c.state()->element()->generator, b.state());
  EXPECT_EQ(c * b, 1);
  EXPECT_EQ(c, pow(b, 23) - AlgebraicReal(1));
  EXPECT_EQ(b / (b * b), c);
  EXPECT_EQ(inverse(c), b);
  // The polynomial of the construction is reducible, and the inverse keeps it, reversed.
  const AlgebraicReal r = parse_algebraic("root(x^4-5*x^2+6,7/5,3/2)");
  EXPECT_EQ(inverse(r).polynomial(), (PolyZ{1, 0, -5, 0, 6}));
  EXPECT_EQ(inverse(r) * r, 1);
  EXPECT_EQ(inverse(r) + inverse(r), root_two());
}

TEST(AlgebraicField, EqualNumbersOfHighDegreeCancel) {
  // Degree 51 of the number, 53 of another polynomial with it: no field is computed in.
  const PolyZ f = sub(PolyZ::monomial({}, 1, 51), PolyZ{1, 1});
  const AlgebraicReal q = real_roots(f).front().value;
  const AlgebraicReal r = real_roots(mul(f, PolyZ{-3, 0, 1}))[1].value;
  ASSERT_EQ(q, r);
  EXPECT_EQ(q - r, 0);
  EXPECT_EQ(q / r, 1);
}

TEST(AlgebraicField, UnlocatedElementsObeyTheirContext) {
  const AlgebraicReal q = quintic();
  (void)q.minimal_polynomial();
  std::stop_source stop;
  const ExecutionContext ctx = ExecutionContext().with_stop_token(stop.get_token());
  stop.request_stop();
  const auto fails = [&](auto operation) {
    const AlgebraicReal x = q * q;  // without a polynomial and a cell as yet
    EXPECT_THROW((void)operation(x), Cancelled);
  };
  fails([&](const AlgebraicReal& x) { return x.sign(ctx); });
  fails([&](const AlgebraicReal& x) { return x.polynomial(ctx); });
  fails([&](const AlgebraicReal& x) { return x.minimal_polynomial(ctx); });
  fails([&](const AlgebraicReal& x) { return x.interval(ctx); });
  fails([&](const AlgebraicReal& x) { return x.to_string(ctx); });
  fails([&](const AlgebraicReal& x) { return x.to_decimal(10, ctx); });
  fails([&](const AlgebraicReal& x) { return x.to_double(ctx); });
  fails([&](const AlgebraicReal& x) { return x.floor(ctx); });
  fails([&](const AlgebraicReal& x) { return x.hash(ctx); });
  fails([&](const AlgebraicReal& x) { return abs(x, ctx); });
  fails([&](const AlgebraicReal& x) { return sqrt(x, ctx); });
  fails([&](const AlgebraicReal& x) { return compare(x, Rational(1), ctx); });
}

/// Numbers of one field against doubles, and against the same numbers computed apart from it.
TEST(AlgebraicFieldProperty, AgreesWithDoublesAndOtherFields) {
  IntegerGenerator g(160);
  int apart = 0;
  for (int round = 0; round < 40; ++round) {
    const auto roots = real_roots(random_bits(g, 3 + g.random().below(5), 6));
    if (roots.empty()) continue;
    const AlgebraicReal a = roots[g.random().below(roots.size())].value;
    const PolyZ p = random_bits(g, 4, 3);
    const PolyZ q = random_bits(g, 4, 3);
    const AlgebraicReal x = evaluate(p, a);
    const AlgebraicReal y = evaluate(q, a);
    const double dx = x.to_double();
    const double dy = y.to_double();
    EXPECT_NEAR((x + y).to_double(), dx + dy, 1e-9 * (std::abs(dx) + std::abs(dy) + 1));
    EXPECT_NEAR((x * y).to_double(), dx * dy, 1e-9 * (std::abs(dx * dy) + 1));
    if (!y.is_zero()) {
      EXPECT_NEAR((x / y).to_double(), dx / dy, 1e-6 * (std::abs(dx / dy) + 1));
    }
    EXPECT_EQ(x * y, evaluate(p * q, a));
    EXPECT_EQ((x * y).hash(), evaluate(p * q, a).hash());
    EXPECT_EQ(x - y, evaluate(p - q, a));
    if (!x.is_rational()) {
      EXPECT_TRUE(is_irreducible(x.minimal_polynomial()));
      EXPECT_EQ(sign_at(x.minimal_polynomial(), x), 0);
    }
    if (x.is_rational() || y.is_rational() || x.degree() * y.degree() > 16) continue;
    ++apart;
    const AlgebraicReal own_x = parse_algebraic(x.to_string());
    const AlgebraicReal own_y = parse_algebraic(y.to_string());
    EXPECT_EQ(own_x + own_y, x + y);
    EXPECT_EQ(own_x - own_y, x - y);
    EXPECT_EQ(own_x * own_y, x * y);
    EXPECT_EQ(own_x / own_y, x / y);
  }
  EXPECT_GE(apart, 8);
}

}  // namespace
}  // namespace polyfork::test
