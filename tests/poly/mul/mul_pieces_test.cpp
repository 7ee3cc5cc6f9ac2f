// Products by pieces: what is left behind the last one, squares, zeros, and results that nearly fill the memory.
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/error.hpp>

#include "integer_generators.hpp"
#include "plan_budgets.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_method.hpp"

namespace polyfork::test {
namespace {

using detail::MulPlan;

IntegerVector pieces_product(const IntegerVector& a, const IntegerVector& b, std::size_t length_a, std::size_t length_b,
                             int threads) {
  const MulShape shape{a.size(), b.size(), a.max_bits(), b.max_bits(), &a == &b};
  MulPlan plan(MulAlgorithm::pieces, shape, threads, detail::PieceParameters{length_a, length_b});
  plan.children.push_back(detail::plan_mul({length_a, length_b, shape.bits_a, shape.bits_b}, budget(threads)));
  return detail::mul_by_plan(plan, a, b, ExecutionContext().with_threads(threads));
}

TEST(MulPieces, PiecesOfAnyLength) {
  IntegerGenerator g(1320);
  for (int round = 0; round < 300; ++round) {
    const std::size_t limbs = 1 + g.random().below(5);
    const IntegerVector a = g.vector(1 + g.random().below(90), limbs);
    const IntegerVector b = g.vector(1 + g.random().below(90), 1 + g.random().below(5));
    if (a.max_bits() == 0 || b.max_bits() == 0) continue;
    const std::size_t length_a = 1 + g.random().below(a.size());
    const std::size_t length_b = 1 + g.random().below(b.size());
    const int threads = round % 2 == 0 ? 1 : 3;
    ASSERT_EQ(pieces_product(a, b, length_a, length_b, threads), mul_with(MulAlgorithm::classical, a, b)) << round;
    ASSERT_EQ(pieces_product(a, a, length_a, length_a, threads), mul_with(MulAlgorithm::classical, a, a)) << round;
  }
}

/// Sums of pieces that cancel, and rows that need their last bit.
TEST(MulPieces, TheLargestSumsAndZeros) {
  for (const std::size_t bits : {63, 64, 127, 128}) {
    const Integer most = (Integer(1) << bits) - 1;
    const std::vector<Integer> same(64, most);
    std::vector<Integer> changing(64, most);
    for (std::size_t i = 1; i < changing.size(); i += 2) changing[i].negate();
    std::vector<Integer> gap(64, Integer());
    gap.front() = gap.back() = -most;
    const IntegerVector vectors[] = {IntegerVector(same), IntegerVector(changing), IntegerVector(gap)};
    for (const IntegerVector& a : vectors)
      for (const IntegerVector& b : vectors)
        for (const std::size_t length : {1, 7, 16, 33})
          ASSERT_EQ(pieces_product(a, b, length, length, 1), mul_with(MulAlgorithm::classical, a, b)) << bits;
  }
}

/// A cap that has room for the result and a tenth more: everything else but the schoolbook takes too much.
TEST(MulPieces, AResultThatNearlyFillsTheMemory) {
  for (const MulShape& shape : {MulShape{50000, 50000, 62, 62}, MulShape{20000, 20000, 1000, 1000, true},
                                MulShape{100000, 3000, 300, 900}, MulShape{1000000, 1000000, 30, 30}})
    for (const int threads : {1, 16}) {
      const MulPlan free = detail::plan_mul(shape, budget(threads));
      const Bytes cap(free.result.value() / 10 * 11 + (std::size_t{1} << 20));
      const MulPlan plan = detail::plan_mul(shape, budget(threads, cap));
      EXPECT_EQ(plan.algorithm, MulAlgorithm::pieces) << shape.length_a;
      EXPECT_TRUE(plan.fits(cap));
      const MulPlan classical = detail::plan_by(MulAlgorithm::classical, shape, budget(threads));
      EXPECT_LT(plan.predicted_seconds, classical.predicted_seconds / 3) << shape.length_a;
      EXPECT_NE(detail::plan_mul(shape, budget(threads)).algorithm, MulAlgorithm::pieces);
    }
  IntegerGenerator g(1321);
  const IntegerVector a = g.vector(6000, 16);
  const IntegerVector b = g.vector(5000, 16);
  const IntegerVector expected = mul(a, b);
  const MulShape shape{a.size(), b.size(), a.max_bits(), b.max_bits()};
  const std::size_t cap = detail::plan_mul(shape, budget(1)).result.value() / 10 * 12;
  ASSERT_EQ(detail::plan_mul(shape, budget(1, Bytes(cap))).algorithm, MulAlgorithm::pieces);
  const ExecutionContext ctx = ExecutionContext().with_threads(1).with_memory_limit(cap);
  EXPECT_EQ(mul(a, b, ctx), expected);
  EXPECT_LE(ctx.memory().peak(), cap);
  EXPECT_THROW(mul(a, b, ExecutionContext().with_threads(1).with_memory_limit(cap / 13 * 10)), MemoryLimit);
}

/// The same over Z/pZ, where transforms take several times the result.
TEST(MulPieces, ResiduesThatNearlyFillTheMemory) {
  for (const std::uint64_t p : {std::uint64_t{3}, std::uint64_t{2147483647}, (std::uint64_t{1} << 63) - 25}) {
    const PrimeField field(p);
    Random random(1322);
    const auto draw = [&](std::size_t n) {
      ResidueVector v(n);
      for (std::uint64_t& x : v) x = random.below(p);
      return v;
    };
    const ResidueVector a = draw(30000);
    const ResidueVector b = draw(20011);
    const std::size_t cap = (a.size() + b.size()) * sizeof(std::uint64_t) * 5 / 4;
    const auto bits = static_cast<std::size_t>(std::bit_width(p - 1));
    for (const bool square : {false, true}) {
      const MulShape shape{a.size(), square ? a.size() : b.size(), bits, bits, square, p};
      const Bytes memory(square ? cap / 5 * 6 : cap);
      ASSERT_EQ(detail::plan_mul_zp(shape, budget(1, memory)).algorithm, MulAlgorithm::pieces) << p;
      const ExecutionContext narrow = ExecutionContext().with_threads(1).with_memory_limit(memory.value());
      ASSERT_EQ(mul(field, a, square ? a : b, narrow), mul(field, a, square ? a : b)) << p;
      EXPECT_LE(narrow.memory().peak(), memory.value());
    }
  }
}

}  // namespace
}  // namespace polyfork::test
