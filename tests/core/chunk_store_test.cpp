#include "core/chunk_store.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>

namespace {

using polyfork::MemoryAccount;
using polyfork::detail::Chunk;
using polyfork::detail::ChunkStore;

TEST(ChunkStore, GivesOutWhatWasLeft) {
  ChunkStore::clear();
  Chunk chunk = ChunkStore::take();
  EXPECT_EQ(chunk.bytes(), ChunkStore::chunk_bytes);
  std::memset(chunk.data(), 1, chunk.bytes());
  const std::byte* const data = chunk.data();
  ChunkStore::leave(std::move(chunk));
  EXPECT_EQ(ChunkStore::kept(), 1U);
  EXPECT_EQ(ChunkStore::take().data(), data);
  EXPECT_EQ(ChunkStore::kept(), 0U);
}

TEST(ChunkStore, KeepsAFewAndNoneBesideAMemoryLimit) {
  ChunkStore::clear();
  std::vector<Chunk> chunks;
  for (std::size_t i = 0; i < ChunkStore::most_kept + 3; ++i) chunks.push_back(ChunkStore::take());
  for (Chunk& chunk : chunks) ChunkStore::leave(std::move(chunk));
  EXPECT_EQ(ChunkStore::kept(), ChunkStore::most_kept);
  MemoryAccount unlimited;
  unlimited.charge(1);
  EXPECT_EQ(ChunkStore::kept(), ChunkStore::most_kept);
  MemoryAccount limited(1 << 20);
  limited.charge(1);
  EXPECT_EQ(ChunkStore::kept(), 0U);
}

}  // namespace
