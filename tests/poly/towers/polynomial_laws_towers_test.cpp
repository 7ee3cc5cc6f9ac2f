// The identities of polynomials over polynomial rings and fields of fractions.
#include "polynomial_laws.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

using Towers = ::testing::Types<DenseOver<PolynomialRingSampler<SmallIntegers, 3>>,
                                DenseOver<PolynomialRingSampler<SmallGaussian, 2>>,
                                DenseOver<PolynomialRingSampler<SmallPrime, 3>>,
                                DenseOver<FractionFieldSampler<PolynomialRingSampler<SmallRationals, 2>>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Towers, PolynomialLawsProperty, Towers);

}  // namespace
}  // namespace polyfork::test
