// Fractions that are written into the memory of those that exist.
#pragma once

#include <polyfork/ring/integer_view.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct RationalInPlace {
  /// value = numerator / denominator, which are coprime, the latter positive; neither view is of the value. After an
  /// exception it is zero.
  static void set(Rational& value, IntegerView numerator, IntegerView denominator) {
    try {
      value.numerator_ = numerator;
      value.denominator_ = denominator;
    } catch (...) {
      value = Rational();
      throw;
    }
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
