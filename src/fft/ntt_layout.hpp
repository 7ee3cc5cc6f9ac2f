// Where the words of a transform lie in memory, and how its tree is cut.
//
// Leaves are nodes that fit the first-level cache (2^9 blocks, 32 KiB, unless tuned), transformed by straight passes;
// above them every pass splits a node into 16. Rows of a pass that lie a power of two apart fall into the same set of a
// cache, which holds fewer than 16 lines. So working data leaves a gap of one cache line after each leaf, after each
// 16 leaves, and so on; arrays of the user have none.
#pragma once

#include <cstddef>

#include "fft/ntt_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

class NttLayout {
 public:
  /// child_log: blocks of a sub-node of the first pass; widest_leaf_log: blocks of a leaf at most, >= 3.
  constexpr NttLayout(unsigned child_log, unsigned widest_leaf_log, bool gaps) noexcept
      : leaf_log_(child_log), gap_(0) {
    while (leaf_log_ > widest_leaf_log) leaf_log_ -= ntt_max_radix_log;
    if (gaps && leaf_log_ >= shortest_with_gap) gap_ = ntt_block;
  }

  constexpr unsigned leaf_log() const noexcept { return leaf_log_; }
  constexpr std::size_t leaf_words() const noexcept { return std::size_t{ntt_block} << leaf_log_; }
  /// Words from the start of a node to its leaf number i.
  constexpr std::size_t leaf_offset(std::size_t i) const noexcept {
    std::size_t offset = i * (leaf_words() + gap_);
    if (gap_ != 0)
      for (i >>= ntt_max_radix_log; i != 0; i >>= ntt_max_radix_log) offset += i * gap_;
    return offset;
  }
  /// Words from one node of 2^log_blocks blocks to the next; log_blocks >= leaf_log().
  constexpr std::size_t node_words(unsigned log_blocks) const noexcept {
    return leaf_offset(std::size_t{1} << (log_blocks - leaf_log_));
  }

 private:
  static constexpr unsigned shortest_with_gap = 5;

  unsigned leaf_log_;
  std::size_t gap_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
