// Factorization over Z and Q: the limits of the definition, families with known factors, laws on random input.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "exact_recombination.hpp"
#include "factor_z_shapes.hpp"
#include "forced_isa.hpp"

namespace polyfork::test {
namespace {

PolyZ expanded(const Factorization<Integers>& f) {
  PolyZ product{f.unit};
  for (const auto& g : f.factors) product = product * pow(g.polynomial, g.multiplicity);
  return product;
}

std::size_t divisors(std::size_t n) {
  std::size_t count = 0;
  for (std::size_t d = 1; d <= n; ++d) count += n % d == 0;
  return count;
}

/// x^n + c.
PolyZ binomial_of(std::size_t n, std::int64_t c) { return PolyZ::monomial({}, 1, n) + PolyZ{c}; }

TEST(FactorZ, ConstantsAndUnits) {
  EXPECT_THROW((void)factor(PolyZ{}), DomainError);
  EXPECT_THROW((void)factor(PolyQ{}), DomainError);
  EXPECT_EQ(factor(PolyZ{-6}), (Factorization<Integers>{-6, {}}));
  EXPECT_EQ(factor(PolyZ{1}), (Factorization<Integers>{1, {}}));
  EXPECT_EQ(factor(PolyQ{Rational(-2, 3)}), (Factorization<Rationals>{Rational(-2, 3), {}}));
  EXPECT_FALSE(is_irreducible(PolyZ{}));
  EXPECT_FALSE(is_irreducible(PolyZ{7}));
}

TEST(FactorZ, ContentSignAndMultiplicities) {
  const PolyZ f = PolyZ{-12} * PolyZ{0, 0, 0, 1} * pow(PolyZ{1, 2}, 2) * PolyZ{3, -5};
  const Factorization<Integers> expected{12, {{PolyZ{0, 1}, 3}, {PolyZ{1, 2}, 2}, {PolyZ{-3, 5}, 1}}};
  EXPECT_EQ(factor(f), expected);
  EXPECT_EQ(factor(-f).unit, Integer(-12));
}

TEST(FactorZ, DegreesOneAndTwo) {
  EXPECT_EQ(factor(PolyZ{4, -6}), (Factorization<Integers>{-2, {{PolyZ{-2, 3}, 1}}}));
  EXPECT_TRUE(is_irreducible(PolyZ{4, -6}));
  EXPECT_TRUE(is_irreducible(PolyZ{-2, 0, 1}));
  EXPECT_FALSE(is_irreducible(PolyZ{-4, 0, 1}));
  EXPECT_FALSE(is_irreducible(PolyZ{1, 2, 1}));
  EXPECT_EQ(factor(PolyZ{-4, 0, 9}).factors.size(), 2U);
}

TEST(FactorZProperty, EveryQuadraticPolynomial) {
  for (std::int64_t a = 1; a <= 6; ++a)
    for (std::int64_t b = -9; b <= 9; ++b)
      for (std::int64_t c = -9; c <= 9; ++c) {
        if (c == 0) continue;
        const PolyZ f{c, b, a};
        const Factorization<Integers> found = factor(f);
        EXPECT_EQ(expanded(found), f);
        bool has_root = false;  // p / q with p dividing c and q dividing a
        for (std::int64_t p = -9; p <= 9; ++p)
          for (std::int64_t q = 1; q <= a; ++q) has_root = has_root || a * p * p + b * p * q + c * q * q == 0;
        EXPECT_EQ(found.factors.front().polynomial.degree() == 1, has_root) << a << " " << b << " " << c;
      }
}

TEST(FactorZ, VariablesAreKept) {
  for (const auto& g : factor(PolyZ{-1, 0, 1}.with_variable("t")).factors) EXPECT_EQ(g.polynomial.variable(), "t");
  for (const auto& g : factor(PolyQ{-1, 0, 1}.with_variable("t")).factors) EXPECT_EQ(g.polynomial.variable(), "t");
}

TEST(FactorZ, OverTheRationals) {
  const PolyQ f{Rational(-1, 2), 0, 2};
  const Factorization<Rationals> expected{2, {{PolyQ{Rational(-1, 2), 1}, 1}, {PolyQ{Rational(1, 2), 1}, 1}}};
  EXPECT_EQ(factor(f), expected);
  EXPECT_FALSE(is_irreducible(f));
  EXPECT_TRUE(is_irreducible(PolyQ{Rational(1, 2), 0, 2}));
}

TEST(FactorZ, EveryDivisorGivesAFactorOfXToTheNMinusOne) {
  for (std::size_t n = 1; n <= 300; ++n) {
    const Factorization<Integers> f = factor(binomial_of(n, -1));
    EXPECT_EQ(f.factors.size(), divisors(n)) << n;
    if (n <= 60) {
      EXPECT_EQ(expanded(f), binomial_of(n, -1));
    }
  }
}

TEST(FactorZ, CyclotomicFactorsOfHighDegree) {
  EXPECT_EQ(factor(binomial_of(std::size_t{1} << 19, -1)).factors.size(), 20U);
}

TEST(FactorZ, CyclotomicFactorsBesideOthers) {
  const PolyZ f = binomial_of(12, -1) * PolyZ{-1, -1, 0, 0, 0, 1} * PolyZ{1, 3, 1};
  const Factorization<Integers> found = factor(f);
  EXPECT_EQ(expanded(found), f);
  EXPECT_EQ(found.factors.size(), 8U);
  // (x^35 - 1) / (x - 1) is not a polynomial in a power of x.
  EXPECT_EQ(factor(exact_div(binomial_of(35, -1), PolyZ{-1, 1})).factors.size(), 3U);
}

TEST(FactorZ, Binomials) {
  EXPECT_EQ(factor(binomial_of(4, 4)).factors.size(), 2U);  // no fourth power, but -4 is special
  EXPECT_EQ(factor(binomial_of(12, 4)).factors.size(), 2U);
  EXPECT_EQ(factor(binomial_of(12, 64)).factors.size(), 4U);
  EXPECT_EQ(factor(binomial_of(15, -32)).factors.size(), 2U);
  EXPECT_EQ(factor(binomial_of(8, -16)).factors.size(), 4U);
  EXPECT_TRUE(is_irreducible(binomial_of(360, -2)));
  EXPECT_TRUE(is_irreducible(binomial_of(128, 1)));
}

TEST(FactorZ, EisensteinIsNotTooEager) {
  EXPECT_FALSE(is_irreducible(PolyZ{4, 4, 1}));
  EXPECT_FALSE(is_irreducible(PolyZ{4, 0, 0, 0, 1}));
  EXPECT_FALSE(is_irreducible(PolyZ{36, 0, -12, 0, 1} - PolyZ{0, 0, 1}));  // (x^2 - 4)(x^2 - 9)
  EXPECT_TRUE(is_irreducible(PolyZ{6, 12, 0, 18, 5}));
}

TEST(FactorZ, ChebyshevFactorsBelongToOddDivisors) {
  for (std::size_t n = 1; n <= 80; ++n) {
    std::size_t odd = n;
    while (odd % 2 == 0) odd /= 2;
    const Factorization<Integers> f = factor(chebyshev(n));
    EXPECT_EQ(f.factors.size(), divisors(odd)) << n;
    EXPECT_EQ(expanded(f), chebyshev(n));
  }
}

TEST(FactorZ, SwinnertonDyer) {
  for (const std::size_t n : {3, 4, 5, 6, 7}) {
    const PolyZ f = swinnerton_dyer(n);
    EXPECT_TRUE(is_irreducible(f)) << n;
    if (n < 6) {
      const PolyZ g = f * (f + PolyZ{2});
      const Factorization<Integers> found = factor(g);
      EXPECT_EQ(expanded(found), g);
      ASSERT_GE(found.factors.size(), 2U) << n;
      EXPECT_EQ(std::count(found.factors.begin(), found.factors.end(), PolynomialFactor<Integers>{f, 1}), 1) << n;
    }
  }
}

TEST(FactorZ, ManyFactors) {
  IntegerGenerator g(120);
  std::vector<PolyZ> factors;
  PolyZ f{1};
  for (int i = 0; i < 30; ++i) {
    factors.push_back(random_bits(g, 6, 12) * PolyZ{2} + PolyZ{2, 0, 0, 0, 0, 1});
    f = f * factors.back();
  }
  const Factorization<Integers> found = factor(f);
  EXPECT_EQ(expanded(found), f);
  EXPECT_GE(found.factors.size(), 30U);
  for (const auto& part : found.factors) EXPECT_EQ(is_irreducible_slowly(part.polynomial), true);
}

/// All local factors belong to sets of few, of which only one is left in the end.
TEST(FactorZ, SmallSetsThatAreEverything) {
  std::vector<PolyZ> factors = {{6, 1}, {Integer(2251799813685247), Integer(1) << 50}};
  factors.push_back({Integer("-83664939615063133743382970499071"), Integer("-7605903601369378660780032917504"),
                     Integer("1267650600228229401496703205376")});
  const std::int64_t others[][2] = {{-188, -4}, {-8, -4}, {-243, 0}, {-147, 0}, {-27, 0}, {-3, 0}, {-74, 2},
                                    {-99, 6},   {-39, 6}, {-18, 6},  {-23, 10}, {13, 10}, {61, 16}};
  for (const auto& [constant, slope] : others) factors.push_back({constant, slope, 1});
  for (std::size_t count = 3; count <= factors.size(); ++count) {
    PolyZ f{1};
    for (std::size_t i = 0; i < count; ++i) f *= factors[i];
    const Factorization<Integers> found = factor(f);
    ASSERT_EQ(expanded(found), f);
    for (const auto& part : found.factors) ASSERT_EQ(is_irreducible_slowly(part.polynomial), true);
  }
}

TEST(FactorZ, LongCoefficients) {
  const Integer huge = pow(Integer(10), 600) + Integer(7);
  const PolyZ a{1, 3, huge};
  const PolyZ b{huge, 0, 5, 1};
  const Factorization<Integers> f = factor(a * b * a);
  EXPECT_EQ(expanded(f), a * b * a);
  EXPECT_EQ(f.factors.size(), 2U);
}

TEST(FactorZ, Roots) {
  const PolyZ f = PolyZ{0, 0, 1} * PolyZ{-3, 2} * pow(PolyZ{5, 1}, 3) * PolyZ{1, 1, 1} * PolyZ{-7, 1};
  const std::vector<PolynomialRoot<Integers>> integers{{-5, 3}, {0, 2}, {7, 1}};
  EXPECT_EQ(roots(f), integers);
  const PolyQ q{Rational(-1, 6), Rational(1, 6), 1};  // (x - 1/3)(x + 1/2)
  const std::vector<PolynomialRoot<Rationals>> rationals{{Rational(-1, 2), 1}, {Rational(1, 3), 1}};
  EXPECT_EQ(roots(q), rationals);
  EXPECT_THROW((void)roots(PolyZ{}), DomainError);
  EXPECT_TRUE(roots(PolyZ{5}).empty());
  const Integer big = pow(Integer(3), 500);
  EXPECT_EQ(roots(PolyZ{-big, 1} * PolyZ{-2, 0, 1}).front().value, big);
}

TEST(FactorZProperty, FactorsMultiplyToTheInputAndAreIrreducible) {
  IntegerGenerator g(121);
  std::size_t checked = 0;
  for (int round = 0; round < 600; ++round) {
    const PolyZ f = random_product(g);
    if (f.is_zero() || f.degree() > 60) continue;
    const Factorization<Integers> found = factor(f);
    ASSERT_EQ(expanded(found), f);
    for (std::size_t i = 0; i < found.factors.size(); ++i) {
      const PolyZ& h = found.factors[i].polynomial;
      ASSERT_GT(h.leading_coefficient().sign(), 0);
      ASSERT_TRUE(content(h).is_one());
      const std::optional<bool> slow = is_irreducible_slowly(h);
      checked += slow.has_value();
      ASSERT_NE(slow, false) << f.degree();
    }
  }
  EXPECT_GT(checked, 600U);
}

TEST(FactorZSlow, ThousandsAgreeWithExactRecombination) {
  IntegerGenerator g(122);
  for (int round = 0; round < 6000; ++round) {
    const PolyZ f = random_product(g);
    if (f.is_zero() || f.degree() > 60) continue;
    const Factorization<Integers> found = factor(f);
    ASSERT_EQ(expanded(found), f);
    for (const auto& h : found.factors) ASSERT_NE(is_irreducible_slowly(h.polynomial), false) << f.degree();
  }
}

TEST(FactorZProperty, RootsAreTheLinearFactors) {
  IntegerGenerator g(123);
  for (int round = 0; round < 200; ++round) {
    const PolyZ f = random_product(g);
    if (f.is_zero()) continue;
    std::vector<PolynomialRoot<Rationals>> expected;
    for (const auto& h : factor(f).factors)
      if (h.polynomial.degree() == 1)
        expected.push_back({Rational(-h.polynomial.coefficient(0), h.polynomial.coefficient(1)), h.multiplicity});
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    const PolyQ q(RationalVector(f.coefficients(), Integer(1)));
    EXPECT_EQ(roots(q), expected);
  }
}

TEST(ThreadsFactorZ, SameForEveryThreadCount) {
  IntegerGenerator g(124);
  std::vector<PolyZ> inputs{swinnerton_dyer(5), chebyshev(45)};
  PolyZ many{1};
  for (int i = 0; i < 12; ++i) many = many * random_bits(g, 7, 40);
  inputs.push_back(many);
  for (const PolyZ& f : inputs) {
    const Factorization<Integers> expected = factor(f, ExecutionContext().with_threads(1));
    for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(factor(f, ctx), expected);
  }
}

TEST(FactorZIsa, SameForEveryInstructionSet) {
  IntegerGenerator g(125);
  PolyZ f{1};
  for (int i = 0; i < 18; ++i) f = f * random_bits(g, 7, 40);
  const Factorization<Integers> expected = factor(f);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    const ForcedIsa forced(isa);
    EXPECT_EQ(factor(f), expected);
  }
}

TEST(FactorZ, CanBeCancelled) {
  IntegerGenerator g(126);
  PolyZ f{1};
  for (int i = 0; i < 30; ++i) f = f * random_bits(g, 12, 300);
  const PolyZ hard = swinnerton_dyer(8);
  for (const int delay : {0, 20, 100}) {
    expect_cancelled(
        "factors of a product", [&](const auto& ctx) { (void)factor(f, ctx); }, std::chrono::milliseconds(delay));
    expect_cancelled(
        "Swinnerton-Dyer", [&](const auto& ctx) { (void)factor(hard, ctx); }, std::chrono::milliseconds(delay));
  }
}

/// Primes, lifting, sets, lattices, groups; content and repeated factors; structure.
TEST(FactorZ, EveryPhaseCanBeCancelled) {
  IntegerGenerator g(129);
  PolyZ long_ones{1}, many{1}, repeated{1};
  for (int i = 0; i < 5; ++i) long_ones = long_ones * random_bits(g, 40, 800);
  for (int i = 0; i < 24; ++i) many = many * random_bits(g, 8, 60);
  for (int i = 0; i < 4; ++i) repeated = repeated * pow(random_bits(g, 12, 100), static_cast<std::size_t>(i + 1));
  const PolyZ cyclotomic = exact_div(binomial_of(693, -1), PolyZ{-1, 1}) * random_bits(g, 30, 60);
  for (const PolyZ& f : {long_ones, many, repeated, cyclotomic, swinnerton_dyer(7), chebyshev(900)})
    expect_cancelled_throughout("factor", [&](const auto& ctx) { (void)factor(f, ctx); });
  expect_cancelled_throughout("roots", [&](const auto& ctx) { (void)roots(long_ones, ctx); });
}

TEST(FactorZ, MemoryIsLimited) {
  IntegerGenerator g(127);
  PolyZ f{1};
  for (int i = 0; i < 8; ++i) f = f * random_bits(g, 12, 300);
  PolyZ many{1};  // enough local factors for a lattice
  for (int i = 0; i < 16; ++i) many = many * random_bits(g, 4, 20);
  const PolyZ inputs[] = {f, many, swinnerton_dyer(5), binomial_of(60, -1) * PolyZ{5, 3} * PolyZ{-7, 2}};
  for (const PolyZ& input : inputs) {
    const Factorization<Integers> factors = factor(input);
    const std::vector<PolynomialRoot<Integers>> zeros = roots(input);
    int failures = 0;
    int answers = 0;
    for (std::size_t limit = 1 << 10; limit <= std::size_t{1} << 26; limit += limit / 3) {
      const ExecutionContext ctx = ExecutionContext().with_memory_limit(limit);
      try {
        EXPECT_EQ(factor(input, ctx), factors) << limit;
        ++answers;
      } catch (const MemoryLimit&) {
        ++failures;
        EXPECT_EQ(answers, 0) << limit;  // more memory is not worse
      }
      EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().bytes());
      try {
        EXPECT_EQ(roots(input, ctx), zeros) << limit;
      } catch (const MemoryLimit&) {
      }
      EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().bytes());
    }
    EXPECT_GT(failures, 3);
    EXPECT_GT(answers, 3);
  }
}

}  // namespace
}  // namespace polyfork::test
