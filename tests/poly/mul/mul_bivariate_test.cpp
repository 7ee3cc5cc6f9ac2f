// Products through limbs: carries of rows of every length, signs, and the longest sums that three and four primes hold.
#include "poly/mul/mul_bivariate.hpp"
#include "plan_budgets.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "back_ends.hpp"
#include "integer_generators.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_method.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

constexpr auto bivariate = MulAlgorithm::bivariate;

IntegerVector vector_of(const std::vector<Integer>& coefficients) {
  return IntegerVector(std::span<const Integer>(coefficients));
}

/// The operands' limbs: how their products' carries run is in the bits.
enum class Bits { ones, power, runs, random };

IntegerVector operand(Random& random, std::size_t n, std::size_t limbs, Bits kind) {
  std::vector<Integer> v(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (random.below(6) == 0) continue;
    const std::size_t bits = random.below(5) == 0 ? 1 + random.below(64 * limbs) : 64 * limbs;
    Integer x = 1;
    if (kind == Bits::ones) x = (Integer(1) << bits) - 1;
    if (kind == Bits::power) x = Integer(1) << (bits - 1);
    if (kind == Bits::runs)
      for (std::size_t k = 0; k < limbs; ++k) x = (x << 64) + Integer(random.below(2) == 0 ? ~std::uint64_t{0} : 0);
    if (kind == Bits::random)
      for (std::size_t k = 1; k < limbs; ++k) x = (x << 64) + Integer(random.next());
    if (random.below(2) == 0) x.negate();
    v[i] = std::move(x);
  }
  v.back() = 1;
  return vector_of(v);
}

::testing::AssertionResult is_padded(const IntegerVector& v) {
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t k = v[i].limbs().size(); k < v.stride(i / IntegerVector::stripe_rows); ++k)
      if (v.row(i)[k] != 0) return ::testing::AssertionFailure() << "row " << i;
  return ::testing::AssertionSuccess();
}

void expect_as_kronecker(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const IntegerVector c = mul_with(bivariate, a, b, ctx);
  ASSERT_TRUE(is_padded(c));
  ASSERT_EQ(c, mul_with(MulAlgorithm::kronecker, a, b)) << a.size() << "x" << b.size();
}

/// Rows shorter and longer than a run of 64 words, and runs that begin anywhere in a row.
TEST(MulBivariateProperty, RowsOfEveryLength) {
  Random random(91);
  const ExecutionContext ctx;
  for (const std::size_t limbs_a : {1, 2, 3, 5, 31, 32, 33, 63, 64, 65, 130, 300})
    for (const std::size_t limbs_b : {1, 2, 33, 64, 129})
      for (const Bits kind : {Bits::ones, Bits::power, Bits::runs, Bits::random}) {
        const IntegerVector a = operand(random, 1 + random.below(40), limbs_a, kind);
        const IntegerVector b = operand(random, 1 + random.below(40), limbs_b, kind);
        expect_as_kronecker(a, b, ctx);
        expect_as_kronecker(a, a, ctx);
      }
}

TEST(MulBivariateThreads, EveryBackEnd) {
  Random random(92);
  const IntegerVector words = operand(random, 5000, 1, Bits::ones);
  const IntegerVector a = operand(random, 300, 40, Bits::ones);
  const IntegerVector b = operand(random, 200, 67, Bits::runs);
  for (const ExecutionContext& ctx : contexts()) {
    expect_as_kronecker(a, b, ctx);
    expect_as_kronecker(words, words, ctx);
    expect_as_kronecker(words, a, ctx);
  }
}

/// Differences of neighbours: what is left of carries through whole rows.
TEST(MulBivariate, CarriesThroughWholeRows) {
  const ExecutionContext ctx;
  for (const std::size_t limbs : {1, 2, 7, 64, 70, 128, 200}) {
    const Integer ones = (Integer(1) << (64 * limbs)) - 1;
    const Integer power = Integer(1) << (64 * limbs - 1);
    const IntegerVector a = vector_of({ones, -ones, power, -power, 1, -1, 0, ones});
    expect_as_kronecker(a, vector_of({1, 1}), ctx);
    expect_as_kronecker(a, vector_of({ones, ones}), ctx);
    expect_as_kronecker(a, vector_of({-ones, 1, 0, 0, 0, power}), ctx);
    expect_as_kronecker(a, vector_of({-1}), ctx);
  }
}

/// (2^64 - 1)^2 as often as three primes hold it, and once more.
TEST(MulBivariateSlow, LongestSums) {
  const Integer most = (Integer(1) << 64) - 1;
  for (const std::size_t n : {(std::size_t{1} << 20), (std::size_t{1} << 20) + 1}) {
    EXPECT_EQ(detail::BivariateShape(MulShape{n, n, 64, 64, false}).primes(), n == std::size_t{1} << 20 ? 3U : 4U);
    const IntegerVector a = vector_of(std::vector<Integer>(n, most));
    for (const bool negative : {false, true}) {
      const IntegerVector b = vector_of(std::vector<Integer>(n, negative ? -most : most));
      const IntegerVector c = mul_with(bivariate, a, b);
      const Integer square = most * (negative ? -most : most);
      ASSERT_EQ(c.size(), 2 * n - 1);
      for (std::size_t i = 0; i < c.size(); i += i < 100 || c.size() - i < 100 || (i > n - 100 && i < n + 100) ? 1 : 37)
        ASSERT_EQ(Integer(c[i]), square * Integer(std::min(i + 1, c.size() - i))) << i;
    }
  }
}

/// A plan for shorter coefficients than there are, and one for longer ones.
TEST(MulBivariate, PlansForOtherOperandsAreFitted) {
  Random random(93);
  const ExecutionContext ctx;
  const IntegerVector a = operand(random, 70, 20, Bits::random);
  const IntegerVector b = operand(random, 33, 5, Bits::random);
  for (const std::size_t bits : {64U, 700U, 100000U}) {
    const detail::MulPlan plan = detail::plan_by(bivariate, {70, 33, bits, bits}, budget(1));
    ASSERT_EQ(detail::mul_as_planned(plan, a, b, ctx), mul_with(MulAlgorithm::kronecker, a, b)) << bits;
  }
}

}  // namespace
}  // namespace polyfork::test
