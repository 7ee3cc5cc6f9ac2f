// What a context may use of the devices: policies, forked processes, predicted costs. Holds with and without a device.
#include "gpu/device/registry.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

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

TEST(DeviceCosts, GrowWithTheWorkAndFallWithTheRates) {
  DeviceView view;
  EXPECT_LT(detail::upload_seconds(view, 1 << 20, 16), detail::upload_seconds(view, 1 << 20, 1));
  EXPECT_LE(detail::download_seconds(view, 1 << 26, 16), detail::fresh_download_seconds(view, 1 << 26, 16));
  const double fast = detail::device_transform_seconds(view, 3, 1 << 20);
  view.rates.fma_per_second /= 8;
  EXPECT_GT(detail::device_transform_seconds(view, 3, 1 << 20), 7 * fast);
  view.startup_seconds = 1;
  EXPECT_GT(detail::job_seconds(view), 1);
}

}  // namespace
}  // namespace polyfork::test
