// The shortest linear recurrence of a sequence modulo p.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The monic polynomial c_0 + ... + c_m x^m of least degree m with c_0 s_i + ... + c_m s_(i+m) = 0 for all i where that
/// is defined, in ascending degree: Massey, Shift-register synthesis and BCH decoding, IEEE TIT 1969. O(n^2). Throws
/// Cancelled.
std::vector<std::uint32_t> minimal_recurrence(std::span<const std::uint32_t> sequence, const SmallPrime& p,
                                              const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
