// Sparse linear equations: exact solutions by lifting (dixon_lifting.cpp), ranks, contradictions, caps, and systems
// that contain them (put_in_values.cpp).
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "system/linear/linear_solution.hpp"
#include "system/linear/sparse_elimination.hpp"
#include "system/solve/determined_variables.hpp"
#include "system/solve/put_in_values.hpp"
#include "system_text.hpp"

namespace polyfork::test {
namespace {

using detail::LinearRow;

/// Rows with the diagonal and so many other entries, of so many bits.
std::vector<LinearRow> random_rows(std::size_t rows, std::size_t columns, std::size_t others, std::size_t bits,
                                   std::mt19937_64& random) {
  const auto number = [&] {
    Integer c(1 + random() % 97);
    for (std::size_t b = 32; b < bits; b += 32) c = (c << 32) + Integer(random() >> 32);
    return random() % 2 == 0 ? c : -c;
  };
  std::vector<LinearRow> result(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    std::set<std::uint32_t> chosen{static_cast<std::uint32_t>(i % columns)};
    for (std::size_t k = 0; k < others; ++k) chosen.insert(static_cast<std::uint32_t>(random() % columns));
    for (const std::uint32_t c : chosen) {
      result[i].columns.push_back(c);
      result[i].coefficients.push_back(number());
    }
    result[i].right = number();
  }
  return result;
}

Integer left_side(const LinearRow& row, const detail::LinearSolution& x) {
  Integer left;
  for (std::size_t k = 0; k < row.columns.size(); ++k) left += mul(row.coefficients[k], x.numerators[row.columns[k]]);
  return left;
}

bool holds(const LinearRow& row, const detail::LinearSolution& x) {
  return left_side(row, x) == mul(row.right, x.denominator);
}

/// The solution where the rank is full; else none.
std::optional<detail::LinearSolutions> only_solution(const std::vector<LinearRow>& rows, std::size_t columns,
                                                     const ExecutionContext& ctx = ExecutionContext()) {
  return detail::solve_linear(rows, columns, {}, ctx);
}

std::size_t plain_rank(const std::vector<detail::WordRow>& rows, std::size_t n, const WordModulus& m) {
  std::vector<std::vector<std::uint64_t>> a(rows.size(), std::vector<std::uint64_t>(n, 0));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < rows[i].columns.size(); ++k) a[i][rows[i].columns[k]] = rows[i].values[k];
  std::size_t rank = 0;
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = rank;
    while (pivot < a.size() && a[pivot][c] == 0) ++pivot;
    if (pivot == a.size()) continue;
    std::swap(a[pivot], a[rank]);
    const std::uint64_t inverse = m.inverse(a[rank][c]);
    for (std::size_t i = rank + 1; i < a.size(); ++i) {
      const std::uint64_t factor = m.mul(a[i][c], inverse);
      for (std::size_t k = c; k < n; ++k) a[i][k] = m.sub(a[i][k], m.mul(factor, a[rank][k]));
    }
    ++rank;
  }
  return rank;
}

TEST(SparseFactorsProperty, SolveModuloAPrime) {
  std::mt19937_64 random(1);
  const std::uint64_t p = previous_prime(std::uint64_t{1} << 60);
  const WordModulus m(p);
  for (const auto& [n, others] : std::vector<std::pair<std::size_t, std::size_t>>{
           {1, 0}, {2, 1}, {7, 2}, {30, 3}, {60, 60}, {200, 3}, {300, 8}}) {
    std::vector<detail::WordRow> rows(n + n / 3);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::set<std::uint32_t> chosen{static_cast<std::uint32_t>(i % n)};
      for (std::size_t k = 0; k < others; ++k) chosen.insert(static_cast<std::uint32_t>(random() % n));
      for (const std::uint32_t c : chosen) {
        rows[i].columns.push_back(c);
        rows[i].values.push_back(1 + random() % 5);  // small: entries become zero again
      }
    }
    const ExecutionContext context;  // outlives the factors, which give their memory back to its account
    // Once with rows that repeat others, of a rank that may be less.
    for (const bool repeated : {false, true}) {
      if (repeated)
        for (std::size_t i = 0; i < rows.size(); i += 3) rows[i] = rows[i / 2];
      const auto factors = detail::SparseFactors::of(rows, n, p, context);
      const std::size_t rank = plain_rank(rows, n, m);
      EXPECT_LE(rank, n);
      ASSERT_EQ(factors.rows().size(), rank);
      ASSERT_EQ(factors.columns().size(), rank);
      EXPECT_EQ(std::set<std::uint32_t>(factors.rows().begin(), factors.rows().end()).size(), rank);
      const std::set<std::uint32_t> pivots(factors.columns().begin(), factors.columns().end());
      EXPECT_EQ(pivots.size(), rank);
      std::vector<std::uint64_t> right(rank);
      for (auto& b : right) b = random() % p;
      std::vector<std::uint64_t> x(n, 1);
      factors.solve(right, x);
      for (std::uint32_t c = 0; c < n; ++c) EXPECT_TRUE(x[c] == 0 || pivots.contains(c));
      for (std::size_t i = 0; i < rank; ++i) {
        const detail::WordRow& row = rows[factors.rows()[i]];
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k < row.columns.size(); ++k) sum = m.add(sum, m.mul(row.values[k], x[row.columns[k]]));
        EXPECT_EQ(sum, right[i]);
      }
    }
  }
}

TEST(LinearSolutionProperty, IsExactForAnyNumberOfThreads) {
  std::mt19937_64 random(2);
  int solved = 0;
  for (const std::size_t n : {1, 2, 3, 10, 40, 90})
    for (const std::size_t bits : {8, 40, 150})
      for (const std::size_t others : {1, 3}) {
        const auto rows = random_rows(n, n, others, bits, random);
        const auto x = only_solution(rows, n, ExecutionContext().with_threads(1));
        if (!x) continue;
        ++solved;
        EXPECT_TRUE(x->consistent && x->free.empty() && x->directions.empty());
        EXPECT_GT(x->point.denominator, Integer(0));
        for (const LinearRow& row : rows) EXPECT_TRUE(holds(row, x->point));
        const auto again = only_solution(rows, n, ExecutionContext().with_threads(3));
        ASSERT_TRUE(again);
        for (std::size_t c = 0; c < n; ++c)
          EXPECT_EQ(Rational(again->point.numerators[c], again->point.denominator),
                    Rational(x->point.numerators[c], x->point.denominator));
      }
  EXPECT_GT(solved, 25);
}

TEST(LinearSolution, TellsRanksAndContradictions) {
  std::mt19937_64 random(3);
  auto rows = random_rows(20, 20, 3, 8, random);
  // Twice the sum of two rows, then one that differs.
  LinearRow sum;
  for (std::uint32_t c = 0; c < 20; ++c) {
    Integer entry;
    for (const std::size_t i : {4, 9})
      for (std::size_t k = 0; k < rows[i].columns.size(); ++k)
        if (rows[i].columns[k] == c) entry += rows[i].coefficients[k] * Integer(2);
    if (entry.is_zero()) continue;
    sum.columns.push_back(c);
    sum.coefficients.push_back(entry);
  }
  sum.right = (rows[4].right + rows[9].right) * Integer(2);
  rows.push_back(sum);
  const auto x = only_solution(rows, 20);
  ASSERT_TRUE(x);
  EXPECT_TRUE(x->consistent);
  rows.back().right += Integer(1);
  const auto none = only_solution(rows, 20);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->consistent);
  rows.back().right -= Integer(1);
  rows.erase(rows.begin() + 4);  // it follows from the sum
  EXPECT_TRUE(only_solution(rows, 20));
  rows[4] = rows.back();
  EXPECT_FALSE(only_solution(rows, 20));
}

/// Sums of rows with random factors.
std::vector<LinearRow> combinations(const std::vector<LinearRow>& rows, std::size_t count, std::size_t columns,
                                    std::mt19937_64& random) {
  std::vector<LinearRow> result(count);
  for (LinearRow& sum : result) {
    std::vector<Integer> entries(columns);
    for (int k = 0; k < 3; ++k) {
      const LinearRow& row = rows[random() % rows.size()];
      const Integer factor(static_cast<std::int64_t>(random() % 9) - 4);
      for (std::size_t i = 0; i < row.columns.size(); ++i) entries[row.columns[i]] += mul(factor, row.coefficients[i]);
      sum.right += mul(factor, row.right);
    }
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (entries[c].is_zero()) continue;
      sum.columns.push_back(c);
      sum.coefficients.push_back(entries[c]);
    }
  }
  return result;
}

TEST(LinearSolutionProperty, DirectionsSpanWhatIsOpen) {
  std::mt19937_64 random(6);
  for (const auto& [n, independent] :
       std::vector<std::pair<std::size_t, std::size_t>>{{2, 1}, {6, 4}, {30, 27}, {60, 40}, {90, 88}, {40, 3}})
    for (const std::size_t others : {2, 9})
      for (const std::size_t extra : {0, 1, 15}) {
        auto rows = random_rows(independent, n, others, 20, random);
        const auto sums = combinations(rows, extra, n, random);
        rows.insert(rows.end(), sums.begin(), sums.end());
        const auto all = detail::solve_linear(rows, n, {n, false}, ExecutionContext());
        ASSERT_TRUE(all);
        ASSERT_TRUE(all->consistent);
        EXPECT_GE(all->free.size(), n - independent);
        ASSERT_EQ(all->directions.size(), all->free.size());
        for (const LinearRow& row : rows) EXPECT_TRUE(holds(row, all->point));
        for (std::size_t i = 0; i < all->free.size(); ++i) {
          const detail::LinearSolution& d = all->directions[i];
          EXPECT_TRUE(all->point.numerators[all->free[i]].is_zero());
          for (std::size_t k = 0; k < all->free.size(); ++k)
            EXPECT_EQ(d.numerators[all->free[k]], i == k ? d.denominator : Integer());
          for (const LinearRow& row : rows) EXPECT_TRUE(left_side(row, d).is_zero());
        }
        // Fewer directions than there are: a point alone, or nothing.
        EXPECT_FALSE(detail::solve_linear(rows, n, {all->free.size() - 1, false}, ExecutionContext()));
        const auto point = detail::solve_linear(rows, n, {all->free.size() - 1, true}, ExecutionContext());
        ASSERT_TRUE(point);
        EXPECT_TRUE(point->directions.empty());
        EXPECT_EQ(point->free, all->free);
        if (extra == 0) continue;
        rows.back().right += Integer(1);
        const auto none = detail::solve_linear(rows, n, {n, false}, ExecutionContext());
        ASSERT_TRUE(none);
        EXPECT_FALSE(none->consistent);
      }
}

/// The first primes that are tried divide an entry, without which the rank is less.
TEST(LinearSolution, PrimesThatHideTheRankAreSeen) {
  const std::uint64_t p = previous_prime(std::uint64_t{1} << 60);
  const auto with = [](const Integer& entry) {
    return std::vector<LinearRow>{{{0, 1}, {Integer(1), Integer(2)}, Integer(3)},
                                  {{0, 1}, {Integer(1), Integer(2) + entry}, Integer(5)}};
  };
  const auto x = only_solution(with(Integer(p)), 2);
  if (x) {
    EXPECT_TRUE(x->consistent);
    EXPECT_EQ(Rational(x->point.numerators[1], x->point.denominator), Rational(Integer(2), Integer(p)));
  }
  const auto all = detail::solve_linear(with(Integer(p)), 2, {2, true}, ExecutionContext());
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->free.empty() && all->consistent);
  const auto none = detail::solve_linear(with(Integer()), 2, {2, true}, ExecutionContext());
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->consistent);
}

TEST(LinearSolution, ObeysCaps) {
  std::mt19937_64 random(4);
  const auto rows = random_rows(120, 120, 3, 8, random);
  EXPECT_THROW(only_solution(rows, 120, ExecutionContext().with_memory_limit(10'000)), MemoryLimit);
  EXPECT_TRUE(only_solution(rows, 120, ExecutionContext().with_memory_limit(std::size_t{1} << 24)));
}

/// c x_i + d x_{i+1} + ... = what a chosen point gives.
std::string linear_text(const std::vector<std::int64_t>& point, std::size_t extra, std::mt19937_64& random) {
  std::string text;
  const std::size_t n = point.size();
  for (std::size_t i = 0; i < n + extra; ++i) {
    std::int64_t value = 0;
    std::string sum;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t v = (i + k * (1 + i / n)) % n;
      const auto c = static_cast<std::int64_t>(1 + random() % 9) + (k == 0 ? 20 : 0);
      sum += "+" + std::to_string(c) + "*x" + std::to_string(v);
      value += c * point[v];
    }
    text += (i == 0 ? "" : ",") + sum + (value < 0 ? "+" : "-") + std::to_string(value < 0 ? -value : value);
  }
  return text;
}

TEST(DeterminedVariables, ArePutIntoTheOtherEquations) {
  std::mt19937_64 random(5);
  std::string names = "y,z";
  std::vector<std::int64_t> point;
  for (int i = 0; i < 30; ++i) {
    names += ",x" + std::to_string(i);
    point.push_back(static_cast<std::int64_t>(random() % 19) - 9);
  }
  point[3] = 2;
  const std::string linear = linear_text(point, 3, random);
  const auto equations = system_of(names, "x3*y^2-z," + linear + ",z+y*x3-4");
  const auto determined = detail::determined_variables(equations, 0, ExecutionContext());
  ASSERT_TRUE(determined);
  ASSERT_EQ(determined->values.size(), 30U);
  for (const auto& value : determined->values) {
    EXPECT_EQ(value.constant, Rational(point[value.variable - 2]));
    EXPECT_TRUE(value.multiples.empty());
  }
  const auto found = real_solutions(equations);
  EXPECT_TRUE(found.complete);
  ASSERT_EQ(found.solutions.size(), 2U);
  for (const auto& s : found.solutions) {
    for (std::size_t v = 0; v < 30; ++v) {
      EXPECT_TRUE(s.coordinates[v + 2].exact);
      EXPECT_EQ(s.coordinates[v + 2].lower, Rational(point[v]));
    }
    // 2 y^2 + 2 y - 4 = 0.
    EXPECT_TRUE(s.coordinates[0].lower == Rational(1) || s.coordinates[0].lower == Rational(-2));
  }
  const auto none = real_solutions(system_of(names, linear + ",z-y,y^2-2," + "x0-" + std::to_string(point[0] + 10)));
  EXPECT_TRUE(none.solutions.empty() && none.complete);
  // Equations that leave a variable open are touched where that is allowed.
  const auto open = system_of(names, linear_text(point, 0, random).substr(0) + ",y-x0-z,z^2-y");
  EXPECT_FALSE(detail::determined_variables(open, 0, ExecutionContext()));
  const auto some = detail::determined_variables(open, 1, ExecutionContext());
  ASSERT_TRUE(some);
  EXPECT_EQ(some->values.size(), 31U);
  EXPECT_EQ(real_solutions(open).solutions.size(), point[0] >= 0 ? 2U : 0U) << point[0];
}

/// `count` equations v_i + 2 v_{i+1} - 3 v_{i+step} = i in the variables v0, v1, ...
std::string open_equations(std::size_t count, std::size_t step) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i == 0 ? "v" : ",v") + std::to_string(i) + "+2*v" + std::to_string(i + 1) + "-3*v" +
            std::to_string(i + step) + "-" + std::to_string(i);
  return text;
}

std::string names_of(std::size_t count) {
  std::string names = "y";
  for (std::size_t i = 0; i < count; ++i) names += ",v" + std::to_string(i);
  return names;
}

detail::SystemBranch branch_of(const std::string& names, const std::string& equations) {
  detail::SystemBranch branch;
  branch.equations = system_of(names, equations);
  return branch;
}

/// Groups that leave many variables open, alone: what put_in_values.cpp makes of them, and the dimension that is told.
TEST(PutInValues, GroupsThatLeaveManyVariablesOpen) {
  const std::string equations = open_equations(20, 12);  // in v0, ..., v31, of rank 20
  auto branch = branch_of(names_of(32), equations + ",y^2-2");
  ASSERT_TRUE(detail::put_in_determined(branch, detail::LinearChoice::rarest, ExecutionContext()));
  EXPECT_EQ(branch.equations.size(), 1U);
  EXPECT_EQ(branch.solved.size(), 20U);
  for (const auto& solved : branch.solved) EXPECT_TRUE(solved.value.is_constant());
  try {
    (void)real_solutions(system_of(names_of(32), equations + ",y^2-2"));
    ADD_FAILURE() << "finitely many";
  } catch (const PositiveDimension& e) {
    EXPECT_EQ(e.dimension(), 12);
  }
  // The sum of two equations says nothing new, another right side contradicts them.
  const std::string sum = ",v0+3*v1+2*v2-3*v12-3*v13-";
  branch = branch_of(names_of(32), equations + sum + "1");
  EXPECT_TRUE(detail::put_in_determined(branch, detail::LinearChoice::rarest, ExecutionContext()));
  EXPECT_EQ(branch.solved.size(), 20U);
  branch = branch_of(names_of(32), equations + sum + "2");
  EXPECT_FALSE(detail::put_in_determined(branch, detail::LinearChoice::rarest, ExecutionContext()));
  EXPECT_TRUE(real_solutions(system_of(names_of(32), equations + sum + "2")).solutions.empty());
  // With another equation in one of the variables the group stays.
  branch = branch_of(names_of(32), equations + ",y^2-v3");
  EXPECT_TRUE(detail::put_in_determined(branch, detail::LinearChoice::rarest, ExecutionContext()));
  EXPECT_EQ(branch.equations.size(), 21U);
}

TEST(PutInValues, LinearFormsInFewVariables) {
  const std::string equations = open_equations(20, 3);  // in v0, ..., v22: three stay open
  auto branch = branch_of(names_of(23), equations + ",v0^2-v5*y");
  ASSERT_TRUE(detail::put_in_determined(branch, detail::LinearChoice::rarest, ExecutionContext()));
  EXPECT_EQ(branch.equations.size(), 1U);
  EXPECT_EQ(branch.solved.size(), 20U);
  // A chain's variables have an order of their own, and long powers of sums are not made.
  branch = branch_of(names_of(23), equations + ",v0^2-v5*y");
  ASSERT_TRUE(detail::put_in_determined(branch, detail::LinearChoice::greatest, ExecutionContext()));
  EXPECT_TRUE(branch.solved.empty());
  branch = branch_of(names_of(23), equations + ",v0^40*v5^40-v7*y");
  ASSERT_TRUE(detail::put_in_determined(branch, detail::LinearChoice::rarest, ExecutionContext()));
  EXPECT_TRUE(branch.solved.empty());
  EXPECT_EQ(branch.equations.size(), 21U);
}

}  // namespace
}  // namespace polyfork::test
