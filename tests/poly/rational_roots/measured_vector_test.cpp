// Lengths against those of the elements, of a vector and of its reverse.
#include "poly/rational_roots/measured_vector.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "random.hpp"
#include "ring/reversed.hpp"
#include "root_generators.hpp"

namespace polyfork {
namespace {

using detail::MeasuredVector;

void check(const IntegerVector& v, const MeasuredVector& m, const ExecutionContext& ctx) {
  ASSERT_EQ(m.size(), v.size());
  EXPECT_EQ(m.max_bits(), v.max_bits(ctx));
  EXPECT_EQ(m.vector(ctx), v);
  for (std::size_t i = 0; i < v.size(); ++i) {
    EXPECT_EQ(m[i], v[i]);
    EXPECT_EQ(m.bits(i), static_cast<std::int64_t>(v[i].bit_length()));
    EXPECT_EQ(m.sign(i), v[i].sign());
    EXPECT_EQ(m.is_zero(i), v[i].is_zero());
    EXPECT_EQ(std::abs(m.signed_lengths()[i]), m.bits(i));
  }
}

TEST(MeasuredVector, HasTheLengthsAndSignsOfTheElements) {
  test::Random random(3);
  for (const int threads : {1, 4}) {
    const auto ctx = ExecutionContext().with_threads(threads);
    for (const std::size_t degree : {0, 1, 63, 64, 5000}) {
      const PolyZ f = test::draw_dense(random, degree + 1, 200) + PolyZ{0, 0, 1};  // with zeros at times
      const IntegerVector reverse = detail::reversed(f.coefficients(), ctx);
      const MeasuredVector m(f.coefficients(), ctx);
      check(f.coefficients(), m, ctx);
      EXPECT_EQ(&m.vector(ctx), &f.coefficients());
      check(reverse, m.reversed(ctx), ctx);
      check(f.coefficients(), m.reversed(ctx).reversed(ctx), ctx);
    }
  }
  const IntegerVector none;
  EXPECT_EQ(MeasuredVector(none, ExecutionContext()).size(), 0U);
}

TEST(MeasuredVector, IsCharged) {
  const IntegerVector v(1000, 1);
  const auto ctx = ExecutionContext().with_memory_limit(std::size_t{1} << 20);
  {
    const MeasuredVector m(v, ctx);
    EXPECT_GE(ctx.memory().used(), 8000U);
  }
  EXPECT_EQ(ctx.memory().used(), 0U);
  {
    const MeasuredVector m(v, ctx);
    const MeasuredVector r = m.reversed(ctx);
    EXPECT_LT(ctx.memory().used(), 17000U);
    (void)r.vector(ctx);
    EXPECT_GE(ctx.memory().used(), 16000U + v.bytes());
  }
  EXPECT_EQ(ctx.memory().used(), 0U);
}

}  // namespace
}  // namespace polyfork
