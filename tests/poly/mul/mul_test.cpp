// Products in Z[x]: every algorithm against the naive reference.
#include <polyfork/poly/mul/multiplication.hpp>

#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "integer_generators.hpp"
#include "naive_poly.hpp"
#include "plan_budgets.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_method.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

const std::vector<MulAlgorithm> algorithms = integer_algorithms();

/// Every cut-off at 2 and every grain at 1, so that short operands walk every path.
ExecutionContext tiny_cutoffs(int threads) {
  MulTuning t;
  t.visit([](std::string_view, std::int64_t& value) { value = 2; });
  t.parallel_min_limb_products = 1;
  return ExecutionContext().with_threads(threads).with_tuning(Tuning().set(t));
}

/// Rows padded with zeros and without leading zeros.
::testing::AssertionResult is_sound(const IntegerVector& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const std::size_t n = v[i].limbs().size();
    const std::size_t stride = v.stride(i / IntegerVector::stripe_rows);
    if (n > stride || (n > 0 && v.row(i)[n - 1] == 0)) return ::testing::AssertionFailure() << "bad size in row " << i;
    for (std::size_t j = n; j < stride; ++j)
      if (v.row(i)[j] != 0) return ::testing::AssertionFailure() << "row " << i << " is not padded";
  }
  return ::testing::AssertionSuccess();
}

void expect_product(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const NaivePoly expected = naive_mul(to_naive(a), to_naive(b));
  for (const MulAlgorithm algorithm : algorithms) {
    const IntegerVector c = mul_with(algorithm, a, b, ctx);
    ASSERT_TRUE(is_sound(c)) << mul_algorithm_name(algorithm);
    ASSERT_EQ(to_naive(c), expected) << mul_algorithm_name(algorithm) << " " << a.size() << "x" << b.size();
  }
  ASSERT_EQ(to_naive(mul(a, b, ctx)), expected) << a.size() << "x" << b.size();
}

void expect_square(const IntegerVector& a, const ExecutionContext& ctx) {
  const IntegerVector copy = a;
  for (const MulAlgorithm algorithm : algorithms)
    ASSERT_EQ(mul_with(algorithm, a, a, ctx), mul_with(algorithm, a, copy, ctx)) << mul_algorithm_name(algorithm);
}

IntegerVector constant_vector(std::size_t n, const Integer& value) {
  return IntegerVector(std::vector<Integer>(n, value));
}

TEST(Mul, NamesOfAlgorithms) {
  for (const MulAlgorithm a : algorithms) EXPECT_EQ(mul_algorithm_from_name(mul_algorithm_name(a)), a);
  EXPECT_THROW(mul_algorithm_from_name("abacus"), DomainError);
}

TEST(Mul, AnAlgorithmThatCannotSaysSo) {
  const Integer x = (Integer(1) << 5000000) - Integer(1);
  const IntegerVector a{x, x};
  EXPECT_THROW(mul_with(MulAlgorithm::blocked, a, a), DomainError);
  EXPECT_THROW(mul_with(MulAlgorithm::multimodular, a, a), DomainError);
}

/// A plan made for short coefficients meets long ones: more primes than there are.
TEST(Mul, APlanForShorterOperandsIsReplaced) {
  IntegerGenerator g(7);
  const ExecutionContext ctx;
  std::vector<Integer> coefficients;
  for (int i = 0; i < 64; ++i) coefficients.push_back(g.uniform(60000));
  const IntegerVector a{std::span<const Integer>(coefficients)};
  const IntegerVector b = g.vector(64, 3);
  for (const MulAlgorithm algorithm : algorithms) {
    const detail::MulPlan forced = detail::plan_by(algorithm, {64, 64, 500, 500}, budget(1));
    if (algorithm == MulAlgorithm::classical || algorithm == MulAlgorithm::karatsuba ||
        algorithm == MulAlgorithm::plain_divide_and_conquer)
      continue;  // slow
    EXPECT_EQ(detail::mul_as_planned(forced, a, a, ctx), mul_with(MulAlgorithm::kronecker, a, a, ctx))
        << mul_algorithm_name(algorithm);
    EXPECT_EQ(detail::mul_as_planned(forced, a, b, ctx), mul_with(MulAlgorithm::kronecker, a, b, ctx));
  }
}

/// The plan's slots begin at limbs more often than those of the operands, or less often: tasks have to follow.
TEST(Mul, APlanForOtherSlotsIsFitted) {
  IntegerGenerator g(10);
  const auto operand = [&](std::size_t n, std::size_t bits) {
    std::vector<Integer> coefficients;
    for (std::size_t i = 0; i < n; ++i) {
      Integer x = g.uniform(bits);
      if (i % 3 == 1) x.negate();
      coefficients.push_back(std::move(x));
    }
    return IntegerVector{std::span<const Integer>(coefficients)};
  };
  for (const int threads : {2, 4, 16}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const auto& [planned, bits] : {std::pair<std::size_t, std::size_t>{44026, 22992},
                                        {66000, 301},
                                        {50000, 4100},
                                        {700, 44026},
                                        {20000, 19999}}) {
      const IntegerVector a = operand(130, bits);
      const IntegerVector b = operand(64, bits);
      const IntegerVector expected = mul_with(MulAlgorithm::classical, a, b);
      for (const MulAlgorithm algorithm : {MulAlgorithm::kronecker, MulAlgorithm::kronecker_two_point}) {
        const detail::MulPlan plan = detail::plan_by(algorithm, {130, 64, planned, planned}, budget(threads));
        ASSERT_EQ(detail::mul_as_planned(plan, a, b, ctx), expected)
            << mul_algorithm_name(algorithm) << ", " << planned << " bits planned, " << bits << ", " << threads;
      }
    }
  }
}

/// Blocks of every length, over the ends of the chunks that are converted together.
TEST(Mul, BlocksOfEveryLength) {
  IntegerGenerator g(8);
  const Integer most = (Integer(1) << 640) - Integer(1);
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{1, 1}, {127, 3}, {128, 129}, {385, 130}}) {
      const IntegerVector random_a = g.vector(n, 10);
      const IntegerVector random_b = g.vector(m, 10);
      const IntegerVector high = constant_vector(n, most);
      const IntegerVector low = constant_vector(m, -most);
      for (std::size_t limbs = 1; limbs <= 11; ++limbs) {
        for (const auto& [a, b] : {std::pair(&random_a, &random_b), {&high, &low}, {&high, &random_b}}) {
          const detail::MulPlan plan = blocked_plan({n, m, 640, 640}, threads, limbs);
          const IntegerVector c = detail::mul_as_planned(plan, *a, *b, ctx);
          ASSERT_TRUE(is_sound(c));
          ASSERT_EQ(c, mul_with(MulAlgorithm::kronecker, *a, *b, ctx)) << n << "x" << m << ", " << limbs;
          ASSERT_EQ(detail::mul_as_planned(plan, *a, *a, ctx), mul_with(MulAlgorithm::kronecker, *a, *a, ctx));
        }
      }
    }
  }
}

/// More blocks in one operand than in the other; tops that the last block fills, and that it does not.
TEST(Mul, BlocksOfUnevenCoefficients) {
  const ExecutionContext ctx = ExecutionContext().with_threads(2);
  for (const std::size_t bits_a : {1U, 64U, 65U, 577U, 640U, 1990U})
    for (const std::size_t bits_b : {63U, 64U, 129U, 192U, 641U}) {
      const IntegerVector a = constant_vector(70, (Integer(1) << bits_a) - Integer(1));
      IntegerVector b = constant_vector(66, (Integer(1) << bits_b) - Integer(1));
      for (std::size_t i = 0; i < 40; ++i) b.set(i, -Integer(b[i]));
      const IntegerVector expected = mul_with(MulAlgorithm::kronecker, a, b, ctx);
      for (const std::size_t limbs : {1U, 2U, 3U, 5U, 9U, 32U}) {
        const detail::MulPlan plan = blocked_plan({70, 66, bits_a, bits_b}, 2, limbs);
        const IntegerVector c = detail::mul_as_planned(plan, a, b, ctx);
        ASSERT_TRUE(is_sound(c));
        ASSERT_EQ(c, expected) << bits_a << " by " << bits_b << " bits, " << limbs;
      }
    }
}

/// Transforms that several tasks multiply.
TEST(Mul, BlocksInManyTasks) {
  IntegerGenerator g(9);
  const IntegerVector a = g.vector(2100, 10);
  const IntegerVector b = g.vector(1500, 10);
  const IntegerVector expected = mul_with(MulAlgorithm::multimodular, a, b);
  for (const int threads : {1, 2, 5}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const std::size_t limbs : {3U, 4U, 10U}) {
      const detail::MulPlan plan = blocked_plan({2100, 1500, 640, 640}, threads, limbs);
      ASSERT_EQ(detail::mul_as_planned(plan, a, b, ctx), expected) << threads << " threads, " << limbs;
    }
  }
}

/// The packed operands end with their top coefficients, and long slots are of a multiple of some bits.
TEST(Mul, LongestCoefficientsInLongSlots) {
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const std::size_t bits : {1000U, 2047U, 2048U, 4095U, 5000U, 16384U, 66000U})
      for (const auto& [n, m] : {std::pair<std::size_t, std::size_t>{1, 1}, {1, 2}, {2, 3}, {17, 5}, {65, 64}}) {
        if (bits * n > 1000000) continue;
        const Integer most = (Integer(1) << bits) - Integer(1);
        IntegerVector mixed = constant_vector(m, most);
        for (std::size_t i = 0; i < m; i += 2) mixed.set(i, -most);
        for (const IntegerVector& b : {constant_vector(m, most), constant_vector(m, -most), mixed}) {
          const IntegerVector a = constant_vector(n, most);
          ASSERT_EQ(mul_with(MulAlgorithm::kronecker, a, b, ctx), mul_with(MulAlgorithm::classical, a, b, ctx))
              << n << "x" << m << ", " << bits << " bits";
        }
      }
  }
}

/// Words with their signs as operands, as an array and with stripes that are left out, around the lengths of a vector
/// and of truncated transforms.
TEST(Mul, WordsAsOperands) {
  Random random;
  const Integer most = (Integer(1) << 64) - Integer(1);
  const auto words = [&](std::size_t n, std::size_t zeros_from, std::size_t zeros_to) {
    std::vector<Integer> v(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (i >= zeros_from && i < zeros_to) continue;
      const Integer x = random.below(8) == 0 ? most : random.below(8) == 0 ? Integer(0) : Integer(random.next());
      v[i] = random.below(2) == 0 ? x : -x;
    }
    return IntegerVector(std::span<const Integer>(v));
  };
  for (const int threads : {1, 3}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    for (const std::size_t n : {24U, 63U, 64U, 65U, 150U, 1000U, 1025U, 5000U})
      for (const std::size_t m : {24U, 61U, 640U}) {
        const IntegerVector a = words(n, n, n);
        const IntegerVector b = words(m, m, m);
        const IntegerVector gap = words(m, 0, 64);  // its first stripe has no limbs
        for (const IntegerVector* const f : {&b, &gap, &a}) {
          const IntegerVector c = mul_with(MulAlgorithm::multimodular, a, *f, ctx);
          ASSERT_TRUE(is_sound(c));
          ASSERT_EQ(c, mul_with(MulAlgorithm::kronecker, a, *f, ctx)) << n << "x" << f->size();
        }
      }
  }
}

TEST(Mul, EmptyAndZeroOperands) {
  const IntegerVector empty;
  const IntegerVector zeros(5, std::size_t{1});
  const IntegerVector a{1, -2, 3};
  EXPECT_TRUE(mul(empty, a).empty());
  EXPECT_TRUE(mul(a, empty).empty());
  EXPECT_EQ(to_naive(mul(zeros, a)), NaivePoly(7));
  for (const MulAlgorithm algorithm : algorithms) EXPECT_EQ(to_naive(mul_with(algorithm, a, zeros)), NaivePoly(7));
}

TEST(Mul, AllSmallLengths) {
  IntegerGenerator g(1);
  const ExecutionContext ctx;
  for (std::size_t n = 0; n <= 40; ++n)
    for (std::size_t m = 0; m <= 40; m += (n + m) % 3 + 1)
      expect_product(g.vector(n, 1 + n % 4), g.vector(m, 1 + m % 3), ctx);
}

TEST(Mul, AllSmallLengthsWithTinyCutoffs) {
  IntegerGenerator g(2);
  for (const int threads : {1, 4}) {
    const ExecutionContext ctx = tiny_cutoffs(threads);
    for (std::size_t n = 0; n <= 40; ++n)
      for (std::size_t m = 0; m <= 40; m += (n + m) % 3 + 1)
        expect_product(g.vector(n, 1 + m % 4), g.vector(m, 1 + n % 3), ctx);
  }
}

TEST(Mul, ExtremeCoefficients) {
  const ExecutionContext plain;
  const ExecutionContext tiny = tiny_cutoffs(2);
  for (const std::size_t bits : {1, 2, 30, 31, 32, 61, 62, 63, 64, 65, 95, 96, 127, 128, 129, 191, 192, 193, 640}) {
    const Integer power = Integer(1) << (bits - 1);
    const Integer ones = (Integer(1) << bits) - Integer(1);
    for (const Integer& x : {power, -power, ones, -ones})
      for (const Integer& y : {Integer(1), Integer(-1), power, ones, -ones})
        for (const std::size_t n : {1, 2, 3, 7, 64, 65}) {
          expect_product(constant_vector(n, x), constant_vector(n, y), plain);
          expect_product(constant_vector(n, x), constant_vector(5, y), tiny);
        }
  }
}

TEST(Mul, BordersOfTheWordKernels) {
  const ExecutionContext ctx;
  // bits_a + bits_b + log2(length) + 1 just below, at and above 64, 128 and 192
  for (std::size_t bits = 28; bits <= 64; ++bits)
    for (const std::size_t n : {1, 2, 4, 16, 17}) {
      const Integer ones = (Integer(1) << bits) - Integer(1);
      std::vector<Integer> alternating(n, ones);
      for (std::size_t i = 0; i < n; i += 2) alternating[i].negate();
      expect_product(constant_vector(n, ones), constant_vector(n, -ones), ctx);
      expect_product(IntegerVector(alternating), constant_vector(n, ones), ctx);
    }
}

TEST(Mul, SparseAndNegativeRuns) {
  const ExecutionContext tiny = tiny_cutoffs(2);
  for (const std::size_t n : {3, 64, 65, 130, 200})
    for (const std::size_t bits : {1, 40, 63, 64, 100, 130}) {
      std::vector<Integer> a(n);
      a.front() = -(Integer(1) << bits);
      a[n / 2] = Integer(1);
      std::vector<Integer> b(n);
      b.back() = Integer(-1);
      std::vector<Integer> c(n, Integer(-1));
      for (const auto* x : {&a, &b, &c})
        for (const auto* y : {&a, &b, &c}) expect_product(IntegerVector(*x), IntegerVector(*y), tiny);
    }
}

TEST(Mul, LeadingZerosAreAllowed) {
  IntegerGenerator g(3);
  std::vector<Integer> a(20);
  for (std::size_t i = 3; i < 11; ++i) a[i] = g.draw(3);
  expect_product(IntegerVector(a), g.vector(9, 2), ExecutionContext());
  expect_product(IntegerVector(a), IntegerVector(a), tiny_cutoffs(2));
}

TEST(Mul, UnevenOperands) {
  IntegerGenerator g(4);
  for (const ExecutionContext& ctx : {ExecutionContext(), tiny_cutoffs(4)}) {
    for (const auto& [n, m] : {std::pair{1, 300}, {2, 257}, {7, 200}, {33, 65}, {40, 81}, {64, 128}, {100, 199}})
      for (const auto& [p, q] : {std::pair{1, 1}, {1, 9}, {6, 2}, {12, 1}}) {
        const IntegerVector a = g.vector(static_cast<std::size_t>(n), static_cast<std::size_t>(p));
        const IntegerVector b = g.vector(static_cast<std::size_t>(m), static_cast<std::size_t>(q));
        expect_product(a, b, ctx);
        expect_product(b, a, ctx);
      }
  }
}

TEST(Mul, AroundTheCutoffs) {
  IntegerGenerator g(5);
  const MulTuning t;
  const ExecutionContext ctx;
  for (const std::int64_t cut : {t.one_limb_length, t.classical_length, t.karatsuba_base, t.karatsuba_max_length,
                                 t.plain_base, std::int64_t{64}, t.multimodular_length, t.two_point_length})
    for (std::int64_t n = cut - 1; n <= cut + 2; ++n)
      for (const std::size_t limbs : {1, 2, 25, 60}) {
        const IntegerVector a = g.vector(static_cast<std::size_t>(n), limbs);
        expect_product(a, g.vector(static_cast<std::size_t>(n), limbs), ctx);
        expect_product(a, g.vector(static_cast<std::size_t>(3 * n + 1), limbs), ctx);
      }
}

/// Coefficients with as many bits as the cut-offs name, and totals of them.
TEST(Mul, AroundTheCutoffsOfBits) {
  IntegerGenerator g(11);
  const MulTuning t;
  const auto full = [&](std::size_t n, std::int64_t bits) {
    std::vector<Integer> coefficients;
    for (std::size_t i = 0; i < n; ++i) coefficients.push_back(g.uniform(static_cast<std::size_t>(bits)));
    return IntegerVector(std::span<const Integer>(coefficients));
  };
  for (const ExecutionContext& ctx : {ExecutionContext(), ExecutionContext().with_threads(3)}) {
    for (const std::int64_t cut : {t.classical_max_bits, t.plain_max_bits, t.karatsuba_min_bits, t.blocked_min_bits})
      for (std::int64_t bits = cut - 1; bits <= cut + 1; ++bits)
        for (const std::size_t n : {3, 11, 12, 13, 20, 21, 24, 70}) expect_product(full(n, bits), full(n, bits), ctx);
    for (const std::size_t n : {4, 5, 12, 20})
      for (const std::int64_t cut : {t.karatsuba_max_total_bits, 2 * t.karatsuba_max_total_bits})
        for (std::int64_t total = cut - 64; total <= cut + 64; total += 64)
          expect_product(full(n, total / static_cast<std::int64_t>(n)), full(n, total / static_cast<std::int64_t>(n)),
                         ctx);
    for (const std::size_t n : {16, 64})
      for (std::int64_t limbs = t.bivariate_limbs / static_cast<std::int64_t>(n) - 1;
           limbs <= t.bivariate_limbs / static_cast<std::int64_t>(n) + 1; ++limbs)
        expect_product(full(n, 64 * limbs), full(n, 64 * limbs), ctx);
  }
}

/// Packed operands with as many limbs as the products by GMP, by transforms, and at two points end at.
TEST(Mul, AroundTheCutoffsOfPackedIntegers) {
  IntegerGenerator g(8);
  const MulTuning t;
  const ExecutionContext ctx;
  for (const std::int64_t cut : {t.two_point_max_limbs, t.integer_transform_limbs, 2 * t.integer_transform_limbs})
    for (std::int64_t limbs = cut - 2; limbs <= cut + 2; ++limbs)
      for (const std::int64_t n : {1, 2, 3, 10, 25}) {
        const auto each = static_cast<std::size_t>(std::max<std::int64_t>(1, limbs / n / 2));
        const IntegerVector a = g.vector(static_cast<std::size_t>(n), each);
        expect_product(a, g.vector(static_cast<std::size_t>(n), each), ctx);
        expect_square(a, ctx);
      }
}

/// Coefficients whose signs alternate make the values at -1, -2, ... as large as they can be.
TEST(Mul, AlternatingSigns) {
  for (const ExecutionContext& ctx : {ExecutionContext(), tiny_cutoffs(2)})
    for (const std::size_t bits : {1, 40, 58, 64, 108, 122, 128, 192, 1000})
      for (const std::size_t n : {4, 8, 9, 16, 31, 32, 33, 64, 100}) {
        std::vector<Integer> a(n, (Integer(1) << bits) - Integer(1));
        for (std::size_t i = 0; i < n; i += 2) a[i].negate();
        std::vector<Integer> blocks(n, Integer(1) << bits);  // alternating by blocks of a quarter or an eighth
        for (std::size_t i = 0; i < n; ++i)
          if (i / std::max<std::size_t>(1, n / 8) % 2 == 0) blocks[i].negate();
        expect_product(IntegerVector(a), IntegerVector(blocks), ctx);
        expect_product(IntegerVector(blocks), IntegerVector(blocks), ctx);
        expect_product(IntegerVector(a), constant_vector(n / 2, Integer(1) << bits), ctx);
      }
}

TEST(Mul, Squares) {
  IntegerGenerator g(6);
  for (const ExecutionContext& ctx : {ExecutionContext(), tiny_cutoffs(2)})
    for (std::size_t n = 1; n <= 70; n += 1 + n / 8)
      for (const std::size_t limbs : {1, 2, 5}) expect_square(g.vector(n, limbs), ctx);
}

TEST(MulSlow, LongOperands) {
  IntegerGenerator g(7);
  const IntegerVector a = g.vector(1500, 3);
  const IntegerVector b = g.vector(1100, 4);
  expect_product(a, b, ExecutionContext());
}

/// Residues that are stored past the caches, the last chunk a short one.
TEST(MulSlow, BlocksOfLongResults) {
  IntegerGenerator g(12);
  const auto full = [&](std::size_t n, std::size_t bits) {
    std::vector<Integer> coefficients;
    for (std::size_t i = 0; i < n; ++i) {
      coefficients.push_back(i % 97 == 5 ? Integer(0) : g.uniform(bits));
      if (i % 3 == 1) coefficients.back().negate();
    }
    return IntegerVector(std::span<const Integer>(coefficients));
  };
  const IntegerVector a = full(8195, 8192);
  const IntegerVector b = full(8190, 8100);
  const IntegerVector expected = mul_with(MulAlgorithm::bivariate, a, b);
  for (const int threads : {1, 4}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    const detail::MulPlan plan = detail::plan_by(MulAlgorithm::blocked, {8195, 8190, 8192, 8100}, budget(threads));
    const IntegerVector product = detail::mul_as_planned(plan, a, b, ctx);
    EXPECT_TRUE(is_sound(product));
    EXPECT_EQ(product, expected);
  }
}

/// Beyond the longest product by GMP.
TEST(MulSlow, LongPackedIntegers) {
  IntegerGenerator g(9);
  const IntegerVector a = g.vector(120, 700);
  const IntegerVector b = g.vector(65, 800);
  const ExecutionContext ctx;
  const IntegerVector expected = mul_with(MulAlgorithm::karatsuba, a, b, ctx);
  for (const MulAlgorithm algorithm : algorithms) EXPECT_EQ(mul_with(algorithm, a, b, ctx), expected);
}

}  // namespace
}  // namespace polyfork::test
