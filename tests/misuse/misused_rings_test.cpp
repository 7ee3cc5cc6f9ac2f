// Programs of random calls with dense polynomials over rings whose elements are no words, integers or fractions.
#include <gtest/gtest.h>

#include "univariate_calls.hpp"

namespace polyfork::test {
namespace {

TEST(MisusedPolynomials, DenseOverBigPrimeFields) {
  EXPECT_EQ((run_misuse<UnivariateMisuse<DensePoly<BigPrimeField>, 16>>(4, misuse_programs())), "");
}
TEST(MisusedPolynomials, DenseOverGaussianRationals) {
  EXPECT_EQ((run_misuse<UnivariateMisuse<DensePoly<GaussianRationals>, 8>>(5, misuse_programs(20))), "");
}
TEST(MisusedPolynomials, DenseOverPolynomialRings) {
  EXPECT_EQ((run_misuse<UnivariateMisuse<DensePoly<PolynomialRing<Integers>>, 6>>(6, misuse_programs(20))), "");
}

}  // namespace
}  // namespace polyfork::test
