// The primes that segments of a shift's result are reconstructed from.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_view.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Coefficients from `begin` on, up to the next segment's, need the first `primes` primes: fewer at both ends, where
/// they are short.
struct ShiftSegment {
  std::size_t begin;
  std::size_t primes;
};

/// The segments of the first `count` coefficients of f(x + c), from the bit lengths of f's coefficients; none has more
/// than `most` primes, which suffice for all.
std::vector<ShiftSegment> shift_segments(std::span<const std::size_t> lengths, IntegerView c, std::size_t count,
                                         std::size_t most, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
