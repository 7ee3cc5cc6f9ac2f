// Conversions between Z[x], Q[x] and Z/pZ[x].
#include <polyfork/poly/dense/convert.hpp>

#include <gtest/gtest.h>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

TEST(Convert, Rationals) {
  const PolyZ z{3, 0, -6};
  EXPECT_EQ(to_rational(z), (PolyQ{3, 0, -6}));
  EXPECT_EQ(to_integer(PolyQ{3, 0, -6}), z);
  const PolyQ q{Rational(1, 2), Rational(-2, 3)};
  EXPECT_EQ(numerator_polynomial(q), (PolyZ{3, -4}));
  EXPECT_THROW(to_integer(q), DomainError);
  EXPECT_EQ(to_rational(z.with_variable("t")).variable(), "t");
  EXPECT_TRUE(to_rational(PolyZ{}).is_zero());
}

TEST(Convert, Residues) {
  const PrimeField f7(7);
  EXPECT_EQ(reduce(PolyZ{-1, 8, 14}, f7), PolyZp(f7, {6, 1}));
  EXPECT_EQ(reduce(PolyQ{Rational(1, 2), Rational(1, 3)}, f7), PolyZp(f7, {4, 5}));
  EXPECT_THROW(reduce(PolyQ{Rational(1, 7)}, f7), DomainError);
  EXPECT_EQ(reduce(PolyZ{1, 1}.with_variable("t"), f7).variable(), "t");
  EXPECT_EQ(lift(PolyZp(f7, {0, 3, 4, 6})), (PolyZ{0, 3, -3, -1}));
  EXPECT_EQ(lift(PolyZp(PrimeField(2), {1, 1})), (PolyZ{1, 1}));
}

TEST(ConvertProperty, LiftThenReduce) {
  IntegerGenerator g(40);
  for (const std::uint64_t p : algebra_moduli()) {
    const PrimeField field(p);
    const PolyZp a = random_zp(g, field, 100);
    const PolyZ z = lift(a);
    EXPECT_EQ(reduce(z, field), a);
    for (std::size_t i = 0; i < z.length(); ++i) {
      EXPECT_LE(z.coefficient(i) * Integer(2), Integer(p));
      EXPECT_LT(-Integer(p), z.coefficient(i) * Integer(2));
    }
    const PolyZ x = random_z(g, 50, 5);
    const PolyZ y = random_z(g, 50, 5);
    EXPECT_EQ(reduce(x * y, field), reduce(x, field) * reduce(y, field));
  }
}

}  // namespace
}  // namespace polyfork::test
