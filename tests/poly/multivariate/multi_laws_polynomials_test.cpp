// The laws of sparse polynomials in several variables over Z[t] and Z/pZ[t].
#include "multi_laws.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

using Polynomials =
    ::testing::Types<PolynomialRingSampler<SmallIntegers, 2>, PolynomialRingSampler<PrimeFieldSampler<3>, 2>,
                     PolynomialRingSampler<SmallPrime, 3>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Polynomials, MultiLawsProperty, Polynomials);

}  // namespace
}  // namespace polyfork::test
