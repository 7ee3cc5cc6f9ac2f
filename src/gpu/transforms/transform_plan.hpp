// How a transform of some length runs on a device: its passes and their launches. Pure: no device is asked.
//
// A length is keep / 16 of N = 2^log_length, keep 9 to 16 (truncated transforms, see NttPlan). Up to 2^12 it is one
// pass; up to 2^24 columns and rows; above, two passes of columns. A pass of columns is short for short transforms,
// whose blocks are then many, and gets longer only when rows have their full length.
#pragma once

#include <cstddef>
#include <vector>

#include "gpu/kernels/kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct TransformPass {
  Kernel forward;
  Kernel inverse;
  unsigned log_rows;    ///< of the length that the pass transforms
  unsigned log_width;   ///< of the columns of a node
  unsigned log_nodes;   ///< of the nodes that the pass before made of its own, 0 for the first
  unsigned log_parent;  ///< of the words of the node that the pass before worked on
  unsigned tiles;       ///< of one array
  unsigned ahead;       ///< blocks of a multiprocessor that load several tiles ahead; 0: a block for each tile
};

/// Blocks for each of `batch` arrays of so many tiles, of which so many blocks run at once: a few rounds of blocks that
/// have some eight tiles.
unsigned blocks_ahead(unsigned tiles, unsigned batch, unsigned at_once) noexcept;

class TransformPlan {
 public:
  static constexpr unsigned least_log = 10;
  static constexpr unsigned most_log = 28;

  /// For at least `words` coefficients, 1 to 2^28: the shortest length that is a power of two or, above 2^13, 9 to 15
  /// sixteenths of one.
  static TransformPlan for_words(std::size_t words);
  /// A plan by passes whose lengths have these logarithms, rows last; keep < 16 needs more than one.
  TransformPlan(const std::vector<unsigned>& pass_logs, unsigned keep = 16);

  /// A plan of this transform by kernels whose blocks have so much shared memory at most: where columns of 2^12 need
  /// more, they are transformed in two passes.
  template <class Field>
  TransformPlan within(std::size_t shared_bytes) const;
  /// Whether within() avoids the kernel.
  static bool can_do_without(Kernel kernel) noexcept;

  unsigned log_length() const noexcept { return log_length_; }
  unsigned keep() const noexcept { return keep_; }
  std::size_t words() const noexcept { return (std::size_t{keep_} << log_length_) / 16; }
  const std::vector<TransformPass>& passes() const noexcept { return passes_; }
  /// The kernel that takes the place of the last pass in products.
  Kernel middle() const noexcept { return middle_; }

 private:
  std::vector<unsigned> logs_;
  unsigned log_length_;
  unsigned keep_;
  std::vector<TransformPass> passes_;
  Kernel middle_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
