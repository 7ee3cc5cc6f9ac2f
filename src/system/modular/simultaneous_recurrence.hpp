// The shortest linear recurrence of several sequences modulo p together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct SimultaneousRecurrence {
  std::vector<std::uint32_t> coefficients;  ///< monic, ascending
  std::size_t settled = 0;                  ///< the first terms of each sequence, so many, have told it
  bool is_unique = false;                   ///< no other one is as short
};

/// c_0 + ... + c_m x^m of least degree m with c_0 s_i + ... + c_m s_(i+m) = 0 for every sequence s and all i where that
/// is defined. Sequences of one length, at least one. Where k sequences have a recurrence of degree m in common, about
/// m (1 + 1 / k) terms of each tell it, instead of 2 m of one. Schmidt, Sidorenko, Linear shift-register synthesis for
/// multiple sequences of varying length, ISIT 2006; O(k n^2) for n terms. Throws Cancelled.
SimultaneousRecurrence simultaneous_recurrence(std::span<const std::vector<std::uint32_t>> sequences,
                                               const SmallPrime& p, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
