// The sign of a polynomial on a whole cell, where one look can tell.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/dyadic_cell.hpp"

namespace polyfork::inline v1 {
namespace detail {

/// -1 or 1 when the polynomial certainly has this sign on the closed cell, else 0. Precondition: g not empty.
int sign_on_cell(const IntegerVector& g, const DyadicCell& cell, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
