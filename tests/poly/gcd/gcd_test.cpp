// Greatest common divisors over Z, Q, Z/pZ; the prime table; the modular algorithm with primes of the test's choice.
#include <polyfork/poly/gcd/gcd.hpp>

#include <gtest/gtest.h>

#include <polyfork/ring/primes.hpp>

#include "algebra_generators.hpp"
#include "back_ends.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/images/gcd_primes.hpp"

namespace polyfork::test {
namespace {

/// g divides both, and the cofactors are coprime by an independent argument: their gcd modulo p is constant.
void expect_gcd(const PolyZ& a, const PolyZ& b, const PolyZ& g) {
  const PolyZ qa = exact_div(a, g);
  const PolyZ qb = exact_div(b, g);
  EXPECT_GT(g.leading_coefficient().sign(), 0);
  EXPECT_TRUE(gcd(content(qa), content(qb)).is_one());
  EXPECT_TRUE(gcd(qa, qb).is_one());
}

TEST(Gcd, TrivialCases) {
  const PolyZ f{-2, 0, -4};
  EXPECT_TRUE(gcd(PolyZ{}, PolyZ{}).is_zero());
  EXPECT_EQ(gcd(PolyZ{}, f), (PolyZ{2, 0, 4}));
  EXPECT_EQ(gcd(f, PolyZ{}), (PolyZ{2, 0, 4}));
  EXPECT_EQ(gcd(PolyZ{6}, PolyZ{-4}), PolyZ{2});
  EXPECT_EQ(gcd(f, PolyZ{-6}), PolyZ{2});
  EXPECT_EQ(gcd(f, f), (PolyZ{2, 0, 4}));
  EXPECT_EQ(gcd(f, PolyZ{3, 0, 6}), (PolyZ{1, 0, 2}));
  EXPECT_EQ(gcd(PolyZ{0, 0, 0, 4}, PolyZ{0, 0, 6, 8}), (PolyZ{0, 0, 2}));
  EXPECT_TRUE(gcd(PolyQ{}, PolyQ{}).is_zero());
  EXPECT_EQ(gcd(PolyQ{}, PolyQ{1, 2}), (PolyQ{Rational(1, 2), 1}));
  EXPECT_EQ(gcd(PolyQ{Rational(2, 3)}, PolyQ{Rational(4, 5)}), PolyQ{1});
  const PrimeField f7(7);
  EXPECT_TRUE(gcd(PolyZp(f7), PolyZp(f7)).is_zero());
  EXPECT_EQ(gcd(PolyZp(f7), PolyZp(f7, {1, 2})), PolyZp(f7, {4, 1}));
  EXPECT_EQ(gcd(PolyZp(f7, {3}), PolyZp(f7, {1, 2})), PolyZp(f7, {1}));
}

TEST(Gcd, Errors) {
  EXPECT_THROW(gcd(PolyZ{1, 1}, PolyZ{1, 1}.with_variable("y")), DomainError);
  EXPECT_THROW(gcd(PolyZp(PrimeField(5), {1, 1}), PolyZp(PrimeField(7), {1, 1})), ModulusMismatch);
}

TEST(Gcd, HugeContentsAndNegativeLeadingCoefficients) {
  IntegerGenerator g(10);
  const PolyZ common = -random_bits(g, 20, 60);
  const Integer big = pow(Integer(7), 2000);
  const PolyZ a = scale(common * random_bits(g, 15, 80), big * Integer(6));
  const PolyZ b = scale(common * random_bits(g, 31, 10), -big * Integer(35));
  const PolyZ d = gcd(a, b);
  expect_gcd(a, b, d);
  EXPECT_EQ(d, gcd(b, a));
  EXPECT_TRUE(try_exact_div(d, scale(common, big)).has_value());
}

TEST(Gcd, ContentAndPrimitivePart) {
  EXPECT_EQ(content(PolyZ{-4, 6, -10}), Integer(2));
  EXPECT_EQ(primitive_part(PolyZ{-4, 6, -10}), (PolyZ{-2, 3, -5}));
  EXPECT_TRUE(primitive_part(PolyZ{}).is_zero());
  EXPECT_EQ(content(PolyQ{Rational(2, 3), Rational(-4, 9)}), Rational(2, 9));
  EXPECT_EQ(primitive_part(PolyQ{Rational(2, 3), Rational(-4, 9)}), (PolyQ{3, -2}));
  EXPECT_EQ(make_monic(PolyQ{1, Rational(2, 3)}), (PolyQ{Rational(3, 2), 1}));
  EXPECT_THROW(make_monic(PolyQ{}), DomainError);
  EXPECT_EQ(make_monic(PolyZp(PrimeField(5), {1, 2})), PolyZp(PrimeField(5), {3, 1}));
}

TEST(Gcd, PrimeTable) {
  const auto expected = primes_below(std::uint64_t{1} << 62, 516);
  detail::GcdPrimes primes;
  for (const std::uint64_t p : expected) EXPECT_EQ(primes.next(), p);
  detail::LanePrimes short_primes;
  for (const std::uint64_t p : primes_below(std::uint64_t{1} << 50, 35)) EXPECT_EQ(short_primes.next(), p);
  detail::NarrowPrimes narrow_primes;
  for (const std::uint64_t p : primes_below(std::uint64_t{1} << 31, 20)) EXPECT_EQ(narrow_primes.next(), p);
}

/// Small primes first: many of them divide leading coefficients or resultants.
PolyZ gcd_with_small_primes(const PolyZ& a, const PolyZ& b, std::uint64_t first) {
  std::uint64_t p = first;
  const detail::PrimeSource source = [&p] { return std::exchange(p, next_prime(p)); };
  const auto found = detail::gcd_cofactors(primitive_part(a).coefficients(), primitive_part(b).coefficients(), source,
                                           ExecutionContext::default_context());
  const PolyZ g(found.gcd);
  EXPECT_EQ(g * PolyZ(found.a), primitive_part(a));
  EXPECT_EQ(g * PolyZ(found.b), primitive_part(b));
  return g;
}

TEST(Gcd, UnluckyPrimes) {
  // Coprime over Q, but equal modulo 2, 3, 5, 7, 11 and 13.
  const PolyZ a{1, 1, 1};
  const PolyZ b{1 + 2 * 3 * 5 * 7 * 11 * 13, 1, 1};
  EXPECT_EQ(gcd_with_small_primes(a, b, 2), PolyZ{1});
  // The same with a common factor, and leading coefficients that the first primes divide.
  const PolyZ common{-3, 0, 210};
  EXPECT_EQ(gcd_with_small_primes(common * a, common * b, 2), primitive_part(common));
}

TEST(Gcd, UnluckyPrimesOfTheTable) {
  const auto p = primes_below(std::uint64_t{1} << 62, 5);
  Integer product = 1;
  for (const std::uint64_t q : p) product *= Integer(q);
  // Modulo each of the first five primes: a = b, and lc(b) = 0.
  const PolyZ a{5, -2, 1, 3};
  const PolyZ b = a + PolyZ::monomial({}, product, 4);
  const PolyZ shift = a + PolyZ{product};
  EXPECT_EQ(gcd(a, b), PolyZ{1});
  EXPECT_EQ(gcd(a, shift), PolyZ{1});
  const PolyZ common{product, 1, product};
  EXPECT_EQ(gcd(common * a, common * shift), common);
  EXPECT_EQ(gcd(common * a, common * b), common);
}

TEST(GcdProperty, SmallPrimesAgreeWithLargeOnes) {
  IntegerGenerator g(11);
  for (int round = 0; round < 40; ++round) {
    const PolyZ common = random_bits(g, 1 + g.random().below(6), 20);
    const PolyZ a = common * random_bits(g, 1 + g.random().below(6), 20);
    const PolyZ b = common * random_bits(g, 1 + g.random().below(6), 20);
    EXPECT_EQ(gcd_with_small_primes(a, b, 2), gcd(primitive_part(a), primitive_part(b)));
  }
}

TEST(GcdProperty, PlantedFactorsOverZ) {
  IntegerGenerator g(12);
  for (int round = 0; round < 60; ++round) {
    const PolyZ common = random_z(g, 1 + g.random().below(25), 1 + g.random().below(4));
    const PolyZ a = common * random_z(g, 1 + g.random().below(25), 1 + g.random().below(4));
    const PolyZ b = common * random_z(g, 1 + g.random().below(25), 1 + g.random().below(4));
    const PolyZ d = gcd(a, b);
    expect_gcd(a, b, d);
    EXPECT_TRUE(try_exact_div(d, common).has_value());
  }
}

TEST(GcdProperty, PlantedFactorsOverQ) {
  IntegerGenerator g(13);
  for (int round = 0; round < 25; ++round) {
    const PolyQ common = random_q(g, 1 + g.random().below(12));
    const PolyQ a = common * random_q(g, 1 + g.random().below(12));
    const PolyQ b = common * random_q(g, 1 + g.random().below(12));
    const PolyQ d = gcd(a, b);
    EXPECT_TRUE(d.is_monic());
    EXPECT_TRUE(try_exact_div(d, common).has_value());
    EXPECT_TRUE(gcd(exact_div(a, d), exact_div(b, d)).is_one());
  }
}

TEST(GcdProperty, PrimeFields) {
  IntegerGenerator g(14);
  for (const std::uint64_t p : algebra_moduli()) {
    const PrimeField field(p);
    for (int round = 0; round < 40; ++round) {
      const PolyZp common = random_zp(g, field, 1 + g.random().below(60));
      const PolyZp a = common * random_zp(g, field, 1 + g.random().below(60));
      const PolyZp b = common * random_zp(g, field, 1 + g.random().below(60));
      const PolyZp d = gcd(a, b);
      EXPECT_TRUE(d.is_monic());
      EXPECT_TRUE(try_exact_div(d, common).has_value());
      EXPECT_EQ(d, gcd(b, a));
      EXPECT_TRUE(gcd(exact_div(a, d), exact_div(b, d)).is_one());
    }
  }
}

TEST(ThreadsGcdProperty, GcdIsTheSameForEveryThreadCount) {
  IntegerGenerator g(15);
  const PolyZ common = random_bits(g, 60, 700);
  const PolyZ a = common * random_bits(g, 40, 300);
  const PolyZ b = common * random_bits(g, 50, 200);
  const PolyZ expected = gcd(a, b, ExecutionContext().with_threads(1));
  expect_gcd(a, b, expected);
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(gcd(a, b, ctx), expected);
}

}  // namespace
}  // namespace polyfork::test
