// The coefficients of x^n f(1/x).
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The elements from the last to the first. The caller has charged for it.
IntegerVector reversed(const IntegerVector& v, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
