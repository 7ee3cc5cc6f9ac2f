#include <polyfork/core/error.hpp>
#include <polyfork/core/workspace.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <thread>
#include <vector>

#include <polyfork/core/memory.hpp>

#include "core/chunk_store.hpp"
#include "random.hpp"

namespace {

using polyfork::MemoryAccount;
using polyfork::MemoryLimit;
using polyfork::Workspace;
using polyfork::detail::ChunkStore;

bool aligned(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % 64 == 0; }

TEST(Workspace, FramesGiveTheirMemoryBack) {
  std::uint64_t* first = nullptr;
  {
    Workspace::Frame frame;
    first = frame.allocate<std::uint64_t>(10).data();
    EXPECT_TRUE(aligned(first));
    Workspace::Frame inner;
    const auto second = inner.allocate<std::uint8_t>(3);
    EXPECT_TRUE(aligned(second.data()));
    EXPECT_NE(static_cast<void*>(first), static_cast<void*>(second.data()));
  }
  Workspace::Frame frame;
  EXPECT_EQ(frame.allocate<std::uint64_t>(10).data(), first);
  EXPECT_EQ(frame.allocate<std::uint64_t>(0).size(), 0U);
}

TEST(Workspace, LongChunksAreSharedUnlessAMemoryLimitIsInUse) {
  Workspace::trim();
  ChunkStore::clear();
  const auto use = [](std::size_t mebibytes) {
    Workspace::Frame frame;
    auto* const data = frame.allocate<std::uint8_t>(mebibytes << 20).data();
    *data = 1;
    return data;
  };
  const auto* const first = use(150);
  EXPECT_LE(Workspace::thread_bytes(), std::size_t{4} << 20);
  EXPECT_EQ(ChunkStore::kept(), std::size_t{150} << 20);
  std::thread([&] { EXPECT_EQ(use(140), first); }).join();
  EXPECT_EQ(ChunkStore::kept(), std::size_t{150} << 20);

  MemoryAccount unlimited;
  unlimited.charge(1);
  EXPECT_EQ(ChunkStore::kept(), std::size_t{150} << 20);
  MemoryAccount limited(1000);
  limited.charge(1);
  EXPECT_EQ(ChunkStore::kept(), 0U);
  use(50);  // the thread's own
  EXPECT_GE(Workspace::thread_bytes(), std::size_t{50} << 20);
  use(150);
  EXPECT_LE(Workspace::thread_bytes(), std::size_t{64} << 20);
  EXPECT_EQ(ChunkStore::kept(), 0U);
  limited.release(1);
  use(30);
  EXPECT_LE(Workspace::thread_bytes(), std::size_t{4} << 20);
  EXPECT_GE(ChunkStore::kept(), std::size_t{30} << 20);
  ChunkStore::clear();
}

TEST(Workspace, UnderAMemoryLimitAllThreadsTogetherKeepLittle) {
  Workspace::trim();
  MemoryAccount limited(1000);
  limited.charge(1);
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  constexpr std::size_t most = 64 * mebibyte;
  std::size_t kept = 0;
  // One after the other, each alive until all have been asked.
  std::function<void(int)> threads = [&](int left) {
    std::thread([&] {
      {
        Workspace::Frame frame;
        frame.allocate<std::uint8_t>(20 * mebibyte).front() = 1;
      }
      kept += Workspace::thread_bytes();
      if (left > 1) threads(left - 1);
    }).join();
  };
  threads(8);
  EXPECT_LE(kept, most);
  EXPECT_GE(kept, 60 * mebibyte);
  // What threads that have ended kept is free for others.
  kept = 0;
  threads(3);
  EXPECT_GE(kept, 60 * mebibyte);
  limited.release(1);
}

TEST(Workspace, InnerFramesKeepWhatTheNextOnesUse) {
  Workspace::trim();
  MemoryAccount limited(1000);  // nothing is shared
  limited.charge(1);
  Workspace::Frame outer;
  outer.allocate<std::uint8_t>(std::size_t{80} << 20).front() = 1;
  const auto inner = [] {
    Workspace::Frame frame;
    auto* const data = frame.allocate<std::uint8_t>(std::size_t{30} << 20).data();
    *data = 1;
    return data;
  };
  const auto* const first = inner();
  EXPECT_EQ(inner(), first);
  EXPECT_GE(Workspace::thread_bytes(), std::size_t{110} << 20);
  limited.release(1);
}

TEST(Workspace, GrowsByChunksAndKeepsLittle) {
  Workspace::trim();
  EXPECT_EQ(Workspace::thread_bytes(), 0U);
  {
    Workspace::Frame frame;
    const auto small = frame.allocate<std::uint8_t>(100);
    small.front() = small.back() = 7;
    const auto large = frame.allocate<std::uint64_t>(1 << 20);
    EXPECT_TRUE(aligned(large.data()));
    large.front() = large.back() = 8;
    EXPECT_EQ(small.front(), 7);
    EXPECT_EQ(small.back(), 7);
    // A large request gets what it asks for, not twice as much.
    EXPECT_GE(Workspace::thread_bytes(), std::size_t{8} << 20);
    EXPECT_LE(Workspace::thread_bytes(), std::size_t{9} << 20);
  }
  {
    Workspace::Frame frame;
    for (int i = 0; i < 3000; ++i) frame.allocate<std::uint64_t>(1 << 14);
    EXPECT_GT(Workspace::thread_bytes(), std::size_t{360} << 20);
  }
  EXPECT_LE(Workspace::thread_bytes(), std::size_t{64} << 20);
  EXPECT_GT(Workspace::thread_bytes(), std::size_t{1} << 20);
  Workspace::trim();
  EXPECT_EQ(Workspace::thread_bytes(), 0U);
}

TEST(Workspace, ImpossibleSizesAreMemoryLimits) {
  Workspace::Frame frame;
  EXPECT_THROW(frame.allocate<std::uint64_t>(std::numeric_limits<std::size_t>::max() / 8), MemoryLimit);
  EXPECT_THROW(frame.allocate<std::uint8_t>(std::numeric_limits<std::size_t>::max()), MemoryLimit);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_THROW(frame.allocate<std::uint8_t>(std::numeric_limits<std::size_t>::max() / 4), MemoryLimit);
#endif
  EXPECT_EQ(frame.allocate<std::uint64_t>(5).size(), 5U);
}

/// Frames inside frames with sizes around the chunk sizes; every array keeps its own values.
void nest(polyfork::test::Random& random, int depth) {
  Workspace::Frame frame;
  std::vector<std::span<std::uint64_t>> arrays;
  for (int i = 0; i < 4; ++i) {
    const auto array = frame.allocate<std::uint64_t>(random.below(depth % 2 == 0 ? 30000 : 50));
    for (auto& word : array) word = reinterpret_cast<std::uintptr_t>(array.data());
    arrays.push_back(array);
    if (depth > 0) nest(random, depth - 1);
  }
  for (const auto& array : arrays)
    for (const auto word : array) ASSERT_EQ(word, reinterpret_cast<std::uintptr_t>(array.data()));
}

TEST(WorkspaceProperty, NestedFramesDoNotOverlap) {
  polyfork::test::Random random;
  nest(random, 4);
}

TEST(ThreadsWorkspace, EachThreadHasItsOwn) {
  Workspace::Frame frame;
  const auto mine = frame.allocate<std::uint64_t>(100);
  for (auto& word : mine) word = 1;
  std::thread([] {
    EXPECT_EQ(Workspace::thread_bytes(), 0U);
    Workspace::Frame other;
    for (auto& word : other.allocate<std::uint64_t>(100)) word = 2;
  }).join();
  for (const auto word : mine) EXPECT_EQ(word, 1U);
}

}  // namespace
