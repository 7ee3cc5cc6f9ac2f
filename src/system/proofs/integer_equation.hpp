// Equations over Z as lists of terms, in the form that proofs read.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct IntegerEquation {
  std::vector<std::vector<std::uint64_t>> exponents;  ///< of the terms
  std::vector<Integer> coefficients;                  ///< primitive together
  std::uint64_t degree = 0;                           ///< of all variables together
};

/// The equations that are not zero, each times a number.
std::vector<IntegerEquation> integer_equations(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
