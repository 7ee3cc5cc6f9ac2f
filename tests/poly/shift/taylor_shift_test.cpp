// Taylor shifts: every algorithm against Horner's scheme on integers.
#include <polyfork/poly/shift/taylor_shift.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/convert.hpp>

#include "back_ends.hpp"
#include "integer_generators.hpp"
#include "naive_poly.hpp"
#include "plan_budgets.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"

namespace polyfork::test {
namespace {

constexpr ShiftAlgorithm algorithms[] = {ShiftAlgorithm::horner,        ShiftAlgorithm::tableau,
                                         ShiftAlgorithm::tableau_bands, ShiftAlgorithm::tableau_halves,
                                         ShiftAlgorithm::products,      ShiftAlgorithm::convolution};

NaivePoly naive_shift(const IntegerVector& f, const Integer& c) {
  NaivePoly a = to_naive(f);
  for (std::size_t i = 0; i + 1 < a.size(); ++i)
    for (std::size_t j = a.size() - 1; j-- > i;) a[j].add_mul(c, a[j + 1]);
  return a;
}

/// Every grain small, so that short polynomials walk every path.
ExecutionContext tiny_grains(int threads) {
  ShiftTuning t;
  t.parallel_min_limbs = 1;
  t.products_length = 4;
  return ExecutionContext().with_threads(threads).with_tuning(Tuning().set(t));
}

void expect_shift(const IntegerVector& f, const Integer& c, const ExecutionContext& ctx) {
  const NaivePoly expected = naive_shift(f, c);
  for (const ShiftAlgorithm algorithm : algorithms)
    ASSERT_EQ(to_naive(taylor_shift_with(algorithm, f, c, ctx)), expected)
        << shift_algorithm_name(algorithm) << " length " << f.size() << " by " << c.to_string();
  ASSERT_EQ(to_naive(taylor_shift(f, c, ctx)), expected) << f.size();
}

TEST(TaylorShift, NamesOfAlgorithms) {
  for (const ShiftAlgorithm a : algorithms) EXPECT_EQ(shift_algorithm_from_name(shift_algorithm_name(a)), a);
  EXPECT_THROW(shift_algorithm_from_name("abacus"), DomainError);
}

TEST(TaylorShift, FirstCoefficients) {
  IntegerGenerator g(20);
  for (const ExecutionContext& ctx : contexts())
    for (const std::size_t n : {0, 1, 2, 30, 64, 65, 300, 700}) {
      const IntegerVector f = g.vector(n, 1 + n % 3);
      for (const int c : {1, -1, 0, 3, -100}) {
        const IntegerVector whole = taylor_shift(f, c, ctx);
        for (const std::size_t count : {0, 1, 2, 17, 64, 299, 300, 1000}) {
          const IntegerVector first = taylor_shift_first(f, c, count, ctx);
          ASSERT_EQ(first.size(), std::min(n, count));
          for (std::size_t i = 0; i < first.size(); ++i) ASSERT_EQ(Integer(first[i]), Integer(whole[i])) << n << c << i;
        }
      }
    }
  // Below the cap of all coefficients, few fit.
  const IntegerVector f = g.vector(2000, 2);
  const ExecutionContext tight = ExecutionContext().with_memory_limit(std::size_t{200000});
  EXPECT_THROW(taylor_shift(f, 1, tight), MemoryLimit);
  EXPECT_EQ(taylor_shift_first(f, 1, 3, tight), taylor_shift_first(f, 1, 3));
  EXPECT_EQ(tight.memory().used(), tight.plan_cache().bytes());
}

TEST(TaylorShift, AllSmallLengths) {
  IntegerGenerator g(1);
  const ExecutionContext plain;
  const ExecutionContext tiny = tiny_grains(2);
  for (std::size_t n = 0; n <= 70; ++n)
    for (const int c : {1, -1, 0, 2, -3}) {
      expect_shift(g.vector(n, n % 4), c, plain);
      expect_shift(g.vector(n, n % 3 + 1), c, tiny);
    }
}

TEST(TaylorShift, LargeShifts) {
  IntegerGenerator g(2);
  const ExecutionContext ctx;
  for (const std::size_t n : {2, 3, 9, 20, 41})
    for (const std::size_t limbs : {1, 2, 5})
      for (int k = 0; k < 4; ++k) expect_shift(g.vector(n, 3), g.nonzero(limbs), ctx);
  expect_shift(g.vector(30, 2), Integer(1) << 64, ctx);
  expect_shift(g.vector(30, 2), -(Integer(1) << 40), ctx);
}

/// All coefficients at the edge of the bound: the triangle's digits and the primes have no bit to spare.
TEST(TaylorShift, ExtremeCoefficients) {
  const ExecutionContext ctx = tiny_grains(2);
  for (const std::size_t bits : {1, 47, 48, 49, 63, 64, 65, 95, 96, 384, 400})
    for (const std::size_t n : {8, 15, 16, 17, 33, 64}) {
      const Integer top = (Integer(1) << bits) - 1;
      std::vector<Integer> all(n, top);
      expect_shift(IntegerVector(std::span<const Integer>(all)), 1, ctx);
      expect_shift(IntegerVector(std::span<const Integer>(all)), -1, ctx);
      for (std::size_t i = 1; i < n; i += 2) all[i].negate();
      expect_shift(IntegerVector(std::span<const Integer>(all)), 1, ctx);
      expect_shift(IntegerVector(std::span<const Integer>(all)), -1, ctx);
    }
}

/// Of sum |a_j| (1 + |c|)^j.
std::size_t naive_sum_bits(const IntegerVector& f, const Integer& c) {
  Integer sum = 0;
  Integer power = 1;
  for (std::size_t j = 0; j < f.size(); ++j, power *= (c.sign() < 0 ? -c : c) + 1) sum.add_mul(f[j].abs(), power);
  return sum.bit_length();
}

TEST(TaylorShift, BoundHoldsAndIsNear) {
  IntegerGenerator g(3);
  for (int k = 0; k < 200; ++k) {
    const IntegerVector f = g.vector(1 + g.random().below(60), 4);
    const IntegerVector long_f = g.vector(65 + k, 2);
    const Integer c = k % 3 == 0 ? Integer(1) : g.nonzero(1 + k % 2);
    const std::size_t bits = detail::shift_result_bits(f, c);
    const std::vector<std::size_t> begins = {0, f.size() / 3, f.size() / 2};
    const std::vector<std::size_t> segments = detail::shift_segment_bits(f, c, begins, ExecutionContext());
    const NaivePoly shifted = naive_shift(f, c);
    for (std::size_t j = 0; j < f.size(); ++j) {
      EXPECT_LE(shifted[j].bit_length(), bits);
      EXPECT_LE(shifted[j].bit_length(), segments[j >= begins[2] ? 2 : j >= begins[1] ? 1 : 0]);
    }
    EXPECT_LE(naive_sum_bits(f, c), bits);
    EXPECT_LE(bits, naive_sum_bits(f, c) + 2 + 6);
    EXPECT_LE(detail::shift_result_bits(long_f, c), naive_sum_bits(long_f, c) + 2);
  }
}

/// Few long leading coefficients or many: the segments of the reconstruction have bases of their own.
TEST(TaylorShift, ConvolutionOfLongPolynomials) {
  IntegerGenerator g(4);
  for (const std::size_t n : {511, 512, 700, 1025, 2100}) {
    IntegerVector f = g.vector(n, 3);
    const IntegerVector expected = taylor_shift_with(ShiftAlgorithm::tableau, f, 1);
    EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::convolution, f, 1), expected) << n;
    EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::products, f, 1), expected) << n;
    EXPECT_EQ(taylor_shift(taylor_shift(f, 3), -3), f) << n;
    ShiftTuning uncached;
    uncached.cached_mebibytes = 0;
    const ExecutionContext ctx = ExecutionContext().with_tuning(Tuning().set(uncached));
    EXPECT_EQ(taylor_shift_with(ShiftAlgorithm::convolution, f, 1, ctx), expected) << n;
  }
}

TEST(TaylorShift, ThereAndBack) {
  IntegerGenerator g(5);
  for (int k = 0; k < 60; ++k) {
    const IntegerVector f = g.vector(1 + g.random().below(200), 3);
    const Integer c = g.nonzero(1 + k % 3 / 2);
    EXPECT_EQ(taylor_shift(taylor_shift(f, c), -c), f);
  }
}

TEST(TaylorShift, MemoryCapSteersAndRefuses) {
  IntegerGenerator g(6);
  const IntegerVector f = g.vector(600, 4);
  const IntegerVector copy = f;
  const ExecutionContext none = ExecutionContext().with_memory_limit(1000);
  EXPECT_THROW(taylor_shift(f, 1, none), MemoryLimit);
  EXPECT_EQ(f, copy);
  const detail::ShiftPlan free = detail::plan_shift({600, 256, 1}, budget(1));
  EXPECT_EQ(free.algorithm, ShiftAlgorithm::convolution);
  EXPECT_TRUE(free.as<detail::ConvolutionParameters>().cached);
  const detail::ShiftPlan without =
      detail::plan_shift({600, 256, 1}, budget(1, (free.workspace + free.result + free.tables).value() - 1));
  EXPECT_EQ(without.algorithm, ShiftAlgorithm::convolution);
  EXPECT_FALSE(without.as<detail::ConvolutionParameters>().cached);
  const detail::ShiftPlan tight = detail::plan_shift({600, 256, 1}, budget(1, without.workspace + without.result));
  EXPECT_NE(tight.algorithm, ShiftAlgorithm::convolution);
  EXPECT_THROW(detail::plan_shift({std::size_t{1} << 62, std::size_t{1} << 62, 1}, budget(1)), MemoryLimit);
  EXPECT_THROW(detail::plan_shift({0, 1, 1}, budget(1)), DomainError);
  // More primes than there are, called by name.
  const IntegerVector huge{Integer(1) << 200000, 1};
  EXPECT_THROW(taylor_shift_with(ShiftAlgorithm::convolution, huge, 1), MemoryLimit);
  EXPECT_EQ(taylor_shift(huge, 1)[0], (Integer(1) << 200000) + Integer(1));
}

/// What a plan says it takes, tables included, is enough, cold and with the tables there; so is what it takes without
/// them, and on sixteen threads what one takes.
TEST(TaylorShift, AShiftRunsUnderTheCapThatItsPlanNames) {
  IntegerGenerator g(7);
  for (const auto& [n, bits] : {std::pair<std::size_t, std::size_t>{300, 64}, {1000, 1000}, {2500, 64}, {700, 6000}}) {
    std::vector<Integer> coefficients;
    for (std::size_t i = 0; i < n; ++i) coefficients.push_back(g.uniform(bits));
    const IntegerVector f{std::span<const Integer>(coefficients)};
    const IntegerVector expected = taylor_shift(f, 1);
    for (const int threads : {1, 4, 16}) {
      const ExecutionContext free = ExecutionContext().with_threads(threads);
      // Which algorithm is the fastest depends on the instruction set; the convolution is what has tables.
      const auto plans = detail::plan_shift_candidates({n, bits, 1}, budget(threads));
      const detail::ShiftPlan kept =
          *std::ranges::find(plans, ShiftAlgorithm::convolution, &detail::ShiftPlan::algorithm);
      ASSERT_TRUE(kept.as<detail::ConvolutionParameters>().cached);
      const std::size_t cap = (kept.workspace + kept.result + kept.tables).value();
      const ExecutionContext enough = free.with_memory_limit(cap);
      for (int run = 0; run < 2; ++run)
        ASSERT_EQ(taylor_shift_with(ShiftAlgorithm::convolution, f, 1, enough), expected) << n << ' ' << bits;
      EXPECT_GT(enough.memory().peak(), cap / 2) << n << ' ' << bits;
      ShiftTuning none_kept;
      none_kept.cached_mebibytes = 0;
      const auto thrifty = detail::plan_shift_candidates({n, bits, 1}, budget(1, Bytes::never, none_kept));
      const detail::ShiftPlan one =
          *std::ranges::find(thrifty, ShiftAlgorithm::convolution, &detail::ShiftPlan::algorithm);
      ASSERT_FALSE(one.as<detail::ConvolutionParameters>().cached);
      const ExecutionContext narrow = free.with_memory_limit((one.workspace + one.result + one.tables).value());
      for (int run = 0; run < 2; ++run)
        ASSERT_EQ(taylor_shift_with(ShiftAlgorithm::convolution, f, 1, narrow), expected) << n << ' ' << bits;
    }
  }
}

PolyQ affine_by_definition(const PolyQ& f, const Rational& a, const Rational& b) {
  return compose(f, PolyQ{b, a}.with_variable(f.variable()));
}

TEST(TaylorShift, RationalShiftsAndAffineSubstitutions) {
  IntegerGenerator g(8);
  for (int k = 0; k < 60; ++k) {
    std::vector<Rational> coefficients;
    for (std::size_t n = g.random().below(30); n-- > 0;) coefficients.push_back(g.rational(2));
    const PolyQ f = PolyQ::from_elements(Rationals{}, coefficients);
    const Rational a = g.rational(1);
    const Rational b = g.rational(1);
    ASSERT_EQ(taylor_shift(f, b), affine_by_definition(f, 1, b));
    ASSERT_EQ(affine(f, a, b), affine_by_definition(f, a, b));
    ASSERT_EQ(affine(f, 0, b), affine_by_definition(f, 0, b));
    const PolyZ z = numerator_polynomial(f);
    ASSERT_EQ(to_rational(affine(z, a.numerator(), b.numerator())),
              affine_by_definition(to_rational(z), a.numerator(), b.numerator()));
  }
  // Powers of prime factors of the shift's denominator that cancel: of leading coefficients, and whole powers.
  const Rational sixth(1, 6);
  for (const PolyQ& f : {PolyQ{Rational(1, 5), 0, 2, 36}, PolyQ{1, 0, 0, 0, 0, 216}, PolyQ{Rational(5, 7), 1, 4},
                         PolyQ{1, Rational(-3, 2), 9}, pow(PolyQ{-1, 6}, 9), pow(PolyQ{-1, 12}, 4),
                         pow(PolyQ{Rational(-1, 6), 1}, 7), pow(PolyQ{Rational(-1, 7), 6}, 12)})
    for (const Rational& b : {sixth, -sixth, Rational(5, 12), Rational(7, 36), Rational(1, 42)})
      ASSERT_EQ(taylor_shift(f, b), affine_by_definition(f, 1, b)) << f << " " << b;
  EXPECT_TRUE(taylor_shift(PolyZ(), 3).is_zero());
  EXPECT_EQ(taylor_shift(PolyQ{Rational(1, 2)}, Rational(1, 3)), PolyQ{Rational(1, 2)});
  EXPECT_EQ(taylor_shift(PolyZ{0, 1}.with_variable("t"), 1).variable(), "t");
}

TEST(TaylorShift, ModuloPrimes) {
  Random random(9);
  for (const std::uint64_t p : {2ULL, 3ULL, 5ULL, 7ULL, 13ULL, 97ULL, 101ULL, 2013265921ULL, 2147483647ULL,
                                1108307720798209ULL, 4611686018326724609ULL, 9223372036854775783ULL}) {
    const PrimeField field(p);
    for (const std::size_t n :
         {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 30, 31, 32, 33, 63, 64, 65, 66, 100, 101, 129, 300, 700}) {
      ResidueVector words(n);
      for (auto& w : words) w = random.below(p);
      const PolyZp f(field, words);
      const std::uint64_t c = n % 3 == 0 ? 1 % p : random.below(p);
      ASSERT_EQ(taylor_shift(f, c), compose(f, PolyZp(field, {c, 1}))) << p << " " << n;
      ASSERT_EQ(affine(f, p - 1, c), compose(f, PolyZp(field, {c, p - 1}))) << p << " " << n;
    }
    EXPECT_THROW(taylor_shift(PolyZp(field, {1, 1}), p), DomainError);
  }
}

TEST(ThreadsTaylorShift, SameResults) {
  IntegerGenerator g(7);
  const IntegerVector f = g.vector(150, 3);
  const IntegerVector expected = taylor_shift_with(ShiftAlgorithm::horner, f, -1);
  ShiftTuning t;
  t.parallel_min_limbs = 2000;
  t.products_length = 16;
  for (const ExecutionContext& plain : contexts())
    for (const ShiftAlgorithm algorithm : algorithms)
      EXPECT_EQ(taylor_shift_with(algorithm, f, -1, plain.with_tuning(Tuning().set(t))), expected)
          << shift_algorithm_name(algorithm);
}

}  // namespace
}  // namespace polyfork::test
