// Allocations of short operations: one for a result, none into a result that has room.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <cstddef>

#include <gtest/gtest.h>

#include "count_allocations.hpp"
#include "integer_generators.hpp"

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
      Integer value;
      const auto loop = [&] {
        add_into(out, a, b);
        sub_into(out, a, b);
        scale_into(out, a, x);
        neg_into(out, a);
        if (n > 1) derivative_into(out, a);
        if (bits <= 64) mul_into(out, a, b);
        evaluate_into(value, a, x);
      };
      loop();
      EXPECT_EQ(allocations_of(loop), 0U) << n << " " << bits;
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
  PolyZp out(field);
  const auto loop = [&] {
    mul_into(out, a, b);
    add_into(out, a, b);
    sub_into(out, a, b);
    scale_into(out, a, 77);
    derivative_into(out, a);
  };
  loop();
  EXPECT_EQ(allocations_of(loop), 0U);
  EXPECT_EQ(allocations_of([&] { (void)mul(a, b); }), 1U);
  EXPECT_EQ(allocations_of([&] { (void)add(a, b); }), 1U);
}

}  // namespace
}  // namespace polyfork::test
