// What the tasks of one subdivision count together: nodes, depth, progress, and the charge for the cells that they
// find.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "ring/held.hpp"
#include "rootiso/values/dyadic_cell.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Counters of the trees of one search. The decided share of the whole and the charge for the cells may be shared by
/// several of them.
struct Tally {
  static constexpr double half_line = 0.5;  ///< share of the progress

  Tally(std::atomic<double>& whole, SharedCharge& charge) : done(whole), kept(charge) {}

  std::atomic<std::size_t> annuli{0};
  std::atomic<std::size_t> nodes{0};
  std::atomic<std::size_t> max_depth{0};
  std::atomic<double>& done;  ///< decided share of the whole search
  double share = half_line;   ///< of the whole search, that one annulus is
  SharedCharge& kept;

  /// A list of this one cell; lists grow by doubling when they are joined.
  std::vector<DyadicCell> found(DyadicCell&& cell) {
    kept.add(bytes_of(cell.c) + 2 * sizeof(DyadicCell));
    return {std::move(cell)};
  }

  /// Counts nodes of this depth below their annulus.
  void visit(std::size_t depth, std::size_t count = 1) {
    nodes.fetch_add(count, std::memory_order_relaxed);
    std::size_t seen = max_depth.load(std::memory_order_relaxed);
    while (seen < depth && !max_depth.compare_exchange_weak(seen, depth, std::memory_order_relaxed)) {
    }
  }
  /// A node of this depth below its annulus needs no more work.
  void decided(std::size_t depth, const ExecutionContext& ctx) {
    if (!ctx.has_progress()) return;
    const double part = std::ldexp(share, -static_cast<int>(std::min<std::size_t>(depth, 1000)));
    double seen = done.load(std::memory_order_relaxed);
    while (!done.compare_exchange_weak(seen, seen + part, std::memory_order_relaxed)) {
    }
    ctx.progress("isolating", std::min(1.0, seen + part));
  }
  /// Adds the counters to the statistics.
  void report(IsolationStats& stats) const {
    stats.annuli += annuli;
    stats.nodes += nodes;
    stats.max_depth = std::max(stats.max_depth, max_depth.load());
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
