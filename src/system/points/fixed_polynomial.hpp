// The enclosure of one polynomial's values on many intervals, in fixed point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

#include "system/points/dyadic_interval.hpp"

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

  /// An interval that holds the values on x: Horner's rule on the midpoint, with a running bound of the error that is
  /// rounded upwards. x has the scale 64 limbs, as the result has. Any threads may call it.
  DyadicInterval values_on(const DyadicInterval& x) const;

 private:
  struct Coefficient {
    std::size_t begin;  ///< of its limbs
    std::size_t size;
    bool negative;
  };

  std::size_t limbs_;
  std::size_t longest_ = 0;  // limbs of a coefficient
  std::vector<mp_limb_t> storage_;
  std::vector<Coefficient> coefficients_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
