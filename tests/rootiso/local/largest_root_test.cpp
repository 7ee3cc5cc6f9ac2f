// Budan's bound of the largest root: true where it is claimed, and claimed where it should be.
#include "rootiso/local/largest_root.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

#include "poly/rational_roots/root_bound.hpp"
#include "random.hpp"
#include "root_generators.hpp"
#include "rootiso/check/verify_budan.hpp"
#include "sturm.hpp"

namespace polyfork {
namespace {

const ExecutionContext& ctx() { return ExecutionContext::default_context(); }

TEST(LargestRootProperty, NoRootIsBeyond) {
  test::Random random(551);
  std::size_t claimed = 0;
  for (int round = 0; round < 300; ++round) {
    const PolyZ f = test::draw_dense(random, 1 + random.below(12), 1 + static_cast<unsigned>(random.below(30)));
    const test::SturmSequence sturm(f);
    const Rational far = Rational::dyadic(1, 2000);
    for (std::int64_t u = -4; u <= 6; ++u) {
      const Rational x = Rational::dyadic(1, u);
      if (detail::no_root_beyond(f.coefficients(), false, u, ctx())) {
        ++claimed;
        EXPECT_EQ(sturm.count_closed(x, far), 0U) << to_string(f) << " beyond 2^" << u;
      }
      if (detail::no_root_beyond(f.coefficients(), true, u, ctx())) {
        ++claimed;
        EXPECT_EQ(sturm.count_closed(-far, -x), 0U) << to_string(f) << " beyond -2^" << u;
      }
    }
  }
  EXPECT_GT(claimed, 1000U);
}

TEST(LargestRoot, IsOffByLittle) {
  // all roots within (0, 1), (0, 4 n) and (0, n]
  const auto exponent = [](const PolyZ& f) {
    const auto bounds = detail::positive_root_exponents(f.coefficients(), ctx());
    return detail::tight_upper_exponent({f.coefficients(), ctx()}, false, bounds->first, bounds->second, ctx());
  };
  EXPECT_LE(exponent(make_family(Family::chebyshev, 100)), 1);
  EXPECT_GE(exponent(make_family(Family::chebyshev, 100)), 0);
  EXPECT_LE(exponent(make_family(Family::laguerre, 100)), 10);
  EXPECT_GE(exponent(make_family(Family::laguerre, 100)), 9);
  EXPECT_LE(exponent(make_family(Family::wilkinson, 100)), 8);
  EXPECT_GE(exponent(make_family(Family::wilkinson, 100)), 7);
}

TEST(LargestRoot, ExcludesRootsBeyondABoundOnly) {
  const PolyZ f = make_family(Family::chebyshev, 100);  // roots in (-1, 1), the largest beyond 1/2
  const ExecutionContext ctx;
  for (const bool negative : {false, true}) {
    EXPECT_TRUE(detail::excludes_roots_beyond({f.coefficients(), ctx}, negative, 1, ctx));
    EXPECT_FALSE(detail::excludes_roots_beyond({f.coefficients(), ctx}, negative, -1, ctx));
  }
}

}  // namespace
}  // namespace polyfork
