// Equations that name their variables in different sequences, or not all of them.
#pragma once

#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The polynomials as `unite` makes them; nothing where all are in the same variables already.
std::optional<std::vector<MultiPolyQ>> in_common_variables(const std::vector<MultiPolyQ>& polynomials,
                                                           const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
