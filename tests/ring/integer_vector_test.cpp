// IntegerVector and its builder.
#include <polyfork/ring/integer_vector.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "back_ends.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

std::vector<Integer> elements(const IntegerVector& v) {
  std::vector<Integer> out;
  for (std::size_t i = 0; i < v.size(); ++i) out.emplace_back(v[i]);
  return out;
}

/// Every row is zero above its size, every top limb is not, every stripe is aligned.
::testing::AssertionResult is_sound(const IntegerVector& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const std::size_t n = v[i].limbs().size();
    const std::size_t stride = v.stride(i / IntegerVector::stripe_rows);
    if (n > stride) return ::testing::AssertionFailure() << "row " << i << " is too short";
    if (n > 0 && v.row(i)[n - 1] == 0) return ::testing::AssertionFailure() << "row " << i << " has a leading zero";
    if (std::any_of(v.row(i) + n, v.row(i) + stride, [](mp_limb_t x) { return x != 0; }))
      return ::testing::AssertionFailure() << "row " << i << " is not padded with zeros";
    if (i % IntegerVector::stripe_rows == 0 && reinterpret_cast<std::uintptr_t>(v.row(i)) % 64 != 0)
      return ::testing::AssertionFailure() << "stripe of row " << i << " is not aligned";
  }
  return ::testing::AssertionSuccess();
}

TEST(IntegerVector, EmptyAndZero) {
  IntegerVector v;
  EXPECT_TRUE(v.empty());
  EXPECT_EQ(v.stripes(), 0U);
  EXPECT_EQ(v.max_limbs() + v.max_bits(), 0U);
  v.compact();
  v.truncate(0);
  EXPECT_EQ(v, IntegerVector(0, 5));
  EXPECT_EQ(v, IntegerVectorBuilder().finish());
  EXPECT_EQ(v, v.slice(0, 0));

  const IntegerVector zeros(130, 0);
  EXPECT_EQ(zeros.stripes(), 3U);
  EXPECT_TRUE(is_sound(zeros));
  EXPECT_TRUE(zeros[129].is_zero());
  EXPECT_EQ(zeros, IntegerVector(130, 3));
  EXPECT_FALSE(zeros == IntegerVector(131, 0));
}

TEST(IntegerVector, StridesPerStripe) {
  const std::uint32_t strides[] = {1, 0, 4};
  IntegerVector v(150, strides);
  EXPECT_EQ(v.stride(0), 1U);
  EXPECT_EQ(v.stride(1), 0U);
  EXPECT_EQ(v.stride(2), 4U);
  const Integer big = (Integer(1) << 256) - 1;
  v.assign(149, big);
  v.assign(0, Integer(-7));
  EXPECT_TRUE(is_sound(v));
  EXPECT_EQ(v[149], big);
  EXPECT_EQ(v[0], Integer(-7));
  v.assign(149, Integer(1));  // shorter: the rest of the row must be cleared
  EXPECT_TRUE(is_sound(v));
  v.assign(149, v[0]);  // a view of another row
  EXPECT_EQ(v[149], Integer(-7));
  v.row(149)[0] = 9;
  v.set_signed_size(149, 1);
  EXPECT_EQ(v[149], Integer(9));
}

TEST(IntegerVector, SetWidensOneStripe) {
  IntegerVector v(200, 1);
  for (std::size_t i = 0; i < 200; ++i) v.set(i, Integer(i));
  v.set(70, Integer(-1) << 300);
  EXPECT_EQ(v.stride(0), 1U);
  EXPECT_EQ(v.stride(1), 5U);
  EXPECT_TRUE(is_sound(v));
  v.set(3, v[70]);  // the operand lies in the storage that is replaced
  EXPECT_EQ(v[3], v[70]);
  v.set(3, -v[3]);  // and in the row itself
  EXPECT_EQ(v[3], Integer(1) << 300);
  EXPECT_EQ(v[199], Integer(199));
  EXPECT_TRUE(is_sound(v));
}

TEST(IntegerVector, MovesLeaveAnEmptyVector) {
  IntegerVector v{1, 2, 3};
  IntegerVector w(std::move(v));
  EXPECT_TRUE(v.empty());  // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(v.stripes(), 0U);
  v = std::move(w);
  EXPECT_EQ(v, (IntegerVector{1, 2, 3}));
}

TEST(IntegerVector, StripesThatAreAlikeNeedNoTable) {
  // Sizes and limbs with room for their alignment: one allocation.
  constexpr std::size_t alignment = 64;
  EXPECT_EQ(IntegerVector(3, std::size_t{2}).bytes(), 3 * 4 + 3 * 2 * 8 + alignment);
  EXPECT_EQ(IntegerVector(64, std::size_t{1}).bytes(), 64 * 4 + 64 * 8 + alignment);
  EXPECT_EQ(IntegerVector(64, std::size_t{0}).bytes(), 64 * 4 + alignment);
  EXPECT_EQ(IntegerVector(0, std::size_t{3}).bytes(), 0U);
  EXPECT_EQ(IntegerVector(200, std::size_t{1}).bytes(), 200 * 4 + 200 * 8 + alignment);
  const std::vector<std::uint32_t> alike{2, 2, 2};
  EXPECT_EQ(IntegerVector(130, alike).bytes(), 130 * 4 + 130 * 2 * 8 + alignment);
  const std::vector<std::uint32_t> last_differs{2, 2, 1};
  EXPECT_EQ(IntegerVector(130, last_differs).bytes(), 130 * 4 + (128 * 2 + 2) * 8 + alignment + 3 * 16);
}

TEST(IntegerVector, CompactWhenItSavesHalf) {
  IntegerVector v(64, 4);
  for (std::size_t i = 0; i < 64; ++i) v.assign(i, Integer(1) << 140);
  v.compact();
  EXPECT_EQ(v.stride(0), 4U) << "a quarter is not worth a copy";
  v.compact(true);
  EXPECT_EQ(v.stride(0), 3U);
  const IntegerVector before = v;
  for (std::size_t i = 0; i < 64; ++i) v.assign(i, Integer(i));
  const std::size_t bytes = v.bytes();
  v.compact();
  EXPECT_EQ(v.stride(0), 1U);
  EXPECT_LT(v.bytes(), bytes);
  EXPECT_EQ(v[63], Integer(63));
  EXPECT_EQ(before[0], Integer(1) << 140);
}

TEST(IntegerVector, EqualityIgnoresStrides) {
  IntegerVector a{1, -2, 3};
  IntegerVector b(3, 7);
  for (std::size_t i = 0; i < 3; ++i) b.assign(i, a[i]);
  EXPECT_EQ(a, b);
  b.assign(1, Integer(2));
  EXPECT_FALSE(a == b);
  b.assign(1, Integer(-3));
  EXPECT_FALSE(a == b);
}

TEST(IntegerVectorProperty, CopiesSlicesAndMeasures) {
  IntegerGenerator g(20);
  for (const std::size_t n : {1, 2, 63, 64, 65, 127, 128, 129, 500}) {
    IntegerVector v = g.vector(n, 5);
    ASSERT_TRUE(is_sound(v));
    const std::vector<Integer> expected = elements(v);
    EXPECT_EQ(IntegerVector(expected), v);
    const IntegerVector copy(v);
    EXPECT_EQ(copy, v);
    EXPECT_TRUE(is_sound(copy));

    std::size_t limbs = 0, bits = 0;
    for (const Integer& e : expected) {
      limbs = std::max(limbs, e.view().limbs().size());
      bits = std::max(bits, e.bit_length());
    }
    EXPECT_EQ(v.max_limbs(), limbs);
    EXPECT_EQ(v.max_bits(), bits);

    const std::size_t begin = g.random().below(n + 1), end = begin + g.random().below(n - begin + 1);
    const IntegerVector part = v.slice(begin, end);
    EXPECT_TRUE(is_sound(part));
    EXPECT_EQ(elements(part), std::vector<Integer>(expected.begin() + static_cast<std::ptrdiff_t>(begin),
                                                   expected.begin() + static_cast<std::ptrdiff_t>(end)));
    v.negate();
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(v[i], -expected[i]);
    v.negate();
    v.truncate(end);
    EXPECT_EQ(v, copy.slice(0, end));
    EXPECT_TRUE(is_sound(v));
    v = copy;
    EXPECT_EQ(v, copy);
  }
}

TEST(IntegerVectorProperty, RandomAssignmentsEqualAPlainVector) {
  IntegerGenerator g(21);
  IntegerVector v(150, 1);
  std::vector<Integer> expected(150);
  for (int k = 0; k < 3000; ++k) {
    const std::size_t i = g.random().below(150);
    expected[i] = g.draw(1 + g.random().below(5));
    v.set(i, expected[i]);
    if (k % 500 == 0) v.compact(true);
  }
  EXPECT_TRUE(is_sound(v));
  EXPECT_EQ(elements(v), expected);
}

TEST(IntegerVectorBuilder, IsEmptyAfterFinish) {
  IntegerVectorBuilder b;
  b.reserve(2, 4);
  b.push_back(Integer(5));
  b.push_back(Integer(-1) << 100);
  EXPECT_EQ(b.size(), 2U);
  const IntegerVector v = b.finish();
  EXPECT_EQ(v, (IntegerVector{5, Integer(-1) << 100}));
  EXPECT_EQ(b.size(), 0U);
  b.push_back(Integer(7));
  EXPECT_EQ(b.finish(), (IntegerVector{7}));
}

TEST(IntegerVectorThreads, BitsOfLongVectors) {
  constexpr std::size_t n = 300'000;  // several parts
  polyfork::test::Random random(12);
  for (const std::size_t stride : {1, 2}) {
    IntegerVector v(n, stride);
    EXPECT_EQ(v.max_bits(), 0U);
    for (std::size_t i = 0; i < n; i += 7)
      v.set(i, polyfork::Integer(static_cast<std::int64_t>(random.below(1000)) - 500));
    EXPECT_EQ(v.max_bits(), 9U);
    for (const std::size_t at : {std::size_t{0}, std::size_t{131'072}, std::size_t{131'071}, n - 1}) {
      for (const std::size_t bits : {10, 63, 64, 65, 128}) {
        if (bits > 64 * stride) continue;
        IntegerVector w = v;
        w.set(at, -((polyfork::Integer(1) << bits) - 1));
        for (const polyfork::ExecutionContext& ctx : polyfork::test::contexts()) EXPECT_EQ(w.max_bits(ctx), bits) << at;
      }
    }
  }
}

}  // namespace
}  // namespace polyfork::test
