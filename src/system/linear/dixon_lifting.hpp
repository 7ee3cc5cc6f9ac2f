// The solution of linear equations over Q from the factors of their matrix modulo a prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>

#include "system/linear/linear_solution.hpp"
#include "system/linear/sparse_elimination.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The solution of the rows that have pivots, with zeros where no pivot is; `right` has one number for each of
/// factors.rows(). Exact. By p-adic lifting (Dixon 1982): about as many steps as the numerators and the denominator
/// have words, each as long as the factors and the rows have entries. Throws Cancelled and MemoryLimit.
LinearSolution lifted_solution(const std::vector<LinearRow>& rows, std::vector<Integer> right,
                               const SparseFactors& factors, std::uint64_t p, std::size_t columns,
                               const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
