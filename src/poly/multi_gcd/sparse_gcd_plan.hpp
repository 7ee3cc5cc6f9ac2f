// Which images gcds in several variables have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/plan.hpp>

#include "poly/multi_gcd/lane_gcd.hpp"
#include "poly/multi_gcd/multi_gcd_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What is known of a problem before any image.
struct SparseGcdShape {
  std::vector<std::size_t> a, b, lead;  ///< degrees of the operands and of the common leading coefficient
  std::vector<std::size_t> h;           ///< bounds of the gcd's degrees times lead over its own leading coefficient
  std::size_t terms_a = 0, terms_b = 0;
  /// Different monomials in the first k variables, for all k; empty where they are not known.
  std::vector<std::size_t> monomials_a, monomials_b;
  std::size_t total_a = 0, total_b = 0;  ///< total degrees, 0 where they are not known
  std::size_t terms() const noexcept { return terms_a + terms_b; }
};
SparseGcdShape sparse_gcd_shape(const GcdImageProblem& problem, const ExecutionContext& ctx);

/// How many different monomials in its first k variables a polynomial has, for all k; exponents: of sorted terms.
std::vector<std::size_t> prefix_counts(std::span<const std::uint32_t> exponents, std::size_t variables,
                                       const ExecutionContext& ctx);

struct SparseGcdPlan {
  bool powers = false;             ///< else one variable after another is interpolated
  std::size_t main_variables = 1;  ///< of images along powers of one point
  double predicted_ns = 0;         ///< of the images along powers
  double points = 0;               ///< those that are predicted
  /// Of images in two main variables: those that are taken before another way is.
  std::size_t most_points = std::numeric_limits<std::size_t>::max();
};

/// The plan as a line of a description; then of Brown's algorithm in vectors, for identities of so
/// many bits, and of the same one point at a time.
PlanDescription describe_sparse_gcd(const SparseGcdShape& shape, const SparseGcdPlan& plan);
PlanDescription describe_arrays(const LaneGcdShape& shape, std::size_t bits);
PlanDescription describe_dense_gcd();

/// bivariate: whether images in two main variables are possible. The numbers of monomials have to be known. A function
/// of its arguments alone, as all plans.
SparseGcdPlan plan_sparse_gcd(const SparseGcdShape& shape, bool bivariate);

/// For operands that fill arrays of these lengths: images in two main variables, where these are likely to take less
/// time than arrays in all variables; else nothing. The proofs of sparse operands that fill arrays have one thread
/// each.
std::optional<SparseGcdPlan> plan_sparse_not_dense(const SparseGcdShape& shape, const LaneGcdShape& arrays,
                                                   unsigned threads);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
