// Schoolbook products of coefficients below 2^31, under every instruction set, against sums of products one by one.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/cpu.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "forced_isa.hpp"
#include "poly/mul/kernels/exact_columns.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

__extension__ using SignedWide = __int128;
using Words = std::vector<std::int64_t>;

/// shape 0: the largest magnitude, one sign; 1: that and 0, both signs; else any.
Words operand(Random& random, std::size_t n, unsigned bits, std::uint64_t shape) {
  const std::int64_t most = (std::int64_t{1} << bits) - 1;
  Words words(n);
  for (std::int64_t& w : words) {
    w = shape == 0   ? most
        : shape == 1 ? most * static_cast<std::int64_t>(random.below(2))
                     : static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most) + 1));
    if (shape != 0 && random.below(2) == 1) w = -w;
  }
  words.back() = shape == 2 ? 1 : most;
  return words;
}

IntegerVector integers(const Words& words) {
  IntegerVector v(words.size(), 1);
  for (std::size_t i = 0; i < words.size(); ++i) v.assign(i, Integer(words[i]));
  return v;
}

void expect_product(const Words& a, const Words& b, const ExecutionContext& ctx) {
  const IntegerVector x = integers(a);
  const IntegerVector y = integers(b);
  IntegerVector expected(a.size() + b.size() - 1, 2);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    SignedWide sum = 0;
    for (std::size_t i = k < b.size() ? 0 : k - b.size() + 1; i <= std::min(k, a.size() - 1); ++i)
      sum += static_cast<SignedWide>(a[i]) * b[k - i];
    const auto high = static_cast<std::int64_t>(sum >> 32);
    expected.assign(k, (Integer(high) << 32) + Integer(static_cast<std::int64_t>(sum & 0xffffffff)));
  }
  EXPECT_EQ(mul_with(MulAlgorithm::classical, x, y, ctx), expected) << a.size() << " by " << b.size();
  EXPECT_EQ(mul(x, y, ctx), expected) << a.size() << " by " << b.size();
}

class ExactColumnsIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (GetParam() > detected_isa()) GTEST_SKIP() << "this machine does not offer " << isa_name(GetParam());
  }
};

TEST_P(ExactColumnsIsa, AreSumsOfProducts) {
  const ForcedIsa forced(GetParam());
  Random random(9051);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  for (const unsigned bits : {1U, 15U, 16U, 17U, 23U, 24U, 30U, 31U, 32U})
    for (const std::size_t la : {7, 8, 15, 16, 17, 31, 32, 33, 64, 65, 130})
      for (const std::size_t lb : {8, 16, 33, 64, 100}) {
        const std::uint64_t shape = random.below(3);
        const unsigned other = 1 + static_cast<unsigned>(random.below(31));
        expect_product(operand(random, la, bits, shape), operand(random, lb, bits, shape), ctx);
        expect_product(operand(random, la, bits, 2), operand(random, lb, other, 2), ctx);
        if (HasFailure()) return;
      }
}

/// Long columns, in several batches and tasks.
TEST_P(ExactColumnsIsa, LongOperandsOnThreads) {
  const ForcedIsa forced(GetParam());
  Random random(9052);
  for (const int threads : {1, 3})
    for (const unsigned bits : {16U, 31U})
      for (const std::uint64_t shape : {0, 2})
        expect_product(operand(random, 700, bits, shape), operand(random, 1100, bits, shape),
                       ExecutionContext().with_threads(threads));
}

TEST(ExactColumns, ReachAsFarAsTheirSums) {
  if (detail::exact_columns(active_isa()) == nullptr) GTEST_SKIP() << "no vectors on this processor";
  const std::size_t most = detail::ExactColumns::most_terms;
  EXPECT_TRUE(detail::in_exact_columns({most, 2 * most, 31, 31}));
  EXPECT_FALSE(detail::in_exact_columns({most + 1, 2 * most, 31, 31}));
  EXPECT_FALSE(detail::in_exact_columns({most, most, 32, 31}));
}

INSTANTIATE_TEST_SUITE_P(Levels, ExactColumnsIsa, testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma),
                         [](const auto& level) { return std::string(isa_name(level.param)); });

}  // namespace
}  // namespace polyfork::test
