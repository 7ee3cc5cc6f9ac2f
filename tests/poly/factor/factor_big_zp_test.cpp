// Factorization over Z/pZ for long primes: the definition, and the answers that short primes have in PrimeField.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/error.hpp>

#include "algebra_generators.hpp"
#include "cancellation.hpp"
#include "factor_checks.hpp"

namespace polyfork::test {
namespace {

using BigPoly = DensePoly<BigPrimeField>;

BigPoly widened(const PolyZp& f, const BigPrimeField& field) {
  std::vector<Integer> c;
  for (const std::uint64_t x : f.elements()) c.emplace_back(x);
  return BigPoly::from_elements(field, std::move(c));
}

TEST(FactorBigZpProperty, AsOverPrimeField) {
  IntegerGenerator g(85);
  for (const std::uint64_t p : {2, 3, 5, 7, 101, 2147483647})
    for (int round = 0; round < 12; ++round) {
      const PrimeField field(p);
      const BigPrimeField big((Integer(p)));
      PolyZp f = random_zp(g, field, 2 + g.random().below(9));
      f = mul(f, pow(random_zp(g, field, 2 + g.random().below(3)), 1 + g.random().below(p <= 7 ? p + 2 : 3)));
      f = mul(f, random_zp(g, field, 2 + g.random().below(9)));
      const Factorization<PrimeField> expected = factor(f);
      const Factorization<BigPrimeField> found = factor(widened(f, big));
      EXPECT_EQ(found.unit, Integer(expected.unit));
      ASSERT_EQ(found.factors.size(), expected.factors.size());
      for (std::size_t i = 0; i < found.factors.size(); ++i) {
        EXPECT_EQ(found.factors[i].polynomial, widened(expected.factors[i].polynomial, big));
        EXPECT_EQ(found.factors[i].multiplicity, expected.factors[i].multiplicity);
        EXPECT_TRUE(is_irreducible(found.factors[i].polynomial));
      }
      EXPECT_EQ(is_irreducible(widened(f, big)), is_irreducible(f));
      const auto zeros = roots(f);
      const auto big_zeros = roots(widened(f, big));
      ASSERT_EQ(big_zeros.size(), zeros.size());
      for (std::size_t i = 0; i < zeros.size(); ++i) {
        EXPECT_EQ(big_zeros[i].value, Integer(zeros[i].value));
        EXPECT_EQ(big_zeros[i].multiplicity, zeros[i].multiplicity);
      }
    }
}

TEST(FactorBigZpProperty, LongPrimes) {
  IntegerGenerator g(86);
  // 2^89 - 1, 2^127 - 1, 2^521 - 1.
  for (const int exponent : {89, 127, 521}) {
    const BigPrimeField field((Integer(1) << static_cast<std::size_t>(exponent)) - Integer(1));
    const auto random = [&](std::size_t degree) {
      std::vector<Integer> c;
      for (std::size_t i = 0; i < degree; ++i)
        c.push_back(field.from_integer(g.uniform(static_cast<std::size_t>(exponent))));
      c.push_back(1);
      return BigPoly::from_elements(field, std::move(c));
    };
    const BigPoly quadratic = irreducible_polynomial(field, 2);
    const BigPoly cubic = irreducible_polynomial(field, 3);
    EXPECT_TRUE(plain_irreducible(cubic));
    BigPoly f = mul(pow(quadratic, 2), mul(cubic, compose(cubic, BigPoly(field, {1, 1}))));
    f = scale(mul(f, mul(random(1), mul(random(1), random(7)))), Integer(5));
    expect_factorization(f, factor(f));
    EXPECT_GE(roots(f).size(), 2U);
    EXPECT_THROW(factor(BigPoly(field)), DomainError);
    EXPECT_TRUE(factor(BigPoly(field, {3})).factors.empty());
  }
}

TEST(FactorBigZp, Progress) {
  const BigPrimeField field((Integer(1) << 521) - Integer(1));
  std::vector<std::string> stages;
  double last = 0;
  const ExecutionContext ctx = ExecutionContext().with_progress([&](std::string_view stage, double fraction) {
    if (stages.empty() || stages.back() != stage) {
      stages.emplace_back(stage);
      last = 0;
    }
    EXPECT_GE(fraction, last);
    EXPECT_LE(fraction, 1);
    last = fraction;
  });
  factor(add(BigPoly::monomial(field, 1, 40), BigPoly(field, {3, 1, 4})), ctx);
  irreducible_polynomial(field, 3, ctx);
  irreducible_polynomial(PrimeField(2147483647), 6, ctx);
  EXPECT_EQ(stages, (std::vector<std::string>{"distinct degrees", "equal degrees", "irreducible polynomial"}));
}

TEST(FactorBigZp, LongFactorizationsStop) {
  const BigPrimeField field((Integer(1) << 521) - Integer(1));
  const BigPoly f = add(BigPoly::monomial(field, 1, 600), BigPoly(field, {3, 1, 4}));
  expect_cancelled(
      "factor", [&](const ExecutionContext& ctx) { factor(f, ctx); }, std::chrono::milliseconds(50));
}

}  // namespace
}  // namespace polyfork::test
