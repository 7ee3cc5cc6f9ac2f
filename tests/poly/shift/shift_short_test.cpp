// Taylor shifts of short polynomials in words against Horner's scheme on rows.
#include "poly/shift/shift_short.hpp"

#include <gtest/gtest.h>

#include <polyfork/core/tuning.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

using detail::shift_short;

TEST(ShiftShortProperty, EqualsHorner) {
  IntegerGenerator g(611);
  int done = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::size_t n = 2 + g.random().below(round % 10 == 0 ? 64 : 12);
    const unsigned bits = 1 + static_cast<unsigned>(g.random().below(round % 4 == 0 ? 700 : 64));
    std::vector<Integer> a;
    for (std::size_t i = 0; i < n; ++i) {
      a.push_back(g.random().below(5) == 0 ? (Integer(1) << bits) - Integer(1) : g.uniform(bits));
      if (g.random().below(2) == 0) a.back() = -a.back();
    }
    if (a.back().is_zero()) a.back() = -1;
    const IntegerVector f{std::span<const Integer>(a)};
    const unsigned step = static_cast<unsigned>(g.random().below(4));
    Integer c = step < 2 ? Integer(1) : g.uniform(step == 2 ? 5 : 62);
    if (g.random().below(2) == 0) c = -c;
    if (c.is_zero()) continue;
    const IntegerVector expected = taylor_shift_with(ShiftAlgorithm::horner, f, c);
    ASSERT_EQ(taylor_shift(f, c), expected);
    IntegerVector out;
    if (!shift_short(out, f, c, ExecutionContext())) continue;
    ++done;
    ASSERT_EQ(out, expected);
  }
  EXPECT_GT(done, 8000);
}

/// The bound is reached: all coefficients and the step at the edges of words and pairs of words.
TEST(ShiftShort, Edges) {
  for (const std::size_t n : {2U, 3U, 8U, 9U, 23U, 24U, 25U, 33U, 61U, 62U, 63U, 64U})
    for (const unsigned bits : {1U, 30U, 61U, 62U, 63U, 64U, 65U, 122U, 123U, 125U, 126U, 127U, 128U, 500U, 1024U})
      for (const std::int64_t c : {std::int64_t{1}, std::int64_t{-1}, std::int64_t{3}, (std::int64_t{1} << 62) - 1,
                                   -(std::int64_t{1} << 62), INT64_MAX, INT64_MIN}) {
        const std::vector<Integer> a(n, (Integer(1) << bits) - Integer(1));
        const IntegerVector f{std::span<const Integer>(a)};
        EXPECT_EQ(taylor_shift(f, c), taylor_shift_with(ShiftAlgorithm::horner, f, c)) << n << ' ' << bits << ' ' << c;
      }
}

}  // namespace
}  // namespace polyfork::test
