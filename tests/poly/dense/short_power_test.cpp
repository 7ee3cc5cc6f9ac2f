// Powers of few terms and few coefficients (cubes: short_cube.cpp), and pow_into, against repeated products.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "cancellation.hpp"
#include "integer_generators.hpp"
#include "poly/dense/exact_rows.hpp"
#include "poly/dense/power_recurrence.hpp"

namespace polyfork::test {
namespace {

/// Coefficients of a^n by sums of products of Integers, which no product of polynomials takes part in.
std::vector<Integer> naive_power(const std::vector<Integer>& a, std::uint64_t n) {
  std::vector<Integer> power = {Integer(1)};
  for (std::uint64_t i = 0; i < n; ++i) {
    std::vector<Integer> next(a.empty() ? 0 : power.size() + a.size() - 1);
    if (!power.empty())
      for (std::size_t k = 0; k < power.size(); ++k)
        for (std::size_t j = 0; j < a.size(); ++j) next[k + j] += power[k] * a[j];
    power = std::move(next);
  }
  return power;
}

PolyZ expected_power(const PolyZ& a, std::uint64_t n) { return PolyZ::from_elements({}, naive_power(a.elements(), n)); }

/// All forms give the power: a new polynomial, into an empty one, into one that has other rows, in place.
void expect_power(const PolyZ& a, std::uint64_t n) {
  const PolyZ expected = expected_power(a, n);
  ASSERT_EQ(pow(a, n), expected) << a << " to the power " << n;
  PolyZ out;
  pow_into(out, a, n);
  ASSERT_EQ(out, expected) << a << " to the power " << n;
  pow_into(out, a, n);
  ASSERT_EQ(out, expected) << a << " to the power " << n << ", again";
  out = PolyZ{Integer(1) << 700, 5, Integer(1) << 65, 0, -3};
  pow_into(out, a, n);
  ASSERT_EQ(out, expected) << a << " to the power " << n << ", over another polynomial";
  PolyZ own = a;
  pow_into(own, own, n);
  ASSERT_EQ(own, expected) << a << " to the power " << n << ", in place";
  for (const Integer& x : out.elements()) ASSERT_EQ(Integer(x.view()), x);
}

Integer drawn(IntegerGenerator& g, std::size_t bits) {
  switch (g.random().below(8)) {
    case 0:
      return {};
    case 1:
      return g.random().below(2) == 0 ? 1 : -1;
    case 2: {  // at the end of a limb
      const Integer edge = Integer(1) << (64 * (1 + g.random().below(1 + bits / 64)));
      return g.random().below(2) == 0 ? edge - 1 : -edge;
    }
    default: {
      Integer x = g.uniform(1 + g.random().below(bits));
      return g.random().below(2) == 0 ? x : -x;
    }
  }
}

/// Around the bounds of cubes in pairs of words, with the longest sums.
TEST(ShortPower, CubesAtTheEndOfPairs) {
  Random random(77);
  for (const std::size_t n : {2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33})
    for (std::size_t bits = 36; bits <= 43; ++bits)
      for (const int kind : {0, 1, 2, 3}) {
        const Integer longest = (Integer(1) << bits) - 1;
        std::vector<Integer> c(n);
        for (std::size_t i = 0; i < n; ++i) {
          const bool negative = kind == 1 || (kind == 2 && i % 2 == 0) || (kind == 3 && random.below(2) == 0);
          c[i] = kind == 3 && random.below(3) == 0 ? Integer(random.below(3)) : longest;
          if (negative) c[i].negate();
        }
        c.back() = kind == 1 ? -longest : longest;
        expect_power(PolyZ::from_elements({}, c), 3);
      }
}

TEST(ShortPowerProperty, EqualsRepeatedProducts) {
  IntegerGenerator g(1311);
  for (int round = 0; round < 3000; ++round) {
    const std::size_t length = g.random().below(6) == 0 ? g.random().below(20) : g.random().below(5);
    const std::size_t sizes[] = {3, 15, 31, 32, 33, 62, 64, 65, 128, 200, 400};
    const std::size_t bits = sizes[g.random().below(std::size(sizes))];
    std::vector<Integer> c(length);
    for (Integer& x : c) x = drawn(g, bits);
    const PolyZ a = PolyZ::from_elements({}, c);
    expect_power(a, g.random().below(round % 10 == 0 && length < 5 ? 40 : 9));
    if (HasFatalFailure()) return;
  }
}

/// Two terms by both of their ways, with zeros at the ends of limbs: even first coefficients, powers of two.
TEST(ShortPowerProperty, TwoTerms) {
  IntegerGenerator g(1312);
  for (int round = 0; round < 400; ++round) {
    const std::size_t bits = 1 + g.random().below(round % 4 == 0 ? 600 : 140);
    Integer low = g.uniform(bits) + Integer(1);
    Integer high = g.uniform(1 + g.random().below(bits)) + Integer(1);
    if (round % 3 == 0) low = low << g.random().below(130);
    if (round % 5 == 0) high = -high;
    if (round % 7 == 0) low = -low;
    expect_power(PolyZ{low, high}, 3 + g.random().below(round % 8 == 0 ? 120 : 20));
    if (HasFatalFailure()) return;
  }
}

TEST(ShortPower, EveryExponentOfSmallBases) {
  for (const PolyZ& a : {PolyZ{}, PolyZ{1}, PolyZ{-1}, PolyZ{7}, PolyZ{-6}, PolyZ{Integer(1) << 63},
                         PolyZ{-(Integer(1) << 64)}, PolyZ{0, 1}, PolyZ{0, 0, -3}, PolyZ{1, 1}, PolyZ{-1, 1},
                         PolyZ{2, -1}, PolyZ{(Integer(1) << 64) - 1, 1 - (Integer(1) << 64)}, PolyZ{1, 0, 1},
                         PolyZ{1, 2, 3}, PolyZ{0, -5, 0, 7}, PolyZ{-1, -1, -1, -1}})
    for (std::uint64_t n = 0; n <= 70; ++n) {
      expect_power(a, n);
      if (HasFatalFailure()) return;
    }
}

/// Units have every power, other constants none that no machine holds.
TEST(ShortPower, LargeExponents) {
  const std::uint64_t large = std::uint64_t{1} << 40;
  EXPECT_EQ(pow(PolyZ{-1}, large + 1), PolyZ{-1});
  EXPECT_EQ(pow(PolyZ{-1}, large), PolyZ{1});
  EXPECT_TRUE(pow(PolyZ{}, large).is_zero());
  EXPECT_EQ(pow(PolyZ{5}, std::uint64_t{0}), PolyZ{1});
  EXPECT_THROW((void)pow(PolyZ{2}, large), MemoryLimit);
  EXPECT_THROW((void)pow(PolyZ{1, 1}, std::uint64_t{1} << 44), MemoryLimit);
  PolyZ out{4, 4};
  EXPECT_THROW(pow_into(out, PolyZ{3, 1}, std::uint64_t{1} << 44), MemoryLimit);
  EXPECT_THROW(pow_into(out, PolyZ{3, 1}, -1), DomainError);
  pow_into(out, PolyZ{3, 1}, 2);
  EXPECT_EQ(out, (PolyZ{9, 6, 1}));
}

TEST(ShortPower, TakesTheVariableOfTheBase) {
  PolyZ a{1, 1};
  a.set_variable("t");
  PolyZ out;
  pow_into(out, a, 3);
  EXPECT_EQ(out.variable(), "t");
  EXPECT_EQ(pow(a, 2).variable(), "t");
  pow_into(out, PolyZ{2, 3}, 2);
  EXPECT_EQ(out.variable(), "x");
  const PrimeField field(101);
  PolyZp residues(field);
  pow_into(residues, PolyZp(field, {1, 1}), 3);
  EXPECT_EQ(residues, PolyZp(field, {1, 3, 3, 1}));
}

/// Under every limit the power or an exception, and nothing that stays charged but tables kept for later products.
TEST(ShortPower, Memory) {
  const Integer wide = (Integer(1) << 500) + 12345;
  const std::vector<PolyZ> bases = {PolyZ{wide}, PolyZ{wide, 3}, PolyZ{wide, wide, -wide, 1}};
  for (const PolyZ& a : bases)
    for (const std::uint64_t n : {2U, 3U, 9U, 40U}) {
      const PolyZ expected = pow(a, n);
      bool refused = false;
      for (std::size_t limit = 64; limit <= std::size_t{1} << 24; limit *= 2) {
        const ExecutionContext ctx = ExecutionContext().with_memory_limit(limit);
        try {
          ASSERT_EQ(pow(a, n, ctx), expected);
        } catch (const MemoryLimit&) {
          refused = true;
        }
        ASSERT_EQ(ctx.memory().used(), ctx.plan_cache().bytes());
      }
      EXPECT_TRUE(refused) << a.length() << " " << n;
    }
}

TEST(ShortPower, Cancellation) {
  expect_cancelled_throughout("power of two terms", [](const ExecutionContext& ctx) {
    (void)pow(PolyZ{12345, -678}, 300, ctx);
  });
  const Integer wide = (Integer(1) << 100) + 1;
  expect_cancelled_throughout("power of three terms", [&](const ExecutionContext& ctx) {
    (void)pow(PolyZ{wide, 3, wide}, 60, ctx);
  });
}

/// Quotients by few limbs, even ones, with zeros at the ends of limbs and at the end of what straight code takes.
TEST(ExactRowsProperty, QuotientsTimesDivisors) {
  IntegerGenerator g(1314);
  for (int round = 0; round < 4000; ++round) {
    Integer divisor = g.uniform(1 + g.random().below(560)) + Integer(1);
    Integer quotient = g.uniform(1 + g.random().below(1200)) + Integer(1);
    if (round % 3 == 0) divisor = divisor << g.random().below(200);
    if (round % 4 == 0) quotient = (Integer(1) << (64 * (1 + g.random().below(9)))) - Integer(g.random().below(3));
    if (round % 5 == 0) divisor = (Integer(1) << (64 * (1 + g.random().below(7)))) - Integer(1);
    const Integer product = divisor * quotient;
    const auto limbs = [](const Integer& x) {
      return std::vector<mp_limb_t>(x.view().limbs().begin(), x.view().limbs().end());
    };
    std::vector<mp_limb_t> row = limbs(product);
    std::vector<mp_limb_t> by = limbs(divisor);
    std::vector<mp_limb_t> found(row.size() + 1);
    const std::size_t n = detail::exact_quotient(found.data(), row.data(), row.size(), by.data(), by.size());
    ASSERT_EQ(Integer(IntegerView(found.data(), static_cast<int>(n))), quotient) << divisor;
  }
}

}  // namespace
}  // namespace polyfork::test
