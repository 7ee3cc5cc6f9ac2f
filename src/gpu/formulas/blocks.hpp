// The grids of the kernels of formulas.
#pragma once

#include <cstddef>

#include "gpu/kernels/formula_parameters.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Blocks that have so many threads together.
inline unsigned formula_blocks(std::size_t threads) noexcept {
  return static_cast<unsigned>((threads + formula_threads - 1) / formula_threads);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
