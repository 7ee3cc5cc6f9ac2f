// Kernels on the processor: the blocks of a launch one after another, the threads of a block as fibers.
//
// A fiber runs to its next barrier; when all of the block have arrived the next round begins in another order, which a
// seed chooses, so that a kernel that leaves out a barrier computes something else with one seed or another. Shared
// memory holds signalling NaNs when a block begins: what is read before it is written spoils the result.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/function_ref.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace simt {

struct Grid {
  unsigned blocks = 1;
  unsigned batch = 1;
  unsigned threads = 1;
  std::size_t shared_bytes = 0;
};

/// Runs body() once for each thread of each block. order: the seed of the orders of fibers; 0 is the ascending order.
/// Throws std::logic_error where some threads of a block end and others wait at a barrier; passes on what body throws.
void run(const Grid& grid, FunctionRef<void()> body, std::uint64_t order);

/// The place of the fiber that is running.
unsigned thread() noexcept;
unsigned threads() noexcept;
unsigned block() noexcept;
unsigned blocks() noexcept;
/// The block's second coordinate.
unsigned batch() noexcept;
void barrier();
/// Aligned to 32 bytes.
void* shared() noexcept;

/// The bits of a signalling NaN, in every word.
void poison(void* memory, std::size_t bytes) noexcept;

}  // namespace simt
}  // namespace detail
}  // namespace v1
}  // namespace polyfork
