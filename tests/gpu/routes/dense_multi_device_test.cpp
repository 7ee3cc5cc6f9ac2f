// Dense products in several variables through the emulated device: one product of as many words as the result.
#include <random>

#include <gtest/gtest.h>

#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/multivariate/dense_multi_plan.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

#include "emulated_device.hpp"

namespace polyfork::test {
namespace {

DDMMP random_polynomial(std::uint64_t p, std::vector<std::size_t> lengths, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::size_t size = 1;
  for (const std::size_t n : lengths) size *= n;
  ResidueVector words(size);
  for (auto& word : words) word = random() % p;
  words.back() = 1;
  return {PrimeField(p), std::vector<std::string>{"x", "y", "z"}, std::move(lengths), std::move(words)};
}

TEST(DenseMultiDevice, EqualsTheProcessor) {
  EmulatedDevice emulated;
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  const ExecutionContext processor = wanted.with_device_policy(DevicePolicy::off);
  for (const std::uint64_t p : {std::uint64_t{1000003}, (std::uint64_t{1} << 61) - 1}) {
    const DDMMP a = random_polynomial(p, {12, 20, 24}, 1);
    const DDMMP b = random_polynomial(p, {7, 21, 13}, 2);
    const std::uint64_t jobs = device_statistics().jobs;
    EXPECT_EQ(mul(a, b, wanted), mul(a, b, processor));
    EXPECT_EQ(device_statistics().jobs, jobs + 1);
    EXPECT_EQ(mul(a, a, wanted), mul(a, a, processor));
  }
}

TEST(DenseMultiDevice, PlansNameIt) {
  EmulatedDevice emulated;
  const ExecutionContext wanted = ExecutionContext().with_device_policy(DevicePolicy::on);
  const PlanBudget budget = PlanBudget(wanted).with_device(device_view(wanted));
  const DenseMultiMulShape shape{{100, 120}, {100, 120}, 1000003, false};
  const PlanDescription plan = explain_dense_multi_mul(shape, budget);
  EXPECT_EQ(plan.algorithm, "kronecker");
  ASSERT_EQ(plan.children.size(), 1U);
  EXPECT_EQ(plan.children[0].algorithm, "device");
  EXPECT_NE(explain_dense_multi_mul(shape, budget.on_processor()).children.empty()
                ? ""
                : explain_dense_multi_mul(shape, budget.on_processor()).children[0].algorithm,
            "device");
}

}  // namespace
}  // namespace polyfork::test
