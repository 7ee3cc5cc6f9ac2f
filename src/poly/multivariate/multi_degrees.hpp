// Bounds of a gcd's degree in every variable, from images modulo a word prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include "poly/multivariate/exponent_columns.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A polynomial over a field of words: exponents, coefficients in the same sequence (zeros are allowed), and the
/// largest exponents.
struct ModularTable {
  const ExponentColumns& exponents;
  std::span<const std::uint64_t> coefficients;
  std::span<const std::uint64_t> degrees;
};

/// For every variable of `which` an upper bound of the degree in it of the gcd of the two polynomials (over Z or Z/pZ)
/// that a and b are images of: the degree of the gcd of univariate images at a random point, where a leading
/// coefficient does not vanish, else the lower of the degrees. O(size variables) products and one univariate gcd for
/// each. F: WordModulus, or TableField for small p, whose own elements would too often be zeros of leading
/// coefficients.
template <class F>
std::vector<std::uint64_t> gcd_degree_bounds(const ModularTable& a, const ModularTable& b,
                                             std::span<const std::size_t> which, const F& m,
                                             const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
