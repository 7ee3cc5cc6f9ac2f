// What the processor does side by side, where that decides between two kernels of one instruction set. A wrong answer
// costs time only.
#pragma once

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Additions of vectors issue beside multiplications instead of taking their places: AMD's processors with AVX-512
/// have four ports for vectors, of which two multiply; Intel's have two that do both.
bool adds_beside_multiplies() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
