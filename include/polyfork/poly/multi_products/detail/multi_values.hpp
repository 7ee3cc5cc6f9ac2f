// Values of sparse polynomials in several variables over Z (src/poly/multi_products/multi_values.cpp).
#pragma once

#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/detail/multi_terms.hpp>
#include <polyfork/poly/multi_products/variables.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// value = the value at the point, one coordinate for each variable. False, with nothing done, where an exponent is
/// 1024 or more, or numbers are longer than some thousand limbs. O(terms variables) products beside the powers.
POLYFORK_EXPORT bool evaluate_in_rows(Integer& value, const SparseTerms<Integers>& terms, const Variables& variables,
                                      std::span<const Integer> point, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
