// Programs of random calls with dense polynomials in one variable.
#include <gtest/gtest.h>

#include "univariate_calls.hpp"

namespace polyfork::test {
namespace {

TEST(MisusedPolynomials, DenseOverZ) { EXPECT_EQ((run_misuse<UnivariateMisuse<PolyZ, 24>>(1, misuse_programs())), ""); }
TEST(MisusedPolynomials, DenseOverQ) { EXPECT_EQ((run_misuse<UnivariateMisuse<PolyQ, 16>>(2, misuse_programs())), ""); }
TEST(MisusedPolynomials, DenseOverPrimeFields) {
  EXPECT_EQ((run_misuse<UnivariateMisuse<PolyZp, 24>>(3, misuse_programs())), "");
}

}  // namespace
}  // namespace polyfork::test
