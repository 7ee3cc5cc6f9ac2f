// Polynomials seen from an interval, and Descartes' test that stops early, against full transformations.
#include "rootiso/local/local_polynomial.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"
#include "rootiso/values/descartes.hpp"
#include "sturm.hpp"

namespace polyfork {
namespace {

using detail::FixedRows;

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

Integer value_of(const FixedRows& rows, std::size_t i) {
  Integer v;
  for (std::size_t j = rows.limbs(); j-- > 0;) v = (v << 64) + Integer(rows.row(i)[j]);
  if (rows.is_negative(i)) v -= Integer(1) << (64 * rows.limbs());
  return v;
}

/// Variations of (1+t)^n q(1/(1+t)), all of them, by a whole Taylor shift of the reversed polynomial.
std::size_t all_variations(const std::vector<Integer>& q) {
  std::vector<Integer> c(q.rbegin(), q.rend());
  for (std::size_t i = 0; i + 1 < c.size(); ++i)
    for (std::size_t j = c.size() - 1; j-- > i;) c[j] += c[j + 1];
  std::size_t count = 0;
  int last = 0;
  for (const Integer& x : c) {
    if (x.sign() == 0) continue;
    if (last != 0 && x.sign() != last) ++count;
    last = x.sign();
  }
  return count;
}

TEST(DescartesProperty, StoppingEarlyCountsAsTheFullShiftDoes) {
  test::IntegerGenerator g(321);
  for (int round = 0; round < 400; ++round) {
    std::vector<Integer> q(1 + g.random().below(20));
    // sparse and of few signs: early ends of every kind
    const std::uint64_t kind = g.random().below(4);
    for (Integer& x : q) {
      x = g.random().below(3) == 0 ? Integer(0) : g.draw(2);
      if (kind == 0) x = abs(x);
      if (kind == 1) x = -abs(x);
    }
    if (kind == 2) q.back() = -(Integer(1) << 200);  // one large coefficient decides the rest soon
    FixedRows rows(q.size(), 6, ctx());
    for (std::size_t i = 0; i < q.size(); ++i) rows.assign(i, q[i], 0);
    const std::size_t full = all_variations(q);
    for (const std::size_t limit : {1U, 2U, 3U, 100U})
      EXPECT_EQ(detail::descartes_bound(rows, limit, ctx()), std::min<std::size_t>(full, limit)) << "round " << round;
  }
}

TEST(LocalPolynomialProperty, IsAPositiveMultipleOfTheComposition) {
  test::IntegerGenerator g(322);
  for (int round = 0; round < 100; ++round) {
    std::vector<Integer> c;
    for (std::uint64_t n = 1 + g.random().below(9); n-- != 0;) c.push_back(g.draw(2));
    c.push_back(g.nonzero(2));
    const IntegerVector f{std::span<const Integer>(c)};
    const Rational lower = g.rational(1);
    const Rational upper = lower + abs(g.rational(1)) + Rational(1, 1000);
    const FixedRows rows = detail::local_polynomial(f, lower, upper, ctx());
    ASSERT_EQ(rows.rows(), f.size());
    // The factor is the denominators' lcm to the degree.
    const Integer denominator = lcm(lower.denominator(), upper.denominator());
    const Rational factor(pow(denominator, f.size() - 1));
    for (const Rational& t : {Rational(0), Rational(1), Rational(1, 3), Rational(-5, 2)}) {
      const Rational x = lower + (upper - lower) * t;
      Rational direct;
      Rational local;
      for (std::size_t i = f.size(); i-- != 0;) {
        direct = direct * x + Rational(c[i]);
        local = local * t + Rational(value_of(rows, i));
      }
      EXPECT_EQ(local, direct * factor);
    }
  }
}

TEST(LocalPolynomial, CountsRootsInside) {
  const PolyZ f = parse_poly_z("(x^2 - 2)*(x^2 - 3)*(100*x^2 - 201)*(x^3 - x - 7)");
  const test::SturmSequence sturm(f);
  const Rational ends[] = {Rational(-2),     Rational(-3, 2),    Rational(-7, 5), Rational(0),   Rational(141, 100),
                           Rational(17, 12), Rational(142, 100), Rational(2),     Rational(9, 4)};
  for (const Rational& a : ends)
    for (const Rational& b : ends) {
      if (a >= b) continue;
      const std::size_t count = sturm.count(a, b);
      EXPECT_EQ(detail::count_roots_inside(f.coefficients(), a, b, 100, ctx()), count);
      EXPECT_EQ(detail::count_roots_inside(f.coefficients(), a, b, 1, ctx()), std::min<std::size_t>(count, 1));
      EXPECT_EQ(detail::count_roots_inside(f.coefficients(), a, b, 0, ctx()), 0U);
    }
  EXPECT_EQ(detail::count_roots_inside(IntegerVector{5}, Rational(0), Rational(1), 9, ctx()), 0U);
}

}  // namespace
}  // namespace polyfork
