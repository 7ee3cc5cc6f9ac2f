// One algorithm for products in Z[x]: what the dispatcher knows of it.
//
// An algorithm x has two files beside each other, mul_x.cpp (run) and mul_x_plan.cpp (parameters, sizes, predicted
// time), and its row in the table of mul_methods.cpp.
#pragma once

#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct MulMethod {
  MulAlgorithm algorithm;
  /// Whether products of this shape can be computed by it, whatever the memory.
  bool (*reaches)(const MulShape& shape) noexcept;
  /// Its plan, with everything but the reason. A size is `never` where the algorithm cannot multiply operands of this
  /// shape.
  MulPlan (*plan)(const MulShape& shape, const MulBudget& budget);
  /// Fits parameters that depend on the operands, sizes and sub-plans of a plan of its own to the plan's shape, which
  /// may be another one than it was made for; false where that takes a new plan.
  bool (*fit)(MulPlan& plan);
  /// The product. Operands are not empty and bounded by the plan's shape, lengths exactly, bits from above; memory has
  /// been reserved. ctx serves forks, polling and charging. The result has length_a + length_b - 1 entries (or those
  /// that the plan keeps), not normalised.
  IntegerVector (*run)(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                       const ExecutionContext& ctx);
};

/// For algorithms that reach every shape.
constexpr bool reaches_all(const MulShape&) noexcept { return true; }

/// All algorithms for polynomials over Z.
std::span<const MulMethod> mul_methods() noexcept;
/// Precondition: the algorithm is one of them.
const MulMethod& mul_method(MulAlgorithm algorithm) noexcept;

/// The algorithm's plan, by its row.
inline MulPlan plan_by(MulAlgorithm algorithm, const MulShape& shape, const MulBudget& budget) {
  return mul_method(algorithm).plan(shape, budget);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
