// Programs of random calls with sparse polynomials in one variable.
#include <gtest/gtest.h>

#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/sparse/sparse_resultant.hpp>
#include <polyfork/poly/sparse/sparse_shift.hpp>

#include "univariate_calls.hpp"

namespace polyfork::test {
namespace {

TEST(MisusedPolynomials, SparseOverZ) {
  EXPECT_EQ((run_misuse<UnivariateMisuse<SparsePoly<Integers>, 24>>(7, misuse_programs())), "");
}
TEST(MisusedPolynomials, SparseOverPrimeFields) {
  EXPECT_EQ((run_misuse<UnivariateMisuse<SparsePoly<PrimeField>, 24>>(8, misuse_programs())), "");
}

}  // namespace
}  // namespace polyfork::test
