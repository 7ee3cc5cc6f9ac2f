// Sparse linear equations: exact solutions, ranks, contradictions, caps, and systems that contain them.
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

bool holds(const LinearRow& row, const detail::LinearSolution& x) {
  Integer left;
  for (std::size_t k = 0; k < row.columns.size(); ++k) left += mul(row.coefficients[k], x.numerators[row.columns[k]]);
  return left == mul(row.right, x.denominator);
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
    const auto factors = detail::SparseFactors::of(rows, n, p, context);
    if (!factors) continue;
    ASSERT_EQ(factors->rows().size(), n);
    EXPECT_EQ(std::set<std::uint32_t>(factors->rows().begin(), factors->rows().end()).size(), n);
    std::vector<std::uint64_t> right(n);
    for (auto& b : right) b = random() % p;
    std::vector<std::uint64_t> x(n);
    factors->solve(right, x);
    for (std::size_t i = 0; i < n; ++i) {
      const detail::WordRow& row = rows[factors->rows()[i]];
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k < row.columns.size(); ++k) sum = m.add(sum, m.mul(row.values[k], x[row.columns[k]]));
      EXPECT_EQ(sum, right[i]);
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
        const auto x = detail::solve_linear(rows, n, ExecutionContext().with_threads(1));
        if (!x) continue;
        ++solved;
        EXPECT_TRUE(x->consistent);
        EXPECT_GT(x->denominator, Integer(0));
        for (const LinearRow& row : rows) EXPECT_TRUE(holds(row, *x));
        const auto again = detail::solve_linear(rows, n, ExecutionContext().with_threads(3));
        ASSERT_TRUE(again);
        for (std::size_t c = 0; c < n; ++c)
          EXPECT_EQ(Rational(again->numerators[c], again->denominator), Rational(x->numerators[c], x->denominator));
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
  const auto x = detail::solve_linear(rows, 20, ExecutionContext());
  ASSERT_TRUE(x);
  EXPECT_TRUE(x->consistent);
  rows.back().right += Integer(1);
  const auto none = detail::solve_linear(rows, 20, ExecutionContext());
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->consistent);
  rows.back().right -= Integer(1);
  rows.erase(rows.begin() + 4);  // it follows from the sum
  EXPECT_TRUE(detail::solve_linear(rows, 20, ExecutionContext()));
  rows[4] = rows.back();
  EXPECT_FALSE(detail::solve_linear(rows, 20, ExecutionContext()));
}

TEST(LinearSolution, ObeysCaps) {
  std::mt19937_64 random(4);
  const auto rows = random_rows(120, 120, 3, 8, random);
  EXPECT_THROW(detail::solve_linear(rows, 120, ExecutionContext().with_memory_limit(10'000)), MemoryLimit);
  EXPECT_TRUE(detail::solve_linear(rows, 120, ExecutionContext().with_memory_limit(std::size_t{1} << 24)));
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
  const auto determined = detail::determined_variables(equations, ExecutionContext());
  ASSERT_TRUE(determined);
  ASSERT_EQ(determined->values.size(), 30U);
  for (const auto& [v, value] : determined->values) EXPECT_EQ(value, Rational(point[v - 2]));
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
  // Equations that leave a variable open are not touched.
  const auto open = system_of(names, linear_text(point, 0, random).substr(0) + ",y-x0-z,z^2-y");
  const auto some = detail::determined_variables(open, ExecutionContext());
  EXPECT_FALSE(some);
  EXPECT_EQ(real_solutions(open).solutions.size(), point[0] >= 0 ? 2U : 0U) << point[0];
}

}  // namespace
}  // namespace polyfork::test
