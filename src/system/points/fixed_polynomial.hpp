// The enclosure of one polynomial's values on many intervals, in fixed point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

#include "system/points/dyadic_interval.hpp"
#include "system/points/upper_bound.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f / 2^drop with coefficients in units of 2^-(64 limbs): they are shifted once for all intervals, and products are
/// cut at limbs.
class FixedPolynomial {
 public:
  FixedPolynomial(const PolyZ& f, std::size_t limbs, std::int64_t drop);

  /// About the bytes that it takes.
  static std::size_t bytes_for(const PolyZ& f, std::size_t limbs, std::int64_t drop);

  /// An interval of the scale 64 limbs that holds the values on x, whose scale is a multiple of 64 and not greater.
  /// With the midpoint m and the radius r they are p(m), off by at most r |p'(m)| + r^2 |p''| / 2: p and p' at m by
  /// Horner's rule, p'' on all of x by the sizes of the coefficients, errors bounded upwards. An interval of half the
  /// digits is enough where p and p' are much smaller than the coefficients. Any threads may call it.
  DyadicInterval values_on(const DyadicInterval& x) const;

 private:
  struct Coefficient {
    std::size_t begin;  ///< of its limbs
    std::size_t size;
    bool negative;
    UpperBound bound;  ///< of its size
  };

  std::size_t limbs_;
  std::size_t longest_ = 0;  // limbs of a coefficient
  std::vector<mp_limb_t> storage_;
  std::vector<Coefficient> coefficients_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
