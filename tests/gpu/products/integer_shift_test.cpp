// Taylor shifts through a whole job of an emulated device.
#include "gpu/products/integer_shift.hpp"

#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/primes.hpp>

#include "emulated_device.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

using detail::DeviceJob;
using detail::DeviceSegment;

IntegerVector shifted(EmulatedDevice& emulated, const IntegerVector& f, const Integer& c, std::size_t log_ratio,
                      std::size_t wanted, const std::vector<DeviceSegment>& segments) {
  const auto primes = ntt_primes(std::uint64_t{1} << 50, 32, segments.back().primes);
  IntegerVector result;
  const bool done = emulated.device().run(1, 1, ExecutionContext(), [&](DeviceJob& job) {
    result = shift_on_device(job, f, {c, log_ratio, wanted}, primes, [&] { return std::span(segments); });
  });
  EXPECT_TRUE(done);
  return result;
}

/// Lengths around a round of running products, segments of several bases, tables that are found again.
TEST(DeviceShifts, EqualTheProcessors) {
  EmulatedDevice emulated;
  std::mt19937_64 random(5);
  const ExecutionContext processor = ExecutionContext().with_device_policy(DevicePolicy::off);
  for (const std::size_t n : {1, 2, 63, 130, 700}) {
    IntegerVector f(n, 2);
    for (std::size_t i = 0; i < n; ++i) {
      f.row(i)[0] = random();
      f.row(i)[1] = i % 3 == 0 ? 0 : random() | 1;
      f.set_signed_size(i, (i % 3 == 0 ? 1 : 2) * (random() % 2 == 0 ? 1 : -1));
      if (f.row(i)[0] == 0) f.row(i)[0] = 1;
    }
    for (const char* const by : {"1", "-1", "123456789123456789123456789"}) {
      const Integer c = Integer(std::string_view(by));
      const std::size_t primes = (128 + n * (c.bit_length() + 1)) / 49 + 1;
      if (primes > 400) continue;
      const IntegerVector expected = n == 1 ? f : taylor_shift(f, c, processor);
      EXPECT_EQ(shifted(emulated, f, c, 0, n, {{0, primes}}), expected) << n << ' ' << by;
      if (n > 200) continue;
      EXPECT_EQ(shifted(emulated, f, c, 0, n, {{0, primes}}), expected) << n << ' ' << by << ", kept tables";
    }
  }
}

TEST(DeviceShifts, SegmentsAndFirstCoefficients) {
  EmulatedDevice emulated;
  IntegerVector f(200, 1);
  for (std::size_t i = 0; i < f.size(); ++i) {
    f.row(i)[0] = i + 1;
    f.set_signed_size(i, i % 2 == 0 ? 1 : -1);
  }
  const ExecutionContext processor = ExecutionContext().with_device_policy(DevicePolicy::off);
  const IntegerVector all = taylor_shift(f, Integer(1), processor);
  EXPECT_EQ(shifted(emulated, f, Integer(1), 0, 200, {{0, 4}, {64, 6}, {128, 5}, {192, 6}}), all);
  EXPECT_EQ(shifted(emulated, f, Integer(1), 0, 1, {{0, 6}}), all.slice(0, 1));
  EXPECT_EQ(shifted(emulated, f, Integer(1), 0, 70, {{0, 6}, {64, 6}}), all.slice(0, 70));
}

/// f_j 2^(3 (n - 1 - j)) shifted.
TEST(DeviceShifts, Ratios) {
  EmulatedDevice emulated;
  const IntegerVector f{5, -7, 0, 11, 13, -1};
  std::vector<Integer> scaled;
  for (std::size_t j = 0; j < f.size(); ++j) scaled.push_back(Integer(f[j]) << (3 * (f.size() - 1 - j)));
  const IntegerVector expected =
      taylor_shift_with(ShiftAlgorithm::horner, IntegerVector{std::span<const Integer>(scaled)}, 3);
  EXPECT_EQ(shifted(emulated, f, Integer(3), 3, f.size(), {{0, 2}}), expected);
}

}  // namespace
}  // namespace polyfork::test
