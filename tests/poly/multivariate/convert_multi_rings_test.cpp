// Sparse polynomials in several variables from ring to ring: by name, and by convert.
#include <polyfork/poly/multivariate/convert_multi.hpp>

#include <gtest/gtest.h>

#include <cstdint>

#include "multi_generators.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

TEST(ConvertMultiRings, Rationals) {
  const Variables xy = test_variables(2, MonomialOrder::graded_lex);
  const MultiPolyZ z = MultiPolyZ::from_terms(xy, {{{2, 1}, 3}, {{0, 3}, -6}, {{0, 0}, 5}});
  const MultiPolyQ q = to_rational(z);
  EXPECT_EQ(to_string(q), to_string(z));
  EXPECT_EQ(q.variables(), xy);
  EXPECT_EQ(to_integer(q), z);
  const MultiPolyQ fractions = q * Rational(1, 4);
  EXPECT_EQ(numerator_polynomial(fractions), z);
  EXPECT_EQ(to_rational(numerator_polynomial(fractions)), fractions * Rational(fractions.coefficients().denominator()));
  EXPECT_THROW((void)to_integer(fractions), DomainError);
  EXPECT_TRUE(to_rational(MultiPolyZ(xy)).is_zero());
  EXPECT_TRUE(to_integer(MultiPolyQ(xy)).is_zero());
  EXPECT_TRUE(numerator_polynomial(MultiPolyQ()).is_zero());
}

TEST(ConvertMultiRings, Residues) {
  const Variables xy = test_variables(2);
  const PrimeField f7(7);
  const MultiPolyZ z = MultiPolyZ::from_terms(xy, {{{1, 1}, -1}, {{1, 0}, 14}, {{0, 1}, 8}});
  EXPECT_EQ(to_string(reduce(z, f7)), "6*x*y + y");  // the term that 7 divides is gone
  EXPECT_EQ(reduce(z, f7).term_count(), 2U);
  EXPECT_TRUE(reduce(z * Integer(7), f7).is_zero());
  const MultiPolyQ q = to_rational(z) * Rational(1, 2);
  EXPECT_EQ(reduce(q, f7), reduce(z, f7) * f7.inverse(2));
  EXPECT_THROW((void)reduce(q * Rational(1, 7), f7), DomainError);
  EXPECT_EQ(to_string(lift(reduce(z, f7))), "-x*y + y");
  EXPECT_EQ(lift(reduce(z, PrimeField(2))), MultiPolyZ::monomial({}, xy, 1, {1, 1}));
  EXPECT_TRUE(lift(MultiPolyZp(f7, xy)).is_zero());
}

TEST(ConvertMultiRingsProperty, LiftThenReduce) {
  Random r(481);
  const MultiShape shape{30, 9, 1000};
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{7}, std::uint64_t{1000003},
                                std::uint64_t{9223372036854775783U}}) {
    const PrimeField field(p);
    for (int round = 0; round < 5; ++round) {
      const Variables v = test_variables(1 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
      const MultiPolyZp a = random_multi(r, field, v, shape);
      const MultiPolyZ lifted = lift(a);
      EXPECT_EQ(reduce(lifted, field), a);
      for (std::size_t i = 0; i < lifted.term_count(); ++i) {
        EXPECT_LE(lifted.coefficient(i) * Integer(2), Integer(p));
        EXPECT_LT(-Integer(p), lifted.coefficient(i) * Integer(2));
      }
      const MultiPolyZ x = random_multi(r, Integers{}, v, shape), y = random_multi(r, Integers{}, v, shape);
      EXPECT_EQ(reduce(x * y, field), reduce(x, field) * reduce(y, field));
      EXPECT_EQ(reduce(x + y, field), reduce(x, field) + reduce(y, field));
      EXPECT_EQ(to_rational(x * y), to_rational(x) * to_rational(y));
      EXPECT_EQ(reduce(to_rational(x), field), reduce(x, field));
    }
  }
}

/// convert agrees with the conversions by name, and with convert of single coefficients.
template <class To, class From>
void expect_coefficientwise(const To& to, const SparseMultiPoly<From>& a, const SparseMultiPoly<From>& b) {
  const SparseMultiPoly<To> image = convert(to, a);
  EXPECT_EQ(image.variables(), a.variables());
  EXPECT_EQ(image.ring(), to);
  for (std::size_t i = 0; i < a.term_count(); ++i)
    EXPECT_TRUE(to.equal(image.coefficient_of(a.exponents(i)), convert(to, a.ring(), a.coefficient(i))));
  for (std::size_t i = 0; i < image.term_count(); ++i) EXPECT_FALSE(to.is_zero(image.coefficient(i)));
  EXPECT_EQ(convert(to, a * b + a), image * convert(to, b) + image);
}

TEST(ConvertMultiRingsProperty, EveryPairOfRings) {
  Random r(482);
  const Variables v = test_variables(3, MonomialOrder::graded_reverse_lex);
  const MultiShape shape{8, 4, 20};
  const BigPrimeField& big = Mersenne127::ring();
  const PrimeField seven(7);
  const PolynomialRing<Integers> zt({}, "t");
  for (int round = 0; round < 5; ++round) {
    const MultiPolyZ a = random_multi(r, Integers{}, v, shape), b = random_multi(r, Integers{}, v, shape);
    expect_coefficientwise(Integers{}, a, b);
    expect_coefficientwise(Rationals{}, a, b);
    expect_coefficientwise(seven, a, b);
    expect_coefficientwise(big, a, b);
    expect_coefficientwise(zt, a, b);
    EXPECT_EQ(convert(Integers{}, convert(zt, a)), a);
    EXPECT_EQ(convert(Integers{}, convert(GaussianRationals{}, to_rational(a))), a);
    const MultiPolyQ q = to_rational(a) * Rational(1, 6);
    expect_coefficientwise(PrimeField(10007), q, to_rational(b));
    expect_coefficientwise(GaussianRationals{}, q, to_rational(b));
    expect_coefficientwise(BigPrimeField(7), reduce(a, seven), reduce(b, seven));
    EXPECT_EQ(convert(Integers{}, reduce(a, seven)), lift(reduce(a, seven)));
  }
  const MultiPolyQ half = MultiPolyQ::constant(v, Rational(1, 2));
  EXPECT_THROW((void)convert(Integers{}, half), DomainError);
  EXPECT_THROW((void)convert(PrimeField(2), half), DomainError);
  EXPECT_THROW((void)convert(PrimeField(11), MultiPolyZp::constant(seven, v, 1)), DomainError);
  static_assert(!convertible_v<PrimeField, Rationals>);
}

}  // namespace
}  // namespace polyfork::test
