// Products of sparse polynomials over Z whose terms come in strips. See multi_mul_strips.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/multi_products/multi_product.hpp"
#include "poly/multi_products/multi_sums.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The product by a plan of the algorithm `array`, or nothing where strips would be too short to gain by them.
/// `sum_bits` hold every coefficient of the product, with its sign.
std::optional<std::pair<PackedMonomials, IntegerVector>> multi_mul_strips(const MultiMulPlan& plan,
                                                                          const PreparedProduct& product,
                                                                          const WordOperands& operands,
                                                                          std::size_t sum_bits,
                                                                          const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
