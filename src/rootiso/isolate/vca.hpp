// The method of Vincent, Collins and Akritas with exact arithmetic: the reference for every other method.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Disjoint standard dyadic cells, ascending, each with exactly one real root of f and together with all of them. No
/// cell touches zero. Preconditions: f square-free without rational roots, f[0] != 0, last coefficient != 0.
std::vector<DyadicCell> vca_isolate(const IntegerVector& f, IsolationStats& stats, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
