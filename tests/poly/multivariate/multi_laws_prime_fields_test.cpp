// The laws of sparse polynomials in several variables over small and large prime fields.
#include "multi_laws.hpp"

namespace polyfork::test {
namespace {

using PrimeFields = ::testing::Types<PrimeFieldSampler<2>, PrimeFieldSampler<3>, PrimeFieldSampler<7>,
                                     PrimeFieldSampler<4611686018427387847>, LargePrime>;
INSTANTIATE_TYPED_TEST_SUITE_P(PrimeFields, MultiLawsProperty, PrimeFields);

}  // namespace
}  // namespace polyfork::test
