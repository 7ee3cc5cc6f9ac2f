// Allocations of short operations: one for a result, none into a result that has room.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <cstddef>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/many_values.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "count_allocations.hpp"
#include "integer_generators.hpp"
#include "ring/kernels/digit_products.hpp"

namespace polyfork::test {
namespace {

class Allocations : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!allocations_are_counted) GTEST_SKIP() << "the allocator of this build cannot be counted";
    (void)mul(PolyZ{1, 1}, PolyZ{1, 1});  // the default context
  }
};

/// A polynomial of so many coefficients of `bits` bits.
PolyZ short_poly(IntegerGenerator& g, std::size_t length, std::size_t bits) {
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) c.push_back(g.uniform(bits - 1) + (Integer(1) << (bits - 1)));
  return PolyZ::from_elements({}, std::move(c));
}

TEST_F(Allocations, OneForAResultOfWords) {
  IntegerGenerator g(940);
  for (const std::size_t n : {1, 2, 4, 10, 30, 64})
    for (const std::size_t bits : {1, 30, 61, 64}) {
      const PolyZ a = short_poly(g, n, bits);
      const PolyZ b = short_poly(g, n, bits);
      EXPECT_EQ(allocations_of([&] { (void)mul(a, b); }), 1U) << n << " " << bits;
      EXPECT_EQ(allocations_of([&] { (void)add(a, b); }), 1U) << n << " " << bits;
      EXPECT_EQ(allocations_of([&] { (void)sub(a, a); }), 1U) << n << " " << bits;
      EXPECT_EQ(allocations_of([&] { (void)scale(a, Integer(3)); }), 1U) << n << " " << bits;
      EXPECT_EQ(allocations_of([&] { (void)derivative(a); }), n > 1 ? 1U : 0U) << n << " " << bits;
      EXPECT_EQ(allocations_of([&] { (void)PolyZ(a); }), 1U) << n << " " << bits;
      EXPECT_EQ(allocations_of([&] { (void)(a == b); }), 0U) << n << " " << bits;
    }
}

TEST_F(Allocations, NoneIntoAResultThatHasRoom) {
  IntegerGenerator g(941);
  for (const std::size_t n : {1, 4, 30, 64})
    for (const std::size_t bits : {30, 64, 300}) {
      const PolyZ a = short_poly(g, n, bits);
      const PolyZ b = short_poly(g, n, bits);
      PolyZ out;
      const Integer x(-7);
      const Rational fraction(-7, 12);
      const Rational half(1, 2);
      const Integer one(1);
      Integer value;
      Rational value_q;
      const ExecutionContext one_thread = ExecutionContext().with_threads(1);
      const std::vector<Integer> points = {3, -7, 0, 1, 123456789, Integer(1) << 63};
      std::vector<Integer> values;
      const auto loop = [&] {
        add_into(out, a, b);
        sub_into(out, a, b);
        scale_into(out, a, x);
        neg_into(out, a);
        if (n > 1) derivative_into(out, a);
        shift_left_into(out, a, 3);
        if (n > 1) shift_right_into(out, a, 1);
        if (n <= 4) taylor_shift_into(out, a, one);
        if (n <= 30) evaluate_into(value_q, a, fraction);
        if (bits <= 64) mul_into(out, a, b);
        evaluate_into(value, a, x);
        if (n <= 30) evaluate_many_into(values, a, points, one_thread);
      };
      loop();
      EXPECT_EQ(allocations_of(loop), 0U) << n << " " << bits;
    }
}

/// Products of several limbs: few coefficients everywhere, more of them by digits, on one thread.
TEST_F(Allocations, NoneIntoProductsOfSeveralLimbs) {
  IntegerGenerator g(947);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  std::vector<std::pair<std::size_t, std::size_t>> shapes = {{1, 1000}, {2, 1200}, {4, 1200}, {5, 1000}, {12, 320}};
  if (detail::digit_products(active_isa()) != nullptr) shapes.emplace_back(20, 256);
  if (active_isa() >= Isa::ifma) shapes.insert(shapes.end(), {{10, 1024}, {20, 1500}, {64, 500}});
  for (const auto& [n, bits] : shapes) {
    const PolyZ a = short_poly(g, n, bits);
    const PolyZ b = short_poly(g, n, bits);
    PolyZ out;
    const auto loop = [&] { mul_into(out, a, b, ctx); };
    loop();
    EXPECT_EQ(allocations_of(loop), 0U) << n << " " << bits;
  }
}

/// More stripes than one, over Z and Q.
TEST_F(Allocations, NoneIntoLongResultsThatHaveRoom) {
  IntegerGenerator g(946);
  for (const std::size_t n : {65, 200, 1000})
    for (const std::size_t bits : {30, 64, 300}) {
      const PolyZ a = short_poly(g, n, bits);
      const PolyZ b = short_poly(g, n, bits);
      const PolyQ qa(RationalVector(a.coefficients(), Integer(35)));
      const PolyQ qb(RationalVector(b.coefficients(), Integer(6)));
      PolyZ sum, difference, multiple, opposite, slope, left, right;
      PolyQ sum_q, multiple_q, opposite_q, slope_q;
      const Integer x(-7);
      const Integer wide = (Integer(1) << 100) + 1;
      const Rational fraction(3, 5);
      PolyZ wide_multiple;
      const auto loop = [&] {
        add_into(sum, a, b);
        if (bits != 64) sub_into(difference, a, b);  // differences of 64 bits are compacted to half of their room
        scale_into(multiple, a, x);
        scale_into(wide_multiple, a, wide);
        neg_into(opposite, a);
        derivative_into(slope, a);
        shift_left_into(left, a, 3);
        shift_right_into(right, a, 1);
        add_into(sum_q, qa, qb);
        scale_into(multiple_q, qa, fraction);
        neg_into(opposite_q, qa);
        derivative_into(slope_q, qa);
      };
      loop();
      loop();
      EXPECT_EQ(allocations_of(loop), 0U) << n << " " << bits;
    }
}

/// Quotients, gcds and shifts of words, over Z and Q.
TEST_F(Allocations, NoneForDivisionGcdAndShift) {
  IntegerGenerator g(944);
  for (const std::size_t n : {1, 2, 5, 12}) {
    const PolyZ common = short_poly(g, n, 12);
    const PolyZ a = mul(common, short_poly(g, n, 12));
    const PolyZ b = mul(common, short_poly(g, n + 1, 12));
    const PolyQ qa(RationalVector(a.coefficients(), Integer(35)));
    const PolyQ qb(RationalVector(b.coefficients(), Integer(6)));
    const PolyQ linear({3, 1});
    PolyZ divisor, quotient, remainder, left, right, shifted;
    PolyQ divisor_q, quotient_q, remainder_q, left_q, shifted_q;
    const PolyQ common_q(RationalVector(common.coefficients(), Integer(35)));
    const Rational one_q(1);
    PolyZ monic = b;
    monic.set_coefficient(b.length(), Integer(1));
    const PolyZ dividend = mul(monic, common);
    const Integer one(1);
    const auto loop = [&] {
      gcd_into(divisor, a, b);
      exact_div_into(quotient, a, common);
      div_rem_into(quotient, remainder, dividend, monic);
      shift_left_into(left, a, 3);
      if (n > 1) shift_right_into(right, a, 1);
      taylor_shift_into(shifted, common, one);
      gcd_into(divisor_q, qa, qb);
      if (n == 2) div_rem_into(quotient_q, remainder_q, qa, linear);
      shift_left_into(left_q, qa, 3);
      taylor_shift_into(shifted_q, common_q, one_q);
    };
    loop();
    loop();
    EXPECT_EQ(allocations_of(loop), 0U) << n;
    EXPECT_EQ(allocations_of([&] { (void)gcd(a, b); }), 1U) << n;
    EXPECT_EQ(allocations_of([&] { (void)exact_div(a, common); }), 1U) << n;
    EXPECT_EQ(allocations_of([&] { (void)taylor_shift(common, one); }), 1U) << n;
  }
}

/// Of several limbs: exact quotients, quotients of at most 24 coefficients with remainders, gcds whose leading
/// coefficients have a common factor of one limb.
TEST_F(Allocations, NoneForDivisionAndGcdOfSeveralLimbs) {
  IntegerGenerator g(948);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  for (const std::size_t n : {2, 4, 8, 16, 24})
    for (const std::size_t bits : {64, 128, 250, 500}) {
      const PolyZ a = short_poly(g, n, bits);
      const PolyZ b = short_poly(g, n, bits);
      const PolyZ product = mul(a, b);
      PolyZ monic = b;
      monic.set_coefficient(b.length() - 1, Integer(1));
      const PolyZ dividend = add(mul(monic, a), short_poly(g, n - 1, bits));
      PolyZ common = a;
      common.set_coefficient(a.length() - 1, Integer(5));
      const PolyZ left = mul(common, short_poly(g, n, 40));
      const PolyZ right = mul(common, short_poly(g, n, 40));
      PolyZ divisor, quotient, exact, rest;
      const auto loop = [&] {
        exact_div_into(exact, product, b, ctx);
        div_rem_into(quotient, rest, dividend, monic, ctx);
        gcd_into(divisor, left, right, ctx);
      };
      loop();
      loop();
      EXPECT_EQ(allocations_of(loop), 0U) << n << " " << bits;
    }
}

/// Powers of constants and of two terms, and squares: none into a result that has room, one for a new result.
TEST_F(Allocations, NoneForShortPowers) {
  IntegerGenerator g(949);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  for (const std::size_t n : {1, 2, 4})
    for (const std::size_t bits : {30, 64, 250})
      for (const std::uint64_t exponent : {2, 3, 10, 30}) {
        if (n > 2 && exponent > 2) continue;
        const PolyZ a = short_poly(g, n, bits);
        PolyZ out;
        const auto loop = [&] { pow_into(out, a, exponent, ctx); };
        loop();
        EXPECT_EQ(allocations_of(loop), 0U) << n << " " << bits << " " << exponent;
        EXPECT_EQ(allocations_of([&] { (void)pow(a, exponent, ctx); }), 1U) << n << " " << bits << " " << exponent;
      }
}

TEST_F(Allocations, NoneForRationals) {
  IntegerGenerator g(945);
  for (const std::size_t n : {1, 4, 16}) {
    const PolyQ a(RationalVector(short_poly(g, n, 12).coefficients(), Integer(35)));
    const PolyQ b(RationalVector(short_poly(g, n, 12).coefficients(), Integer(6)));
    const Rational x(3, 5);
    PolyQ out;
    Rational value;
    const auto loop = [&] {
      add_into(out, a, b);
      sub_into(out, a, b);
      mul_into(out, a, b);
      scale_into(out, a, x);
      neg_into(out, a);
      if (n > 1) derivative_into(out, a);
      if (n <= 4) evaluate_into(value, a, x);
    };
    loop();
    loop();
    EXPECT_EQ(allocations_of(loop), 0U) << n;
  }
}

TEST_F(Allocations, SumsGrowInPlace) {
  IntegerGenerator g(942);
  const PolyZ a = short_poly(g, 20, 300);
  PolyZ sum = a;
  add_into(sum, sum, a);
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 1000; ++i) add_into(sum, sum, a);
            }),
            0U);
  EXPECT_EQ(sum, scale(a, Integer(1002)));
  PolyQ q({1, 2, 3});
  const PolyQ one = q;
  add_into(q, q, one);
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i < 100; ++i) add_into(q, q, one);
            }),
            0U);
}

TEST_F(Allocations, Residues) {
  const PrimeField field(1'000'000'007);
  const PolyZp a(field, {1, 2, 3, 4, 5, 6, 7, 8});
  const PolyZp b(field, {8, 7, 6, 5, 4, 3, 2, 1});
  const PolyZp divisor(field, {1, 2, 3});
  const PolyZp product = mul(a, b);
  const std::uint64_t points[] = {1, 5, 1'000'000'006};
  ResidueVector values;
  PolyZp out(field), quotient(field), remainder(field);
  const auto loop = [&] {
    mul_into(out, a, b);
    add_into(out, a, b);
    sub_into(out, a, b);
    scale_into(out, a, 77);
    derivative_into(out, a);
    gcd_into(out, a, b);
    shift_left_into(out, a, 2);
    shift_right_into(out, a, 2);
    div_rem_into(quotient, remainder, a, divisor);
    exact_div_into(quotient, product, a);
    taylor_shift_into(out, a, 7);
    pow_into(out, a, 7);
    (void)is_square_free(a);
    evaluate_many_into(values, a, points);
  };
  loop();
  EXPECT_EQ(allocations_of(loop), 0U);
  EXPECT_EQ(allocations_of([&] { (void)mul(a, b); }), 1U);
  EXPECT_EQ(allocations_of([&] { (void)add(a, b); }), 1U);
}

}  // namespace
}  // namespace polyfork::test
