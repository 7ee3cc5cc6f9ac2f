// Public Taylor shifts through the emulated device: planned for it, equal to the processor's, done by the processor
// when it fails.
#include <random>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "emulated_device.hpp"
#include "poly/shift/shift_rows.hpp"

namespace polyfork::test {
namespace {

IntegerVector random_integers(std::size_t length, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  IntegerVector v(length, 1);
  for (std::size_t i = 0; i < length; ++i) {
    v.row(i)[0] = random() | 1;
    v.set_signed_size(i, (random() & 1) != 0 ? -1 : 1);
  }
  return v;
}

TEST(ShiftDevice, EqualsTheProcessor) {
  EmulatedDevice emulated;
  const IntegerVector f = random_integers(600, 1);
  const ExecutionContext processor = ExecutionContext().with_device_policy(DevicePolicy::off);
  const std::uint64_t jobs = device_statistics().jobs;
  EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::device, f, 1, processor), taylor_shift(f, 1, processor));
  EXPECT_EQ(device_statistics().jobs, jobs + 1);
  EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::device, f, -5), taylor_shift(f, -5, processor));
}

TEST(ShiftDevice, PlansNameIt) {
  EmulatedDevice emulated;
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  const PlanBudget budget = PlanBudget(wanted).with_device(device_view(wanted));
  const PlanDescription plan = explain_shift({4096, 64}, budget);
  EXPECT_EQ(plan.algorithm, "device");
  ASSERT_EQ(plan.children.size(), 1U);
  EXPECT_NE(plan.children[0].algorithm, "device");
  EXPECT_NE(explain_shift({4096, 64}, budget.on_processor()).algorithm, "device");
  EXPECT_EQ(shift_algorithm_from_name("device"), ShiftAlgorithm::device);
  DeviceView slow = budget.device;
  slow.wanted = false;
  slow.queue_seconds = 1000;
  const auto candidates = explain_shift_candidates({4096, 64}, budget.with_device(slow));
  EXPECT_NE(candidates[0].algorithm, "device");
  EXPECT_EQ(candidates[1].algorithm, "device");
}

/// The dispatcher sends large shifts to a device that is wanted, with the first coefficients alone as well.
TEST(ShiftDevice, TheDispatcherAsksForIt) {
  EmulatedDevice emulated;
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  const ExecutionContext processor = wanted.with_device_policy(DevicePolicy::off);
  const IntegerVector f = random_integers(2100, 2);
  const std::uint64_t jobs = device_statistics().jobs;
  EXPECT_EQ(taylor_shift(f, 1, wanted), taylor_shift(f, 1, processor));
  EXPECT_EQ(device_statistics().jobs, jobs + 1);
  EXPECT_EQ(taylor_shift_first(f, 3, 1000, wanted), taylor_shift_first(f, 3, 1000, processor));
  EXPECT_EQ(device_statistics().jobs, jobs + 2);
}

/// The rows of root isolation are shifted there as well.
TEST(ShiftDevice, RowsOfFixedWidth) {
  EmulatedDevice emulated;
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  const ExecutionContext processor = wanted.with_device_policy(DevicePolicy::off);
  const IntegerVector f = random_integers(2100, 2);
  const auto shifted = [&](const ExecutionContext& ctx) {
    detail::FixedRows rows(f.size(), 35, ctx);
    for (std::size_t i = 0; i < f.size(); ++i) rows.assign(i, f[i], 0);
    shift_all(rows, 1, ctx);
    return rows.to_vector(0, ctx);
  };
  const std::uint64_t jobs = device_statistics().jobs;
  EXPECT_EQ(shifted(wanted), shifted(processor));
  EXPECT_EQ(device_statistics().jobs, jobs + 1);
}

TEST(ShiftDevice, FailuresAreSurvived) {
  const IntegerVector f = random_integers(80, 3);
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  const IntegerVector expected = taylor_shift_with(ShiftAlgorithm::horner, f, 1);
  int calls = 0;
  {
    EmulatedDevice emulated;
    EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::device, f, 1, wanted), expected);
    calls = emulated.failures().calls;
  }
  constexpr int step = 9;  // every call of a job fails in the tests of products; here some do
  int first = 0;
  for (const detail::FailureKind kind :
       {detail::FailureKind::launch, detail::FailureKind::out_of_memory, detail::FailureKind::lost})
    for (int at = first++; at < calls; at += step) {
      EmulatedDevice emulated;
      emulated.failures().kind = kind;
      emulated.failures().at = at;
      EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::device, f, 1, wanted), expected) << at;
    }
}

}  // namespace
}  // namespace polyfork::test
