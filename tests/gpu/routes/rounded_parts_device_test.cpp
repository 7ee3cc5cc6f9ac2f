// The rounded parts of root isolation through the emulated device: the integers next to the exact ones, made by the
// processor when the device fails.
#include "poly/fixed/rounded_part.hpp"

#include <vector>

#include <gtest/gtest.h>

#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "emulated_device.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

const ExecutionContext& on_device() {
  static const ExecutionContext ctx = ExecutionContext().with_device_policy(DevicePolicy::on);
  return ctx;
}
const ExecutionContext& on_processor() {
  static const ExecutionContext ctx = ExecutionContext().with_device_policy(DevicePolicy::off);
  return ctx;
}

struct Rows {
  Rows(std::size_t count, unsigned bits, unsigned seed) : fixed(count, bits / 64 + 1) {
    IntegerGenerator g(seed);
    for (std::size_t i = 0; i < count; ++i) {
      q.push_back(i % 5 == 3 ? Integer(0) : g.uniform(bits));
      if (g.random().below(2) == 0) q.back() = -q.back();
      fixed.assign(i, q.back(), 0);
    }
  }

  /// 2^(levels (n - 1)) q((a + s) / 2^levels)
  IntegerVector exact(std::size_t levels, const Integer& a) const {
    std::vector<Integer> scaled;
    for (std::size_t i = 0; i < q.size(); ++i) scaled.push_back(q[i] << (levels * (q.size() - 1 - i)));
    return taylor_shift(IntegerVector{std::span<const Integer>(scaled)}, a, on_processor());
  }

  std::vector<Integer> q;
  detail::FixedRows fixed;
};

/// Zeros that are known beforehand are less than one off, other rows half as much at most.
void expect_rounded(const detail::FixedRows& found, const IntegerVector& exact, std::size_t drop) {
  const IntegerVector rows = found.to_vector(0, on_processor());
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Integer off = abs(Integer(exact[i]) - ((i < rows.size() ? Integer(rows[i]) : Integer(0)) << drop));
    ASSERT_LE(off, Integer(1) << drop) << i;
  }
}

TEST(RoundedPartsDevice, AreTheNearestIntegers) {
  EmulatedDevice emulated;
  struct Case {
    std::size_t count;
    unsigned bits;
    std::size_t levels;
    int a;
  };
  for (const auto& [count, bits, levels, a] :
       {Case{420, 2600, 1, 1}, {420, 2600, 2, 3}, {600, 1200, 1, -1}, {1100, 130, 1, 1}}) {
    const Rows rows(count, bits, 11);
    const std::size_t drop = levels * (count - 1);
    const std::uint64_t jobs = device_statistics().jobs;
    const auto part = detail::rounded_part(rows.fixed, levels, Integer(a), on_device());
    ASSERT_TRUE(part) << count << ' ' << levels;
    expect_rounded(*part, rows.exact(levels, Integer(a)), drop);
    if (bits >= 1200) {
      EXPECT_EQ(device_statistics().jobs, jobs + 1) << count << ' ' << levels;
    }
    if (a < 0) continue;
    const auto both = detail::rounded_parts(rows.fixed, levels, Integer(a), on_device());
    ASSERT_TRUE(both);
    expect_rounded(both->upper, rows.exact(levels, Integer(a)), drop);
    expect_rounded(both->lower, rows.exact(levels, Integer(-a)), drop);
    EXPECT_EQ(both->upper.to_vector(0, on_processor()), part->to_vector(0, on_processor()));
  }
}

/// Halves go away from zero, on both sides.
TEST(RoundedPartsDevice, RoundExactly) {
  EmulatedDevice emulated;
  const Rows rows(600, 1200, 12);
  const auto part = detail::rounded_part(rows.fixed, 1, Integer(1), on_device());
  ASSERT_TRUE(part);
  const IntegerVector exact = rows.exact(1, Integer(1));
  const std::size_t drop = 599;
  const IntegerVector found = part->to_vector(0, on_processor());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Integer x(exact[i]);
    if (x.bit_length() + 2 <= drop) continue;
    const Integer magnitude = (abs(x) + (Integer(1) << (drop - 1))) >> drop;
    EXPECT_EQ(Integer(found[i]), x.sign() < 0 ? -magnitude : magnitude) << i;
  }
}

TEST(RoundedPartsDevice, FailuresAreSurvived) {
  const Rows rows(420, 2600, 13);
  const IntegerVector exact = rows.exact(1, Integer(1));
  int calls = 0;
  {
    EmulatedDevice emulated;
    ASSERT_TRUE(detail::rounded_part(rows.fixed, 1, Integer(1), on_device()));
    calls = emulated.failures().calls;
  }
  constexpr int step = 120;
  int first = 0;
  for (const detail::FailureKind kind :
       {detail::FailureKind::launch, detail::FailureKind::out_of_memory, detail::FailureKind::lost})
    for (int at = first++; at < calls; at += step) {
      EmulatedDevice emulated;
      emulated.failures().kind = kind;
      emulated.failures().at = at;
      const auto part = detail::rounded_part(rows.fixed, 1, Integer(1), on_device());
      ASSERT_TRUE(part);
      expect_rounded(*part, exact, 419);
    }
}

}  // namespace
}  // namespace polyfork::test
