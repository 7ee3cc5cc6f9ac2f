// Gcds in several variables modulo long primes, by what a gcd is and against those modulo words.
#include <polyfork/poly/multivariate/detail/long_field_gcd.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/big_prime_field.hpp>

#include "cancellation.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

using P = SparseMultiPoly<BigPrimeField>;

std::vector<BigPrimeField> fields() {
  return {BigPrimeField(Integer("18446744073709551557")), BigPrimeField::trusted((Integer(1) << 127) - Integer(1)),
          BigPrimeField(Integer("9223372036854775783"))};
}

P random_poly(Random& r, const BigPrimeField& field, const Variables& v, std::size_t terms, std::uint64_t degree) {
  for (;;) {
    std::vector<P::Term> list;
    for (std::size_t i = 0; i < terms; ++i) {
      std::vector<std::uint64_t> e(v.size());
      for (auto& x : e) x = r.below(degree + 1);
      list.push_back({std::move(e), field.from_integer(Integer(1 + r.below(1'000'000'000)) << r.below(100))});
    }
    P p = P::from_terms(field, v, list);
    if (!p.is_constant()) return p;
  }
}

TEST(LongFieldGcdProperty, PlantedFactors) {
  Random r(1131);
  for (const BigPrimeField& field : fields())
    for (int round = 0; round < 12; ++round) {
      const Variables v = test_variables(2 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
      const P g = random_poly(r, field, v, 1 + r.below(5), 3);
      const P a = random_poly(r, field, v, 1 + r.below(5), 3) * g;
      const P b = random_poly(r, field, v, 1 + r.below(5), 3) * g;
      const P found = gcd(a, b);
      ASSERT_TRUE(try_exact_div(found, make_monic(g))) << a << " | " << b << " | " << found;
      const auto cofactor_a = try_exact_div(a, found);
      const auto cofactor_b = try_exact_div(b, found);
      ASSERT_TRUE(cofactor_a && cofactor_b) << a << " | " << b << " | " << found;
      EXPECT_TRUE(gcd(*cofactor_a, *cofactor_b).is_one()) << a << " | " << b << " | " << found;
      EXPECT_TRUE(found.leading_coefficient().is_one());
      EXPECT_EQ(gcd(b, a), found);
    }
}

/// Modulo a prime of 63 bits, which both algorithms serve; also operands with contents.
TEST(LongFieldGcdProperty, AreThoseModuloWords) {
  const std::uint64_t p = 9223372036854775783U;
  const BigPrimeField field{Integer(p)};
  const PrimeField words(p);
  Random r(1132);
  const auto reduced = [&](const P& a) {
    std::vector<MultiPolyZp::Term> list;
    for (std::size_t i = 0; i < a.term_count(); ++i)
      list.push_back({a.exponents(i), words.from_integer(a.coefficient(i))});
    return MultiPolyZp::from_terms(words, a.variables(), list);
  };
  for (int round = 0; round < 60; ++round) {
    const Variables v = test_variables(2 + r.below(3));
    const P c = evaluate_at(random_poly(r, field, v, 3, 2), "x", field.one());
    const P g = random_poly(r, field, v, 1 + r.below(4), 2) *
                (round % 3 == 0 && !c.is_zero() ? c : P::constant(field, v, field.one()));
    const P a = random_poly(r, field, v, 1 + r.below(6), 3) * g;
    const P b = random_poly(r, field, v, 1 + r.below(6), 3) * (round % 4 == 0 ? g * g : g);
    const auto found = detail::long_field_gcd(a, b, ExecutionContext());
    ASSERT_TRUE(found) << a << " | " << b;
    EXPECT_EQ(reduced(*found), gcd(reduced(a), reduced(b))) << a << " | " << b;
  }
}

TEST(LongFieldGcd, ManyVariables) {
  const BigPrimeField field = fields()[0];
  const auto parsed = [&](const char* text) {
    const MultiPolyZ a = parse_poly<MultiPolyZ>(text, Variables({"x", "y", "z", "t", "u"}));
    std::vector<P::Term> list;
    for (std::size_t i = 0; i < a.term_count(); ++i)
      list.push_back({a.exponents(i), field.from_integer(a.coefficient(i))});
    return P::from_terms(field, a.variables(), list);
  };
  const P g = parsed("3*x^2*y*z^3+5*t*u^4");
  const P a = parsed("7*x^3*y^4*z*t^5+11*x^2*z^4*u^3+13*y^5*t^3+17*x^5*u^2+19*z^2*t*u+23*x*y");
  const P b = parsed("29*x^4*y*z^2*u+31*x*y^5*t^2+37*z^5*u^3+41*x^3*t^4+43*y^2*z*t+47*u^5*x^2");
  EXPECT_EQ(gcd(g * a, g * b), make_monic(g));  // subresultants take more than 15 s
  EXPECT_TRUE(gcd(a, b).is_one());
}

TEST(LongFieldGcd, WhatIsLeftToSubresultants) {
  const Variables v = test_variables(2);
  const BigPrimeField small(Integer(101));
  const P x = P::generator(small, v, "x");
  const P y = P::generator(small, v, "y");
  EXPECT_FALSE(detail::long_field_gcd(x + y, x - y, ExecutionContext()));
  const BigPrimeField field = fields()[1];
  const P s = P::generator(field, v, "x");
  const P t = P::generator(field, v, "y");
  EXPECT_FALSE(detail::long_field_gcd(pow(s, std::uint64_t{1} << 30) + t, s + t, ExecutionContext()));
}

TEST(LongFieldGcd, LimitsAndStops) {
  const BigPrimeField field = fields()[1];
  const Variables v = test_variables(3);
  Random r(1133);
  const P g = random_poly(r, field, v, 30, 6);
  const P a = random_poly(r, field, v, 30, 6) * g;
  const P b = random_poly(r, field, v, 30, 6) * g;
  expect_cancelled(
      "gcd modulo a long prime", [&](const ExecutionContext& ctx) { (void)gcd(a, b, ctx); },
      std::chrono::milliseconds(20));
  const P expected = gcd(a, b);
  for (std::size_t limit = 1 << 12; limit <= std::size_t{1} << 26; limit *= 4) {
    const ExecutionContext ctx = ExecutionContext().with_memory_limit(limit);
    try {
      EXPECT_EQ(gcd(a, b, ctx), expected);
    } catch (const MemoryLimit&) {
      EXPECT_LT(limit, std::size_t{1} << 24);
    }
    EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().bytes());
  }
}

}  // namespace
}  // namespace polyfork::test
