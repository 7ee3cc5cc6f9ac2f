// Factors of sparse polynomials are those of the dense forms, and of forms too long to be listed those that theory
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "cancellation.hpp"
#include "memory_sweep.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using SparseZ = SparsePoly<Integers>;
using Gaussian = GaussianRationals;

template <Ring R>
SparsePoly<R> expanded(const SparseFactorization<R>& g, const R& ring) {
  auto f = SparsePoly<R>::constant(ring, g.unit);
  for (const auto& [polynomial, multiplicity] : g.factors) f = f * pow(polynomial, multiplicity);
  return f;
}

template <Ring R>
void expect_as_dense(const SparsePoly<R>& f) {
  const DensePoly<R> dense = to_dense(f);
  const Factorization<R> expected = factor(dense);
  const SparseFactorization<R> found = factor(f);
  EXPECT_EQ(found.unit, expected.unit);
  ASSERT_EQ(found.factors.size(), expected.factors.size()) << to_string(f);
  for (std::size_t i = 0; i < found.factors.size(); ++i) {
    EXPECT_EQ(found.factors[i].polynomial, to_sparse(expected.factors[i].polynomial)) << to_string(f);
    EXPECT_EQ(found.factors[i].multiplicity, expected.factors[i].multiplicity);
  }
  EXPECT_EQ(is_irreducible(f), is_irreducible(dense)) << to_string(f);
  EXPECT_EQ(roots(f), roots(dense)) << to_string(f);
  EXPECT_EQ(expanded(found, f.ring()), f);
}

/// x^low F(x^step) with F a product of few short polynomials, some of them repeated.
template <Ring R, class Coefficient>
SparsePoly<R> random_inflated(Random& random, const R& ring, const Coefficient& coefficient) {
  auto f = SparsePoly<R>::constant(ring, ring.one());
  const std::size_t count = 1 + random.below(3);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<typename R::element> c;
    const std::size_t degree = 1 + random.below(3);
    for (std::size_t k = 0; k < degree; ++k) c.push_back(coefficient());
    c.push_back(ring.one());
    const auto g = SparsePoly<R>::from_elements(ring, std::move(c));
    f = f * (random.below(4) == 0 ? g * g : g);
  }
  const std::uint64_t step = 1 + random.below(12);
  std::vector<typename SparsePoly<R>::Term> terms;
  for (const auto& t : f) terms.push_back({t.exponent * step, t.coefficient});
  f = SparsePoly<R>(ring, std::move(terms));
  return random.below(4) == 0 ? f << random.below(4) : f;
}

TEST(SparseFactorProperty, IntegersAndRationals) {
  Random random(91);
  for (int round = 0; round < 400; ++round) {
    const auto small = [&] { return Integer(static_cast<std::int64_t>(random.below(11)) - 5); };
    const SparseZ f = scale(random_inflated(random, Integers{}, small), Integer(1 - 2 * (round % 3)));
    if (f.is_zero()) continue;
    expect_as_dense(f);
    expect_as_dense(scale(to_rational(f), Rational(2, 3)));
  }
}

TEST(SparseFactorProperty, PowersAsCoefficients) {
  Random random(92);
  for (int round = 0; round < 200; ++round) {
    const auto power = [&] {
      return pow(Integer(static_cast<std::int64_t>(random.below(7)) - 3), 1 + random.below(6)) *
             Integer(random.below(3) == 0 ? 4 : 1);
    };
    const std::uint64_t n = 1 + random.below(36);
    const SparseZ f({{n, power()}, {0, power()}});
    if (f.degree() > 0) expect_as_dense(f);
  }
}

TEST(SparseFactorProperty, ModuloPrimes) {
  Random random(93);
  for (const std::uint64_t p :
       {2ULL, 3ULL, 5ULL, 7ULL, 11ULL, 13ULL, 31ULL, 101ULL, 2147483647ULL, 2305843009213693951ULL}) {
    const PrimeField field(p);
    for (int round = 0; round < 60; ++round)
      expect_as_dense(random_inflated(random, field, [&] { return random.below(p); }));
  }
}

TEST(SparseFactorProperty, LongPrimes) {
  Random random(94);
  for (const char* p : {"7", "13", "170141183460469231731687303715884105727"}) {
    const BigPrimeField field{Integer(std::string(p))};
    for (int round = 0; round < 20; ++round)
      expect_as_dense(random_inflated(random, field, [&] { return field.from_integer(Integer(random.below(1000))); }));
  }
}

TEST(SparseFactorProperty, GaussianRationalNumbers) {
  Random random(95);
  for (int round = 0; round < 60; ++round) {
    const auto small = [&] {
      return GaussianRational(static_cast<std::int64_t>(random.below(5)) - 2,
                              static_cast<std::int64_t>(random.below(3)) - 1);
    };
    expect_as_dense(random_inflated(random, Gaussian{}, small));
  }
}

template <class F>
std::uint64_t total_degree(const F& f) {
  std::uint64_t degree = 0;
  for (const auto& g : f.factors) degree += static_cast<std::uint64_t>(g.polynomial.degree()) * g.multiplicity;
  return degree;
}

TEST(SparseFactor, BinomialsOfAnyDegree) {
  const std::uint64_t n = 1000000000;
  const auto binomial = [&](std::int64_t c) { return SparseZ({{n, 1}, {0, Integer(c)}}); };
  EXPECT_TRUE(is_irreducible(binomial(-2)));
  EXPECT_TRUE(is_irreducible(binomial(-12)));
  EXPECT_FALSE(is_irreducible(binomial(4)));  // x^4 + 4
  const auto unity = factor(binomial(-1));
  EXPECT_EQ(unity.factors.size(), 100);
  EXPECT_EQ(total_degree(unity), n);
  const auto germain = factor(binomial(4));
  ASSERT_EQ(germain.factors.size(), 2);
  EXPECT_EQ(expanded(germain, Integers{}), binomial(4));
  const auto fifth = factor(binomial(-32));
  EXPECT_EQ(fifth.factors.size(), 2);
  EXPECT_EQ(expanded(fifth, Integers{}), binomial(-32));
  EXPECT_EQ(factor(SparseZ({{1000000, 1}, {0, -1}})).factors.size(), 49);
  EXPECT_EQ(total_degree(factor(SparseZ({{std::uint64_t{1} << 62, 1}, {0, -1}}))), std::uint64_t{1} << 62);
}

TEST(SparseFactor, StructureOfLongForms) {
  // Eisenstein, units of number fields, a square.
  EXPECT_TRUE(is_irreducible(SparseZ({{std::uint64_t{1} << 40, 1}, {7, 6}, {0, 10}})));
  EXPECT_TRUE(is_irreducible(SparseZ({{2000000000, 1}, {1000000000, -1}, {0, -1}})));
  const SparseZ h({{3000000000, 1}, {1000000000, -3}, {0, 1}});
  const auto square = factor(h * h * SparseZ({{5, -3}}));
  ASSERT_EQ(square.factors.size(), 2);
  EXPECT_EQ(square.unit, -3);
  EXPECT_EQ(square.factors[0].multiplicity, 5);
  EXPECT_EQ(square.factors[1].polynomial, h);
  EXPECT_EQ(square.factors[1].multiplicity, 2);
}

TEST(SparseFactor, LongFormsModuloPrimes) {
  for (const std::uint64_t p : {3ULL, 7ULL, 11ULL, 41ULL, 2147483647ULL}) {
    const PrimeField field(p);
    using P = SparsePoly<PrimeField>;
    const P f(field, {{1000000000, 1}, {0, field.from_integer(Integer(-2))}});
    const auto g = factor(f);
    EXPECT_EQ(total_degree(g), 1000000000U);
    if (g.factors.size() < 100) {
      EXPECT_EQ(expanded(g, field), f) << p;
    }
    for (const auto& root : roots(f)) EXPECT_EQ(field.word_modulus().pow(root.value, 1000000000), 2 % p);
  }
  const PrimeField field(5);
  const auto frobenius = factor(SparsePoly<PrimeField>(field, {{1220703125, 1}, {0, 1}}));  // 5^13
  ASSERT_EQ(frobenius.factors.size(), 1);
  EXPECT_EQ(frobenius.factors[0].multiplicity, 1220703125U);
}

TEST(SparseFactor, IrreducibilityModuloPrimesWithoutFactors) {
  using P = SparsePoly<PrimeField>;
  const PrimeField field(2147483647);
  // -1 is no square, and 4 does not divide p - 1.
  EXPECT_TRUE(is_irreducible(P(field, {{2, 1}, {0, 1}})));
  EXPECT_FALSE(is_irreducible(P(field, {{1000000, 1}, {0, 1}})));
  EXPECT_FALSE(is_irreducible(P(PrimeField(7), {{std::uint64_t{7} << 40, 1}, {0, 3}})));
  // Primitive roots are 3 modulo 7 and 7 modulo 2^31 - 1; p - 1 is 2 3^2 7 11 31 151 331.
  EXPECT_TRUE(is_irreducible(P(PrimeField(7), {{2 * std::uint64_t{3486784401}, 1}, {0, 7 - 3}})));
  EXPECT_TRUE(is_irreducible(P(field, {{2 * 9 * 7 * 11 * 31 * 151, 1}, {0, field.modulus() - 7}})));
}

TEST(SparseFactorProperty, InflatedIrreducibleOnesModuloPrimes) {
  Random random(96);
  for (const std::uint64_t p : {3ULL, 5ULL, 7ULL, 11ULL, 17ULL, 29ULL, 2147483647ULL}) {
    const PrimeField field(p);
    const BigPrimeField long_field{Integer(p)};
    for (std::size_t d = 2; d <= 12; ++d) {
      PolyZp h = irreducible_polynomial(field, d);
      for (int round = 0; round < 2; ++round) {
        for (const std::uint64_t q : {2U, 3U, 4U, 5U, 7U, 9U, 11U, 13U}) {
          if (q % p == 0) continue;
          std::vector<SparsePoly<PrimeField>::Term> terms;
          std::vector<SparsePoly<BigPrimeField>::Term> long_terms;
          for (std::size_t i = 0; i <= d; ++i) {
            if (h.coefficient(i) == 0) continue;
            terms.push_back({i * q, h.coefficient(i)});
            long_terms.push_back({i * q, Integer(h.coefficient(i))});
          }
          const SparsePoly<PrimeField> f(field, std::move(terms));
          const bool expected = is_irreducible(to_dense(f));
          EXPECT_EQ(is_irreducible(f), expected) << p << ' ' << to_string(f);
          EXPECT_EQ(is_irreducible(SparsePoly<BigPrimeField>(long_field, std::move(long_terms))), expected) << p;
        }
        do {  // another one
          ResidueVector c(d + 1);
          for (std::uint64_t& x : c) x = random.below(p);
          c[d] = 1;
          h = PolyZp(field, std::move(c));
        } while (h.coefficient(0) == 0 || !is_irreducible(h));
      }
    }
  }
}

TEST(SparseFactor, LongFormsOverTheGaussianRationals) {
  using P = SparsePoly<Gaussian>;
  const P f({{1000000000, GaussianRational(1)}, {0, GaussianRational(-1)}});
  const auto g = factor(f);
  EXPECT_EQ(total_degree(g), 1000000000U);
  EXPECT_EQ(g.factors.size(), 100 + 80);  // Phi_m splits where 4 divides m
  EXPECT_EQ(roots(f).size(), 4);
  EXPECT_TRUE(is_irreducible(P({{1000000000, GaussianRational(1)}, {0, GaussianRational(2, 1)}})));
}

TEST(SparseFactor, WhatDoesNotFitIsAMemoryLimit) {
  EXPECT_THROW(factor(SparseZ({{std::uint64_t{1} << 40, 1}, {1, 1}, {0, 1}})), MemoryLimit);
  EXPECT_THROW(factor(SparseZ({{1000000007, 1}, {0, -1}})), MemoryLimit);
  const SparseZ f({{300001, 1}, {1, 1}, {0, 1}});
  EXPECT_THROW(factor(f, ExecutionContext().with_memory_limit(1000000)), MemoryLimit);
  EXPECT_THROW(is_irreducible(SparsePoly<PrimeField>(PrimeField(7), {{std::uint64_t{1} << 40, 1}, {1, 1}, {0, 1}})),
               MemoryLimit);
  EXPECT_THROW(factor(SparseZ{}), DomainError);
  EXPECT_THROW(roots(SparseZ{}), DomainError);
  EXPECT_FALSE(is_irreducible(SparseZ{}));
  EXPECT_TRUE(factor(SparseZ({{0, 6}})).factors.empty());
}

TEST(SparseFactor, DegreesNearTheGreatestExponent) {
  const std::uint64_t n = std::uint64_t{1} << 62;
  EXPECT_TRUE(is_irreducible(SparseZ({{n, 1}, {0, 1}})));
  EXPECT_TRUE(is_irreducible(SparseZ({{n, 1}, {0, -2}})));
  EXPECT_EQ(factor(SparseZ({{n, 1}, {0, 4}})).factors.size(), 2U);
  EXPECT_EQ(factor(SparseZ({{n / 2 * 3, 1}, {0, 1}})).factors.size(), 2U);
  EXPECT_EQ(factor(SparseZ({{n / 2 * 3, 1}, {0, -8}})).factors.size(), 2U);
  EXPECT_EQ(total_degree(factor(SparseZ({{n, 1}, {n / 2, 1}, {0, 1}}))), n);
  // Of a unit, only h(x^q) could tell.
  const std::uint64_t q = 4611686018427387847;
  EXPECT_THROW(factor(SparseZ({{2 * q, 1}, {q, -1}, {0, -1}})), MemoryLimit);
  EXPECT_THROW(factor(SparseZ({{q, 1}, {0, -1}})), MemoryLimit);
}

TEST(SparseFactor, CoefficientsOfPowersAreCharged) {
  const auto binomial = [](std::uint64_t n) { return SparseZ({{n, 1}, {0, -pow(Integer(2), n)}}); };
  EXPECT_THROW(factor(binomial(100003), ExecutionContext().with_memory_limit(200000000)), MemoryLimit);
  EXPECT_THROW(factor(to_dense(binomial(100003)), ExecutionContext().with_memory_limit(200000000)), MemoryLimit);
  EXPECT_THROW(factor(binomial(16777259)), MemoryLimit);  // terabytes
  const SparseZ f = binomial(3 * 1009);
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx); }, factor(f), 1 << 8, 1 << 26);
  EXPECT_EQ(factor(SparseZ({{4006, 1}, {0, -pow(Integer(2), 2003)}})).factors.size(), 2U);
}

TEST(SparseFactor, RootsModuloPrimesAreCharged) {
  using P = SparsePoly<PrimeField>;
  const std::uint64_t p = 2147483647;
  const P all(PrimeField(p), {{p - 1, 1}, {0, p - 1}});
  EXPECT_THROW(roots(all, ExecutionContext().with_memory_limit(1 << 30)), MemoryLimit);
  const P f(PrimeField(12289), {{12288 * 5, 1}, {0, 12288}});
  EXPECT_EQ(roots(f).size(), 12288U);
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return roots(f, ctx); }, roots(f), 1 << 12, 1 << 22);
}

TEST(SparseFactor, LimitsAreObeyed) {
  const SparseZ f =
      SparseZ({{200, 1}, {100, 3}, {0, 1}}) * SparseZ({{300, 1}, {100, -8}, {0, 8}}) * SparseZ({{600, 1}, {0, -64}});
  const auto check = [](const auto& g) {
    expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(g, ctx); }, factor(g), 1 << 8, 1 << 26);
  };
  check(f);
  check(to_rational(f));
  check(reduce(f, PrimeField(2147483647)));
  using G = GaussianRational;
  check(SparsePoly<Gaussian>({{60, G(1)}, {0, -pow(G(2, 1), 20)}}) * SparsePoly<Gaussian>({{50, G(1)}, {0, G(0, 3)}}));
  const BigPrimeField long_field{Integer(std::string("170141183460469231731687303715884105727"))};
  check(SparsePoly<BigPrimeField>(long_field, {{54, Integer(1)}, {0, long_field.neg(Integer(1))}}));
}

TEST(SparseFactor, LongFactorizationsStop) {
  const SparseZ f({{8000, 1}, {1, 1}, {0, 3}});
  expect_cancelled(
      "factor", [&](const ExecutionContext& ctx) { factor(f, ctx); }, std::chrono::milliseconds(30));
  const SparsePoly<PrimeField> unity(PrimeField(2147483647), {{std::uint64_t{1} << 31, 1}, {2, 2147483646}});
  expect_cancelled(  // all elements are roots
      "factor", [&](const ExecutionContext& ctx) { factor(unity, ctx); }, std::chrono::milliseconds(30));
}

TEST(SparseFactor, RationalRootsOfAnyDegree) {
  const SparseZ x = SparseZ::generator();
  const SparseZ lacunary({{std::uint64_t{1} << 60, 5}, {1000000000, -1}, {3, 7}, {0, 11}});
  const SparseZ f = pow(x - 3, 2) * (2 * x + 5) * pow(x + 1, 3) * (x - 1) * (x << 6) * lacunary;
  const std::vector<PolynomialRoot<Rationals>> expected{
      {Rational(-5, 2), 1}, {Rational(-1), 3}, {Rational(0), 7}, {Rational(1), 1}, {Rational(3), 2}};
  EXPECT_EQ(roots(to_rational(f)), expected);
  EXPECT_EQ(roots(f).size(), 4);
  const SparseZ powers({{1000000, 1}, {0, -pow(Integer(2), 1000000)}});
  EXPECT_EQ(roots(powers), (std::vector<PolynomialRoot<Integers>>{{-2, 1}, {2, 1}}));
  EXPECT_TRUE(roots(lacunary).empty());
}

TEST(SparseFactor, IsExplained) {
  const auto explained = [](const SparseZ& f) { return explain_factor(f); };
  EXPECT_EQ(explained(SparseZ({{std::uint64_t{1} << 40, 1}, {7, 6}, {0, 10}})).algorithm, "eisenstein");
  const PlanDescription inflated = explained(SparseZ({{2000000000, 1}, {1000000000, -1}, {0, -1}}));
  EXPECT_EQ(inflated.algorithm, "inflate");
  ASSERT_EQ(inflated.children.size(), 1U);
  EXPECT_EQ(inflated.children[0].algorithm, "quadratic");
  EXPECT_EQ(explained(SparseZ({{9, 2}})).algorithm, "variable");
  EXPECT_EQ(explained(SparseZ({{0, 2}})).algorithm, "none");
  EXPECT_EQ(explained(SparseZ({{5, 1}, {1, 1}, {0, 3}})).algorithm, explain_factor(PolyZ{3, 1, 0, 0, 0, 1}).algorithm);
  EXPECT_THROW(explained(SparseZ{}), DomainError);
  EXPECT_THROW(explained(SparseZ({{std::uint64_t{1} << 40, 1}, {1, 1}, {0, 1}})), MemoryLimit);
  const PrimeField field(7);
  EXPECT_EQ(explain_factor(SparsePoly<PrimeField>(field, {{300, 1}, {0, 3}})).algorithm, "inflate");
  EXPECT_EQ(explain_factor(to_rational(SparseZ({{300, 1}, {0, 3}}))).algorithm, "inflate");
  EXPECT_EQ(explain_factor(SparsePoly<Gaussian>({{300, 1}, {0, GaussianRational(0, 3)}})).algorithm, "inflate");
  const BigPrimeField long_field{Integer(std::string("170141183460469231731687303715884105727"))};
  const PlanDescription modulo =
      explain_factor(SparsePoly<BigPrimeField>(long_field, {{300, Integer(1)}, {100, Integer(1)}, {0, Integer(3)}}));
  EXPECT_EQ(modulo.algorithm, "inflate");
  ASSERT_EQ(modulo.children.size(), 1U);
  EXPECT_EQ(modulo.children[0].algorithm, "distinct_degrees");
}

TEST(SparseFactor, IsWrittenAsAProduct) {
  std::ostringstream out;
  out << factor(SparseZ({{6, 2}, {0, -2}}));
  EXPECT_EQ(out.str(), "2 * (x - 1) * (x + 1) * (x^2 - x + 1) * (x^2 + x + 1)");
}

}  // namespace
}  // namespace polyfork::test
