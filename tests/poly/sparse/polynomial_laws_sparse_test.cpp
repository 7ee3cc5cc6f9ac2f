// The identities of polynomials for the sparse type, over the rings without variables.
#include "polynomial_laws.hpp"

namespace polyfork::test {
namespace {

using Sparse = ::testing::Types<SparseOver<IntegersSampler>, SparseOver<RationalsSampler>,
                                SparseOver<GaussianRationalsSampler>, SparseOver<PrimeFieldSampler<3>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Sparse, PolynomialLawsProperty, Sparse);

}  // namespace
}  // namespace polyfork::test
