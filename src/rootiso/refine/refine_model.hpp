// Refinement of one root on a local model.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>

#include "rootiso/local/local_model.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A root on the way: a cell with exactly one root, and the sign of f at its lower end.
struct RefinedRoot {
  DyadicCell cell;
  int lower_sign;
};

/// The cell of at most level `level` around the root, as far as the model's precision carries; the model is that of
/// `cell`, which contains root.cell or equals it. Every step is certified by the model's signs.
///
/// Quadratic interval refinement (Abbott, ISSAC 2006), where each step goes on with the model of the smaller cell: that
/// has fewer rows, down to the two of a straight line, so that a step of sixty bits costs a division.
RefinedRoot refine_on_model(LocalModel model, DyadicCell cell, RefinedRoot root, std::int64_t level,
                            const ModelPrecision& precision, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
