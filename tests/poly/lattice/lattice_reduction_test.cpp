// Lattices: reduction keeps them, bounds by rounded numbers agree with determinants, short vectors survive removal.
#include "poly/lattice/lattice_reduction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/rational.hpp>

#include "forced_isa.hpp"
#include "poly/factor_z/factor_z_knapsack.hpp"
#include "poly/lattice/lattice_bounds.hpp"
#include "poly/lattice/lattice_exact.hpp"
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

/// The exact number of rows that determinants cannot remove, for a fine scale of bounds. How often rounding decided.
int expect_equal_ranks(const GramMatrix& gram) {
  const auto& ctx = ExecutionContext::default_context();
  int count = 0;
  for (LatticeNorm bound = 1; bound < (LatticeNorm{1} << 100); bound *= 2) {
    bool decided = false;
    const std::size_t rounded = rank_by_rounding(gram, bound, decided, ctx);
    if (!decided) continue;
    ++count;
    EXPECT_EQ(rounded, rank_by_determinants(gram, bound, ctx));
  }
  return count;
}

/// The determinant of the Gram matrix, by fractions.
Rational determinant(const GramMatrix& gram) {
  const std::size_t n = gram.size();
  std::vector<std::vector<Rational>> a(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) a[i].emplace_back(Integer(gram(i, j)));
  Rational product(1);
  for (std::size_t k = 0; k < n; ++k) {
    product = product * a[k][k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const Rational factor = a[i][k] * a[k][k].inverse();
      for (std::size_t j = k; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
    }
  }
  return product;
}

/// |mu| <= eta and Lovasz's condition for delta, exactly.
void expect_reduced(const std::vector<Lattice::Row>& rows, const Rational& eta, const Rational& delta) {
  const GramMatrix gram(rows);
  const std::size_t n = rows.size();
  std::vector<std::vector<Rational>> r(n, std::vector<Rational>(n));
  const auto mu = [&](std::size_t i, std::size_t j) { return r[i][j] * r[j][j].inverse(); };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      r[i][j] = Rational(Integer(gram(i, j)));
      for (std::size_t k = 0; k < j; ++k) r[i][j] = r[i][j] - mu(j, k) * r[i][k];
      if (j < i) {
        EXPECT_LE(abs(mu(i, j)), eta);
      }
    }
    if (i != 0) {
      EXPECT_GE(r[i][i] + mu(i, i - 1) * r[i][i - 1], delta * r[i - 1][i - 1]);
    }
  }
}

/// A knapsack: the identity and one long column.
std::vector<Lattice::Row> knapsack_rows(Random& random, std::size_t n) {
  std::vector<Lattice::Row> rows(n, Lattice::Row(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    rows[i][i] = 1;
    rows[i][n] = static_cast<std::int64_t>(random.below(std::uint64_t{1} << 50));
  }
  return rows;
}

TEST(LatticeProperty, RoundedBoundsAgreeWithDeterminants) {
  Random random(140);
  int decided = 0;
  for (const std::size_t n : {1, 2, 3, 5, 12, 20}) {
    for (const std::uint64_t bound : {3ULL, 1000ULL, 1ULL << 40}) {
      Lattice lattice(random_rows(random, n, n + 2, bound));
      decided += expect_equal_ranks(GramMatrix(lattice.rows()));
      lattice.reduce(ExecutionContext::default_context());
      decided += expect_equal_ranks(GramMatrix(lattice.rows()));
    }
  }
  EXPECT_GE(decided, 6 * 3 * 2 * 90);  // of 100 each
}

TEST(Lattice, SingularMatricesAreLeftToDeterminants) {
  const std::vector<Lattice::Row> rows{{std::int64_t{1} << 50, 1}, {std::int64_t{1} << 50, 2}};
  const GramMatrix gram(rows);
  bool decided = true;
  const auto& ctx = ExecutionContext::default_context();
  (void)rank_by_rounding(gram, 1, decided, ctx);
  EXPECT_FALSE(decided);
  // |b*_2|^2 is about 1: exactly 2^100 / (2^100 + 1).
  EXPECT_EQ(rank_by_determinants(gram, 1, ctx), 2U);
  EXPECT_EQ(rank_by_determinants(gram, 0, ctx), 0U);
  EXPECT_EQ(proved_rank(gram, 1, ctx), 2U);
}

TEST(LatticeProperty, ReductionKeepsTheDeterminantAndShortens) {
  Random random(141);
  const auto& ctx = ExecutionContext::default_context();
  for (const std::size_t n : {2, 6, 15, 30}) {
    const std::vector<Lattice::Row> rows = knapsack_rows(random, n);
    const Rational before = determinant(GramMatrix(rows));
    Lattice lattice(rows);
    ASSERT_TRUE(lattice.reduce(ctx));
    std::vector<Lattice::Row> exact = rows;
    ASSERT_TRUE(reduce_exactly(exact, ctx));
    for (const std::vector<Lattice::Row>& reduced : {lattice.rows(), exact}) {
      // The lattice is that of all (w, sum w_i y_i), which its vectors show by themselves.
      for (const Lattice::Row& row : reduced) {
        LatticeNorm sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += LatticeNorm{row[i]} * rows[i][n];
        EXPECT_TRUE(sum == row[n]);
      }
      ASSERT_EQ(reduced.size(), n);
      const GramMatrix gram(reduced);
      EXPECT_EQ(determinant(gram), before);
      // |b_1|^2 <= 1.04^(n-1) det^(2/n) is what reduced bases have on average, 1.34^(n-1) what all of them have.
      const double bits = static_cast<double>(before.numerator().bit_length()) / static_cast<double>(n);
      EXPECT_LT(std::log2(static_cast<double>(gram(0, 0))), bits + 0.06 * static_cast<double>(n) + 1) << n;
    }
    expect_reduced(lattice.rows(), Rational(52, 100), Rational(98, 100));
    expect_reduced(exact, Rational(1, 2), Rational(99, 100));
  }
}

TEST(LatticeProperty, EveryInstructionSetGivesTheSameBasis) {
  Random random(144);
  for (const std::size_t n : {1, 2, 7, 8, 9, 16, 17, 31, 33, 40}) {
    const std::vector<Lattice::Row> rows = knapsack_rows(random, n);
    std::vector<std::vector<Lattice::Row>> bases;
    for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
      if (isa > detected_isa()) continue;
      const ForcedIsa forced(isa);
      Lattice lattice(rows);
      ASSERT_TRUE(lattice.reduce(ExecutionContext::default_context()));
      bases.push_back(lattice.rows());
    }
    for (const auto& basis : bases) EXPECT_EQ(basis, bases.front()) << n;
  }
}

TEST(Lattice, WhatFloatingPointCannotReduceIsReducedExactly) {
  // Quotients beyond the precision of doubles, and rows that are equal in all digits that a long double has.
  const std::int64_t long_entry = Lattice::entry_limit - 12345;
  const std::vector<std::vector<Lattice::Row>> lattices{
      {{1, 0}, {long_entry, 1}},
      {{long_entry, 1, 0}, {long_entry, 0, 1}, {long_entry - 1, 3, 7}},
      {{3, 1, 0, 0}, {long_entry, 0, 1, 0}, {long_entry / 3, 0, 0, 1}, {-long_entry, 5, 0, 2}}};
  for (const std::vector<Lattice::Row>& rows : lattices) {
    Lattice lattice(rows);
    ASSERT_TRUE(lattice.reduce(ExecutionContext::default_context()));
    EXPECT_EQ(determinant(GramMatrix(lattice.rows())), determinant(GramMatrix(rows)));
    expect_reduced(lattice.rows(), Rational(52, 100), Rational(98, 100));
  }
}

TEST(Lattice, ExactReductionCanBeStopped) {
  Random random(143);
  std::vector<Lattice::Row> rows = knapsack_rows(random, 40);
  const std::vector<Lattice::Row> before = rows;
  EXPECT_THROW((void)reduce_exactly(rows, ExecutionContext().with_memory_limit(10000)), MemoryLimit);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW((void)reduce_exactly(rows, ExecutionContext().with_stop_token(stop.get_token())), Cancelled);
  EXPECT_EQ(rows, before);
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
