// Sizes of rows at one half, against exact values.
#include "poly/fixed/row_sizes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <polyfork/ring/integer.hpp>

#include "poly/rows/fixed_rows.hpp"
#include "random.hpp"

namespace polyfork {
namespace {

/// Bits of max(|q|, |q'| / rows) at 1/2 or -1/2.
std::int64_t exact_size(const detail::FixedRows& q, bool negative, const ExecutionContext& ctx) {
  const IntegerVector v = q.to_vector(0, ctx);
  const std::size_t n = v.size();
  Integer value(0);  // times 2^(n - 1)
  Integer slope(0);  // times 2^(n - 1)
  for (std::size_t i = 0; i < n; ++i) {
    Integer term = Integer(v[i]) << (n - 1 - i);
    if (negative && i % 2 != 0) term.negate();
    value += term;
    slope += term * Integer(static_cast<std::int64_t>(2 * i));
  }
  const auto bits = [&](const Integer& x) {
    return static_cast<std::int64_t>(x.bit_length()) - static_cast<std::int64_t>(n - 1);
  };
  return std::max(bits(value), bits(slope) - static_cast<std::int64_t>(std::bit_width(n)));
}

/// Rows whose terms at 1/2 are of like size, so that each stretch of them and its sign counts.
TEST(RowSizes, AtOneHalfNearTheExactOneOnAllThreads) {
  test::Random random(9);
  for (const std::size_t rows : {1, 2, 3, 64, 400, 1500, 1900}) {
    for (int round = 0; round < 4; ++round) {
      constexpr std::size_t limbs = 32;  // stretches of odd length
      detail::FixedRows q(rows, limbs);
      for (std::size_t i = 0; i < rows; ++i) {
        Integer x(static_cast<std::int64_t>(random.next() >> 14));
        if (random.below(2) != 0) x.negate();
        q.assign(i, x, i);
      }
      for (const bool negative : {false, true}) {
        const std::int64_t expected = exact_size(q, negative, ExecutionContext().with_threads(1));
        const std::size_t size = detail::size_at_half(q, negative, ExecutionContext().with_threads(1));
        EXPECT_LE(std::abs(static_cast<std::int64_t>(size) - expected), 2) << rows << ' ' << negative;
        EXPECT_EQ(detail::size_at_half(q, negative, ExecutionContext().with_threads(4)), size);
      }
    }
  }
}

}  // namespace
}  // namespace polyfork
