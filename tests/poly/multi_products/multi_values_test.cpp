// Values of sparse polynomials in several variables against sums of terms, around the limits of rows of limbs.
#include <polyfork/poly/multivariate/multi_evaluation.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

template <Ring R>
typename R::element naive_value(const SparseMultiPoly<R>& a, const std::vector<typename R::element>& point) {
  const R& ring = a.ring();
  typename R::element value = ring.zero();
  for (const auto& [exponents, coefficient] : a.terms()) {
    typename R::element term = coefficient;
    for (std::size_t v = 0; v < point.size(); ++v)
      for (std::uint64_t e = 0; e < exponents[v]; ++e) term = ring.mul(term, point[v]);
    value = ring.add(value, term);
  }
  return value;
}

TEST(MultiValues, IntegersAreSumsOfTerms) {
  IntegerGenerator g(960);
  for (const Variables& v : all_orders({"x", "y", "z"}))
    for (const std::size_t bits : {1, 10, 64, 200})
      for (const std::size_t terms : {1, 3, 30})
        for (const std::uint64_t bound : {1ULL, 2ULL, 9ULL, 60ULL}) {
          const auto element = [&](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); };
          const MultiPolyZ a = random_sparse(Integers{}, v, terms, bound, g, element);
          std::vector<Integer> point;
          for (std::size_t i = 0; i < 3; ++i) {
            const std::uint64_t kind = g.random().below(5);
            point.push_back(kind < 3 ? Integer(static_cast<int>(kind) - 1) : element(g));
          }
          EXPECT_EQ(evaluate(a, point), naive_value(a, point)) << bits << " " << terms << " " << bound;
        }
}

/// Sums shorter than two words and a little longer ones, of as many terms as are taken together and of more.
TEST(MultiValues, ShortSumsAtTinyPoints) {
  IntegerGenerator g(963);
  const Integer longest = (Integer(1) << 64) - Integer(1);
  for (const Variables& v : all_orders({"x", "y", "z"}))
    for (const std::size_t terms : {1, 7, 8, 9, 31, 32, 33})
      for (const std::uint64_t bound : {1ULL, 5ULL, 9ULL, 10ULL, 11ULL, 20ULL}) {
        const std::uint64_t kind = g.random().below(3);
        const auto element = [&](IntegerGenerator& x) {
          if (kind == 0) return x.random().below(2) == 0 ? longest : -longest;
          return kind == 1 ? longest : x.uniform(62) - x.uniform(62);
        };
        MultiPolyZ a = random_sparse(Integers{}, v, terms, bound, g, element);
        if (kind == 1) a += MultiPolyZ::monomial(v, longest, {bound, bound, bound});
        std::vector<Integer> point;
        for (std::size_t i = 0; i < 3; ++i)
          point.push_back(Integer(static_cast<int>(1 + g.random().below(4)) * (g.random().below(2) == 0 ? 1 : -1)));
        EXPECT_EQ(evaluate(a, point), naive_value(a, point)) << terms << " terms of degree " << bound;
        std::vector<SparseMultiPoly<Rationals>::Term> thirds;
        for (const auto& [exponents, coefficient] : a.terms()) thirds.push_back({exponents, Rational(coefficient, 3)});
        const std::vector<Rational> at(point.begin(), point.end());
        EXPECT_EQ(evaluate(MultiPolyQ::from_terms(Rationals{}, v, thirds), at), Rational(naive_value(a, point), 3));
      }
}

/// Exponents are read once for all points, also where some of them, or none, are evaluated in rows.
TEST(MultiValues, ManyPoints) {
  IntegerGenerator g(962);
  for (const Variables& v : all_orders({"x", "y", "z"}))
    for (const std::uint64_t bound : {3ULL, 40ULL, 1500ULL}) {
      const auto element = [](IntegerGenerator& x) { return x.draw(2); };
      const MultiPolyZ a = random_sparse(Integers{}, v, 20, bound, g, element);
      std::vector<std::vector<Integer>> points;
      for (int i = 0; i < 40; ++i)
        points.push_back({Integer(i % 3 - 1), i % 4 == 0 ? Integer(2) : Integer(-1), Integer(i % 5 == 0 ? 3 : 1)});
      for (const int threads : {1, 3}) {
        const std::vector<Integer> values =
            evaluate_many(a, std::span<const std::vector<Integer>>(points), ExecutionContext().with_threads(threads));
        for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(values[i], evaluate(a, points[i])) << i;
      }
    }
}

TEST(MultiValues, OtherRings) {
  IntegerGenerator g(961);
  const PrimeField field(1'000'003);
  for (const Variables& v : all_orders({"x", "y"}))
    for (const std::size_t terms : {0, 1, 20}) {
      const auto residue = [&](IntegerGenerator& x) { return x.draw(1).view().mod(1'000'003); };
      const MultiPolyZp a = random_sparse(field, v, terms, 30, g, residue);
      const std::vector<std::uint64_t> at{residue(g), residue(g)};
      EXPECT_EQ(evaluate(a, at), naive_value(a, at));
      const auto rational = [](IntegerGenerator& x) { return x.rational(1); };
      const MultiPolyQ b = random_sparse(Rationals{}, v, terms, 7, g, rational);
      const std::vector<Rational> point{rational(g), rational(g)};
      EXPECT_EQ(evaluate(b, point), naive_value(b, point));
    }
}

TEST(MultiValues, LongPowersAndEmptyPoints) {
  const Variables v({"x", "y"});
  const auto term = [&](std::int64_t c, std::uint64_t i, std::uint64_t j) {
    return MultiPolyZ::monomial(v, c, {i, j});
  };
  const MultiPolyZ f = term(3, 1023, 1) - term(2, 1024, 0) + term(7, 0, std::uint64_t{1} << 40) + term(1, 0, 0);
  EXPECT_EQ(evaluate(f, {-1, 1}), Integer(-3 - 2 + 7 + 1));
  EXPECT_EQ(evaluate(f, {2, -1}), Integer(1) - (Integer(3) << 1023) - (Integer(2) << 1024) + Integer(7));
  EXPECT_EQ(evaluate(f, {0, 0}), Integer(1));
  EXPECT_THROW((void)evaluate(f, {2, 2}), MemoryLimit);
  EXPECT_EQ(evaluate(term(5, 1023, 0) + term(1, 1, 1), {Integer(1) << 2000, Integer(3)}),
            (Integer(5) << (1023 * 2000)) + (Integer(3) << 2000));
  EXPECT_EQ(evaluate(MultiPolyZ(v), {2, 3}), Integer(0));
  EXPECT_EQ(evaluate(MultiPolyZ::constant(Variables(), 4), {}), Integer(4));
  const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 12);
  EXPECT_THROW((void)evaluate(term(1, 1000, 1000), {Integer(1) << 60, Integer(3)}, small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
}

}  // namespace
}  // namespace polyfork::test
