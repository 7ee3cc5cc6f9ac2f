// Samplers of small elements at the bottom of towers of rings, where larger ones would grow beyond what tests have time
// for.
#pragma once

#include <utility>

#include "ring_samplers.hpp"

namespace polyfork::test {

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

}  // namespace polyfork::test
