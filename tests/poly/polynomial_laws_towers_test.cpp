// The identities of polynomials over polynomial rings and fields of fractions.
#include "polynomial_laws.hpp"

namespace polyfork::test {
namespace {

struct SmallIntegers : IntegersSampler {
  static Integer sample(IntegerGenerator& g) { return static_cast<int>(g.random().below(19)) - 9; }
};
struct SmallRationals : RationalsSampler {
  static Rational sample(IntegerGenerator& g) { return {SmallIntegers::sample(g), Integer(g.random().below(4) + 1)}; }
};
struct SmallGaussian : GaussianRationalsSampler {
  static GaussianRational sample(IntegerGenerator& g) {
    Rational real = SmallRationals::sample(g);
    return {std::move(real), SmallRationals::sample(g)};
  }
};

using Towers = ::testing::Types<DenseOver<PolynomialRingSampler<SmallIntegers, 3>>,
                                DenseOver<PolynomialRingSampler<SmallGaussian, 2>>,
                                DenseOver<PolynomialRingSampler<SmallPrime, 3>>,
                                DenseOver<FractionFieldSampler<PolynomialRingSampler<SmallRationals, 2>>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Towers, PolynomialLawsProperty, Towers);

}  // namespace
}  // namespace polyfork::test
