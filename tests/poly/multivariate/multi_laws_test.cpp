// The laws of sparse polynomials in several variables over Z, Q and a ring with zero divisors.
#include "multi_laws.hpp"
#include "integers_mod_six.hpp"

namespace polyfork::test {
namespace {

struct ModSixSampler {
  using ring_type = IntegersModSix;
  static IntegersModSix ring() { return {}; }
  static int sample(IntegerGenerator& g) { return static_cast<int>(g.random().below(6)); }
};

using GroundRings = ::testing::Types<IntegersSampler, RationalsSampler, ModSixSampler>;
INSTANTIATE_TYPED_TEST_SUITE_P(GroundRings, MultiLawsProperty, GroundRings);

}  // namespace
}  // namespace polyfork::test
