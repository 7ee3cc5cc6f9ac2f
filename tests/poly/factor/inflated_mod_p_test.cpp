// Polynomials in a power of x modulo p: the factors of the plain algorithm, which looks at no powers.
#include <gtest/gtest.h>

#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "algebra_generators.hpp"
#include "cancellation.hpp"
#include "factor_checks.hpp"
#include "memory_sweep.hpp"
#include "poly/factor/factor_zp.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

using BigPoly = DensePoly<BigPrimeField>;

/// Square-free parts, each by distinct and equal degrees.
Factorization<PrimeField> plain_factorization(const PolyZp& f) {
  const ExecutionContext ctx;
  Factorization<PrimeField> result{f.leading_coefficient(), {}};
  for (const auto& part : square_free_decomposition(f).factors)
    for (PolyZp& g : detail::factor_square_free_mod_p(part.factor, ctx))
      result.factors.push_back({std::move(g), static_cast<std::uint64_t>(part.multiplicity)});
  std::sort(result.factors.begin(), result.factors.end(),
            [](const auto& a, const auto& b) { return in_order(a.polynomial, b.polynomial); });
  return result;
}

template <class R>
DensePoly<R> in_power(const DensePoly<R>& f, std::size_t step) {
  std::vector<typename R::element> c(f.length() == 0 ? 0 : (f.length() - 1) * step + 1, f.ring().zero());
  for (std::size_t i = 0; i < f.length(); ++i) c[i * step] = f.coefficient(i);
  return DensePoly<R>::from_elements(f.ring(), std::move(c));
}

template <class R>
DensePoly<R> binomial(const R& field, std::size_t n, const typename R::element& c) {
  return add(DensePoly<R>::monomial(field, field.one(), n), DensePoly<R>::constant(field, c));
}

BigPoly over_big_field(const PolyZp& f) {
  std::vector<Integer> c;
  for (const std::uint64_t x : f.elements()) c.emplace_back(x);
  return BigPoly::from_elements(BigPrimeField(Integer(f.ring().modulus())), std::move(c));
}

void expect_as_plain(const PolyZp& f, const ExecutionContext& ctx) {
  const Factorization<PrimeField> expected = plain_factorization(f);
  EXPECT_EQ(factor(f, ctx), expected) << f;
  const bool irreducible = expected.factors.size() == 1 && expected.factors[0].multiplicity == 1;
  EXPECT_EQ(is_irreducible(f, ctx), irreducible) << f;
}

void expect_as_plain_over_big_field(const PolyZp& f) {
  const Factorization<PrimeField> expected = plain_factorization(f);
  const BigPoly wide = over_big_field(f);
  const Factorization<BigPrimeField> found = factor(wide);
  ASSERT_EQ(found.factors.size(), expected.factors.size()) << f;
  for (std::size_t i = 0; i < found.factors.size(); ++i) {
    EXPECT_EQ(found.factors[i].polynomial, over_big_field(expected.factors[i].polynomial)) << f;
    EXPECT_EQ(found.factors[i].multiplicity, expected.factors[i].multiplicity) << f;
  }
  EXPECT_EQ(is_irreducible(wide), found.factors.size() == 1 && found.factors[0].multiplicity == 1) << f;
}

constexpr std::uint64_t primes[] = {2, 3, 5, 7, 11, 13, 31, 101, 65537, 2147483647, 2305843009213693951};

TEST(InflatedModP, Binomials) {
  IntegerGenerator g(301);
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : primes) {
      const PrimeField field(p);
      for (std::size_t n = 2; n <= 60; n += n < 12 ? 1 : 4) {
        expect_as_plain(binomial(field, n, p - 1), ctx);
        expect_as_plain(binomial(field, n, 1 + g.random().below(p - 1)), ctx);
      }
    }
}

TEST(InflatedModP, BinomialsOverBigFields) {
  IntegerGenerator g(302);
  for (const std::uint64_t p : primes) {
    const PrimeField field(p);
    for (std::size_t n = 2; n <= 26; ++n) {
      expect_as_plain_over_big_field(binomial(field, n, p - 1));
      expect_as_plain_over_big_field(binomial(field, n, 1 + g.random().below(p - 1)));
    }
  }
}

/// Products of powers of short polynomials, times a power of x, in x^step: p divides steps and multiplicities, too.
PolyZp random_in_power(IntegerGenerator& g, const PrimeField& field, std::size_t most_degree) {
  const std::uint64_t p = field.modulus();
  PolyZp f = PolyZp::constant(field, 1 + g.random().below(p - 1));
  const std::size_t count = 1 + g.random().below(3);
  for (std::size_t i = 0; i < count; ++i) {
    const PolyZp h = random_zp(g, field, 2 + g.random().below(4));
    if (!h.is_zero()) f = mul(f, pow(h, 1 + g.random().below(p <= 3 ? 2 * p : 2)));
  }
  const std::size_t most = 1 + most_degree / f.length();
  f = in_power(f, 1 + g.random().below(most < 30 ? most : 30));
  return shift_left(f, g.random().below(3));
}

TEST(InflatedModP, PolynomialsInAPower) {
  IntegerGenerator g(303);
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : primes)
      for (int round = 0; round < 20; ++round) expect_as_plain(random_in_power(g, PrimeField(p), 90), ctx);
}

TEST(InflatedModP, PolynomialsInAPowerOverBigFields) {
  IntegerGenerator g(304);
  for (const std::uint64_t p : primes)
    for (int round = 0; round < 10; ++round) expect_as_plain_over_big_field(random_in_power(g, PrimeField(p), 30));
}

TEST(InflatedModP, IrreduciblePolynomialsInAPower) {
  for (const ExecutionContext& ctx : all_factor_paths())
    for (const std::uint64_t p : primes)
      for (const std::size_t degree : {1, 2, 3, 4, 6})
        for (const std::size_t step : {2, 3, 4, 5, 6, 8, 9, 12})
          expect_as_plain(in_power(irreducible_polynomial(PrimeField(p), degree), step), ctx);
}

TEST(InflatedModP, LongPrimes) {
  IntegerGenerator g(305);
  for (const int exponent : {89, 127, 521}) {
    const BigPrimeField field((Integer(1) << static_cast<std::size_t>(exponent)) - Integer(1));
    for (const std::size_t n : {2, 3, 4, 7, 9, 12}) {
      const BigPoly f = binomial(field, n, field.from_integer(g.uniform(static_cast<std::size_t>(exponent))));
      expect_factorization(f, factor(f));
      EXPECT_EQ(is_irreducible(f), plain_irreducible(f));
    }
    const BigPoly h = irreducible_polynomial(field, 3);
    const BigPoly f = shift_left(scale(in_power(mul(h, h), 6), Integer(5)), 2);
    expect_factorization(f, factor(f));
  }
}

TEST(InflatedModP, TheVariableIsKept) {
  const PolyZp f = binomial(PrimeField(7), 12, 6).with_variable("t");
  for (const auto& part : factor(f).factors) EXPECT_EQ(part.polynomial.variable(), "t");
  for (const auto& part : factor(over_big_field(f).with_variable("t")).factors)
    EXPECT_EQ(part.polynomial.variable(), "t");
}

/// Degrees at which nothing but the structure answers soon.
TEST(InflatedModP, LongBinomials) {
  const PrimeField field(7);
  const auto degrees = [](const PolyZp& f) {
    std::size_t sum = 0;
    for (const auto& part : factor(f).factors)
      sum += static_cast<std::size_t>(part.polynomial.degree()) * part.multiplicity;
    return sum;
  };
  for (const std::size_t n : {20000, 30000, 100003, 70000}) {
    EXPECT_EQ(degrees(binomial(field, n, 5)), n);
    EXPECT_EQ(degrees(binomial(field, n, 6)), n);
  }
  EXPECT_FALSE(is_irreducible(binomial(field, 100000, 5)));
  EXPECT_TRUE(is_irreducible(binomial(field, 59049, 3)));  // -3 is no cube
}

TEST(InflatedModP, LimitsAreObeyed) {
  const PolyZp f = mul(binomial(PrimeField(2147483647), 600, 5), binomial(PrimeField(2147483647), 60, 2147483646));
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx); }, factor(f), 1 << 8, 1 << 24);
  const BigPoly wide = over_big_field(binomial(PrimeField(101), 60, 99));
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(wide, ctx); }, factor(wide), 1 << 8, 1 << 24);
  expect_cancelled_throughout("factor", [&](const ExecutionContext& ctx) { factor(f, ctx); });
}

}  // namespace
}  // namespace polyfork::test
