// The solution of sparse linear equations over Q.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// coefficients[0] x[columns[0]] + ... = right.
struct LinearRow {
  std::vector<std::uint32_t> columns;
  std::vector<Integer> coefficients;  ///< none is zero
  Integer right;
};

struct LinearSolution {
  std::vector<Integer> numerators;  ///< by column
  Integer denominator;              ///< of all, at least 1
};

/// All solutions: a point and any multiples of the directions.
struct LinearSolutions {
  bool consistent = true;           ///< false: there are none
  std::vector<std::uint32_t> free;  ///< ascending: as many columns as the rank is less than all
  LinearSolution point;             ///< the one with zeros there
  /// The solution of the equations with zeros on their right sides that has 1 in one free column and 0 in the others,
  /// for each free column; empty where there are more of these than were asked for.
  std::vector<LinearSolution> directions;
};

struct LinearWanted {
  std::size_t most_directions = 0;
  bool point_with_more = false;  ///< a point without directions where there are more; else nothing is wanted there
};

/// The solutions of linear equations. Exact: A x = b is an identity of integers that holds modulo a power of a prime
/// greater than what could be left; the rank is that of as many independent rows, beside which the others vanish on all
/// directions. By p-adic lifting (Dixon 1982) with the sparse triangular factors modulo one prime: about as many steps
/// as the numerators and the denominator have words, each as long as the factors have entries, for the point and, where
/// they are asked for or there are more rows than the rank, for each direction. Empty where primes do not tell the
/// rank. Throws Cancelled and MemoryLimit. Precondition: there are columns.
std::optional<LinearSolutions> solve_linear(const std::vector<LinearRow>& rows, std::size_t columns,
                                            const LinearWanted& wanted, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
