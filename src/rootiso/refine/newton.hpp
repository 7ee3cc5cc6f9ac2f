// Many bits of one root by Newton's iteration.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// As refine_cell, for levels that are much finer than the cell's: about one evaluation of f at the full length.
DyadicCell refine_by_newton(const IntegerVector& f, DyadicCell cell, std::int64_t level, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
