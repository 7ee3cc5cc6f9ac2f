// Arrays out of the store of chunks, and the vectors that take theirs from it.
#include <polyfork/core/recycled_memory.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "core/chunk_store.hpp"
#include "ring/unwritten_residues.hpp"

namespace {

using polyfork::ResidueVector;
using polyfork::detail::ChunkStore;
using polyfork::detail::least_recycled_bytes;

TEST(RecycledMemory, IsGivenOutAgain) {
  ChunkStore::clear();
  void* const memory = polyfork::detail::take_recycled(least_recycled_bytes);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0U);
  std::memset(memory, 1, least_recycled_bytes);
  polyfork::detail::leave_recycled(memory);
  EXPECT_GE(ChunkStore::kept(), least_recycled_bytes);
  void* const again = polyfork::detail::take_recycled(least_recycled_bytes - 100);
  EXPECT_EQ(again, memory);
  polyfork::detail::leave_recycled(again);
  ChunkStore::clear();
  EXPECT_THROW(polyfork::detail::take_recycled(PTRDIFF_MAX), std::bad_alloc);
}

/// Words that were made from nothing are zero whatever the memory held.
TEST(RecycledMemory, VectorsOfResiduesAreClearUnlessAskedNotToBe) {
  constexpr std::size_t n = least_recycled_bytes / 8 + 1;
  for (int round = 0; round < 2; ++round) {
    ResidueVector v(n);
    for (const std::uint64_t word : v) ASSERT_EQ(word, 0U);
    std::fill(v.begin(), v.end(), 7);
  }
  ResidueVector v;
  polyfork::detail::resize_unwritten(v, n);
  EXPECT_EQ(v.size(), n);
  v[0] = 3;
  v[n - 1] = 4;
  polyfork::detail::resize_unwritten(v, 5);
  EXPECT_EQ(v.size(), 5U);
  EXPECT_EQ(v[0], 3U);
  polyfork::detail::resize_unwritten(v, 12);
  EXPECT_EQ(v.size(), 12U);
  const ResidueVector copy = v;
  EXPECT_EQ(copy, v);
}

}  // namespace
