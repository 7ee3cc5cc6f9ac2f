// What the plans of recursions by halves share: Karatsuba's in Z[x] and Z/pZ[x], plain divide and conquer.
#pragma once

#include "poly/mul/mul_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The schoolbook at the end of a recursion, with the number of its runs; sizes and time are left open.
MulPlan recursion_leaf(const MulPlan& plan, std::size_t bits_a, std::size_t bits_b);

/// Parameters of a recursion that ends at base_length and forks branches of about the minimum of products;
/// products_per_pair: of limbs, for a product of two coefficients; parallel: whether to fork at all.
RecursionParameters forked_recursion(std::size_t base_length, double products_per_pair, double minimum, bool parallel);

/// Products of rows at the leaves of Karatsuba's recursion over operands of these lengths.
struct KaratsubaWork {
  double levels;
  double leaf_length;
  double leaves;  ///< for the shorter length squared; the longer one has longer / shorter times as many

  KaratsubaWork(double shorter, double base_length) noexcept;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
