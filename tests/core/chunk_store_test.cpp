#include "core/chunk_store.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>

namespace {

using polyfork::MemoryAccount;
using polyfork::detail::Chunk;
using polyfork::detail::ChunkStore;

constexpr std::size_t mib = std::size_t{1} << 20;

TEST(ChunkStore, GivesOutWhatWasLeft) {
  ChunkStore::clear();
  Chunk chunk = ChunkStore::take(8 * mib);
  EXPECT_EQ(chunk.bytes(), 8 * mib);
  std::memset(chunk.data(), 1, chunk.bytes());
  const std::byte* const data = chunk.data();
  ChunkStore::leave(std::move(chunk));
  EXPECT_EQ(ChunkStore::kept(), 8 * mib);
  EXPECT_EQ(ChunkStore::take(8 * mib).data(), data);
  EXPECT_EQ(ChunkStore::kept(), 0U);
}

TEST(ChunkStore, ServesRequestsWithTheShortestThatIsNotMuchTooLong) {
  ChunkStore::clear();
  for (const std::size_t size : {8, 10, 9, 16}) ChunkStore::leave(Chunk(size * mib));
  EXPECT_EQ(ChunkStore::take(8 * mib + 1).bytes(), 9 * mib);
  EXPECT_EQ(ChunkStore::take(8 * mib + 1).bytes(), 10 * mib);
  EXPECT_EQ(ChunkStore::take(8 * mib + 1).bytes(), 8 * mib + 1);  // 16 MiB are too many
  EXPECT_EQ(ChunkStore::take(17 * mib).bytes(), 17 * mib);
  EXPECT_EQ(ChunkStore::kept(), 24 * mib);
  ChunkStore::leave(Chunk(ChunkStore::smallest - 1));
  ChunkStore::leave(Chunk(ChunkStore::most_kept + 1));
  EXPECT_EQ(ChunkStore::kept(), 24 * mib);
  ChunkStore::clear();
}

/// What is in use is known by its addresses, and whether it was used before; observers hear of its end.
TEST(ChunkStore, KnowsLongChunksInUse) {
  struct Observer : polyfork::detail::ChunkObserver {
    void is_freed(const std::byte* data) noexcept override { freed.push_back(data); }
    std::vector<const std::byte*> freed;
  } observer;
  ChunkStore::clear();
  ASSERT_TRUE(ChunkStore::observe(nullptr, &observer));
  EXPECT_FALSE(ChunkStore::observe(nullptr, &observer));
  Chunk chunk = ChunkStore::take(8 * mib);
  std::byte* const data = chunk.data();
  EXPECT_EQ(ChunkStore::holding(data + 5, 8 * mib - 5).data, data);
  EXPECT_FALSE(ChunkStore::holding(data, 1).reused);
  EXPECT_EQ(ChunkStore::holding(data + 5, 8 * mib).data, nullptr);
  ChunkStore::leave(std::move(chunk));
  EXPECT_EQ(ChunkStore::holding(data, 1).data, nullptr);
  chunk = ChunkStore::take(8 * mib);
  EXPECT_TRUE(ChunkStore::holding(data, 1).reused);
  EXPECT_TRUE(observer.freed.empty());
  chunk = Chunk();
  EXPECT_EQ(ChunkStore::holding(data, 1).data, nullptr);
  EXPECT_EQ(observer.freed, std::vector<const std::byte*>{data});
  EXPECT_TRUE(ChunkStore::observe(&observer, nullptr));
}

TEST(ChunkStore, KeepsShortOnesApart) {
  ChunkStore::clear();
  ChunkStore::leave(Chunk(8 * mib));
  for (std::size_t i = 0; i < 3 * ChunkStore::most_chunks; ++i) ChunkStore::leave(Chunk(mib));
  EXPECT_EQ(ChunkStore::kept(), 8 * mib + ChunkStore::most_chunks * mib);
  for (std::size_t i = 0; i < 3 * ChunkStore::most_chunks; ++i) ChunkStore::leave(Chunk(3 * mib));
  EXPECT_LE(ChunkStore::kept(), 8 * mib + ChunkStore::most_kept_short);
  EXPECT_EQ(ChunkStore::take(8 * mib).bytes(), 8 * mib);
  EXPECT_EQ(ChunkStore::take(3 * mib - 5).bytes(), 3 * mib);
  ChunkStore::clear();
  EXPECT_EQ(ChunkStore::kept(), 0U);
}

TEST(ChunkStore, KeepsTheLatestAndNoneBesideAMemoryLimit) {
  ChunkStore::clear();
  for (std::size_t size = 40; size <= 120; size += 20) ChunkStore::leave(Chunk(size * mib));
  EXPECT_EQ(ChunkStore::kept(), 360 * mib);  // of 400
  EXPECT_EQ(ChunkStore::take(40 * mib).bytes(), 40 * mib);
  EXPECT_EQ(ChunkStore::kept(), 360 * mib);
  for (std::size_t i = 0; i < 2 * ChunkStore::most_chunks; ++i) ChunkStore::leave(Chunk(4 * mib));
  EXPECT_EQ(ChunkStore::kept(), ChunkStore::most_chunks * 4 * mib);
  MemoryAccount unlimited;
  unlimited.charge(1);
  EXPECT_EQ(ChunkStore::kept(), ChunkStore::most_chunks * 4 * mib);
  MemoryAccount limited(1 << 20);
  limited.charge(1);
  EXPECT_EQ(ChunkStore::kept(), 0U);
  ChunkStore::leave(Chunk(8 * mib));
  EXPECT_EQ(ChunkStore::kept(), 0U);
  limited.release(1);
  ChunkStore::leave(Chunk(8 * mib));
  EXPECT_EQ(ChunkStore::kept(), 8 * mib);
  ChunkStore::clear();
}

/// Whoever has been put in place of an observer may end it: it is not being told of anything then.
TEST(ChunkStoreThreads, ObserversEndWhenTheyAreReplaced) {
  struct Observer : polyfork::detail::ChunkObserver {
    void is_freed(const std::byte*) noexcept override {
      entered = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      left = true;
    }
    std::atomic<bool> entered{false};
    std::atomic<bool> left{false};
  } observer;
  ASSERT_TRUE(ChunkStore::observe(nullptr, &observer));
  std::thread other([] { Chunk chunk(8 * mib); });
  while (!observer.entered) std::this_thread::yield();
  EXPECT_TRUE(ChunkStore::observe(&observer, nullptr));
  EXPECT_TRUE(observer.left);
  other.join();
}

TEST(ChunkStoreThreads, TakeAndLeave) {
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (std::size_t i = 0; i < 200; ++i) {
        Chunk chunk = ChunkStore::take((4 + (i + t) % 5) * mib);
        chunk.data()[0] = std::byte{1};
        chunk.data()[chunk.bytes() - 1] = std::byte{1};
        ChunkStore::leave(std::move(chunk));
        if (i % 50 == 49) ChunkStore::clear();
      }
    });
  for (std::thread& thread : threads) thread.join();
  ChunkStore::clear();
  EXPECT_EQ(ChunkStore::kept(), 0U);
}

}  // namespace
