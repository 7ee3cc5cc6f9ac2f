// Signs and magnitudes of an integer polynomial at many dyadic points, for a picture of it.
//
// Values of polynomials leave the range of every floating-point type, and cancellation makes floating-point signs
// wrong. Here Horner's rule runs on a mantissa and an error bound, both integers, cut to a working precision that
// doubles until the bound decides the sign and leaves 20 bits of the magnitude. One point costs
// O(degree (precision + bits of the point)) word operations; the precision is what the terms cancel, not their size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork_app {

/// c 2^exponent.
struct DyadicPoint {
  polyfork::Integer c;
  std::int64_t exponent = 0;

  polyfork::Rational value() const { return polyfork::Rational::dyadic(c, exponent); }
};

/// A value's sign, and where it is not zero log2 of the magnitude.
struct SampledValue {
  int sign = 0;
  double log2 = 0;
  bool known = false;  ///< false where the budget did not suffice
};

/// About ten seconds of one core.
constexpr std::uint64_t default_sample_budget = std::uint64_t{1} << 31;

/// The values at ascending points, every sixteenth first, then those halfway between them, and so on while the word
/// operations stay within the budget (the first round is always done). In parallel over the points; the result is the
/// same for every number of threads. Throws Cancelled and MemoryLimit as the context says.
std::vector<SampledValue> sample_values(const polyfork::PolyZ& f, const std::vector<DyadicPoint>& points,
                                        const polyfork::ExecutionContext& ctx,
                                        std::uint64_t budget = default_sample_budget);

}  // namespace polyfork_app
