// Copies of jobs: from and to page-locked memory as through staging, and devices that do not answer.
#include <algorithm>
#include <cstring>

#include <gtest/gtest.h>

#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "core/chunk_store.hpp"
#include "emulated_device.hpp"

namespace polyfork::test {
namespace {

using detail::Chunk;
using detail::ChunkStore;
using detail::DeviceArray;
using detail::DeviceJob;

constexpr std::size_t bytes = std::size_t{8} << 20;  // what is page-locked has 4 MiB at least
constexpr double least_timeout = 0.02;

/// Memory that was left once already, and so is page-locked when it is copied.
Chunk used_chunk() {
  ChunkStore::leave(Chunk(bytes));
  return ChunkStore::take(bytes);
}

struct Chunks {
  Chunks() {
    ChunkStore::clear();
    from = used_chunk();
    to = used_chunk();
    for (std::size_t i = 0; i < bytes; i += 8) {
      const std::uint64_t word = i * 0x9E3779B97F4A7C15;
      std::memcpy(from.data() + i, &word, sizeof word);
    }
    std::memset(to.data(), 0, bytes);
  }
  Chunk from;
  Chunk to;
};

/// Up and down again.
bool copy_through(EmulatedDevice& emulated, const std::byte* from, std::byte* to) {
  return emulated.device().run(0, 1, ExecutionContext(), [&](DeviceJob& job) {
    const DeviceArray<char> there(job.pool(), bytes);
    job.up(there.get(), from, bytes);
    job.kernels_after_copies();
    job.copies_after_kernels();
    job.down(to, there.get(), bytes);
    job.finish();
  });
}

TEST(DeviceCopies, OfPageLockedMemory) {
  Chunks chunks;
  EmulatedDevice emulated;
  ASSERT_TRUE(copy_through(emulated, chunks.from.data(), chunks.to.data()));
  EXPECT_EQ(std::memcmp(chunks.from.data(), chunks.to.data(), bytes), 0);
  if (!emulated.is_card()) {
    EXPECT_EQ(emulated.backend().locked(), 2U);
  }
  const Chunk fresh(bytes);
  ASSERT_TRUE(copy_through(emulated, chunks.from.data(), fresh.data()));
  EXPECT_EQ(std::memcmp(chunks.from.data(), fresh.data(), bytes), 0);
  if (!emulated.is_card()) {
    EXPECT_EQ(emulated.backend().locked(), 2U);
  }
  ChunkStore::clear();
}

/// Whatever fails, the processor's result comes from memory that no device writes to.
TEST(DeviceCopies, OfPageLockedMemoryFail) {
  Chunks chunks;
  EmulatedDevice emulated;
  FailurePlan& plan = emulated.failures();
  ASSERT_TRUE(copy_through(emulated, chunks.from.data(), chunks.to.data()));
  const int before = plan.calls;
  ASSERT_TRUE(copy_through(emulated, chunks.from.data(), chunks.to.data()));
  const int calls = plan.calls - before;
  EXPECT_GT(calls, 8);
  for (int at = 0; at < calls; ++at) {
    std::memset(chunks.to.data(), 0, bytes);
    plan.at = plan.calls + at;
    const bool done = copy_through(emulated, chunks.from.data(), chunks.to.data());
    plan.at = -1;
    EXPECT_TRUE(!done || emulated.is_card()) << at;  // how often a card is asked whether it has finished varies
    ASSERT_FALSE(emulated.device().is_lost()) << at;
  }
  ASSERT_TRUE(copy_through(emulated, chunks.from.data(), chunks.to.data()));
  EXPECT_EQ(std::memcmp(chunks.from.data(), chunks.to.data(), bytes), 0);
  if (!emulated.is_card()) {
    EXPECT_EQ(emulated.backend().locked(), 2U);
  }
  ChunkStore::clear();
}

TEST(DeviceCopies, TimeOutsGiveTheDeviceUp) {
  Chunks chunks;
  for (const bool page_locked : {false, true}) {
    EmulatedDevice emulated(std::size_t{1} << 28, least_timeout);
    if (page_locked) {
      ASSERT_TRUE(copy_through(emulated, chunks.from.data(), chunks.to.data()));
      std::memset(chunks.to.data(), 0, bytes);
    }
    const Chunk fresh(page_locked ? 64 : bytes);
    emulated.failures().never_finishes = true;
    EXPECT_FALSE(copy_through(emulated, chunks.from.data(), page_locked ? chunks.to.data() : fresh.data()));
    EXPECT_EQ(device_statistics().last_reason, "the device did not answer in time");
    EXPECT_TRUE(emulated.device().is_lost());
    if (page_locked) {
      EXPECT_TRUE(std::all_of(chunks.to.data(), chunks.to.data() + bytes, [](std::byte b) { return b == std::byte(); }))
          << "a copy that has not begun when the time is up never begins";
      chunks.to = used_chunk();
      if (!emulated.is_card()) {
        EXPECT_EQ(emulated.backend().locked(), 2U) << "the driver of a lost device is not asked";
      }
    }
  }
  ChunkStore::clear();
}

TEST(DeviceCopies, ProductsComeFromTheProcessorAfterATimeOut) {
  EmulatedDevice emulated(std::size_t{1} << 28, least_timeout);
  const IntegerVector b{4, -5};
  emulated.failures().never_finishes = true;
  const std::uint64_t fallbacks = device_statistics().fallbacks;
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  IntegerVector a(5000, 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a.row(i)[0] = i + 1;
    a.set_signed_size(i, 1);
  }
  EXPECT_EQ(mul(a, b, wanted), mul(a, b, wanted.with_device_policy(DevicePolicy::off)));
  EXPECT_EQ(device_statistics().fallbacks, fallbacks + 1);
  EXPECT_TRUE(emulated.device().is_lost());
}

}  // namespace
}  // namespace polyfork::test
