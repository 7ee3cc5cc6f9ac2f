// Polynomial rings and fields of fractions obey the laws of their categories, over every kind of base ring.
#include "ring_axioms.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

using OverIntegers = PolynomialRingSampler<IntegersSampler>;
using OverRationals = PolynomialRingSampler<RationalsSampler, 3>;
using OverGaussian = PolynomialRingSampler<GaussianRationalsSampler, 3>;

using PolynomialRings =
    ::testing::Types<OverIntegers, OverRationals, OverGaussian, PolynomialRingSampler<PrimeFieldSampler<2>, 6>,
                     PolynomialRingSampler<LargePrime>, PolynomialRingSampler<Mersenne127>,
                     PolynomialRingSampler<PolynomialRingSampler<PrimeFieldSampler<3>, 3>, 3, 'y'>>;
INSTANTIATE_TYPED_TEST_SUITE_P(PolynomialRing, RingAxiomsProperty, PolynomialRings);

using FractionFields = ::testing::Types<FractionFieldSampler<IntegersSampler>, FractionFieldSampler<OverIntegers>,
                                        FractionFieldSampler<OverRationals>,
                                        FractionFieldSampler<PolynomialRingSampler<PrimeFieldSampler<7>>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(FractionField, RingAxiomsProperty, FractionFields);

TEST(TowerTraits, CategoriesFollowTheBase) {
  EXPECT_TRUE(EuclideanDomain<PolynomialRing<Rationals>> && !Field<PolynomialRing<Rationals>>);
  EXPECT_TRUE(GcdDomain<PolynomialRing<Integers>> && !EuclideanDomain<PolynomialRing<Integers>>);
  EXPECT_TRUE(GcdDomain<PolynomialRing<PolynomialRing<BigPrimeField>>>);
  EXPECT_TRUE(Field<RationalFunctions<GaussianRationals>> && Field<FractionField<Integers>>);
  EXPECT_TRUE(EuclideanDomain<PolynomialRing<RationalFunctions<PrimeField>>>);
  EXPECT_FALSE(is_prime_field_v<RationalFunctions<PrimeField>> || is_complex_field_v<PolynomialRing<Integers>>);
}

// x^p - t over Z/p(t) is irreducible but has derivative zero: nothing is decided by the gcd.
TEST(TowerTraits, InseparablePolynomialsAreRefused) {
  const RationalFunctions<PrimeField> field(PolynomialRing<PrimeField>(PrimeField(3), "t"));
  using P = DensePoly<RationalFunctions<PrimeField>>;
  const auto t = field.embed(field.base().generator());
  const P f(field, {field.neg(t), field.zero(), field.zero(), field.one()});
  EXPECT_THROW((void)is_square_free(f), DomainError);
  EXPECT_THROW((void)square_free_decomposition(f), DomainError);
  EXPECT_TRUE(is_square_free(P(field, {t, field.zero(), field.one()})));
  EXPECT_EQ(to_string(f), "x^3 + (2*t)");
}

}  // namespace
}  // namespace polyfork::test
