// The parts of a RationalVector, for operations that keep it canonical by themselves or reuse its memory.
#pragma once

#include <utility>

#include <polyfork/ring/rational_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct RationalParts {
  /// Precondition: the denominator is positive and coprime to the content of the numerators, 1 where there are none.
  static RationalVector canonical(IntegerVector numerators, Integer denominator) noexcept {
    RationalVector v(std::move(numerators));
    v.denominator_ = std::move(denominator);
    return v;
  }
  static IntegerVector& numerators(RationalVector& v) noexcept { return v.numerators_; }
  static Integer& denominator(RationalVector& v) noexcept { return v.denominator_; }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
