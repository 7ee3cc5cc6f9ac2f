// Quotients, gcds and shifts into polynomials that exist: the values of the forms that make results, with operands in
// the place of results, over every kind of coefficient vector, for short operands and for long ones.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <cstddef>
#include <stop_token>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

/// Elements of the rings from integers.
template <class R>
DensePoly<R> draw(const R& ring, IntegerGenerator& g, std::size_t length, std::size_t limbs) {
  std::vector<typename R::element> c;
  for (std::size_t i = 0; i < length; ++i) {
    if constexpr (std::same_as<R, Rationals>)
      c.push_back(Rational(g.draw(limbs), g.random().below(3) == 0 ? g.nonzero(1) : Integer(6)));
    else
      c.push_back(ring.from_integer(g.draw(limbs)));
  }
  return DensePoly<R>::from_elements(ring, std::move(c));
}

/// call(out, a, b) for a result that is fresh, has another value, or stands in the place of an operand.
template <class R, class Call>
void expect_everywhere(const DensePoly<R>& expected, const DensePoly<R>& a, const DensePoly<R>& b,
                       const DensePoly<R>& other, const Call& call) {
  DensePoly<R> fresh(a.ring());
  call(fresh, a, b);
  ASSERT_EQ(fresh, expected) << a << " | " << b;
  DensePoly<R> used = other;
  call(used, a, b);
  ASSERT_EQ(used, expected) << a << " | " << b;
  DensePoly<R> first = a;
  call(first, first, b);
  ASSERT_EQ(first, expected) << a << " | " << b;
  DensePoly<R> second = b;
  call(second, a, second);
  ASSERT_EQ(second, expected) << a << " | " << b;
}

template <class R>
void expect_division(const DensePoly<R>& a, const DensePoly<R>& b, const DensePoly<R>& other) {
  const Division<R> expected = div_rem(a, b);
  const auto expect = [&](const DensePoly<R>& q, const DensePoly<R>& r) {
    ASSERT_EQ(q, expected.quotient) << a << " | " << b;
    ASSERT_EQ(r, expected.remainder) << a << " | " << b;
  };
  DensePoly<R> q = other;
  DensePoly<R> r = other;
  div_rem_into(q, r, a, b);
  expect(q, r);
  q = a, r = b;
  div_rem_into(q, r, q, r);
  expect(q, r);
  q = b, r = a;
  div_rem_into(q, r, r, q);
  expect(q, r);
  q = a;
  div_rem_into(q, r, q, b);
  expect(q, r);
  r = b;
  div_rem_into(q, r, a, r);
  expect(q, r);
  EXPECT_THROW(div_rem_into(q, q, a, b), DomainError);
}

template <class R>
void check(const R& ring, std::uint64_t stream, int rounds) {
  IntegerGenerator g(stream);
  for (int round = 0; round < rounds; ++round) {
    const std::size_t longest = round % 40 == 0 ? 90 : 9;
    const std::size_t limbs = 1 + g.random().below(3);
    const auto length = [&] { return g.random().below(longest); };
    const DensePoly<R> common = draw(ring, g, 1 + length() / 2, limbs);
    const DensePoly<R> a = mul(common, draw(ring, g, length(), limbs));
    const DensePoly<R> b = mul(common, draw(ring, g, length(), limbs));
    const DensePoly<R> other = draw(ring, g, length(), limbs);
    expect_everywhere(gcd(a, b), a, b, other, [](auto& out, const auto& x, const auto& y) { gcd_into(out, x, y); });
    const std::size_t k = g.random().below(5);
    expect_everywhere(shift_left(a, k), a, b, other,
                      [&](auto& out, const auto& x, const auto& y) { (void)y, shift_left_into(out, x, k); });
    expect_everywhere(shift_right(a, k), a, b, other,
                      [&](auto& out, const auto& x, const auto& y) { (void)y, shift_right_into(out, x, k); });
    const auto c = ring.from_integer(Integer(static_cast<std::int64_t>(g.random().below(9)) - 4));
    expect_everywhere(taylor_shift(a, c), a, b, other,
                      [&](auto& out, const auto& x, const auto& y) { (void)y, taylor_shift_into(out, x, c); });
    if (common.is_zero()) continue;
    expect_everywhere(exact_div(a, common), a, common, other,
                      [](auto& out, const auto& x, const auto& y) { exact_div_into(out, x, y); });
    if constexpr (Field<R>) {
      expect_division(a, common, other);
      if (!b.is_zero()) expect_division(a, b, other);
    } else {
      DensePoly<R> monic = b;
      monic.set_coefficient(b.length(), ring.one());
      expect_division(a, monic, other);
      expect_division(a, common, other);
    }
  }
}

TEST(FormsInto, Integers) { check(Integers{}, 970, 3000); }
TEST(FormsInto, Rationals) { check(Rationals{}, 971, 1500); }
TEST(FormsInto, Residues) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{1'000'000'007},
                                std::uint64_t{4611686018427387847}, (std::uint64_t{1} << 63) - 25})
    check(PrimeField(p), 972, 600);
}
TEST(FormsInto, Elements) { check(GaussianRationals{}, 973, 150); }

TEST(FormsInto, WhatIsNotExactThrows) {
  PolyZ out{1, 2, 3};
  EXPECT_THROW(exact_div_into(out, PolyZ{1, 1}, PolyZ{1, 2}), DomainError);
  EXPECT_THROW(exact_div_into(out, PolyZ{1, 1}, PolyZ{}), DomainError);
  PolyZ rest;
  EXPECT_THROW(div_rem_into(out, rest, PolyZ{1, 1}, PolyZ{1, 2}), DomainError);
  EXPECT_THROW(div_rem_into(out, rest, PolyZ{1, 1}, PolyZ{}), DomainError);
  div_rem_into(out, rest, PolyZ{1, 1}, PolyZ{0, 0, 3});
  EXPECT_TRUE(out.is_zero());
  EXPECT_EQ(rest, (PolyZ{1, 1}));
  EXPECT_THROW(gcd_into(out, PolyZ{1, 1}, PolyZ{1, 1}.with_variable("y")), DomainError);
  PolyZp residue(PrimeField(7), {1, 2, 3});
  gcd_into(residue, PolyZp(PrimeField(5), {1, 1}), PolyZp(PrimeField(5), {1, 0, 4}));
  EXPECT_EQ(residue, PolyZp(PrimeField(5), {1, 1}));
}

/// What is copied is charged, and sums, negatives and rests look for a stop first.
template <class R>
void expect_limits(const DensePoly<R>& a) {
  std::stop_source source;
  source.request_stop();
  const ExecutionContext stopped = ExecutionContext().with_stop_token(source.get_token());
  const ExecutionContext capped = ExecutionContext().with_memory_limit(std::size_t{1} << 18);
  const DensePoly<R> longer = a * a;
  const auto expect_all = [](const auto& throws) {
    throws([](DensePoly<R>& out, const DensePoly<R>& x, const ExecutionContext& ctx) { neg_into(out, x, ctx); });
    throws([](DensePoly<R>& out, const DensePoly<R>& x, const ExecutionContext& ctx) { add_into(out, x, x, ctx); });
    throws([](DensePoly<R>& out, const DensePoly<R>& x, const ExecutionContext& ctx) {
      scale_into(out, x, x.leading_coefficient(), ctx);
    });
  };
  expect_all([&](const auto& form) {
    DensePoly<R> out(a.ring());
    EXPECT_THROW(form(out, a, stopped), Cancelled);
    EXPECT_THROW(form(out, a, capped), MemoryLimit);
  });
  DensePoly<R> quotient(a.ring());
  DensePoly<R> rest(a.ring());
  EXPECT_THROW(div_rem_into(quotient, rest, a, longer, capped), MemoryLimit);
}

TEST(FormsInto, ObeyCapsAndStops) {
  constexpr std::size_t length = 50000;
  expect_limits(PolyZ::from_elements({}, std::vector<Integer>(length, Integer(3))));
  expect_limits(PolyQ::from_elements({}, std::vector<Rational>(length, Rational("1/3"))));
  expect_limits(PolyZp::from_elements(PrimeField(1000000007), std::vector<std::uint64_t>(length, 5)));
}

}  // namespace
}  // namespace polyfork::test
