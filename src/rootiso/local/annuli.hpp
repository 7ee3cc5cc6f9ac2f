// The dyadic annuli that may contain roots, from bit lengths alone.
#pragma once

#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Exponents j, ascending, such that every positive root lies in one of the (2^j, 2^(j+1)), or is one of their ends.
/// An annulus is left out when one term is larger there than all others together, or when the coefficients' signs show
/// no positive root. O(n) for each of the annuli within the bounds of the roots.
std::vector<std::int64_t> positive_annuli(const MeasuredVector& f, bool mirrored, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
