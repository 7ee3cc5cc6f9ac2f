// Predictions in seconds from measured figures.
#include <polyfork/model/calibrated.hpp>

#include <gtest/gtest.h>

#include <polyfork/model/families.hpp>

namespace polyfork::test {
namespace {

using namespace model;

/// Figures whose effects are easy to tell apart.
CalibratedMachine round_figures() {
  return {.launch_seconds = 1,
          .bytes_per_second = 8,
          .operations_per_second = 2,
          .multiprocessors = 4,
          .blocks_per_multiprocessor = 2,
          .operation_seconds = 1,
          .word_seconds = 10,
          .transfer_bytes_per_second = 4,
          .word_bytes = 8,
          .scattered_bytes = 32};
}

TEST(CalibratedModel, KernelTakesItsScarcestResource) {
  const CalibratedMachine machine = round_figures();
  Kernel kernel{.name = "k", .blocks = 3, .threads = 5, .work = 2, .span = 1, .words = 2};
  EXPECT_DOUBLE_EQ(kernel_seconds(kernel, machine), 1 + 30);  // words: 3 * 5 * 2 * 8 / 8
  kernel.scattered_words = 1;
  EXPECT_DOUBLE_EQ(kernel_seconds(kernel, machine), 1 + 30 + 60);
  kernel.work = 1000;
  EXPECT_DOUBLE_EQ(kernel_seconds(kernel, machine), 1 + 1500);
  kernel.blocks = Rational(33) / 2;  // 17 blocks, 8 at a time: three waves
  kernel.work = 1;
  kernel.threads = 1;
  kernel.span = 1000;
  EXPECT_DOUBLE_EQ(kernel_seconds(kernel, machine), 1 + 3 * (1000 + 30));
}

TEST(CalibratedModel, TransfersNeedNoLaunch) {
  Kernel up{.name = "up", .host_words = 7};
  EXPECT_DOUBLE_EQ(kernel_seconds(up, round_figures()), 14);
}

TEST(CalibratedModel, ProgramTakesItsPathOrItsSharedRates) {
  CalibratedMachine machine = round_figures();
  const Kernel long_span{.name = "k", .blocks = 1, .span = 100, .launches = 2};
  Program program;
  program.add(long_span, {});
  program.add(long_span, {});
  EXPECT_DOUBLE_EQ(predicted_time(program, machine), 202);  // side by side
  program.append(long_span);
  EXPECT_DOUBLE_EQ(predicted_time(program, machine), 404);
  Program traffic;
  for (int i = 0; i < 3; ++i) traffic.add({.name = "k", .blocks = 1, .threads = 1000, .words = 1}, {});
  EXPECT_DOUBLE_EQ(predicted_time(traffic, machine), 3000);  // the memory is one
  EXPECT_DOUBLE_EQ(predicted_time(Program(), machine), 0);
}

TEST(CalibratedModel, TakesTheRatesOfADevice) {
  DeviceRates rates;
  rates.launch_seconds = 3;
  rates.copy_bytes_per_second = 5;
  rates.fma_per_second = 7;
  rates.up_bytes_per_second = 9;
  rates.down_bytes_per_second = 10;
  const CalibratedMachine machine = CalibratedMachine::from(rates);
  EXPECT_EQ(machine.launch_seconds, 3);
  EXPECT_EQ(machine.bytes_per_second, 5);
  EXPECT_EQ(machine.operations_per_second, 7);
  EXPECT_EQ(machine.transfer_bytes_per_second, 9);
}

// What the model leaves out: with launches that cost something, naive division is slow however wide the machine is.
TEST(CalibratedModel, LaunchesDecideBetweenDivisions) {
  const CalibratedMachine machine;
  const FamilyParameters p{.n = 9215, .m = 4096, .s = 512, .threads = 256};
  const double naive = predicted_time(algorithm_family("division-naive").program(p), machine);
  const double steps = predicted_time(algorithm_family("division-steps").program(p), machine);
  EXPECT_GE(naive, 5120 * machine.launch_seconds);
  EXPECT_LT(steps, naive / 10);
}

// The bound prefers s = 1 for plain products, and measurements several coefficients a thread ([MMM] table 1: 4): with
// the traffic of the array between the two phases the prediction does so, too.
TEST(CalibratedModel, PlainProductsPreferSeveralCoefficientsAThread) {
  const CalibratedMachine machine;
  const AlgorithmFamily& family = algorithm_family("plain-product");
  for (const std::uint64_t n : {4096, 8192}) {
    const auto seconds = [&](std::uint64_t s) {
      return predicted_time(family.program({.n = n, .m = n, .s = s, .threads = 256}), machine);
    };
    for (const std::uint64_t s : {1, 2, 64}) EXPECT_LT(seconds(4), seconds(s)) << n << " " << s;
  }
}

}  // namespace
}  // namespace polyfork::test
