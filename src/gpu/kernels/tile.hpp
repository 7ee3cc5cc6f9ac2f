// Index maps of a transform pass: which words a block holds, and which of them a thread has in each step.
//
// A pass sees the words of a node as a matrix of 2^log_rows rows and transforms its columns; a block takes `columns`
// neighbouring ones as its tile, whose words are numbered row by row. The step of radix 2^r splits tile into nodes of
// 2^r `stride` words; a thread takes words `stride` apart, sixteen in all, of several groups when r < 4. Between steps
// the tile passes through shared memory, where one word in seventeen is left out: so no two of the sixteen threads that
// are served together meet in a bank, provided that steps of a stride below 16 have radix 16
// (tests/gpu/kernels/tile_test.cpp counts that for every step). A thread's words are its first one plus constants, both
// as numbers and as places.
#pragma once

#include "gpu/kernels/tree_dft.hpp"
#include "gpu/simt/simt.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The place of tile word i in shared memory.
constexpr POLYFORK_BOTH unsigned padded(unsigned i) { return i + (i >> 4); }

/// A tile of 2^log_tile words of columns of 2^(sum of radix_logs) words, one step for each radix.
template <unsigned log_tile_, unsigned... radix_logs>
struct TileShape {
  static constexpr unsigned log_tile = log_tile_;
  static constexpr unsigned words = 1U << log_tile;
  static constexpr unsigned threads = words / thread_values;
  static constexpr unsigned padded_words = padded(words);
  static constexpr unsigned steps = sizeof...(radix_logs);
  static constexpr unsigned log_rows = (radix_logs + ...);
  static constexpr unsigned log_columns = log_tile - log_rows;
  static constexpr unsigned columns = 1U << log_columns;

  static constexpr POLYFORK_BOTH unsigned radix_log(unsigned step) {
    constexpr unsigned logs[] = {radix_logs...};
    return logs[step];
  }
  static constexpr POLYFORK_BOTH unsigned log_stride(unsigned step) {
    unsigned log = log_tile;
    for (unsigned i = 0; i <= step; ++i) log -= radix_log(i);
    return log;
  }
  /// The most nodes that a step finds: of the last one.
  static constexpr unsigned log_nodes = log_rows - radix_log(steps - 1);

  static_assert(radix_log(0) == 4, "the first step is that of truncated transforms");
};

/// Step number `step` of a tile, seen by one thread.
template <class Tile, unsigned step>
struct TileStep {
  static constexpr unsigned radix_log = Tile::radix_log(step);
  static constexpr unsigned radix = 1U << radix_log;
  static constexpr unsigned log_stride = Tile::log_stride(step);
  static constexpr unsigned groups = thread_values / radix;  ///< of a thread

  /// The node, of those that the tile consists of, that a thread's group belongs to.
  static constexpr POLYFORK_BOTH unsigned node(unsigned thread, unsigned group) {
    return (thread >> log_stride) + (group * Tile::threads >> log_stride);
  }
  /// The tile word of element 0 of a thread's first group.
  static constexpr POLYFORK_BOTH unsigned first(unsigned thread) {
    return (thread >> log_stride << (radix_log + log_stride)) + (thread & ((1U << log_stride) - 1));
  }
  /// From there to element k of a group, in other bits: the sum carries nothing.
  static constexpr POLYFORK_BOTH unsigned offset(unsigned group, unsigned k) {
    return (group * Tile::threads << radix_log) + (k << log_stride);
  }
  static constexpr POLYFORK_BOTH unsigned word(unsigned thread, unsigned group, unsigned k) {
    return first(thread) + offset(group, k);
  }
  /// The sixteenth of the tile's rows in which a group lies. Precondition: step > 0.
  static constexpr POLYFORK_BOTH unsigned sixteenth(unsigned thread, unsigned group) {
    return (first(thread) >> (Tile::log_tile - 4)) + (offset(group, 0) >> (Tile::log_tile - 4));
  }

  static_assert(groups == 1 || 1U << log_stride <= Tile::threads, "a group adds to the node alone");
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
