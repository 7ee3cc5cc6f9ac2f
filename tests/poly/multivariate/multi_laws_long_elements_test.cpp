// The laws of sparse polynomials in several variables over Q(i) and a field of 127 bits.
#include "multi_laws.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

using LongElements = ::testing::Types<SmallGaussian, Mersenne127>;
INSTANTIATE_TYPED_TEST_SUITE_P(LongElements, MultiLawsProperty, LongElements);

}  // namespace
}  // namespace polyfork::test
