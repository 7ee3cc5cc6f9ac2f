// The laws of sparse polynomials in several variables over Q(t).
#include "multi_laws.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

using Functions = FractionFieldSampler<PolynomialRingSampler<SmallRationals, 2>>;
INSTANTIATE_TYPED_TEST_SUITE_P(RationalFunctions, MultiLawsProperty, Functions);

}  // namespace
}  // namespace polyfork::test
