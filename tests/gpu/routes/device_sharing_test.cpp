// Who uses which device, and when: plans, several devices, forked processes, several threads.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/device/device_poly.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "device_operands.hpp"
#include "emulated_device.hpp"
#include "gpu/device/resident_array.hpp"

namespace polyfork::test {
namespace {

/// The plan that explain shows is the one that is followed, on both sides of the lengths from which a device is asked.
TEST(DevicePlans, ExplainSaysWhatIsDone) {
  EmulatedDevice emulated;
  const PlanBudget budget = PlanBudget(wanted()).with_device(device_view(wanted()));
  const PrimeField field(long_prime);
  const auto by_device = [](const auto& work) {
    const auto jobs = device_statistics().jobs;
    work();
    return device_statistics().jobs != jobs;
  };
  constexpr std::size_t words = std::size_t{1} << 14;
  for (const std::size_t n : {words - 1, words}) {
    const ResidueVector x = words_of(n, 1);
    const ResidueVector y = words_of(3, 2);
    const auto plan = explain_mul_zp({n, 3, 62, 62, false, long_prime}, budget);
    EXPECT_EQ(plan.algorithm == "device", by_device([&] { mul(field, x, y, wanted()); })) << n;
    EXPECT_EQ(plan.algorithm == "device", n >= words);
  }
  constexpr std::size_t limbs = std::size_t{1} << 12;
  for (const std::size_t n : {limbs - 1, limbs}) {
    const IntegerVector a = integers_of(n, 1, 1);
    const IntegerVector b = integers_of(3, 1, 2);
    const auto plan = explain_mul({n, 3, 64, 64}, budget);
    EXPECT_EQ(plan.algorithm == "device", by_device([&] { mul(a, b, wanted()); })) << n;
    EXPECT_EQ(plan.algorithm == "device", n >= limbs);
  }
  for (const auto& candidates :
       {explain_mul_zp_candidates({100, 3, 62, 62, false, long_prime}, budget),
        explain_mul_candidates({100, 3, 64, 64}, budget), explain_shift_candidates({100, 64}, budget)}) {
    const auto device = std::ranges::find_if(candidates, [](const auto& c) { return c.algorithm == "device"; });
    ASSERT_NE(device, candidates.end());
    EXPECT_EQ(device->reason, "too short to be sent to a device");
  }
}

/// What two devices are made of; they have to be shut down before it ends.
struct TwoCards {
  detail::EmulatedBackend first{std::size_t{1} << 26};
  detail::EmulatedBackend second{std::size_t{1} << 26};
  FailurePlan plan;

  std::vector<std::unique_ptr<detail::Device>> devices() {
    std::vector<std::unique_ptr<detail::Device>> made;
    for (detail::EmulatedBackend* backend : {&first, &second})
      made.push_back(std::make_unique<detail::Device>(
          DeviceInfo{"emulated", std::size_t{1} << 26, 1, 90, 0},
          [backend, this] { return std::make_unique<FailingBackend>(*backend, plan); }, 0,
          detail::Device::usual_timeout, static_cast<int>(made.size())));
    return made;
  }
};

/// Several cards: the one that is free first, a start included; numbers choose; statistics tell them apart.
TEST(DeviceNumbers, TheOneThatIsFreeFirst) {
  TwoCards cards;
  auto devices = cards.devices();
  detail::Device* const running = devices[1].get();
  detail::Device* const other = devices[0].get();
  auto& registry = detail::DeviceRegistry::instance();
  registry.replace(std::move(devices));
  const ExecutionContext ctx;
  ASSERT_TRUE(running->run(
      0, 1, ctx, [](detail::DeviceJob&) {}, "a test's jobs"));
  EXPECT_EQ(registry.device_for(ctx), running) << "a start takes longer than what it has to do";
  EXPECT_TRUE(running->run(0.1, 1, ctx, [&](detail::DeviceJob&) { EXPECT_EQ(registry.device_for(ctx), running); }));
  EXPECT_TRUE(running->run(10, 1, ctx, [&](detail::DeviceJob&) { EXPECT_EQ(registry.device_for(ctx), other); }));
  EXPECT_EQ(registry.device_for(ctx.with_device(0)), other);
  const auto operations = device_statistics().operations;
  const auto mine =
      std::ranges::find_if(operations, [](const DeviceOperations& o) { return o.what == "a test's jobs"; });
  ASSERT_NE(mine, operations.end());
  EXPECT_EQ(mine->device, 1);
  EXPECT_EQ(mine->jobs, 1U);
  running->shut_down();
  registry.replace({});
}

/// A start under way counts for the device that starts, and for no other.
TEST(DeviceNumbers, AStartIsOfOneDevice) {
  TwoCards cards;
  auto devices = cards.devices();
  detail::Device* const started = devices[0].get();
  detail::Device* const other = devices[1].get();
  auto& registry = detail::DeviceRegistry::instance();
  registry.replace(std::move(devices));
  const ExecutionContext ctx;
  const double whole = device_view(ctx.with_device(1)).startup_seconds;
  EXPECT_GT(whole, 0.1);
  start_device(ctx.with_device(0));
  registry.wait_for_start();
  ASSERT_TRUE(started->is_running());
  EXPECT_FALSE(other->is_running());
  EXPECT_EQ(device_view(ctx.with_device(0)).startup_seconds, 0);
  EXPECT_EQ(device_view(ctx.with_device(1)).startup_seconds, whole);
  start_device(ctx.with_device(1));
  registry.wait_for_start();
  EXPECT_TRUE(other->is_running());
  started->shut_down();
  other->shut_down();
  registry.replace({});
}

/// Plans made before the driver has told of its devices keep to the limit, too, and a lower one is kept at once.
TEST(DeviceMemory, LimitsHoldForPlansAndForWhatIsKept) {
  EmulatedDevice emulated(std::size_t{1} << 28, detail::Device::usual_timeout, false);
  limit_device_memory(std::size_t{1} << 20);
  EXPECT_EQ(device_view().free_bytes, std::size_t{1} << 20);
  limit_device_memory(0);
  EXPECT_GT(device_view().free_bytes, std::size_t{1} << 30);
  const auto take = [&](std::size_t bytes) {
    return emulated.device().run(0, 1, ExecutionContext(), [&](detail::DeviceJob& job) {
      const detail::DeviceArray<char> block(job.pool(), bytes);
      job.finish();
    });
  };
  EXPECT_TRUE(take(std::size_t{4} << 20));
  limit_device_memory(std::size_t{1} << 20);
  EXPECT_FALSE(take(std::size_t{4} << 20)) << "a block that is kept is beyond the limit as well";
  EXPECT_LE(emulated.backend().used_bytes(), std::size_t{1} << 20);  // of a card: nothing
  limit_device_memory(0);
  EXPECT_TRUE(take(std::size_t{4} << 20));
}

/// A child has no devices: its products are the processor's, handles of the parent's are refused, and their ends call
/// no driver.
TEST(DeviceForks, TheChildUsesTheProcessor) {
  EmulatedDevice emulated;
  const PolyZ f(integers_of(100, 2, 1));
  auto there = std::make_unique<DevicePolyZ>(f);
  ASSERT_TRUE(there->on_device());
  const IntegerVector a = integers_of(5000, 1, 2);
  const IntegerVector expected = mul(a, a, processor());
  const PrimeField field(long_prime);
  const ResidueVector words = words_of(std::size_t{1} << 14, 3);
  const ResidueVector squared = mul(field, words, words, processor());
  const IntegerVector shifted = taylor_shift(a, Integer(1), processor());
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const int calls = emulated.failures().calls;
    const ExecutionContext serial = ExecutionContext().with_backend(Backend::serial);
    bool good = true;
    for (const DevicePolicy policy : {DevicePolicy::automatic, DevicePolicy::on}) {
      const ExecutionContext ctx = serial.with_device_policy(policy);
      good = good && mul(a, a, ctx) == expected && mul(field, words, words, ctx) == squared &&
             taylor_shift(a, Integer(1), ctx) == shifted;
    }
    try {
      (void)there->download(serial);
      good = false;
    } catch (const DeviceError& e) {
      good = good && std::string(e.what()).find("forked") != std::string::npos;
    }
    there.reset();
    good = good && emulated.failures().calls == calls;
    _exit(good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(there->download(), f);
}

/// Jobs of several threads queue for the device; all of them are right, whoever did them.
TEST(DeviceQueue, HoldsProductsUntilTheirTurn) {
  EmulatedDevice emulated;
  const IntegerVector a = integers_of(50, 2, 1);
  const IntegerVector expected = mul(a, a, processor());
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  const auto before = device_statistics();
  constexpr int count = 4;
  constexpr int rounds = 3;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&] {
      const PolyZ f(a);
      for (int round = 0; round < rounds; ++round) {
        if (mul_with(MulAlgorithm::device, a, a, wanted().with_threads(1)) == expected) ++right;
        const DevicePolyZ there(f, wanted().with_threads(1));
        if ((there * there).download().coefficients() == expected) ++right;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 2 * count * rounds);
  EXPECT_EQ(device_statistics().fallbacks, before.fallbacks);
  EXPECT_FALSE(emulated.device().is_lost());
}

/// What jobs share beside kernels, which the thread sanitizer does not follow from fiber to fiber: the queue, chunks
/// and page-locked memory, the pool with arrays that end anywhere, plans, statistics.
TEST(DeviceThreads, ShareWhatIsNotTheirs) {
  EmulatedDevice emulated;
  detail::Device& device = emulated.device();
  constexpr std::size_t words = std::size_t{1} << 16;
  constexpr int count = 4;
  constexpr int rounds = 6;
  const auto before = device_statistics().jobs;
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&, t] {
      const ExecutionContext ctx = ExecutionContext().with_threads(1);
      for (int round = 0; round < rounds; ++round) {
        const ResidueVector sent = words_of(words, static_cast<std::uint64_t>(rounds * t + round));
        ResidueVector back(words);
        detail::ResidentArray<std::uint64_t> kept;
        const auto copy = [&](detail::DeviceJob& job) {
          kept = detail::ResidentArray<std::uint64_t>(device, job, words);
          job.up(kept.get(), sent.data(), words * sizeof(std::uint64_t));
          job.kernels_after_copies();
          job.copies_after_kernels();
          job.down(back.data(), kept.get(), words * sizeof(std::uint64_t));
          job.finish();
        };
        const DeviceView view = device_view(ctx);
        if (view.usable && device.run(1e-3, detail::Device::long_patience, ctx, copy) && sent == back) ++right;
        detail::DeviceRegistry::instance().note_missed(0.1, ctx);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, count * rounds);
  EXPECT_EQ(device_statistics().jobs, before + count * rounds);
}

}  // namespace
}  // namespace polyfork::test
