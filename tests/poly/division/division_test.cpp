// Division with remainder, exact division and pseudo-division over Z, Q and Z/pZ.
#include <polyfork/poly/division/division.hpp>

#include <gtest/gtest.h>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

template <Ring R>
void expect_division(const DensePoly<R>& a, const DensePoly<R>& b, const Division<R>& qr) {
  EXPECT_EQ(a, qr.quotient * b + qr.remainder);
  EXPECT_LT(qr.remainder.degree(), b.degree());
}

template <Ring R>
void expect_pseudo(const DensePoly<R>& a, const DensePoly<R>& b) {
  const auto full = pseudo_div_rem(a, b);
  const auto steps = static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(a.degree() - b.degree() + 1, 0));
  EXPECT_TRUE(a.ring().equal(full.multiplier, pow(a.ring(), b.leading_coefficient(), steps)));
  EXPECT_EQ(scale(a, full.multiplier), full.quotient * b + full.remainder);
  EXPECT_LT(full.remainder.degree(), b.degree());
  const auto lazy = lazy_pseudo_div_rem(a, b);
  EXPECT_EQ(scale(a, lazy.multiplier), lazy.quotient * b + lazy.remainder);
  EXPECT_LT(lazy.remainder.degree(), b.degree());
}

/// Walks every path of exact division and of division from the top on small inputs.
ExecutionContext small_blocks() {
  Tuning tuning;
  tuning.set("poly.div", "columns_length", 2);
  tuning.set("poly.div", "kronecker_max_limbs", 0);
  return ExecutionContext().with_tuning(tuning);
}

TEST(Division, SmallCases) {
  const PolyZ a{-1, 0, 0, 1};  // x^3 - 1
  const PolyZ b{-1, 1};
  const auto qr = div_rem(a, b);
  EXPECT_EQ(qr.quotient, (PolyZ{1, 1, 1}));
  EXPECT_TRUE(qr.remainder.is_zero());
  EXPECT_EQ(rem(PolyZ{5, 0, 1}, b), PolyZ{6});
  EXPECT_EQ(div_rem(b, a).remainder, b);
  EXPECT_TRUE(div_rem(b, a).quotient.is_zero());
  EXPECT_TRUE(div_rem(PolyZ{}, a).quotient.is_zero());
  EXPECT_EQ(exact_div(a, PolyZ{-1}), -a);
  EXPECT_TRUE(exact_div(PolyZ{}, a).is_zero());
  EXPECT_EQ(div_rem(PolyZ{3, 5, 6}, PolyZ{1, 2}).quotient, (PolyZ{1, 3}));  // every step happens to divide
}

TEST(Division, Errors) {
  const PolyZ a{1, 2, 1};
  EXPECT_THROW(div_rem(a, PolyZ{}), DomainError);
  EXPECT_THROW(exact_div(a, PolyZ{}), DomainError);
  EXPECT_THROW(try_exact_div(a, PolyZ{}), DomainError);
  EXPECT_THROW(pseudo_div_rem(a, PolyZ{}), DomainError);
  EXPECT_THROW(lazy_pseudo_div_rem(a, PolyZ{}), DomainError);
  EXPECT_THROW(monic_div_rem(a, PolyZ{1, 2}), DomainError);
  EXPECT_THROW(div_rem(a, PolyZ{1, 2}), DomainError);
  EXPECT_THROW(div_rem(a, PolyZ{1, 1}.with_variable("y")), DomainError);
  EXPECT_THROW(pseudo_div_rem(a, PolyZ{1, 1}.with_variable("y")), DomainError);
  const PrimeField f5(5);
  const PrimeField f7(7);
  EXPECT_THROW(div_rem(PolyZp(f5, {1, 1}), PolyZp(f7, {1, 1})), ModulusMismatch);
  EXPECT_THROW(exact_div(PolyZp(f5, {1, 1}), PolyZp(f7, {1, 1})), ModulusMismatch);
}

TEST(Division, InexactLeavesTheInputsIntact) {
  const PolyZ a{1, 2, 3, 4};
  const PolyZ b{1, 1};
  const PolyZ a0 = a;
  const PolyZ b0 = b;
  EXPECT_FALSE(try_exact_div(a, b).has_value());
  EXPECT_THROW(exact_div(a, b), DomainError);
  EXPECT_EQ(a, a0);
  EXPECT_EQ(b, b0);
  EXPECT_FALSE(try_exact_div(PolyQ{1, 2, 3, 4}, PolyQ{1, 1}).has_value());
  EXPECT_FALSE(try_exact_div(PolyZ{1, 2}, PolyZ{1, 1, 1}).has_value());
}

TEST(Division, VariableOfTheResult) {
  const PolyZ a = PolyZ{1, 2, 1}.with_variable("t");
  EXPECT_EQ(exact_div(a, PolyZ{1, 1}.with_variable("t")).variable(), "t");
  EXPECT_EQ(div_rem(a, PolyZ{1}).quotient.variable(), "t");
  EXPECT_EQ(pseudo_div_rem(a, PolyZ{1, 3}.with_variable("t")).remainder.variable(), "t");
  EXPECT_EQ(pseudo_div_rem(PolyZ{4}, a).remainder.variable(), "t");
}

TEST(Division, LazyMultiplierCountsNonzeroSteps) {
  const PolyZ a{0, 0, 0, 0, 1};  // x^4 by 3 x^2 + 1: the step at x^1 is empty
  const auto lazy = lazy_pseudo_div_rem(a, PolyZ{1, 0, 3});
  EXPECT_EQ(lazy.multiplier, Integer(9));
  EXPECT_EQ(lazy.quotient, (PolyZ{-1, 0, 3}));
  EXPECT_EQ(lazy.remainder, PolyZ{1});
  EXPECT_EQ(pseudo_div_rem(a, PolyZ{1, 0, 3}).multiplier, Integer(27));
}

TEST(Division, RefutesWithoutGrowth) {
  // The quotient's leading part would grow by a factor 2^60 per step.
  std::vector<Integer> c(400, Integer(1));
  const PolyZ a = PolyZ::from_elements({}, c);
  const PolyZ b{1, Integer(1) << 60, 1};
  EXPECT_FALSE(try_exact_div(a, b).has_value());
  EXPECT_FALSE(try_exact_div(a, b, small_blocks()).has_value());
}

TEST(Division, QuotientLargerThanTheDividend) {
  // (x^n - 1)(...) with small coefficients whose quotient has large ones: a = b q with b = (x - 1)^40.
  PolyZ b{1};
  for (int i = 0; i < 40; ++i) b *= PolyZ{-1, 1};
  PolyZ q{1};
  for (int i = 0; i < 40; ++i) q *= PolyZ{1, 1};
  EXPECT_EQ(exact_div(b * q, b), q);
  EXPECT_EQ(exact_div(b * q, b, small_blocks()), q);
}

TEST(Division, RespectsTheMemoryCap) {
  IntegerGenerator g(71);
  const PolyZ a = random_bits(g, 2000, 500);
  const PolyZ b = random_bits(g, 1000, 500);
  const PolyZ product = a * b;
  EXPECT_THROW(exact_div(product, b, ExecutionContext().with_memory_limit(1000)), MemoryLimit);
}

TEST(Division, CanBeCancelled) {
  std::stop_source source;
  source.request_stop();
  const auto ctx = ExecutionContext().with_stop_token(source.get_token());
  IntegerGenerator g(72);
  const PolyZ b = random_bits(g, 50, 100);
  const PolyZ a = b * b;
  EXPECT_THROW(exact_div(a, b, ctx), Cancelled);
  EXPECT_THROW(lazy_pseudo_div_rem(a, b, ctx), Cancelled);
}

TEST(DivisionProperty, Integers) {
  IntegerGenerator g(1);
  for (const std::size_t n : {1, 2, 3, 7, 24, 25, 40, 90}) {
    for (const std::size_t m : {1, 2, 3, 17, 60}) {
      const PolyZ a = random_z(g, n);
      PolyZ b = random_z(g, m);
      expect_pseudo(a, b);
      const PolyZ product = a * b;
      EXPECT_EQ(exact_div(product, b), a);
      EXPECT_EQ(exact_div(product, b, small_blocks()), a);
      EXPECT_EQ(div_rem(product, b).quotient, a);
      EXPECT_EQ(div_rem(product, b, small_blocks()).quotient, a);
      b.set_coefficient(m - 1, g.random().below(2) == 0 ? 1 : -1);
      expect_division(a, b, div_rem(a, b));
      expect_division(a, b, div_rem(a, b, small_blocks()));
      if (m > 1) {
        const PolyZ off = product + PolyZ{1};
        const auto q = try_exact_div(off, b, small_blocks());
        if (q) {
          EXPECT_EQ(*q * b, off);
        }
        EXPECT_EQ(q.has_value(), try_exact_div(off, b).has_value());
      }
    }
  }
}

TEST(DivisionProperty, ExactWithPowersOfXAndShortCoefficients) {
  IntegerGenerator g(2);
  for (int round = 0; round < 60; ++round) {
    const PolyZ a = random_bits(g, 1 + g.random().below(70), 1 + g.random().below(200)) << g.random().below(4);
    const PolyZ b = random_bits(g, 1 + g.random().below(70), 1 + g.random().below(200)) << g.random().below(4);
    EXPECT_EQ(exact_div(a * b, b), a);
    EXPECT_EQ(exact_div(a * b, b, small_blocks()), a);
  }
}

TEST(DivisionProperty, Rationals) {
  IntegerGenerator g(3);
  for (const std::size_t n : {1, 2, 9, 40}) {
    for (const std::size_t m : {1, 2, 5, 30}) {
      const PolyQ a = random_q(g, n);
      const PolyQ b = random_q(g, m);
      expect_division(a, b, div_rem(a, b));
      EXPECT_EQ(exact_div(a * b, b), a);
      expect_pseudo(a, b);
    }
  }
}

TEST(DivisionProperty, PrimeFields) {
  IntegerGenerator g(4);
  for (const std::uint64_t p : algebra_moduli()) {
    const PrimeField field(p);
    for (const std::size_t n : {1, 2, 3, 8, 33, 150, 300}) {
      for (const std::size_t m : {1, 2, 3, 8, 31, 200}) {
        const PolyZp a = random_zp(g, field, n);
        const PolyZp b = random_zp(g, field, m);
        expect_division(a, b, div_rem(a, b));
        EXPECT_EQ(exact_div(a * b, b), a);
        if (n < 50 && m < 50) expect_pseudo(a, b);
        if (m > 1) {
          EXPECT_FALSE(try_exact_div(a * b + PolyZp::constant(field, 1), b).has_value());
        }
      }
    }
  }
}

TEST(ThreadsDivisionProperty, DivisionIsTheSameForEveryThreadCount) {
  IntegerGenerator g(5);
  const PolyZ b = random_bits(g, 120, 90);
  const PolyZ a = random_bits(g, 150, 400);
  const PolyZ product = a * b;
  for (const int threads : {1, 2, 4}) {
    const auto ctx = small_blocks().with_threads(threads);
    EXPECT_EQ(exact_div(product, b, ctx), a);
    const auto qr = pseudo_div_rem(product, b, ctx);
    EXPECT_EQ(qr.quotient, pseudo_div_rem(product, b).quotient);
    EXPECT_TRUE(qr.remainder.is_zero());
  }
}

TEST(DivisionLimits, HalvesAreCharged) {
  IntegerGenerator g(1);
  const PolyZ q = random_bits(g, 3000, 200);
  const PolyZ b = random_bits(g, 2000, 60) + PolyZ::monomial(Integers{}, Integer(1), 2000);
  const PolyZ a = mul(q, b);
  const ExecutionContext measured = ExecutionContext().with_threads(1).with_memory_limit(std::size_t{1} << 30);
  EXPECT_EQ(div_rem(a, b, measured).quotient, q);
  const std::size_t peak = measured.memory().peak();
  EXPECT_GE(peak, a.coefficients().bytes() + q.coefficients().bytes());
  const ExecutionContext narrow = ExecutionContext().with_threads(1).with_memory_limit(peak / 2);
  const PolyZ copy = a;
  EXPECT_THROW(div_rem(a, b, narrow), MemoryLimit);
  EXPECT_EQ(a, copy);
}

}  // namespace
}  // namespace polyfork::test
