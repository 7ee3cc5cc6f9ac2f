// Products by 52-bit digits against GMP: lengths of rows at every step of the kernel, values that carry and borrow from
// end to end, and as many and as large digits as sums hold.
#include "ring/kernels/digit_products.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <string>
#include <vector>

#include <gmp.h>
#include <gtest/gtest.h>

#include <polyfork/core/cpu.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "integer_generators.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork::test {
namespace {

using detail::DigitProducts;

class DigitProductsIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (GetParam() > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam());
    kernel_ = detail::digit_products(GetParam());
    if (kernel_ == nullptr) GTEST_SKIP() << "no vectors on this processor";
  }

  static DigitProducts::Factor factor(const IntegerVector& v) {
    const detail::ReadRows rows = detail::read_rows(v);
    return {rows.limbs, rows.sizes, rows.count, rows.stride, std::max<std::size_t>(1, v.max_bits())};
  }

  /// Both operands as lists where they are short enough; `slack` more bits for the product than it needs.
  void expect_product(const IntegerVector& a, const IntegerVector& b, std::size_t slack = 0) const {
    std::vector<Integer> sums(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) sums[i + j] += Integer(a[i]) * Integer(b[j]);
    const auto check = [&](const IntegerVector& list, const IntegerVector& packed) {
      const DigitProducts::Factor x = factor(list);
      const DigitProducts::Factor y = factor(packed);
      if (x.all_digits() > DigitProducts::most_digits) return;
      const auto added = static_cast<std::size_t>(std::bit_width(std::min(x.length, y.length) - 1));
      const std::size_t bits = x.bits + y.bits + added + slack;
      constexpr std::uint64_t guard = 0x5a5a5a5a5a5a5a5a;
      const std::size_t stride = (bits + 63) / 64;
      std::vector<std::uint64_t> limbs(sums.size() * stride + 1, guard);
      std::vector<std::int32_t> sizes(sums.size() + 1, 77);
      const DigitProducts::Product to{limbs.data(), sizes.data(), stride, bits};
      const std::size_t words = DigitProducts::scratch_words(x.all_digits(), y.length, sums.size(), to.slot());
      std::vector<std::uint64_t> scratch(words + 9, guard);
      std::uint64_t* aligned = scratch.data();
      while (reinterpret_cast<std::uintptr_t>(aligned) % 64 != 0) ++aligned;
      kernel_->multiply(x, y, to, aligned);
      ASSERT_EQ(aligned[words], guard);
      ASSERT_EQ(limbs.back(), guard);
      ASSERT_EQ(sizes.back(), 77);
      for (std::size_t k = 0; k < sums.size(); ++k) {
        const auto size = static_cast<std::size_t>(std::abs(sizes[k]));
        ASSERT_LE(size, stride);
        ASSERT_EQ(Integer(IntegerView(limbs.data() + k * stride, sizes[k])), sums[k])
            << k << " of " << x.length << 'x' << y.length << " of " << x.bits << 'x' << y.bits;
        ASSERT_TRUE(size == 0 || limbs[k * stride + size - 1] != 0);
        for (std::size_t j = size; j < stride; ++j) ASSERT_EQ(limbs[k * stride + j], 0U);
      }
    };
    check(a, b);
    check(b, a);
  }

  const DigitProducts* kernel_ = nullptr;
};

IntegerVector vector_of(std::size_t n, const Integer& value, int signs) {
  std::vector<Integer> v(n, value);
  for (std::size_t i = 0; i < n; ++i)
    if (signs == 1 || (signs == 2 && i % 2 == 1)) v[i].negate();
  return IntegerVector(v);
}

TEST_P(DigitProductsIsa, RowsOfEveryLength) {
  IntegerGenerator g(91);
  for (std::size_t limbs = 1; limbs <= 34; ++limbs)
    for (const std::size_t other : {std::size_t{1}, std::size_t{2}, limbs})
      for (const std::size_t n : {1, 2, 3, 7})
        for (int times = 0; times < 6; ++times) expect_product(g.vector(n, limbs), g.vector(1 + n / 2, other));
}

TEST_P(DigitProductsIsa, EveryNumberOfBitsOfTheProduct) {
  IntegerGenerator g(92);
  const IntegerVector a = g.vector(5, 2);
  const IntegerVector b = g.vector(4, 3);
  for (std::size_t slack = 0; slack < 900; ++slack) expect_product(a, b, slack);
}

TEST_P(DigitProductsIsa, LongOperands) {
  IntegerGenerator g(93);
  for (const auto& [n, m, limbs] : {std::tuple<std::size_t, std::size_t, std::size_t>{64, 64, 1},
                                    {64, 64, 2},
                                    {63, 20, 8},
                                    {50, 50, 16},
                                    {64, 3, 12}})
    for (int times = 0; times < 3; ++times) expect_product(g.vector(n, limbs), g.vector(m, limbs));
}

/// All ones, powers of two and their neighbours in every coefficient: carries and borrows go from end to end.
TEST_P(DigitProductsIsa, CarriesFromEndToEnd) {
  for (const std::size_t bits : {1, 51, 52, 53, 63, 64, 65, 103, 104, 105, 128, 208, 260, 511, 512, 520})
    for (const int signs_a : {0, 1, 2})
      for (const int signs_b : {0, 1, 2})
        for (const long more : {-1, 0, 1}) {
          const Integer power = Integer(1) << bits;
          const IntegerVector a = vector_of(5, power - Integer(1), signs_a);
          const IntegerVector b = vector_of(4, power + Integer(more), signs_b);
          expect_product(a, b);
          expect_product(a, a);
          expect_product(b, vector_of(3, Integer(1), signs_a));
        }
}

/// Sums that are zero, and ones between zeros, with either sign.
TEST_P(DigitProductsIsa, ZerosAndCancellation) {
  const Integer long_one = Integer(1) << 300;
  for (const Integer& one : {Integer(1), Integer(-1), long_one, -long_one}) {
    const Integer zero;
    for (const IntegerVector& a :
         {IntegerVector{one, one}, IntegerVector{one, -one}, IntegerVector{zero, one, zero},
          IntegerVector{zero, zero, one}, IntegerVector{one, zero, zero},
          IntegerVector{zero, one, zero, -one, zero, zero, one}, IntegerVector{-one, zero, one}})
      for (const IntegerVector& b : {IntegerVector{one, -one}, IntegerVector{one, zero, -one},
                                     IntegerVector{zero, -one, zero, one}, IntegerVector{zero, one}})
        expect_product(a, b);
  }
}

TEST_P(DigitProductsIsa, AsManyAndAsLargeDigitsAsSumsHold) {
  const Integer ones = (Integer(1) << (20 * DigitProducts::digit_bits)) - Integer(1);
  for (const int signs_a : {0, 1, 2})
    for (const int signs_b : {0, 1, 2}) expect_product(vector_of(50, ones, signs_a), vector_of(50, ones, signs_b));
  const Integer long_ones = (Integer(1) << (500 * DigitProducts::digit_bits)) - Integer(1);
  for (const int signs : {0, 1, 2}) expect_product(vector_of(2, long_ones, signs), vector_of(2, long_ones, 2));
}

INSTANTIATE_TEST_SUITE_P(Levels, DigitProductsIsa, testing::Values(Isa::avx2, Isa::ifma),
                         [](const auto& level) { return std::string(isa_name(level.param)); });

}  // namespace
}  // namespace polyfork::test
