// Parts of the rows against all of them in one go, under every set of kernels.
#include "rootiso/values/horner_chunks.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/integer.hpp>

#include "random.hpp"

namespace polyfork {
namespace {

constexpr unsigned digit_bits = 52;
constexpr std::uint64_t digit_mask = (std::uint64_t{1} << digit_bits) - 1;

/// The number in one lane.
Integer value_of(const std::vector<std::uint64_t>& y, std::size_t lane, std::size_t lanes, std::size_t digits) {
  Integer value(static_cast<std::int64_t>(y[(digits - 1) * lanes + lane]));
  for (std::size_t d = digits - 1; d-- > 0;)
    value = (value << digit_bits) + Integer(static_cast<std::int64_t>(y[d * lanes + lane]));
  return value;
}

/// y = floor(y z / 2^52) + a, y signed, by integers.
Integer horner_step(const Integer& y, std::uint64_t z, const Integer& a) {
  return ((y * Integer(static_cast<std::int64_t>(z))) >> digit_bits) + a;
}

TEST(HornerPointsIsa, AreExactRowByRow) {
  test::Random random(4712);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    const detail::HornerKernel& kernel = *detail::horner_table().select(isa);
    for (std::size_t rows = 1; rows < 14; ++rows) {
      for (const std::size_t digits : {2, 3, 4, 5, 6, 7, 8, 9, 21}) {
        std::vector<std::uint64_t> a(rows * digits);
        const std::uint64_t shape = random.below(4);
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t d = 0; d < digits; ++d) {
            const bool last = d + 1 == digits;
            std::uint64_t digit = shape == 0 ? digit_mask : shape == 1 ? 0 : random.below(digit_mask + 1);
            if (last) digit = i % 2 == shape % 2 ? std::uint64_t{0} - (digit >> 8) : digit >> 8;
            a[i * digits + d] = digit;
          }
        std::vector<std::uint64_t> z(kernel.lanes);
        for (auto& x : z) x = random.below(digit_mask + 1);
        z[0] = digit_mask;
        z.back() = 0;
        std::vector<std::uint64_t> y(digits * kernel.lanes, 0);
        kernel.run(a.data(), rows, digits, z.data(), y.data());
        for (std::size_t l = 0; l < kernel.lanes; ++l) {
          Integer expected;
          for (std::size_t i = rows; i-- > 0;) {
            const std::vector<std::uint64_t> row(a.begin() + static_cast<std::ptrdiff_t>(i * digits),
                                                 a.begin() + static_cast<std::ptrdiff_t>((i + 1) * digits));
            expected = horner_step(expected, z[l], value_of(row, 0, 1, digits));
          }
          ASSERT_EQ(value_of(y, l, kernel.lanes, digits), expected)
              << isa_name(isa) << ", " << rows << " rows of " << digits << " digits, lane " << l;
          for (std::size_t d = 0; d + 1 < digits; ++d) ASSERT_LE(y[d * kernel.lanes + l], digit_mask);
        }
      }
    }
  }
}

TEST(HornerChunksIsa, DifferByTheirRoundingsOnly) {
  test::Random random(4711);
  const ExecutionContext ctx;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    const detail::HornerKernel& kernel = *detail::horner_table().select(isa);
    for (const std::size_t rows : {1, 2, 7, 64, 301}) {
      for (const std::size_t digits : {2, 3, 16, 17, 40}) {
        // Rows with room for sums below rows 2^52.
        std::vector<std::uint64_t> a(rows * digits);
        const std::uint64_t shape = random.below(3);
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t d = 0; d < digits; ++d) {
            const bool last = d + 1 == digits;
            std::uint64_t digit = shape == 0 ? digit_mask : random.below(digit_mask + 1);
            if (last) digit = shape == 1 ? std::uint64_t{0} - (digit >> 12) : digit >> 12;
            a[i * digits + d] = digit;
          }
        std::vector<std::uint64_t> z(kernel.lanes);
        for (auto& x : z) x = (std::uint64_t{1} << 51) + random.below(std::uint64_t{1} << 51);
        z[0] = digit_mask;
        z.back() = std::uint64_t{1} << 51;
        const auto stored = [&](std::size_t begin, std::size_t, std::vector<std::uint64_t>&) -> const std::uint64_t* {
          return a.data() + begin * digits;
        };
        const auto copied = [&](std::size_t begin, std::size_t end, std::vector<std::uint64_t>& scratch) {
          scratch.assign(a.data() + begin * digits, a.data() + end * digits);
          return static_cast<const std::uint64_t*>(scratch.data());
        };
        std::vector<std::uint64_t> whole(digits * kernel.lanes, 1);
        detail::horner_in_chunks(kernel, stored, rows, digits, z.data(), whole.data(), 1, ctx);
        for (const std::size_t chunks : {2, 3, 8}) {
          for (const int threads : {1, 3}) {
            std::vector<std::uint64_t> y(digits * kernel.lanes, 1);
            detail::horner_in_chunks(kernel, copied, rows, digits, z.data(), y.data(), chunks,
                                     ctx.with_threads(threads));
            for (std::size_t l = 0; l < kernel.lanes; ++l) {
              const Integer off = abs(value_of(y, l, kernel.lanes, digits) - value_of(whole, l, kernel.lanes, digits));
              EXPECT_LE(off, Integer(static_cast<std::int64_t>(rows + 2 * chunks)))
                  << isa_name(isa) << ", " << rows << " rows of " << digits << " digits, " << chunks << " chunks";
              if (HasFailure()) return;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace polyfork
