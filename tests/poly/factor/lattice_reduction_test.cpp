// Lattices: reduction keeps them, bounds by rounded numbers agree with determinants, short vectors survive removal.
#include "poly/factor/lattice_reduction.hpp"

#include <gtest/gtest.h>

#include "poly/factor/factor_z_knapsack.hpp"
#include "poly/factor/lattice_bounds.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using namespace detail;

std::vector<Lattice::Row> random_rows(Random& random, std::size_t rows, std::size_t columns, std::uint64_t bound) {
  std::vector<Lattice::Row> result(rows, Lattice::Row(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    for (auto& x : result[i])
      x = static_cast<std::int64_t>(random.below(2 * bound + 1)) - static_cast<std::int64_t>(bound);
    result[i][i] += static_cast<std::int64_t>(bound);
  }
  return result;
}

/// The exact number of rows that determinants cannot remove, for a fine scale of bounds.
void expect_equal_ranks(const GramMatrix& gram) {
  const auto& ctx = ExecutionContext::default_context();
  for (LatticeNorm bound = 1; bound < (LatticeNorm{1} << 100); bound *= 2) {
    bool decided = false;
    const std::size_t rounded = rank_by_rounding(gram, bound, decided);
    if (decided) {
      EXPECT_EQ(rounded, rank_by_determinants(gram, bound, ctx));
    }
  }
}

TEST(LatticeProperty, RoundedBoundsAgreeWithDeterminants) {
  Random random(140);
  for (const std::size_t n : {1, 2, 3, 5, 12, 20}) {
    for (const std::uint64_t bound : {3ULL, 1000ULL, 1ULL << 40}) {
      Lattice lattice(random_rows(random, n, n + 2, bound));
      expect_equal_ranks(GramMatrix(lattice.rows()));
      lattice.reduce(ExecutionContext::default_context());
      expect_equal_ranks(GramMatrix(lattice.rows()));
    }
  }
}

TEST(Lattice, SingularMatricesAreLeftToDeterminants) {
  const std::vector<Lattice::Row> rows{{std::int64_t{1} << 50, 1}, {std::int64_t{1} << 50, 2}};
  const GramMatrix gram(rows);
  bool decided = false;
  rank_by_rounding(gram, 1, decided);
  const auto& ctx = ExecutionContext::default_context();
  // |b*_2|^2 is about 1: exactly 2^100 / (2^100 + 1).
  EXPECT_EQ(rank_by_determinants(gram, 1, ctx), 2U);
  EXPECT_EQ(rank_by_determinants(gram, 0, ctx), 0U);
  EXPECT_EQ(proved_rank(gram, 1, ctx), 2U);
}

TEST(LatticeProperty, ReductionKeepsTheDeterminantAndShortens) {
  Random random(141);
  for (const std::size_t n : {2, 6, 15, 30}) {
    // A knapsack: the identity and one long column.
    std::vector<Lattice::Row> rows(n, Lattice::Row(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
      rows[i][i] = 1;
      rows[i][n] = static_cast<std::int64_t>(random.below(std::uint64_t{1} << 50));
    }
    Lattice lattice(rows);
    lattice.reduce(ExecutionContext::default_context());
    // The lattice is that of all (w, sum w_i y_i), which its vectors show by themselves.
    for (const Lattice::Row& row : lattice.rows()) {
      LatticeNorm sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += LatticeNorm{row[i]} * rows[i][n];
      EXPECT_TRUE(sum == row[n]);
    }
    EXPECT_EQ(lattice.rank(), n);
    const GramMatrix gram(lattice.rows());
    EXPECT_LT(static_cast<double>(gram(0, 0)), 0x1p100);
  }
}

TEST(Knapsack, FindsAPlantedPartition) {
  // Local values whose sums over three sets are small modulo 2^90.
  Random random(142);
  const std::size_t r = 20;
  const Integer modulus = Integer(1) << 90;
  std::vector<std::vector<std::size_t>> sets(3);
  for (std::size_t i = 0; i < r; ++i) sets[i % 3].push_back(i);
  Knapsack knapsack(r);
  const auto& ctx = ExecutionContext::default_context();
  for (int column = 0; column < 12 && knapsack.rank() != 3; ++column) {
    std::vector<Integer> x(r);
    for (const auto& set : sets) {
      Integer sum;
      for (std::size_t i = 0; i + 1 < set.size(); ++i) {
        x[set[i]] = (Integer(random()) << 26) + Integer(random() & 0x3ffffff);
        sum += x[set[i]];
      }
      x[set.back()] = floor_div_rem(Integer(random() & 0xffff) - sum, modulus).second;
    }
    knapsack.feed(x, modulus, 16, ctx);
  }
  ASSERT_EQ(knapsack.rank(), 3U);
  EXPECT_EQ(knapsack.classes(), sets);
}

}  // namespace
}  // namespace polyfork::test
