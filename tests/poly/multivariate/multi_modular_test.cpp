// Terms sorted for modular algorithms: as sorting rows of exponents gives them, on any number of threads.
#include "poly/multivariate/multi_modular.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace polyfork::test {
namespace {

using Row = std::vector<std::uint32_t>;

/// About `terms` terms in four variables with exponents below `length`.
MultiPolyZ random_terms(std::size_t terms, std::uint64_t length, std::mt19937_64& g) {
  const Variables variables({"x", "y", "z", "t"});
  MultiPolyZ::Collector collector(Integers{}, variables);
  for (std::size_t i = 0; i < terms; ++i) {
    std::vector<std::uint64_t> e(4);
    for (std::uint64_t& x : e) x = g() % length;
    collector.push_back(e, Integer(1 + g() % 1000));
  }
  return std::move(collector).finish(ExecutionContext::default_context());
}

TEST(ModularTermsProperty, SortedAsRowsAre) {
  std::mt19937_64 g(30);
  const std::vector<std::size_t> sequence{2, 0, 3, 1};
  // Few terms, many of them, and exponents that do not fit a word together.
  for (const auto& [terms, length] : {std::pair<std::size_t, std::uint64_t>{1, 5},
                                      {2000, 9},
                                      {2100, 9},
                                      {9000, 40},
                                      {9000, 3000},
                                      {9000, std::uint64_t{1} << 20},
                                      {5000, 7}}) {
    const MultiPolyZ a = random_terms(terms, length, g);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < a.term_count(); ++i) {
      const auto e = a.exponents(i);
      Row row;
      for (const std::size_t v : sequence) row.push_back(static_cast<std::uint32_t>(e[v]));
      rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end(), std::greater<>());
    for (const int threads : {1, 3}) {
      const auto ctx = ExecutionContext().with_threads(threads);
      const detail::ModularTerms<Integers> sorted(a, sequence, ctx);
      ASSERT_EQ(sorted.size(), rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i)
        ASSERT_TRUE(std::equal(rows[i].begin(), rows[i].end(), sorted.exponents().data() + 4 * i)) << terms << " " << i;
      const detail::WordTerms words = sorted.modulo(1009, ctx);
      for (std::size_t i = 0; i < words.size(); i += 97) {
        std::vector<std::uint64_t> e(4);
        for (std::size_t k = 0; k < 4; ++k) e[sequence[k]] = words.monomial(i)[k];
        EXPECT_EQ(a.coefficient_of(e).view().mod(1009), words.coefficients[i]);
      }
    }
  }
}

}  // namespace
}  // namespace polyfork::test
