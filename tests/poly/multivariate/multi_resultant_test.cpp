// Resultants of sparse polynomials in several variables: the Sylvester determinant, laws, both methods, errors.
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "back_ends.hpp"
#include "forced_isa.hpp"
#include "multi_generators.hpp"
#include "multi_sylvester.hpp"

namespace polyfork::test {
namespace {

using detail::ResultantMethod;

constexpr std::uint64_t large_prime = 4611686018427387847;

/// a(x^k, y, ...).
MultiPolyZ stretched_in_x(const MultiPolyZ& a, std::uint64_t k) {
  std::vector<MultiPolyZ::Term> terms = a.terms();
  for (MultiPolyZ::Term& term : terms) term.exponents[0] *= k;
  return MultiPolyZ::from_terms(a.variables(), terms);
}

template <class R>
std::vector<SparseMultiPoly<R>> pair_in_x(Random& r, const R& ring, const Variables& v, std::uint64_t degree) {
  std::vector<SparseMultiPoly<R>> pair;
  while (pair.size() < 2) {
    SparseMultiPoly<R> a = random_multi(r, ring, v, {2 + r.below(4), degree, 9});
    if (!a.is_zero() && a.degree(0) >= 1) pair.push_back(std::move(a));
  }
  return pair;
}

template <class R>
void expect_definition(const R& ring, std::uint64_t stream) {
  Random r(stream);
  for (int round = 0; round < 25; ++round) {
    const Variables v = test_variables(2 + r.below(2), static_cast<MonomialOrder>(r.below(3)));
    auto pair = pair_in_x(r, ring, v, 3);
    if (pair[0].degree(0) < pair[1].degree(0)) std::swap(pair[0], pair[1]);
    const auto& [a, b] = std::tie(pair[0], pair[1]);
    const auto chain = subresultant_chain(a, b, "x");
    std::size_t at = 0;
    for (std::size_t j = static_cast<std::size_t>(b.degree(0)); j-- > 0;) {
      const auto expected = subresultant_by_definition(a, b, 0, j);
      while (at < chain.size() && chain[at].index > j) ++at;
      if (at < chain.size() && chain[at].index == j)
        EXPECT_EQ(chain[at].value, expected) << a << " | " << b << " | " << j;
      else
        EXPECT_TRUE(expected.is_zero()) << a << " | " << b << " | " << j;
    }
    EXPECT_EQ(resultant(a, b, "x"), subresultant_by_definition(a, b, 0, 0)) << a << " | " << b;
    const auto sign = a.ring().from_integer(Integer(a.degree(0) % 2 != 0 && b.degree(0) % 2 != 0 ? -1 : 1));
    EXPECT_EQ(resultant(b, a, "x"), scale(resultant(a, b, "x"), sign));
  }
}

TEST(MultiResultantProperty, SubresultantsByDefinitionOverZ) { expect_definition(Integers{}, 421); }
TEST(MultiResultantProperty, SubresultantsByDefinitionOverQ) { expect_definition(Rationals{}, 422); }
TEST(MultiResultantProperty, SubresultantsByDefinitionOverZp) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{101}, large_prime})
    expect_definition(PrimeField(p), 423);
}

TEST(MultiResultantProperty, ImagesAreSubresultants) {
  Random r(424);
  const ExecutionContext ctx;
  for (int round = 0; round < 20; ++round) {
    const Variables v = test_variables(1 + r.below(3));
    const auto pair = pair_in_x(r, Integers{}, v, 5);
    EXPECT_EQ(detail::resultant_by(ResultantMethod::images, pair[0], pair[1], "x", ctx),
              detail::resultant_by(ResultantMethod::subresultants, pair[0], pair[1], "x", ctx))
        << pair[0] << " | " << pair[1];
    for (const std::uint64_t p : {std::uint64_t{251}, large_prime}) {
      const auto mod = pair_in_x(r, PrimeField(p), v, 5);
      EXPECT_EQ(detail::resultant_by(ResultantMethod::images, mod[0], mod[1], "x", ctx),
                detail::resultant_by(ResultantMethod::subresultants, mod[0], mod[1], "x", ctx))
          << mod[0] << " | " << mod[1];
    }
  }
}

/// Determinants, with numbers of any length, and what the plan takes.
template <class R>
void expect_determinants(const R& ring, std::uint64_t stream) {
  Random r(stream);
  const ExecutionContext ctx;
  for (int round = 0; round < 60; ++round) {
    const Variables v = test_variables(1 + r.below(3), static_cast<MonomialOrder>(r.below(3)));
    const auto pair = pair_in_x(r, ring, v, 1 + r.below(7));
    const auto expected = detail::resultant_by(ResultantMethod::subresultants, pair[0], pair[1], "x", ctx);
    EXPECT_EQ(detail::resultant_by(ResultantMethod::determinant, pair[0], pair[1], "x", ctx), expected)
        << pair[0] << " | " << pair[1];
    EXPECT_EQ(resultant(pair[0], pair[1], "x"), expected) << pair[0] << " | " << pair[1];
  }
}
TEST(MultiResultantProperty, DeterminantsAreSubresultantsOverZ) { expect_determinants(Integers{}, 427); }
TEST(MultiResultantProperty, DeterminantsAreSubresultantsOverZp) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, large_prime})
    expect_determinants(PrimeField(p), 428);
}

/// Res(a, b) for a = x^2 + c y + d: sums that end just within and just beyond one, two, four and eight words.
TEST(MultiResultantProperty, NumbersAtEdgesOfWords) {
  const ExecutionContext ctx;
  const Variables v = test_variables(2);
  for (const std::size_t words : {1, 2, 4, 8})
    for (std::size_t bits = 64 * words / 5 - 3; bits < 64 * words / 5 + 3; ++bits)
      for (const int sign : {1, -1}) {
        const Integer c = (Integer(1) << bits) - 1;
        const auto poly = [&](const Integer& top, const Integer& middle, const Integer& low) {
          return MultiPolyZ::from_terms(v, {{{2, 0}, top}, {{1, 1}, middle}, {{0, 0}, low}, {{0, 1}, c}});
        };
        const MultiPolyZ a = poly(c, Integer(sign) * c, c);
        const MultiPolyZ b = MultiPolyZ::from_terms(v, {{{3, 0}, -c}, {{1, 0}, c}, {{0, 2}, Integer(sign) * c}});
        EXPECT_EQ(resultant(a, b, "x"), detail::resultant_by(ResultantMethod::subresultants, a, b, "x", ctx)) << bits;
        EXPECT_EQ(discriminant(a, "x") * a.coefficient_of({2, 0}) * -1, resultant(a, derivative(a, "x"), "x"));
      }
}

/// All terms up to the degrees in x and up to `degree` in the others.
template <class R>
SparseMultiPoly<R> filled(Random& r, const R& ring, const Variables& v, std::uint64_t degree_x, std::uint64_t degree) {
  std::vector<typename SparseMultiPoly<R>::Term> terms;
  std::vector<std::uint64_t> e(v.size(), 0);
  for (std::size_t k = 0; k != e.size();) {
    terms.push_back({e, random_element(r, ring, 50)});
    for (k = 0; k != e.size() && ++e[k] > (k == 0 ? degree_x : degree); ++k) e[k] = 0;
  }
  return SparseMultiPoly<R>::from_terms(ring, v, terms);
}

template <class R>
void expect_resultants_in_vectors(Random& r, const R& ring) {
  const ExecutionContext ctx;
  for (const auto& [da, db] : {std::pair{1, 4}, {5, 2}, {3, 5}, {4, 4}, {5, 3}, {7, 1}}) {
    const Variables v = test_variables(2 + r.below(3));
    const SparseMultiPoly<R> a = filled(r, ring, v, da, 1);
    const SparseMultiPoly<R> b = filled(r, ring, v, db, v.size() == 2 ? 2 : 1);
    const SparseMultiPoly<R> found = detail::resultant_by(ResultantMethod::images, a, b, "x", ctx);
    EXPECT_EQ(found, detail::resultant_by(ResultantMethod::images, a, b, "x", ctx.with_threads(3)));
    EXPECT_EQ(found, detail::resultant_by(ResultantMethod::subresultants, a, b, "x", ctx)) << a << " | " << b;
    const ForcedIsa forced(Isa::scalar);
    EXPECT_EQ(found, detail::resultant_by(ResultantMethod::images, a, b, "x", ctx));
  }
}

TEST(MultiResultantProperty, InVectorsAsWordByWord) {
  Random r(426);
  expect_resultants_in_vectors(r, Integers{});
  for (const std::uint64_t p : {std::uint64_t{67}, std::uint64_t{65537}})
    expect_resultants_in_vectors(r, PrimeField(p));
}

TEST(MultiResultantProperty, MultiplicativeAndZeroForCommonFactors) {
  Random r(425);
  for (int round = 0; round < 15; ++round) {
    const Variables v = test_variables(3);
    const auto pair = pair_in_x(r, Integers{}, v, 3);
    const auto more = pair_in_x(r, Integers{}, v, 2);
    EXPECT_EQ(resultant(pair[0], pair[1] * more[0], "x"),
              resultant(pair[0], pair[1], "x") * resultant(pair[0], more[0], "x"));
    EXPECT_TRUE(resultant(pair[0] * more[0], pair[1] * more[0], "x").is_zero());
    EXPECT_EQ(resultant(pair[0], pair[1], "x").is_zero(), gcd(pair[0], pair[1]).degree(0) > 0);
  }
}

TEST(MultiResultant, Cases) {
  const Variables xy = test_variables(2);
  const MultiPolyZ x = MultiPolyZ::generator(xy, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xy, "y");
  const MultiPolyZ zero(xy);
  EXPECT_EQ(resultant(x * x + y, x - y, "x"), y * y + y);
  EXPECT_EQ(resultant(x * x + y, x - y, "y"), x * x + x);
  EXPECT_TRUE(resultant(zero, x, "x").is_zero());
  EXPECT_EQ(resultant(y + 2, x * x * x - 1, "x"), (y + 2) * (y + 2) * (y + 2));
  EXPECT_EQ(resultant(x * x * x - 1, y + 2, "x"), (y + 2) * (y + 2) * (y + 2));
  EXPECT_TRUE(resultant(y, y + 1, "x").is_one());
  EXPECT_EQ(discriminant(x * x + x * y + 3, "x"), y * y - 12);
  EXPECT_EQ(discriminant(x * x * x + x * y + 1, "x"), y * y * y * -4 - 27);
  EXPECT_TRUE(discriminant(x * y + 1, "x").is_one());
  EXPECT_EQ(discriminant(y * x * x + x + 1, "x"), y * -4 + 1);
  const MultiPolyZp x2 = MultiPolyZp::generator(PrimeField(2), xy, "x");  // b^2 - 4 a c
  const MultiPolyZp y2 = MultiPolyZp::generator(PrimeField(2), xy, "y");
  EXPECT_EQ(discriminant(x2 * x2 * y2 + x2 * y2 + y2, "x"), y2 * y2);
  EXPECT_TRUE(discriminant(x2 * x2 + y2, "x").is_zero());
  const MultiPolyQ half = MultiPolyQ::generator(xy, "x") * Rational(1, 2) + MultiPolyQ::generator(xy, "y");
  EXPECT_EQ(resultant(half, half * half + Rational(1, 3), "x"), MultiPolyQ::constant(xy, Rational(1, 12)));
}

TEST(MultiResultant, Errors) {
  const Variables xy = test_variables(2);
  const MultiPolyZ x = MultiPolyZ::generator(xy, "x");
  const MultiPolyZ y = MultiPolyZ::generator(xy, "y");
  EXPECT_THROW(resultant(x, y, "w"), DomainError);
  EXPECT_THROW(resultant(x, MultiPolyZ::generator(test_variables(3), "z"), "x"), DomainError);
  EXPECT_THROW(discriminant(y, "x"), DomainError);
  EXPECT_THROW(discriminant(MultiPolyZ(xy), "x"), DomainError);
  EXPECT_THROW(subresultant_chain(x, y, "x"), DomainError);
  EXPECT_THROW(subresultant_chain(x, MultiPolyZ(xy), "x"), DomainError);
  const PrimeField two(2);
  const MultiPolyZp xp = MultiPolyZp::generator(two, xy, "x");
  EXPECT_THROW(discriminant(MultiPolyZp::generator(two, xy, "y"), "x"), DomainError);
  EXPECT_THROW(resultant(xp, MultiPolyZp::generator(PrimeField(3), xy, "x"), "x"), ModulusMismatch);
}

TEST(ThreadsMultiResultant, SameResults) {
  Random r(426);
  const Variables v = test_variables(3);
  const MultiPolyZ a = nonzero_multi(r, Integers{}, v, {10, 4, std::uint64_t{1} << 40});
  const MultiPolyZ b = nonzero_multi(r, Integers{}, v, {10, 4, std::uint64_t{1} << 40});
  const MultiPolyZ expected = resultant(a, b, "x", ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(resultant(a, b, "x", ctx), expected);
}

/// Two terms in x are two terms, whatever the degree.
TEST(MultiResultant, LacunaryOperands) {
  const Variables xy = test_variables(2);
  const MultiPolyZ y = MultiPolyZ::generator(xy, "y");
  const auto power = [&](std::uint64_t i, std::uint64_t j) { return MultiPolyZ::monomial({}, xy, Integer(1), {i, j}); };
  const ExecutionContext small = ExecutionContext().with_memory_limit(std::size_t{1} << 20).with_threads(1);
  // x^(3 n + 1) = x y^n where x^3 = y: the product of y + x y^n is y^3 + y^(3 n + 1), exchanged for odd degrees
  for (const std::uint64_t n : {33ULL, 3333ULL, 33333333ULL}) {
    const MultiPolyZ a = power(3 * n + 1, 0) + y;
    const std::int64_t sign = n % 2 == 0 ? -1 : 1;
    EXPECT_EQ(resultant(a, power(3, 0) - y, "x", small), (power(0, 3) + power(0, 3 * n + 1)) * sign);
  }
  const MultiPolyZ cubic = power(3, 0) + power(1, 0) * 2 + y;
  EXPECT_EQ(discriminant(stretched_in_x(cubic, 5), "x", small),
            detail::resultant_by(ResultantMethod::subresultants, stretched_in_x(cubic, 5),
                                 derivative(stretched_in_x(cubic, 5), "x"), "x", small) *
                -1);
  EXPECT_EQ(discriminant(power(20000, 0) + power(1, 0) * 20000, "x").term_count(), 1U);
}

TEST(MultiResultant, CanBeStopped) {
  const Variables xyz = test_variables(3);
  Random r(429);
  const MultiPolyZ a = nonzero_multi(r, Integers{}, xyz, {60, 30, 1000});
  const MultiPolyZ b = nonzero_multi(r, Integers{}, xyz, {60, 30, 1000});
  std::stop_source source;
  const ExecutionContext ctx = ExecutionContext().with_stop_token(source.get_token());
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    source.request_stop();
  });
  EXPECT_THROW(subresultant_chain(a, b, "x", ctx), Cancelled);
  EXPECT_THROW(resultant(a, b, "x", ctx), Cancelled);
}

/// What a sequence keeps is charged.
TEST(MultiResultant, ChainsAreCharged) {
  const Variables xyz = test_variables(3);
  Random r(430);
  const MultiPolyZ a = nonzero_multi(r, Integers{}, xyz, {30, 10, 1000});
  const MultiPolyZ b = nonzero_multi(r, Integers{}, xyz, {30, 10, 1000});
  const ExecutionContext ctx = ExecutionContext().with_memory_limit(std::size_t{4} << 20);
  EXPECT_THROW(subresultant_chain(a, b, "x", ctx), MemoryLimit);
  EXPECT_THROW(detail::resultant_by(ResultantMethod::subresultants, a, b, "x", ctx), MemoryLimit);
}

/// Images need degrees that fit words; subresultants do not.
TEST(MultiResultant, HugeDegreesInOtherVariables) {
  const Variables xyz = test_variables(3);
  const std::uint64_t huge = 1000000000000;
  const MultiPolyZ a = MultiPolyZ::monomial(Integers{}, xyz, Integer(1), {2, huge, 0}) + MultiPolyZ::constant(xyz, 1);
  const MultiPolyZ b = MultiPolyZ::monomial(Integers{}, xyz, Integer(1), {2, 0, 0}) + MultiPolyZ::generator(xyz, "z");
  // (y^h) z = (1) gives (y^h z - 1)^2
  const MultiPolyZ c = MultiPolyZ::monomial(Integers{}, xyz, Integer(1), {0, huge, 1}) - MultiPolyZ::constant(xyz, 1);
  EXPECT_EQ(resultant(a, b, "x"), c * c);
  EXPECT_THROW(detail::resultant_by(detail::ResultantMethod::images, a, b, "x", ExecutionContext()), DomainError);
  EXPECT_THROW(resultant(a, MultiPolyZ::generator(xyz, "y"), "y"), DomainError);
}

}  // namespace
}  // namespace polyfork::test
