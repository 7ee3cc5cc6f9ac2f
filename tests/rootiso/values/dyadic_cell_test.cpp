// The order of cells, against that of fractions.
#include "rootiso/values/dyadic_cell.hpp"

#include <gtest/gtest.h>

#include <compare>
#include <cstdint>

#include "random.hpp"

namespace polyfork {
namespace {

using detail::compare_dyadic;
using detail::DyadicCell;

void check(const DyadicCell& a, const DyadicCell& b) {
  EXPECT_EQ(compare_dyadic(a.c, a.k, b.c, b.k), a.lower() <=> b.lower()) << a.k << ' ' << b.k;
  EXPECT_EQ(a.starts_before(b), a.lower() < b.lower());
  EXPECT_EQ(a.end_against_start(b), a.upper() <=> b.lower());
}

TEST(DyadicCell, IsOrderedLikeFractions) {
  for (std::int64_t c = -5; c <= 5; ++c)
    for (std::int64_t d = -5; d <= 5; ++d)
      for (std::int64_t k = -3; k <= 3; ++k)
        for (std::int64_t l = -3; l <= 3; ++l) check({Integer(c), k}, {Integer(d), l});
}

TEST(DyadicCell, IsOrderedLikeFractionsFarDown) {
  test::Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto level = static_cast<std::int64_t>(random.below(300)) - 100;
    const DyadicCell a{Integer(static_cast<std::int64_t>(random.below(1 << 20)) - (1 << 19)), level};
    const DyadicCell inside{(a.c << 70) + Integer(static_cast<std::int64_t>(random.below(3)) - 1), level + 70};
    check(a, inside);
    check(inside, a);
    check(a.left_half(), a.right_half());
    check(a.right_half().mirrored(), a.mirrored());
  }
}

}  // namespace
}  // namespace polyfork
