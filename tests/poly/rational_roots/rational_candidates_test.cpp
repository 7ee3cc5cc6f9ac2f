// Fractions from residues, the filter and the proof.
#include "poly/rational_roots/rational_candidates.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/text/io.hpp>

#include "algebra_generators.hpp"

namespace polyfork {
namespace {

using namespace detail;

/// a / b modulo m.
Integer residue(const Rational& r, const Integer& m) {
  Integer inverse;
  inverse.with_mpz([&](mpz_ptr z) { mpz_invert(z, r.denominator().view().mpz(), m.view().mpz()); });
  return floor_div_rem(r.numerator() * inverse, m).second;
}

TEST(SmallFractionProperty, IsFoundWhateverItsShape) {
  const ExecutionContext ctx;
  test::IntegerGenerator g(103);
  const std::uint64_t word = 713342911662882601;  // 61^10
  for (int round = 0; round < 300; ++round) {
    const std::size_t above = g.random().below(20);
    const Integer a = g.uniform(above) + Integer(1);
    const Integer b = g.uniform(20 - above) * Integer(61) + Integer(1);  // so small that no other is smaller by chance
    const Rational r(g.random().below(2) != 0 ? a : -a, b);
    const Integer x = residue(r, Integer(word));
    const auto found = small_fraction(static_cast<std::uint64_t>(x.to_int64()), word);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, r);

    const Integer modulus = pow(Integer(61), 300);
    const std::size_t high = g.random().below(1700);
    const Rational large(g.uniform(high) - g.uniform(high), g.uniform(1700 - high) * Integer(61) + Integer(1));
    if (large.is_zero()) continue;
    EXPECT_EQ(small_fraction(residue(large, modulus), modulus, ctx), large);
  }
}

TEST(SmallFractionProperty, MostResiduesHaveNone) {
  test::Random random(104);
  const std::uint64_t word = 713342911662882601;
  int chance = 0;
  for (int round = 0; round < 1000; ++round)
    if (small_fraction(random.below(word), word)) ++chance;
  EXPECT_LT(chance, 100);
}

TEST(ScaledFraction, OfEitherSign) {
  const Integer m = pow(Integer(67), 5);
  for (const char* text : {"5", "-5", "22/7", "-22/7", "1/49"}) {
    const Rational r(text);
    EXPECT_EQ(scaled_fraction(residue(r, m), m, Integer(49)), r);
    EXPECT_EQ(scaled_fraction(residue(r, m), m, Integer(-49)), r);
  }
}

std::vector<Rational> rationals(std::initializer_list<const char*> texts) {
  std::vector<Rational> v;
  for (const char* t : texts) v.emplace_back(t);
  return v;
}

TEST(DividedByRoots, WrongCandidatesAreLeftOut) {
  const ExecutionContext ctx;
  const PolyZ f = parse_poly_z("(3*x - 1)*(x + 5)*(7*x - 22)*(x^2 - 2)");
  const auto all = rationals({"1/3", "-5", "22/7"});
  EXPECT_EQ(likely_roots(f.coefficients(), rationals({"1/3", "2", "-5", "7/22", "22/7", "1/21"}), ctx), all);
  // fewer candidates than the degree, as many, and more
  for (const auto& candidates : {rationals({"-5", "1/3", "22/7"}), rationals({"1/3", "2", "-5", "22/7", "-1"}),
                                 rationals({"1/3", "2", "-5", "22/7", "-1", "8", "9/2"})}) {
    const auto [roots, rest] = divided_by_roots(f, candidates, ctx);
    EXPECT_EQ(roots.size(), 3U);
    EXPECT_EQ(rest, parse_poly_z("x^2 - 2"));
  }
  EXPECT_TRUE(divided_by_roots(f, rationals({"2", "3/7"}), ctx).first.empty());
  EXPECT_TRUE(divided_by_roots(f, {}, ctx).first.empty());
}

TEST(DividedByRoots, WholeDegreeAndEitherSign) {
  const ExecutionContext ctx;
  for (const char* text : {"(3*x - 1)*(x + 5)*(7*x - 22)", "-(3*x - 1)*(x + 5)*(7*x - 22)"}) {
    const PolyZ f = parse_poly_z(text);
    const auto [roots, rest] = divided_by_roots(f, rationals({"22/7", "1/3", "-5"}), ctx);
    EXPECT_EQ(roots.size(), 3U);
    EXPECT_EQ(rest, PolyZ::constant(Integer(f.leading_coefficient().sign())));
    EXPECT_EQ(divided_by_roots(f, rationals({"22/7", "1/3", "5"}), ctx).first.size(), 2U);
  }
}

TEST(DividedByRoots, TheSameRootTwice) {
  // The product with a square does not divide: one by one.
  const PolyZ f = parse_poly_z("(3*x - 1)*(x^3 - 2)");
  const auto [roots, rest] = divided_by_roots(f, rationals({"1/3", "1/3"}), ExecutionContext());
  EXPECT_EQ(roots, rationals({"1/3"}));
  EXPECT_EQ(rest, parse_poly_z("x^3 - 2"));
}

}  // namespace
}  // namespace polyfork
