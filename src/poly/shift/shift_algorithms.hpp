// The algorithms of Taylor shifts in Z[x], each in its own file. Preconditions of all: f not empty, c not zero, the
// plan made for them with its result_bits; the plan's bytes are charged. Results are not normalised.
#pragma once

#include <polyfork/poly/shift/taylor_shift.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

IntegerVector shift_horner(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx);
IntegerVector shift_tableau(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx);
IntegerVector shift_products(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx);
IntegerVector shift_convolution(const ShiftPlan& plan, const IntegerVector& f, IntegerView c,
                                const ExecutionContext& ctx);

/// The dispatcher's choice among the others than products: where their recursion ends.
IntegerVector shift_block(const IntegerVector& f, const Integer& c, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
