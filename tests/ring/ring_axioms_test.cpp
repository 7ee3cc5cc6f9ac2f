// Every ring of src/ring obeys the laws of its category.
#include "ring_axioms.hpp"

#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(Integers, RingAxiomsProperty, ::testing::Types<IntegersSampler>);
INSTANTIATE_TYPED_TEST_SUITE_P(Rationals, RingAxiomsProperty, ::testing::Types<RationalsSampler>);
using PrimeFields = ::testing::Types<PrimeFieldSampler<2>, PrimeFieldSampler<3>, PrimeFieldSampler<65537>,
                                     PrimeFieldSampler<2147483647>, PrimeFieldSampler<1125899906842597>,
                                     PrimeFieldSampler<9223372036854775783>>;
INSTANTIATE_TYPED_TEST_SUITE_P(PrimeField, RingAxiomsProperty, PrimeFields);

INSTANTIATE_TYPED_TEST_SUITE_P(GaussianRationals, RingAxiomsProperty, ::testing::Types<GaussianRationalsSampler>);
using BigPrimeFields =
    ::testing::Types<BigPrimeFieldSampler<1, 0>, BigPrimeFieldSampler<64, 13>, Mersenne127, Mersenne521>;
INSTANTIATE_TYPED_TEST_SUITE_P(BigPrimeField, RingAxiomsProperty, BigPrimeFields);

TEST(RingTraits, CategoriesAndStaticTraits) {
  EXPECT_TRUE(EuclideanDomain<Integers> && !Field<Integers>);
  EXPECT_TRUE(Field<Rationals> && Field<PrimeField> && Field<GaussianRationals> && Field<BigPrimeField>);
  EXPECT_TRUE(is_prime_field_v<PrimeField> && is_prime_field_v<Rationals> && is_prime_field_v<BigPrimeField>);
  EXPECT_FALSE(is_prime_field_v<Integers> || is_prime_field_v<GaussianRationals>);
  EXPECT_TRUE(is_complex_field_v<GaussianRationals>);
  EXPECT_FALSE(is_complex_field_v<Rationals> || is_complex_field_v<BigPrimeField>);
}

TEST(RingTraits, MinusOne) {
  EXPECT_TRUE(is_negative_one(Integers(), Integer(-1)));
  EXPECT_FALSE(is_negative_one(Rationals(), Rational(1)));
  EXPECT_TRUE(is_negative_one(PrimeField(2), 1));
  EXPECT_TRUE(is_negative_one(BigPrimeField(7), 6));
  EXPECT_FALSE(is_negative_one(GaussianRationals(), GaussianRational::i()));
}

TEST(RingTraits, MakeVectorPacksElements) {
  EXPECT_EQ(make_vector<Integers>({1, 2, 3}), (IntegerVector{1, 2, 3}));
  EXPECT_EQ(make_vector<Rationals>({Rational(1, 2), Rational(1, 3)}).denominator(), 6);
  EXPECT_EQ(make_vector<PrimeField>({4, 5}).size(), 2U);
}

TEST(PrimeField, RefusesWhatIsNoPrimeBelowTwoTo63) {
  for (const std::uint64_t p : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4}, std::uint64_t{561},
                                std::uint64_t{1} << 63, std::uint64_t{18446744073709551557U}})
    EXPECT_THROW(PrimeField{p}, DomainError) << p;
  EXPECT_EQ(PrimeField(2), PrimeField(2));
  EXPECT_FALSE(PrimeField(2) == PrimeField(3));
  EXPECT_EQ(PrimeField(7).from_integer(Integer(-1).view()), 6U);
  EXPECT_EQ(PrimeField::trusted(7).inverse(3), 5U);
}

}  // namespace
}  // namespace polyfork::test
