// A fine cell around a root by Newton's iteration from a guess in floating point.
#pragma once

#include <cstdint>
#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// As refine_cell, where floating point comes near the root; nothing otherwise. For levels up to a few hundred bits
/// finer than the cell's: one value of f for each 40 bits, and its signs at the ends of what is found.
std::optional<DyadicCell> guessed_cell(const IntegerVector& f, const DyadicCell& cell, std::int64_t level,
                                       const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
