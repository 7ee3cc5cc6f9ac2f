// The identities of polynomials for the sparse type, over finite prime fields, small and large.
#include "polynomial_laws.hpp"

namespace polyfork::test {
namespace {

using Fields = ::testing::Types<SparseOver<PrimeFieldSampler<2>>, SparseOver<PrimeFieldSampler<7>>,
                                SparseOver<PrimeFieldSampler<4611686018427387847>>, SparseOver<Mersenne127>>;
INSTANTIATE_TYPED_TEST_SUITE_P(SparseFields, PolynomialLawsProperty, Fields);

}  // namespace
}  // namespace polyfork::test
