// Exponents of many terms, polynomials taken apart by a variable and by monomials, against what the definitions say.
#include "poly/multivariate/multi_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/ring/big_prime_field.hpp>

#include "back_ends.hpp"
#include "multi_generators.hpp"
#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

using Z = MultiPolyZ;
using detail::MultiExponents;

/// Around the lengths from which terms are sorted in tasks; exponents from few to more than a task counts.
TEST(ExponentColumns, AsTheDefinitions) {
  Random r(551);
  for (const std::size_t terms : {1U, 50U, 4096U, 8191U, 8192U, 8193U, 8600U, 20000U})
    for (const std::uint64_t degree : {3ULL, 60ULL, 1023ULL, 1024ULL, 1ULL << 33}) {
      const auto order = static_cast<MonomialOrder>(r.below(3));
      const Z a = nonzero_multi(r, Integers{}, test_variables(degree == 3 ? 6 : 3, order), {terms, degree, 9});
      const auto columns = detail::exponent_columns(a);
      const std::size_t n = a.variables().size();
      MultiExponents largest(n, 0);
      MultiExponents least = a.exponents(0);
      for (std::size_t i = 0; i < a.term_count(); ++i) {
        const Exponents e = a.exponents(i);
        for (std::size_t v = 0; v < n; ++v) {
          largest[v] = std::max(largest[v], e[v]);
          least[v] = std::min(least[v], e[v]);
        }
      }
      EXPECT_EQ(columns.largest(), largest);
      EXPECT_EQ(columns.least(), least);
      for (const int threads : {1, 4}) {
        const auto ctx = ExecutionContext().with_threads(threads);
        EXPECT_EQ(columns.largest(ctx), largest);
        for (std::size_t v = 0; v < n; ++v) {
          const std::vector<std::size_t> rows = columns.descending(v, ctx);
          ASSERT_EQ(rows.size(), a.term_count());
          for (std::size_t i = 1; i < rows.size(); ++i) {
            const std::uint64_t before = columns(rows[i - 1], v);
            const std::uint64_t here = columns(rows[i], v);
            ASSERT_TRUE(before > here || (before == here && rows[i - 1] < rows[i])) << i;
          }
        }
      }
    }
}

TEST(MultiParts, AddUpToThePolynomial) {
  Random r(552);
  for (const std::size_t terms : {1U, 2U, 100U, 9000U})
    for (const std::uint64_t degree : {2ULL, 40ULL, 3000ULL}) {
      const Variables v = test_variables(4, static_cast<MonomialOrder>(r.below(3)));
      const Z a = nonzero_multi(r, Integers{}, v, {terms, degree, 9});
      for (const ExecutionContext& ctx : {ExecutionContext().with_threads(1), ExecutionContext().with_threads(4)}) {
        const detail::MultiParts<Integers> parts(a, 1, ctx);
        std::map<std::uint64_t, std::size_t> counts;
        for (std::size_t i = 0; i < a.term_count(); ++i) ++counts[a.exponents(i)[1]];
        ASSERT_EQ(parts.size(), counts.size());
        auto expected = counts.rbegin();
        for (std::size_t k = 0; k < parts.size(); ++k, ++expected) {
          EXPECT_EQ(parts.exponent(k), expected->first);
          EXPECT_EQ(parts.terms(k), expected->second);
        }
        EXPECT_EQ(detail::from_parts(detail::parts_in(a, 1, ctx), 1, a, ctx), a);
        MultiExponents monomial = detail::smallest_exponents(a);
        monomial[1] = 0;
        EXPECT_EQ(parts.common_monomial(), monomial);
      }
    }
}

template <class R>
void expect_monomials_as_products(const R& ring, std::uint64_t seed) {
  Random r(seed);
  for (int round = 0; round < 30; ++round) {
    const Variables v = test_variables(1 + r.below(6), static_cast<MonomialOrder>(r.below(3)));
    const std::size_t terms = round == 12 ? 9000 : 1 + r.below(40);
    const auto a = nonzero_multi(r, ring, v, {terms, 1 + r.below(50), 100});
    Exponents e(v.size());
    for (auto& x : e) x = round % 3 == 0 ? r.below(3) : r.below(std::uint64_t{1} << r.below(40));
    const auto m = SparseMultiPoly<R>::monomial(ring, v, ring.one(), e);
    for (const ExecutionContext& ctx : {ExecutionContext().with_threads(1), ExecutionContext().with_threads(4)}) {
      const auto product = detail::with_monomial(a, e, ctx);
      EXPECT_EQ(product, mul(a, m, ctx));
      EXPECT_EQ(to_naive(detail::without_monomial(product, e, ctx)), to_naive(a));
      EXPECT_EQ(detail::without_monomial(product, detail::smallest_exponents(product), ctx),
                detail::without_monomial(a, detail::smallest_exponents(a), ctx));
    }
  }
  const Variables v = test_variables(2);
  const SparseMultiPoly<R> zero(ring, v);
  EXPECT_TRUE(detail::with_monomial(zero, {3, 4}, ExecutionContext::default_context()).is_zero());
}

TEST(MultiMonomials, AsProducts) {
  expect_monomials_as_products(Integers{}, 553);
  expect_monomials_as_products(Rationals{}, 554);
  expect_monomials_as_products(PrimeField(101), 555);
  expect_monomials_as_products(BigPrimeField::trusted((Integer(1) << 127) - Integer(1)), 556);
}

}  // namespace
}  // namespace polyfork::test
