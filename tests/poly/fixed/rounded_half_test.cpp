// Halves in fixed point against exact ones.
#include "poly/fixed/rounded_half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <stop_token>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "forced_isa.hpp"
#include "integer_generators.hpp"
#include "poly/fixed/half_powers.hpp"

namespace polyfork {
namespace {

using test::ForcedIsa;

detail::FixedRows rows_of(const std::vector<Integer>& q, std::size_t bits) {
  detail::FixedRows rows(q.size(), bits / 64 + 1);
  for (std::size_t i = 0; i < q.size(); ++i) rows.assign(i, q[i], 0);
  return rows;
}

/// 2^(n - 1) q((1 + s) / 2) for n coefficients, or q(-t).
IntegerVector exact_half(const std::vector<Integer>& q, bool mirrored) {
  std::vector<Integer> scaled;
  for (std::size_t i = 0; i < q.size(); ++i)
    scaled.push_back((mirrored && i % 2 == 1 ? -q[i] : q[i]) << (q.size() - 1 - i));
  return taylor_shift(IntegerVector{std::span<const Integer>(scaled)}, Integer(1));
}

/// Less than 3/4 off, where 0.7 is proved; and the same on every number of threads.
void expect_half(const std::vector<Integer>& q, std::size_t bits) {
  const detail::FixedRows rows = rows_of(q, bits);
  for (const bool mirrored : {false, true}) {
    const IntegerVector exact = exact_half(q, mirrored);
    const std::size_t drop = q.size() - 1;
    const IntegerVector found =
        detail::rounded_half(rows, bits, mirrored, ExecutionContext().with_threads(1)).to_vector(0, {});
    ASSERT_EQ(found.size(), q.size());
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Integer x = i < exact.size() ? Integer(exact[i]) : Integer(0);
      ASSERT_LT(abs(x - (Integer(found[i]) << drop)) * Integer(4), Integer(3) << drop)
          << isa_name(active_isa()) << ", row " << i << " of " << q.size() << ", " << bits << " bits";
    }
    EXPECT_EQ(detail::rounded_half(rows, bits, mirrored, ExecutionContext().with_threads(3)).to_vector(0, {}), found);
  }
}

std::vector<Integer> draw(test::IntegerGenerator& g, std::size_t n, std::size_t bits, unsigned shape) {
  const Integer largest = (Integer(1) << bits) - Integer(1);
  std::vector<Integer> q;
  for (std::size_t i = 0; i < n; ++i) {
    switch (shape) {
      case 0:  // all the same
        q.push_back(largest);
        break;
      case 1:  // all the same in q(-t)
        q.push_back(i % 2 == 0 ? largest : -largest);
        break;
      case 2:
        q.push_back(i + 1 == n ? largest : Integer(0));
        break;
      default:
        q.push_back(g.random().below(2) == 0 ? g.uniform(bits) : -g.uniform(bits));
    }
  }
  return q;
}

// Leaves have up to 136 rows: sizes around it, its double and so on are around a new level.
TEST(RoundedHalf, IsLessThanThreeQuartersOff) {
  test::IntegerGenerator g(74);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, detected_isa()}) {
    if (isa > detected_isa()) continue;
    const ForcedIsa forced(isa);
    for (const std::size_t n : {2U, 3U, 7U, 64U, 135U, 136U, 137U, 271U, 272U, 273U, 300U, 545U, 1089U})
      for (const std::size_t bits : {1U, 63U, 64U, 127U, 200U})
        for (unsigned shape = 0; shape < 4; ++shape) {
          if (isa != detected_isa() && n > 300 && shape != 3) continue;
          expect_half(draw(g, n, bits, shape), bits);
          if (HasFailure()) return;
        }
  }
}

TEST(RoundedHalf, ManyRows) {
  test::IntegerGenerator g(75);
  for (unsigned shape = 0; shape < 4; ++shape) expect_half(draw(g, 4099, 100, shape), 100);
}

TEST(RoundedHalf, LargestInMagnitude) {
  // -2^bits counts as `bits` long
  expect_half(std::vector<Integer>(700, -(Integer(1) << 127)), 127);
  expect_half(std::vector<Integer>(700, Integer(-1)), 0);
}

TEST(RoundedHalf, MoreRowsThanHalfAMillion) {
  // c t^3 becomes c (1 + s)^3 / 8, and the top row t^(n - 1) binomials over 2^(n - 1).
  const std::size_t n = (std::size_t{1} << 20) + 3;
  detail::FixedRows rows(n, 1);
  rows.assign(3, Integer(1) << 40, 0);
  rows.assign(n - 1, Integer(1) << 30, 0);
  const ExecutionContext ctx;  // the rows are charged to its memory while they live
  const detail::FixedRows half = detail::rounded_half(rows, 41, false, ctx);
  const auto value = [&](std::size_t i) { return static_cast<std::int64_t>(half.row(i)[0]); };
  const std::int64_t eighth = std::int64_t{1} << 37;
  for (std::size_t i = 0; i < 6; ++i) {
    const std::int64_t exact = i > 3 ? 0 : i % 3 == 0 ? eighth : 3 * eighth;
    EXPECT_LE(std::abs(value(i) - exact), 1) << i;
  }
  const auto degree = static_cast<double>(n - 1);
  for (const std::size_t i : {n / 2, n / 2 + 700, n / 2 - 1500, n / 2 + 5000}) {
    const auto k = static_cast<double>(i);
    const double exponent = std::lgamma(degree + 1) - std::lgamma(k + 1) - std::lgamma(degree - k + 1);
    const double exact = std::exp2(30 - degree + exponent / std::log(2.0));
    EXPECT_NEAR(static_cast<double>(value(i)), exact, 2) << i;
  }
}

TEST(HalfPower, IsWithinItsBound) {
  for (const std::size_t h : {2U, 4U, 6U, 132U, 1000U, 4224U})
    for (const std::size_t fraction : {8U, 63U, 64U, 150U, 310U}) {
      const IntegerVector power = detail::half_power(h, fraction, {});
      ASSERT_EQ(power.size(), h + 1);
      Integer binomial(1);
      for (std::size_t i = 0; i <= h; ++i) {
        // |2^h t_i - 2^fraction C(h, i)| <= 2^h (1/2 + 2^-12)
        const Integer off = abs((Integer(power[i]) << h) - (binomial << fraction));
        ASSERT_LE(off << 12, Integer((1 << 11) + 1) << h) << h << ", " << fraction << ", " << i;
        binomial =
            exact_div(binomial * Integer(static_cast<std::int64_t>(h - i)), Integer(static_cast<std::int64_t>(i + 1)));
      }
    }
}

TEST(RoundedHalf, PaysForManyShortRows) {
  EXPECT_TRUE(detail::worth_fixed_point(8193, 127));
  EXPECT_TRUE(detail::worth_fixed_point(1 << 16, 300));
  EXPECT_FALSE(detail::worth_fixed_point(100, 10));
  EXPECT_FALSE(detail::worth_fixed_point(1000, 127));
  EXPECT_FALSE(detail::worth_fixed_point(4096, 4096));
  EXPECT_TRUE(detail::worth_fixed_point((std::size_t{1} << 20) + 1, 64));
}

TEST(RoundedHalf, StaysWithinWhatItReserves) {
  const detail::FixedRows rows = rows_of(std::vector<Integer>(3000, Integer(77)), 64);
  for (const int threads : {1, 3}) {
    const detail::HalfBytes bytes = detail::rounded_half_bytes(3000, 64, static_cast<std::size_t>(threads));
    const auto limited = [&](std::size_t limit) {
      return ExecutionContext().with_threads(threads).with_memory_limit(limit);
    };
    // Twice: the powers' transforms may be kept besides.
    EXPECT_EQ(detail::rounded_half(rows, 64, false, limited(2 * (bytes.work + bytes.result))).rows(), 3000U);
    const ExecutionContext small = limited(bytes.work / 2);
    EXPECT_THROW((void)detail::rounded_half(rows, 64, false, small), MemoryLimit);
    EXPECT_EQ(small.memory().used(), small.plan_cache().bytes());
  }
}

TEST(RoundedHalf, CanBeStopped) {
  std::stop_source source;
  source.request_stop();
  const detail::FixedRows rows = rows_of(std::vector<Integer>(3000, Integer(1)), 64);
  EXPECT_THROW((void)detail::rounded_half(rows, 64, false, ExecutionContext().with_stop_token(source.get_token())),
               Cancelled);
}

}  // namespace
}  // namespace polyfork
