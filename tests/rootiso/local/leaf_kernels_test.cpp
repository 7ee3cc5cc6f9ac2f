// The vector loops of the leaves against plain ones, under every instruction set.
#include "rootiso/local/leaf_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <polyfork/core/cpu.hpp>

#include "forced_isa.hpp"
#include "random.hpp"

namespace polyfork {
namespace {

using detail::leaf_zero;
using detail::LeafCoefficients;
using detail::LeafKernels;

using Values = std::vector<std::uint64_t>;  // b_0 .. b_d

LeafCoefficients stored(const Values& b, std::uint64_t padding) {
  LeafCoefficients c;
  c.words.fill(padding);
  for (std::size_t j = 0; j < b.size(); ++j) c.at(j, b.size() - 1) = b[j];
  return c;
}

Values read(const LeafCoefficients& c, std::size_t d) {
  Values b;
  for (std::size_t j = 0; j <= d; ++j) b.push_back(c.at(j, d));
  return b;
}

/// The signed number of a difference of words.
std::int64_t difference(std::uint64_t a, std::uint64_t b) { return static_cast<std::int64_t>(a - b); }

void expect_bisected(const LeafKernels& kernels, Values b, std::uint64_t padding) {
  const std::size_t d = b.size() - 1;
  LeafCoefficients upper = stored(b, padding);
  LeafCoefficients lower = stored(Values(b.size(), 1), ~padding);
  kernels.bisect(upper, d, lower);
  Values expected_lower{b[0]};
  for (std::size_t stage = 1; stage <= d; ++stage) {
    for (std::size_t i = 0; i + stage <= d; ++i) b[i] = (b[i] + b[i + 1]) / 2;
    expected_lower.push_back(b[0]);
  }
  ASSERT_EQ(read(lower, d), expected_lower) << d;
  ASSERT_EQ(read(upper, d), b) << d;
}

void expect_signs(const LeafKernels& kernels, const Values& b, std::uint64_t noise, std::uint64_t padding) {
  const std::size_t d = b.size() - 1;
  const LeafCoefficients c = stored(b, padding);
  const auto band = static_cast<std::int64_t>(noise);
  bool positive = true;
  bool negative = true;
  bool within = true;
  for (const std::uint64_t x : b) {
    const std::int64_t value = difference(x, leaf_zero);
    positive = positive && value > band;
    negative = negative && value < -band;
    within = within && value < band && value > -band;
  }
  const detail::LeafSigns values = kernels.values(c, d, noise);
  ASSERT_EQ(values.positive, positive);
  ASSERT_EQ(values.negative, negative);
  if (noise != 0) {
    ASSERT_EQ(kernels.within(c, d, noise), within);
  }
  positive = negative = true;
  for (std::size_t j = 0; j < d; ++j) {
    const std::int64_t slope = difference(b[j + 1], b[j]);
    positive = positive && slope > band;
    negative = negative && slope < -band;
  }
  const detail::LeafSigns slopes = kernels.slopes(c, d, noise);
  ASSERT_EQ(slopes.positive, positive);
  ASSERT_EQ(slopes.negative, negative);
}

TEST(LeafKernels, AgreeWithPlainLoops) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
    if (isa > detected_isa()) continue;
    const LeafKernels& kernels = *detail::leaf_table().select(isa);
    test::Random random(31);
    for (int round = 0; round < 400; ++round) {
      const std::size_t d = 8 * (1 + random.below(8));
      const std::uint64_t padding = random.next();
      Values b;
      for (std::size_t j = 0; j <= d; ++j) b.push_back(random.next() >> 1);
      expect_bisected(kernels, b, padding);
      expect_signs(kernels, b, random.next() >> 5, padding);
      if (HasFatalFailure()) FAIL() << isa_name(isa) << ", degree " << d;
    }
  }
}

TEST(LeafKernels, PairsAgreeWithPlainLoops) {
  __extension__ using Wide = unsigned __int128;
  constexpr unsigned low_bits = detail::LeafPairs::low_bits;
  constexpr std::uint64_t mask = (std::uint64_t{1} << low_bits) - 1;
  test::Random random(32);
  for (int round = 0; round < 400; ++round) {
    const std::size_t d = 8 * (1 + random.below(8));
    std::vector<Wide> b;
    const bool edge = round % 4 == 0;  // low digits that carry as often as possible
    for (std::size_t j = 0; j <= d; ++j)
      b.push_back((static_cast<Wide>(random.next() >> 1) << low_bits) | (edge ? mask : random.next() & mask));
    Values high;
    Values low;
    for (const Wide x : b) high.push_back(static_cast<std::uint64_t>(x >> low_bits));
    for (const Wide x : b) low.push_back(static_cast<std::uint64_t>(x) & mask);
    std::vector<Wide> upper = b;
    std::vector<Wide> lower{b[0]};
    for (std::size_t stage = 1; stage <= d; ++stage) {
      for (std::size_t i = 0; i + stage <= d; ++i) upper[i] = (upper[i] + upper[i + 1]) / 2;
      lower.push_back(upper[0]);
    }
    for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
      if (isa > detected_isa()) continue;
      detail::LeafPairs pairs{stored(high, 0), stored(low, 0)};
      detail::LeafPairs halves{stored(Values(d + 1, 1), 0), stored(Values(d + 1, 1), 0)};
      detail::leaf_table().select(isa)->bisect_pairs(pairs, d, halves);
      for (std::size_t j = 0; j <= d; ++j) {
        ASSERT_EQ(pairs.high.at(j, d), static_cast<std::uint64_t>(upper[j] >> low_bits)) << isa_name(isa) << " " << d;
        ASSERT_EQ(pairs.low.at(j, d), static_cast<std::uint64_t>(upper[j]) & mask) << isa_name(isa) << " " << d;
        ASSERT_EQ(halves.high.at(j, d), static_cast<std::uint64_t>(lower[j] >> low_bits)) << isa_name(isa) << " " << d;
        ASSERT_EQ(halves.low.at(j, d), static_cast<std::uint64_t>(lower[j]) & mask) << isa_name(isa) << " " << d;
      }
    }
  }
}

/// One coefficient at either side of the band's end, anywhere.
TEST(LeafKernels, EachCoefficientCounts) {
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
    if (isa > detected_isa()) continue;
    const LeafKernels& kernels = *detail::leaf_table().select(isa);
    for (const std::size_t d : {8, 16, 40, 64})
      for (const std::uint64_t noise : {std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{1} << 58})
        for (std::size_t j = 0; j <= d; ++j)
          for (const std::uint64_t beyond : {0, 1}) {
            Values up(d + 1, leaf_zero + noise + 5);
            up[j] = leaf_zero + noise + beyond;
            Values down(d + 1, leaf_zero - noise - 5);
            down[j] = leaf_zero - noise - beyond;
            Values flat(d + 1, leaf_zero);
            flat[j] = leaf_zero + noise - beyond;
            Values low(d + 1, leaf_zero);
            low[j] = leaf_zero - noise + beyond;
            for (const Values& b : {up, down, flat, low}) expect_signs(kernels, b, noise, leaf_zero);
            if (j == 0) continue;
            Values rising(d + 1);
            Values falling(d + 1);
            const std::uint64_t step = std::min(noise + 7, std::uint64_t{1} << 55);
            const std::uint64_t band = step - 7;
            for (std::size_t i = 0; i <= d; ++i) {
              const std::uint64_t height = i * step - (i >= j ? 7 - beyond : 0);
              rising[i] = leaf_zero + height;
              falling[i] = leaf_zero - height;
            }
            for (const Values& b : {rising, falling}) expect_signs(kernels, b, band, 0);
            if (HasFatalFailure()) FAIL() << isa_name(isa) << ", degree " << d << ", coefficient " << j;
          }
  }
}

}  // namespace
}  // namespace polyfork
