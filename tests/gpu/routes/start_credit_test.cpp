// A device that is not running is started beside the processor's work when that has cost as much as a start.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/tuning.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/gpu/device_tuning.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "emulated_device.hpp"
#include "gpu/products/product_costs.hpp"

namespace polyfork::test {
namespace {

using detail::DeviceSeconds;

TEST(StartOfADevice, CountsWhatWasMissed) {
  DeviceView device;
  device.startup_seconds = 0.45;
  // 10 ms on the device, 50 ms on the processor: only the start speaks against it.
  EXPECT_NEAR(detail::missed_seconds({0.45, 0.002, 0.006, 0.002, 0.05}, device), 0.04, 1e-12);
  EXPECT_EQ(detail::missed_seconds({0.45, 0.02, 0.06, 0.02, 0.05}, device), 0) << "the processor is faster anyway";
  EXPECT_EQ(detail::missed_seconds({0.45, 0.02, 0.06, 0.02, 5}, device), 0) << "worth it with its start";
  device.startup_seconds = 0;
  EXPECT_EQ(detail::missed_seconds({0.45, 0.002, 0.006, 0.002, 0.05}, device), 0) << "others' jobs are waited for";
}

TEST(StartOfADevice, ComesWhenEnoughWasMissed) {
  EmulatedDevice emulated;
  DeviceTuning as_fast_as_a_card;
  as_fast_as_a_card.level_attoseconds = 480000;
  as_fast_as_a_card.conversion_attoseconds = 2200000;
  Tuning tuning;
  tuning.set(as_fast_as_a_card);
  const ExecutionContext ctx = ExecutionContext().with_threads(1).with_tuning(tuning);
  const double whole = device_view(ctx).startup_seconds;
  EXPECT_GT(whole, 0.1);
  const MulShape shape{std::size_t{1} << 18, std::size_t{1} << 18, 20, 20, false, 1000003};
  const auto planned = [&] { return explain_mul_zp(shape, PlanBudget(ctx).with_device(device_view(ctx))).algorithm; };
  EXPECT_NE(planned(), "device") << "a short process does not wait for a driver";

  ResidueVector a(std::size_t{1} << 17);
  std::mt19937_64 random(4);
  const PrimeField field(1000003);
  for (auto& word : a) word = random() % field.modulus();
  const std::uint64_t jobs = device_statistics().jobs;
  mul(field, a, a, ctx);
  EXPECT_EQ(device_statistics().jobs, jobs);
  EXPECT_EQ(device_view(ctx).startup_seconds, whole);
  EXPECT_FALSE(emulated.device().is_running());
  detail::DeviceRegistry::instance().note_missed(whole, ctx);
  detail::DeviceRegistry::instance().wait_for_start();
  EXPECT_TRUE(emulated.device().is_running());
  EXPECT_EQ(device_statistics().jobs, jobs) << "a start is no job";
  EXPECT_EQ(device_view(ctx).startup_seconds, 0);
  EXPECT_EQ(planned(), "device");
}

/// Programs that know of long work start the device themselves; others may go on to use it at once.
TEST(StartOfADevice, CanBeAskedFor) {
  EmulatedDevice emulated(std::size_t{1} << 28, detail::Device::usual_timeout, false);
  start_device(ExecutionContext().with_device_policy(DevicePolicy::off));
  detail::DeviceRegistry::instance().wait_for_start();
  EXPECT_FALSE(emulated.device().is_running());
  start_device();
  detail::DeviceRegistry::instance().wait_for_start();
  EXPECT_TRUE(emulated.device().is_running());
  start_device();
}

TEST(StartOfADevice, ThatFailsIsLeftToTheNextJob) {
  EmulatedDevice emulated;
  emulated.failures().kind = detail::FailureKind::out_of_memory;
  emulated.failures().at = 0;
  const double whole = device_view().startup_seconds;
  start_device();
  detail::DeviceRegistry::instance().wait_for_start();
  EXPECT_FALSE(emulated.device().is_running());
  EXPECT_FALSE(emulated.device().is_lost());
  EXPECT_EQ(device_view().startup_seconds, whole) << "which has to be paid for as before";
  EXPECT_TRUE(emulated.device().run(0, 1, ExecutionContext(), [](detail::DeviceJob&) {}));
}

/// The variable that makes a process one that ends so many milliseconds after it has begun to start a device.
constexpr const char* ends_after = "POLYFORK_TEST_ENDS_AFTER";

/// What drivers do: while one starts it registers functions for the end of the process, after which it is gone.
TEST(StartOfADevice, IsWaitedForWhenTheProcessEnds) {
  if (const char* const milliseconds = std::getenv(ends_after)) {
    static detail::EmulatedBackend backend(std::size_t{1} << 26);
    static FailurePlan plan;
    static std::atomic<bool> gone{false};
    std::vector<std::unique_ptr<detail::Device>> devices;
    devices.push_back(std::make_unique<detail::Device>(
        DeviceInfo{"emulated", std::size_t{1} << 26, 1, 90, 0},
        []() -> std::unique_ptr<detail::DeviceBackend> {
          for (int i = 0; i < 20; ++i) {
            std::atexit([] { gone = true; });
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            if (gone) std::_Exit(1);
          }
          return std::make_unique<FailingBackend>(backend, plan);
        },
        0, detail::Device::usual_timeout, 0));
    detail::DeviceRegistry::instance().replace(std::move(devices));
    start_device();
    std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(milliseconds)));
    std::exit(0);
  }
  for (const char* const milliseconds : {"0", "20", "80"}) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      setenv(ends_after, milliseconds, 1);
      execl("/proc/self/exe", "test", "--gtest_filter=StartOfADevice.IsWaitedForWhenTheProcessEnds", nullptr);
      _exit(2);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << milliseconds << ": " << status;
  }
}

/// A start that fails takes as long as one that succeeds, so that it is not tried at every job.
TEST(StartOfADevice, IsNotTriedAllTheTime) {
  EmulatedDevice emulated;
  const ExecutionContext ctx;
  const auto run = [&] { return emulated.device().run(0, 1, ctx, [](detail::DeviceJob&) {}); };
  emulated.failures().kind = detail::FailureKind::out_of_memory;
  for (int i = 0; i < 2; ++i) {
    emulated.failures().at = emulated.failures().calls.load();
    EXPECT_FALSE(run());
  }
  const auto second = std::chrono::steady_clock::now();
  emulated.failures().at = -1;
  const int calls = emulated.failures().calls;
  const bool third = run();
  if (std::chrono::steady_clock::now() - second < std::chrono::milliseconds(800)) {  // on a loaded machine it is later
    EXPECT_FALSE(third);
    EXPECT_EQ(emulated.failures().calls, calls) << "the driver is not asked";
    EXPECT_EQ(device_statistics().last_reason, "the device could not be started a moment ago");
  }
  while (!run() && std::chrono::steady_clock::now() - second < std::chrono::minutes(1))
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(emulated.device().is_running());
}

}  // namespace
}  // namespace polyfork::test
