// Exact division over Z by blocks: against the heap, at all sizes, for quotients that are none, on all back ends, under
// memory limits.
#include "poly/multi_division/multi_division_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "memory_sweep.hpp"
#include "multi_generators.hpp"
#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

using Z = MultiPolyZ;
using detail::BoxResult;
using detail::FieldRanges;
using detail::MonomialLayout;

/// What the blocks say of a / d, nothing where the fields are not those of a product.
BoxResult<Integers> by_blocks(const Z& a, const Z& d, std::size_t bits = 62,
                              const ExecutionContext& ctx = ExecutionContext::default_context()) {
  const std::uint64_t largest = std::max(a.monomials().largest_field(), d.monomials().largest_field());
  const MonomialLayout layout = MonomialLayout::for_value(a.monomials().layout().fields, largest);
  EXPECT_EQ(layout.words, 1U);
  FieldRanges range = detail::field_ranges(a.monomials());
  const FieldRanges by = detail::field_ranges(d.monomials());
  for (std::size_t f = 0; f < layout.fields; ++f) {
    if (range.least[f] < by.least[f] || range.largest[f] < by.largest[f]) return {true, std::nullopt};
    range.least[f] -= by.least[f];
    range.largest[f] -= by.largest[f];
    if (range.largest[f] < range.least[f]) return {true, std::nullopt};
  }
  return detail::exact_div_in_blocks(layout, a.variables().fields_are_partial_sums(), a.packed_terms(),
                                     d.packed_terms(), {range, bits}, ctx);
}

/// By the heap in general: coefficients that are no words have no other way.
std::optional<Z> by_heap(const Z& a, const Z& d) {
  const Integer long_factor = Integer(1) << 64;
  return try_exact_div(scale(a, long_factor), scale(d, long_factor));
}

void expect_as_by_heap(const Z& a, const Z& d) {
  const std::optional<Z> expected = by_heap(a, d);
  const BoxResult<Integers> found = by_blocks(a, d);
  ASSERT_TRUE(found.decided);
  ASSERT_EQ(found.quotient.has_value(), expected.has_value());
  if (expected) {
    EXPECT_EQ(Z::make({}, a.variables(), *found.quotient), *expected);
  }
  EXPECT_EQ(try_exact_div(a, d), expected);
}

/// A product, and dividends near it that are none.
void expect_near_products_as_by_heap(const Z& q, const Z& d) {
  const Variables& v = d.variables();
  const Z a = q * d;
  expect_as_by_heap(a, d);
  expect_as_by_heap(a, q.term_count() >= 2 ? q : d);
  const auto term = [&](const Integer& c, std::size_t i) { return Z::monomial({}, v, c, a.exponents(i)); };
  const std::size_t last = a.term_count() - 1;
  for (const std::size_t i : {std::size_t{0}, last / 3, last / 2, last}) {
    expect_as_by_heap(a + term(1, i), d);
    expect_as_by_heap(a + term(d.leading_coefficient(), i), d);
    expect_as_by_heap(a - term(a.coefficient(i), i), d);
  }
  expect_as_by_heap(a + Z::constant({}, v, 1), d);
  expect_as_by_heap(a + Z::generator(v, "x"), d);
}

TEST(DivisionByBlocks, SmallOperandsOfAllOrders) {
  Random r(771);
  for (int round = 0; round < 120; ++round) {
    const Variables v = test_variables(1 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
    const auto shape = [&] {
      return MultiShape{2 + r.below(30), 1 + r.below(12), round % 3 == 0 ? 1 : std::uint64_t{1} << 40};
    };
    const Z d = nonzero_multi(r, Integers{}, v, shape());
    const Z q = nonzero_multi(r, Integers{}, v, shape());
    if (d.term_count() < 2) continue;
    expect_near_products_as_by_heap(q, d);
  }
}

/// Lists that hardly meet, and lists that all meet, whose boxes are too large to be taken; around the least length.
TEST(DivisionByBlocks, ManyTerms) {
  Random r(772);
  const struct {
    std::size_t variables, terms_q, terms_d;
    std::uint64_t degree;
  } shapes[] = {{5, 700, 2, 60},   {5, 3, 700, 60},    {5, 45, 45, 60},        {5, 46, 46, 60},      {6, 1500, 30, 15},
                {6, 30, 1500, 15}, {4, 160, 160, 100}, {1, 60, 3000, 1 << 30}, {2, 500, 40, 1 << 20}};
  for (const auto& s : shapes)
    for (const MonomialOrder order :
         {MonomialOrder::lex, MonomialOrder::graded_lex, MonomialOrder::graded_reverse_lex}) {
      if (order != MonomialOrder::lex && s.terms_q * s.terms_d > 10000) continue;
      const Variables v = test_variables(s.variables, order);
      const Z d = nonzero_multi(r, Integers{}, v, {s.terms_d, s.degree, 1000});
      const Z q = nonzero_multi(r, Integers{}, v, {s.terms_q, s.degree, 1000});
      expect_near_products_as_by_heap(q, d);
    }
}

TEST(DivisionByBlocks, ProductsThatMeet) {
  const Variables v({"x", "y", "z"});
  const Z base = Z::monomial({}, v, 1, {1000, 0, 0}) - Z::monomial({}, v, 2, {0, 1000, 0}) +
                 Z::monomial({}, v, 1, {0, 0, 1000}) + Integer(1);
  const Z f = pow(base, 14);
  const Z g = pow(base, 9);
  EXPECT_EQ(exact_div(f * g, g), f);
  expect_near_products_as_by_heap(f, g);
  expect_near_products_as_by_heap(g, f);
  // Far more terms of the quotient than of the dividend, which has holes in most blocks.
  const Z x = Z::monomial({}, v, 1, {1 << 10, 0, 0});
  const Z y = Z::monomial({}, v, 1, {0, 1 << 10, 0});
  expect_as_by_heap(pow(x, 500) - pow(y, 500), x - y);
  expect_as_by_heap((pow(x, 400) - pow(y, 400)) * g, (x - y) * g);
  expect_as_by_heap((pow(x, 400) - pow(y, 400)) * g, x - y);
}

TEST(DivisionByBlocks, LongCoefficients) {
  Random r(773);
  const Variables v = test_variables(4);
  for (const unsigned bits : {30U, 58U, 61U, 62U}) {
    const std::uint64_t size = (std::uint64_t{1} << (bits - 1)) - 1;
    const Z d = nonzero_multi(r, Integers{}, v, {50, 40, std::min(size, std::uint64_t{1} << 61)});
    const Z q = nonzero_multi(r, Integers{}, v, {60, 40, std::min(size, std::uint64_t{1} << 61)});
    const Z a = q * d;
    EXPECT_EQ(try_exact_div(a, d), q);
    EXPECT_EQ(try_exact_div(a + Integer(1), d), std::nullopt);
  }
  // A quotient of more bits than the sums have room for is left to others.
  const Z d = nonzero_multi(r, Integers{}, v, {50, 40, 9});
  const Z q = nonzero_multi(r, Integers{}, v, {60, 40, 9}) * (Integer(1) << 20);
  EXPECT_FALSE(by_blocks(q * d, d, 20).decided);
  EXPECT_TRUE(by_blocks(q * d, d, 40).decided);
  const Z wide = q * (Integer(1) << 60);
  EXPECT_EQ(try_exact_div(wide * d, d), wide);
  // Leading coefficients -1, 1 and the longest ones.
  for (const Integer& lead :
       {Integer(1), Integer(-1), (Integer(1) << 61) - Integer(1), Integer(1) - (Integer(1) << 61)}) {
    const Z e = d + Z::monomial({}, v, lead, {99, 0, 0, 0});
    expect_as_by_heap(q * e, e);
  }
}

TEST(DivisionByBlocks, AliasedOperands) {
  Random r(774);
  const Variables v = test_variables(5);
  const Z a = nonzero_multi(r, Integers{}, v, {2500, 60, 1000});
  EXPECT_TRUE(exact_div(a, a).is_one());
  EXPECT_EQ(exact_div(a, a * Integer(-1)), Z::constant({}, v, -1));
  const Z b = nonzero_multi(r, Integers{}, v, {80, 60, 1000});
  Z square = b * b;
  square /= b;
  EXPECT_EQ(square, b);
}

/// A quotient whose fields a product of these operands could not have ends the division, however the words compare.
TEST(DivisionByBlocks, FieldsOutsideTheQuotient) {
  const Variables v({"x", "y"});
  const Z x = Z::generator(v, "x");
  const Z y = Z::generator(v, "y");
  const Z d = x - pow(y, 40);
  Z a = pow(x, 40) * pow(y, 60) + y;
  for (std::uint64_t k = 0; k < 3000; ++k) a += Z::monomial({}, v, 1, {k % 37, 40 + k / 37});
  expect_as_by_heap(a, d);
}

TEST(DivisionByBlocks, SameOnAllBackEnds) {
  Random r(775);
  const Variables v = test_variables(6);
  const Z d = nonzero_multi(r, Integers{}, v, {40, 12, 1000});
  const Z q = nonzero_multi(r, Integers{}, v, {900, 12, 1000});
  const Z a = q * d;
  const Z b = a + Z::monomial({}, v, 1, a.exponents(a.term_count() - 7));
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_EQ(try_exact_div(a, d, ctx), q);
    EXPECT_EQ(try_exact_div(a, q, ctx), d);
    EXPECT_EQ(try_exact_div(b, d, ctx), std::nullopt);
    EXPECT_EQ(try_exact_div(b, q, ctx), std::nullopt);
  }
}

/// Below what blocks take there is the heap.
TEST(DivisionByBlocks, LimitsOfMemory) {
  Random r(776);
  const Variables v = test_variables(6);
  const Z d = nonzero_multi(r, Integers{}, v, {40, 12, 1000});
  const Z q = nonzero_multi(r, Integers{}, v, {900, 12, 1000});
  const Z a = q * d;
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return exact_div(a, d, ctx); }, q, 1 << 10, 1 << 26);
  const auto small = ExecutionContext().with_memory_limit(1 << 12);
  EXPECT_FALSE(by_blocks(a, d, 62, small).decided);
  EXPECT_EQ(small.memory().used(), 0U);
}

TEST(DivisionByBlocks, CanBeStopped) {
  Random r(777);
  const Variables v = test_variables(6);
  const Z d = nonzero_multi(r, Integers{}, v, {300, 12, 1000});
  const Z a = nonzero_multi(r, Integers{}, v, {2000, 12, 1000}) * d;
  expect_cancelled_throughout("division by blocks", [&](const ExecutionContext& ctx) { (void)exact_div(a, d, ctx); });
}

}  // namespace
}  // namespace polyfork::test
