// Where words of working data lie: no overlaps, aligned, spread over the sets of a cache; and shapes of transforms.
#include "fft/ntt_layout.hpp"

#include <gtest/gtest.h>

#include <map>

#include "fft/ntt_transform.hpp"

namespace {

using polyfork::detail::ntt_block;
using polyfork::detail::ntt_max_radix_log;
using polyfork::detail::NttLayout;
using polyfork::detail::NttShape;

constexpr unsigned widest = 9;  // the default

TEST(NttLayout, WithoutGapsWordsAreInOrder) {
  for (unsigned child = 0; child <= 20; ++child) {
    const NttLayout layout(child, widest, false);
    EXPECT_LE(layout.leaf_log(), widest);
    EXPECT_EQ((child - layout.leaf_log()) % ntt_max_radix_log, 0U) << "passes above the leaves are of full width";
    EXPECT_EQ(layout.leaf_offset(3), 3 * layout.leaf_words());
    EXPECT_EQ(layout.node_words(child), std::size_t{ntt_block} << child);
  }
}

TEST(NttLayout, LeavesNeitherOverlapNorTouchAndStayAligned) {
  for (unsigned child = 0; child <= 18; ++child) {
    const NttLayout layout(child, widest, true);
    const std::size_t leaves = std::size_t{1} << (child - layout.leaf_log());
    const bool gaps = layout.leaf_log() >= 5;
    for (std::size_t i = 0; i + 1 < leaves; ++i) {
      EXPECT_EQ(layout.leaf_offset(i) % ntt_block, 0U);
      const std::size_t end = layout.leaf_offset(i) + layout.leaf_words();
      if (gaps) {
        EXPECT_GT(layout.leaf_offset(i + 1), end) << child << ' ' << i;
      } else {
        EXPECT_EQ(layout.leaf_offset(i + 1), end) << child << ' ' << i;
      }
    }
    EXPECT_GE(layout.node_words(child), layout.leaf_offset(leaves - 1) + layout.leaf_words());
  }
}

/// A leaf's place in its node is a function of its number there, whichever node it is: passes address rows so.
TEST(NttLayout, NodesOfALevelAreEquallySpaced) {
  for (unsigned child = 5; child <= 18; ++child) {
    const NttLayout layout(child, widest, true);
    for (unsigned log = layout.leaf_log(); log <= child; log += ntt_max_radix_log) {
      const std::size_t leaves = std::size_t{1} << (log - layout.leaf_log());
      const std::size_t nodes = std::size_t{1} << (child - log);
      for (std::size_t node = 0; node < nodes && node < 16; ++node)
        for (const std::size_t leaf : {std::size_t{0}, leaves / 2, leaves - 1})
          EXPECT_EQ(layout.leaf_offset(node * leaves + leaf), node * layout.node_words(log) + layout.leaf_offset(leaf))
              << child << ' ' << log << ' ' << node;
    }
  }
}

/// What the gaps are for: of the sixteen rows of a pass, no more than the ways of a first-level cache share a set.
TEST(NttLayout, RowsOfAPassSpreadOverTheSetsOfACache) {
  for (unsigned child = 9; child <= 18; ++child) {
    const NttLayout layout(child, widest, true);
    for (unsigned log = layout.leaf_log(); log <= child; log += ntt_max_radix_log) {
      std::map<std::size_t, int> lines;  // of 64 sets
      for (std::size_t row = 0; row < 16; ++row) ++lines[row * layout.node_words(log) / ntt_block % 64];
      for (const auto& [set, count] : lines) EXPECT_LE(count, 2) << child << ' ' << log << ' ' << set;
    }
  }
}

TEST(NttShape, TheSmallestShapeThatHoldsTheCoefficients) {
  for (std::size_t n = 1; n < 5000; ++n) {
    const NttShape shape = NttShape::cyclic(n);
    EXPECT_GE(shape.words(), n);
    EXPECT_LE(shape.words(), shape.full_words());
    EXPECT_GE(shape.data_words(), shape.words());
    EXPECT_TRUE(shape.words() > shape.full_words() / 2 || shape.log_blocks == 0);
    EXPECT_EQ(NttShape::cyclic(shape.words()).words(), shape.words()) << n;
    if (shape.truncated()) {
      EXPECT_GE(shape.keep, 9U);
      EXPECT_LT(shape.words() - n, shape.child_words()) << n;
    }
  }
}

}  // namespace
