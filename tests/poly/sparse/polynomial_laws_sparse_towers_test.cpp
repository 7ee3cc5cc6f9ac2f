// The identities of polynomials for the sparse type, over polynomial rings and fields of fractions.
#include "polynomial_laws.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

using Towers = ::testing::Types<SparseOver<PolynomialRingSampler<SmallIntegers, 3>>,
                                SparseOver<PolynomialRingSampler<SmallPrime, 3>>,
                                SparseOver<FractionFieldSampler<PolynomialRingSampler<SmallRationals, 2>>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(SparseTowers, PolynomialLawsProperty, Towers);

}  // namespace
}  // namespace polyfork::test
