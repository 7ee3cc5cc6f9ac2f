// How large a polynomial in fixed point is on -1 <= t <= 1: what precisions are chosen by. Nothing is proved by these.
#pragma once

#include <array>
#include <cstddef>

#include <polyfork/core/context.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Bits of max(|q(t)|, |q'(t)| / rows) at t = -1, 0, 1. The slope stands in where a root lies at the point itself.
std::array<std::size_t, 3> sizes_of(const FixedRows& q, const ExecutionContext& ctx);

/// Bits of max(|q(t)|, |q'(t)| / rows) at t = 1/2, or at -1/2 when `negative`, within two bits.
std::size_t size_at_half(const FixedRows& q, bool negative, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
