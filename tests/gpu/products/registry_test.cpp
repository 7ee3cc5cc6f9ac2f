// What a context may use of the devices: policies, forked processes, predicted costs. Holds with and without a device.
#include "gpu/device/registry.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "gpu/device/device_costs.hpp"
#include "gpu/device/page_locked.hpp"
#include "gpu/emulation/emulated_backend.hpp"
#include "gpu/products/product_costs.hpp"

namespace polyfork::test {
namespace {

TEST(DeviceRegistry, PoliciesDecideWhatIsAsked) {
  const ExecutionContext ctx;
  EXPECT_FALSE(device_view(ctx.with_device_policy(DevicePolicy::off)).usable);
  EXPECT_EQ(detail::DeviceRegistry::instance().device_for(ctx.with_device_policy(DevicePolicy::off)), nullptr);
  if (devices().empty()) {
    EXPECT_THROW(device_view(ctx.with_device_policy(DevicePolicy::on)), DeviceError);
    EXPECT_FALSE(device_view(ctx).usable);
    EXPECT_THROW(mul_with(MulAlgorithm::device, IntegerVector{1, 2}, IntegerVector{3, 4}), DeviceError);
    start_device();
  } else {
    EXPECT_TRUE(device_view(ctx.with_device_policy(DevicePolicy::on)).wanted);
    EXPECT_THROW(device_view(ctx.with_device(250).with_device_policy(DevicePolicy::on)), DeviceError);
  }
  EXPECT_THROW(ctx.with_device(-2), DomainError);
}

TEST(DeviceRegistry, AForkedProcessHasNoDevices) {
  (void)devices();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(devices().empty() && !device_absence_reason().empty() && !device_view().usable ? 0 : 1);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(DevicePool, KeepsBlocksWithinItsBudget) {
  detail::EmulatedBackend backend(std::size_t{1} << 20);
  detail::DevicePool pool(backend, std::size_t{512} << 10);
  void* const first = pool.take(100000);
  EXPECT_GE(pool.used(), 100000U);
  pool.leave(first);
  EXPECT_EQ(pool.used(), 0U);
  EXPECT_EQ(pool.take(90000), first) << "a block that is a little longer is used again";
  EXPECT_THROW(pool.take(std::size_t{600} << 10), detail::DeviceFailure);
  EXPECT_THROW(pool.take(std::size_t{450} << 10), detail::DeviceFailure);
  pool.leave(first);
  void* const long_block = pool.take(std::size_t{450} << 10);  // what is kept gives way
  EXPECT_EQ(pool.kept(), 0U);
  pool.leave(long_block);
  pool.trim();
  EXPECT_EQ(backend.live_objects(), 0U);
}

/// Memory that comes back is page-locked when it is copied, until it is freed.
TEST(PageLocked, ChunksThatAreUsedAgain) {
  using detail::Chunk;
  using detail::ChunkStore;
  constexpr std::size_t bytes = std::size_t{8} << 20;
  detail::EmulatedBackend backend(std::size_t{1} << 20);
  ChunkStore::clear();
  {
    detail::PageLocked locked(backend);
    Chunk chunk = ChunkStore::take(bytes);
    EXPECT_FALSE(locked.holds(chunk.data(), bytes)) << "it may never come back";
    ChunkStore::leave(std::move(chunk));
    chunk = ChunkStore::take(bytes);
    EXPECT_TRUE(locked.holds(chunk.data() + 64, bytes - 64));
    EXPECT_TRUE(locked.holds(chunk.data(), 1));
    EXPECT_FALSE(locked.holds(chunk.data() + 1, bytes));
    EXPECT_EQ(backend.locked(), 1U);
    ChunkStore::leave(std::move(chunk));
    EXPECT_EQ(backend.locked(), 1U);
    ChunkStore::clear();
    EXPECT_EQ(backend.locked(), 0U);
    const int other = 0;
    EXPECT_FALSE(locked.holds(&other, sizeof other));
  }
}

/// The driver of a lost device is not asked for anything.
TEST(PageLocked, NothingIsAskedOfALostDevice) {
  using detail::Chunk;
  using detail::ChunkStore;
  constexpr std::size_t bytes = std::size_t{8} << 20;
  detail::EmulatedBackend backend(std::size_t{1} << 20);
  ChunkStore::clear();
  detail::PageLocked locked(backend);
  ChunkStore::leave(Chunk(bytes));
  Chunk chunk = ChunkStore::take(bytes);
  EXPECT_TRUE(locked.holds(chunk.data(), bytes));
  locked.give_up();
  EXPECT_FALSE(locked.holds(chunk.data(), bytes));
  chunk = Chunk();
  EXPECT_EQ(backend.locked(), 1U);
}

TEST(DeviceCosts, GrowWithTheWorkAndFallWithTheRates) {
  DeviceView view;
  EXPECT_LT(detail::upload_seconds(view, 1 << 20, 16), detail::upload_seconds(view, 1 << 20, 1));
  EXPECT_LT(detail::download_seconds(view, 1 << 20, 4), detail::download_seconds(view, 1 << 26, 4));
  EXPECT_EQ(detail::download_seconds(view, 1 << 26, 1), detail::download_seconds(view, 1 << 26, 16)) << "page-locked";
  EXPECT_LT(detail::recycled_upload_seconds(view, 1 << 26, 1), detail::upload_seconds(view, 1 << 26, 1));
  EXPECT_GT(detail::integers_download_seconds(view, 1000, 1 << 26, 1), detail::download_seconds(view, 1 << 26, 1));
  EXPECT_EQ(detail::processor_seconds(3, 2, 1, DeviceTuning::integer_loops), 6);
  EXPECT_GT(detail::processor_seconds(3, 2, 16, DeviceTuning::word_loops), 6);
  EXPECT_GT(detail::processor_seconds(3, 2, 16, DeviceTuning::integer_loops),
            detail::processor_seconds(3, 2, 16, DeviceTuning::word_loops));
  const double fast = detail::device_transform_seconds(view.rates.f50, 3, 1 << 20);
  DeviceInfo slow;
  slow.multiprocessors = 68;
  slow.capability = 86;
  view.rates = detail::device_rates(slow, {});
  EXPECT_GT(detail::device_transform_seconds(view.rates.f50, 3, 1 << 20), 7 * fast);
  EXPECT_LT(detail::device_transform_seconds(view.rates.f31, 3, 1 << 20), 3 * fast) << "words are as fast everywhere";
  view.startup_seconds = 1;
  EXPECT_GT(detail::job_seconds(view, 1, DeviceTuning::word_loops), 1);
  EXPECT_GT(detail::job_seconds(view, 16, DeviceTuning::word_loops),
            detail::job_seconds(view, 1, DeviceTuning::word_loops));
}

TEST(DeviceCosts, AreThoseThatWereMeasured) {
  DeviceInfo card;
  card.multiprocessors = 132;
  card.capability = 90;
  const DeviceRates built_in = detail::device_rates(card, {});
  EXPECT_EQ(built_in.f50.level_seconds, DeviceRates().f50.level_seconds);
  EXPECT_EQ(built_in.f31.level_seconds, DeviceRates().f31.level_seconds);
  DeviceTuning measured;
  measured.level_attoseconds = 500000;
  measured.up_megabytes_per_second = 25000;
  const DeviceRates rates = detail::device_rates(card, measured);
  EXPECT_DOUBLE_EQ(rates.f50.level_seconds, 5e-13);
  EXPECT_DOUBLE_EQ(rates.up_bytes_per_second, 25e9);
  EXPECT_EQ(rates.down_bytes_per_second, built_in.down_bytes_per_second);
  measured.many_threads = 8;
  measured.products_percent = 80;
  measured.products_percent_on_many = 320;
  EXPECT_DOUBLE_EQ(detail::processor_factors(measured, 1).products, 0.8);
  EXPECT_NEAR(detail::processor_factors(measured, 4).products, 0.8 * std::pow(4, 2.0 / 3), 1e-9);
  EXPECT_DOUBLE_EQ(detail::processor_factors(measured, 64).products, 3.2);
  EXPECT_GT(detail::processor_factors({}, 16).shifts, detail::processor_factors({}, 1).shifts);
}

/// The processor's seconds decide, not those that its plans compare.
TEST(DeviceCosts, TheRouterKnowsWhatTheProcessorTakes) {
  DeviceView view;
  view.usable = true;
  view.free_bytes = std::size_t{1} << 40;
  view.processor.products = 1e-6;
  const MulShape shape{1 << 16, 1 << 16, 1024, 1024};
  EXPECT_NE(explain_mul(shape, PlanBudget().with_device(view)).algorithm, "device");
  view.processor.products = 1e6;
  EXPECT_EQ(explain_mul(shape, PlanBudget().with_device(view)).algorithm, "device");
}

}  // namespace
}  // namespace polyfork::test
