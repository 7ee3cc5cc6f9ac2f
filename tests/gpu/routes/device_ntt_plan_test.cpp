// The public transforms of devices against NttPlan, on the emulated device and without one.
#include <polyfork/gpu/device_ntt_plan.hpp>

#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/fft/ntt_plan.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "emulated_device.hpp"

namespace polyfork::test {
namespace {

constexpr std::uint64_t prime = 1125844072267777;

std::vector<std::uint64_t> random_words(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> words(n);
  for (auto& word : words) word = random() % prime;
  return words;
}

TEST(DeviceNttPlan, RefusesWhatItDoesNotTransform) {
  EXPECT_TRUE(DeviceNttPlan::supports(prime, 1024));
  EXPECT_FALSE(DeviceNttPlan::supports(prime, 512));
  EXPECT_FALSE(DeviceNttPlan::supports(prime, 1025));
  EXPECT_TRUE(DeviceNttPlan::supports(prime, 9 << 10));
  EXPECT_FALSE(DeviceNttPlan::supports(97, 1024));
  EXPECT_THROW(DeviceNttPlan(prime, 1000), DomainError);
  EXPECT_EQ(DeviceNttPlan::padded_length(0), 1024U);
  EXPECT_EQ(DeviceNttPlan::padded_length(8193), 9216U);
  EXPECT_THROW(DeviceNttPlan::padded_length((std::size_t{1} << 28) + 1), DomainError);
}

TEST(DeviceNttPlan, EqualsNttPlan) {
  for (const std::size_t n : {std::size_t{1024}, std::size_t{8192}, std::size_t{9} << 10}) {
    const DeviceNttPlan plan(prime, n);
    const NttPlan expected(prime, n);
    EXPECT_EQ(plan.root(), expected.root());
    const std::vector<std::uint64_t> words = random_words(n, n);
    std::vector<std::uint64_t> values = words;
    expected.forward(values);
    {
      EmulatedDevice emulated;
      const std::uint64_t jobs = device_statistics().jobs;
      std::vector<std::uint64_t> x = words;
      plan.forward(x);
      EXPECT_EQ(x, values) << n;
      plan.inverse(x);
      EXPECT_EQ(x, words) << n;
      EXPECT_EQ(device_statistics().jobs, jobs + 2);
      DeviceWords there = plan.upload(words);
      EXPECT_EQ(there.size(), n);
      plan.forward(there);
      plan.download(there, x);
      EXPECT_EQ(x, values) << n;
      DeviceWords other = plan.upload(values);
      plan.multiply(there, other);
      plan.inverse(there);
      plan.download(there, x);
      const WordModulus m(prime);
      std::vector<std::uint64_t> squares = values;
      for (auto& word : squares) word = m.mul(word, word);
      expected.inverse(squares);
      EXPECT_EQ(x, squares) << n;
    }
    std::vector<std::uint64_t> x = words;
    plan.forward(x, ExecutionContext().with_device_policy(DevicePolicy::off));
    EXPECT_EQ(x, values) << "without a device the processor transforms";
  }
}

TEST(DeviceNttPlan, FailuresLeaveTheProcessorToIt) {
  const DeviceNttPlan plan(prime, 1024);
  const std::vector<std::uint64_t> words = random_words(1024, 1);
  std::vector<std::uint64_t> values = words;
  NttPlan(prime, 1024).forward(values);
  int calls = 0;
  {
    EmulatedDevice emulated;
    std::vector<std::uint64_t> x = words;
    plan.forward(x);
    calls = emulated.failures().calls;
  }
  for (int at = 0; at < calls; at += 2) {
    EmulatedDevice emulated;
    emulated.failures().at = at;
    std::vector<std::uint64_t> x = words;
    plan.forward(x);
    EXPECT_EQ(x, values) << at;
  }
  EmulatedDevice emulated;
  DeviceWords there = plan.upload(words);
  emulated.failures().at = emulated.failures().calls.load();
  EXPECT_THROW(plan.forward(there), DeviceError);
  DeviceWords none;
  EXPECT_TRUE(none.empty());
  EXPECT_THROW(plan.forward(none), DomainError);
  std::vector<std::uint64_t> few(5);
  EXPECT_THROW(plan.forward(few), DomainError);
}

/// A job that runs out of memory is begun again: what it changes must be whole then, and stay so if it fails for good.
TEST(DeviceNttPlan, WordsAreWholeWhereverMemoryRunsOut) {
  const DeviceNttPlan plan(prime, 1024);
  const WordModulus m(prime);
  const std::vector<std::uint64_t> words = random_words(1024, 1);
  const std::vector<std::uint64_t> factors = random_words(1024, 2);
  std::vector<std::uint64_t> values = words;
  NttPlan(prime, 1024).forward(values);
  std::vector<std::uint64_t> products = words;
  for (std::size_t i = 0; i < words.size(); ++i) products[i] = m.mul(words[i], factors[i]);
  struct Case {
    void (*run)(const DeviceNttPlan&, DeviceWords&, const DeviceWords&);
    const std::vector<std::uint64_t>& from;
    const std::vector<std::uint64_t>& to;
  };
  const Case cases[] = {
      {[](const DeviceNttPlan& p, DeviceWords& x, const DeviceWords&) { p.forward(x); }, words, values},
      {[](const DeviceNttPlan& p, DeviceWords& x, const DeviceWords&) { p.inverse(x); }, values, words},
      {[](const DeviceNttPlan& p, DeviceWords& x, const DeviceWords& y) { p.multiply(x, y); }, words, products}};
  std::unique_ptr<EmulatedDevice> device;
  for (const Case& c : cases) {
    int calls = 1;
    for (int at = 0; at < calls; ++at) {
      if (device == nullptr || device->device().is_lost()) {
        device.reset();
        device = std::make_unique<EmulatedDevice>();
      }
      EmulatedDevice& emulated = *device;
      DeviceWords x = plan.upload(c.from);
      const DeviceWords y = plan.upload(factors);
      const int before = emulated.failures().calls;
      emulated.failures().kind = detail::FailureKind::out_of_memory;
      emulated.failures().at = before + at;
      bool done = true;
      try {
        c.run(plan, x, y);
      } catch (const DeviceError&) {
        done = false;
      }
      calls = emulated.failures().calls - before;
      emulated.failures().at = -1;
      if (emulated.device().is_lost()) continue;  // it failed while it was asked to come to rest
      std::vector<std::uint64_t> result(1024);
      plan.download(x, result);
      EXPECT_EQ(result, done ? c.to : c.from) << (&c - cases) << ' ' << at;
    }
    EXPECT_GE(calls, 5);
  }
}

}  // namespace
}  // namespace polyfork::test
