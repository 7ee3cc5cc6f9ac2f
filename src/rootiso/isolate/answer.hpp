// From cells to the answer: the interval that was asked for, multiplicities, one list of all roots.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/rational.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The cells whose roots lie in the closed interval. Preconditions: each cell has one root of g, which is simple; g has
/// no rational roots.
std::vector<DyadicCell> cells_with_root_in(const std::pair<Rational, Rational>& interval, std::vector<DyadicCell> cells,
                                           const PolyZ& g, const ExecutionContext& ctx);

/// The memory of the cells, refined to the width if there is one, and of the result that is made of them.
std::size_t answer_bytes(const Preprocessed& pre, const std::vector<DyadicCell>& cells,
                         const std::optional<Rational>& width);

/// The roots of the cells and the rational roots (with an interval, those inside), ascending, with multiplicities.
std::vector<RootInterval> merged_roots(const Preprocessed& pre, const std::vector<DyadicCell>& cells,
                                       const std::optional<std::pair<Rational, Rational>>& interval,
                                       const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
