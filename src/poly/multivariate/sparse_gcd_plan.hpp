// Which images sparse gcds in several variables have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "poly/multivariate/multi_gcd_image.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What is known of a problem before any image.
struct SparseGcdShape {
  std::vector<std::size_t> a, b, lead;  ///< degrees of the operands and of the common leading coefficient
  std::vector<std::size_t> h;           ///< bounds of the gcd's degrees times lead over its own leading coefficient
  std::vector<std::size_t> monomials_a, monomials_b;  ///< different ones in the first k variables, for all k
  std::size_t terms() const noexcept { return monomials_a.back() + monomials_b.back(); }
};
SparseGcdShape sparse_gcd_shape(const GcdImageProblem& problem);

/// How many different monomials in its first k variables a polynomial has, for all k; exponents: of sorted terms.
std::vector<std::size_t> prefix_counts(std::span<const std::uint32_t> exponents, std::size_t variables);

struct SparseGcdPlan {
  bool powers = false;             ///< else one variable after another is interpolated
  std::size_t main_variables = 1;  ///< of images along powers of one point
  double predicted_ns = 0;         ///< of the images along powers
};

/// bivariate: whether images in two main variables are possible. A function of its arguments alone.
SparseGcdPlan plan_sparse_gcd(const SparseGcdShape& shape, bool bivariate);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
