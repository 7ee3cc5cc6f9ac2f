// Contents of integer vectors divided out.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork::inline v1 {
namespace detail {

/// a / divisor, known to be exact.
IntegerVector divided_exactly(const IntegerVector& a, const Integer& divisor, const ExecutionContext& ctx);

/// a without its content, leading coefficient positive. Precondition: a normalised, not empty.
IntegerVector primitive_positive(const IntegerVector& a, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
