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
  bool consistent = true;           ///< false: the equations that are more than the columns contradict it
};

/// The only solution of equations whose rank is the number of columns; empty where a prime does not show that rank.
/// Exact: A x = b is an identity of integers that holds modulo a power of a prime greater than what could be left. By
/// p-adic lifting (Dixon 1982) with the sparse triangular factors modulo one prime: about as many steps as the
/// numerators and the denominator have words, each as long as the factors have entries. Throws Cancelled and
/// MemoryLimit.
std::optional<LinearSolution> solve_linear(const std::vector<LinearRow>& rows, std::size_t columns,
                                           const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
