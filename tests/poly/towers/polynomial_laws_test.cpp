// The identities of polynomials over the rings without variables.
#include "polynomial_laws.hpp"

namespace polyfork::test {
namespace {

using GroundRings =
    ::testing::Types<DenseOver<IntegersSampler>, DenseOver<RationalsSampler>, DenseOver<GaussianRationalsSampler>,
                     DenseOver<PrimeFieldSampler<3>>, DenseOver<LargePrime>, DenseOver<BigPrimeFieldSampler<1, 0>>,
                     DenseOver<Mersenne521>>;
INSTANTIATE_TYPED_TEST_SUITE_P(GroundRings, PolynomialLawsProperty, GroundRings);

}  // namespace
}  // namespace polyfork::test
