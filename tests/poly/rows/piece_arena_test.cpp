#include "poly/rows/piece_arena.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>

#include "core/chunk_store.hpp"

namespace polyfork::test {
namespace {

using namespace detail;

TEST(PieceArena, ArraysDoNotOverlapAndAreCharged) {
  MemoryAccount account;
  {
    PieceArenas arenas(account);
    PieceArena& arena = arenas.open();
    std::vector<PieceVector<std::uint32_t>> arrays;
    std::size_t bytes = 0;
    for (std::size_t n = 1; n < 3'000'000; n = 3 * n + 1) {
      PieceVector<std::uint32_t> array{PieceAllocator<std::uint32_t>(&arena)};
      array.resize(n);
      std::iota(array.begin(), array.end(), static_cast<std::uint32_t>(n));
      bytes += n * sizeof(std::uint32_t);
      arrays.push_back(std::move(array));
    }
    for (const auto& array : arrays)
      for (std::size_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], array.size() + i);
    EXPECT_GE(account.used(), bytes);
    EXPECT_LE(account.used(), 2 * bytes + (std::size_t{16} << 20));
  }
  EXPECT_EQ(account.used(), 0U);
}

TEST(PieceArena, ChunksAreUsedAgain) {
  ChunkStore::clear();
  MemoryAccount account;
  const auto fill = [&] {
    PieceArenas arenas(account);
    PieceArena& arena = arenas.open();
    for (int i = 0; i < 60; ++i) arena.allocate(std::size_t{1} << 20);
    return ChunkStore::kept();
  };
  EXPECT_EQ(fill(), 0U);
  const std::size_t kept = ChunkStore::kept();
  EXPECT_GE(kept, std::size_t{50} << 20);
  EXPECT_EQ(fill(), 0U);
  EXPECT_EQ(ChunkStore::kept(), kept);
}

TEST(PieceArena, ObeysTheMemoryLimit) {
  MemoryAccount account(std::size_t{1} << 20);
  PieceArenas arenas(account);
  PieceArena& arena = arenas.open();
  arena.allocate(1000);
  EXPECT_THROW(arena.allocate(std::size_t{1} << 20), MemoryLimit);
  EXPECT_THROW(arena.allocate(std::numeric_limits<std::size_t>::max()), std::bad_array_new_length);
  EXPECT_NE(arena.allocate(1000), nullptr);
}

TEST(PieceArena, WithoutOneVectorsAreOrdinary) {
  PieceVector<std::uint64_t> a{1, 2, 3};
  PieceVector<std::uint64_t> b = std::move(a);
  b.push_back(4);
  EXPECT_EQ(b, (PieceVector<std::uint64_t>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace polyfork::test
