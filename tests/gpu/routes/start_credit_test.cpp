// A device that is not running is started when the processor's work has cost as much as a start.
#include <random>

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
  if (whole == 0) GTEST_SKIP() << "other tests of this process have missed too much";
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
  EXPECT_LT(device_view(ctx).startup_seconds, whole);
  detail::DeviceRegistry::instance().note_missed(whole);
  EXPECT_EQ(device_view(ctx).startup_seconds, 0);
  EXPECT_EQ(planned(), "device");
}

}  // namespace
}  // namespace polyfork::test
