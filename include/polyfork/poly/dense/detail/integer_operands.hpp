// Operators between polynomials and numbers of built-in signed types, for every class of polynomials.
//
// Such a number is an integer, and is mapped into the coefficient ring: f + 1, 1 + f, 2 * f, f -= 1, f == 0. An
// argument of a built-in type matches these templates exactly and is converted for the class's own operators with
// elements, so that no call is ambiguous, not even where elements are words. The class derives from IntegerOperands of
// itself; the operators are hidden friends, found for its objects alone.
#pragma once

#include <concepts>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {
// A base class makes its namespace one of those in which functions of its derived classes are looked up: this one has
// no functions, unlike `detail`.
namespace operands {

/// Poly has ring(), is_constant(), constant_term() or coefficient(0), the operators + - * with elements of its ring on
/// either side, and exact quotients by elements where it has quotients.
template <class Poly, bool has_quotients>
class IntegerOperands {
#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // tests/layering: the library itself uses the named functions
  template <std::signed_integral I>
  friend Poly operator+(const Poly& a, I b) {
    return a + image(a, b);
  }
  template <std::signed_integral I>
  friend Poly operator+(I a, const Poly& b) {
    return image(b, a) + b;
  }
  template <std::signed_integral I>
  friend Poly operator-(const Poly& a, I b) {
    return a - image(a, b);
  }
  template <std::signed_integral I>
  friend Poly operator-(I a, const Poly& b) {
    return image(b, a) - b;
  }
  template <std::signed_integral I>
  friend Poly operator*(const Poly& a, I b) {
    return a * image(a, b);
  }
  template <std::signed_integral I>
  friend Poly operator*(I a, const Poly& b) {
    return image(b, a) * b;
  }
  /// Exact division.
  template <std::signed_integral I>
  requires has_quotients friend Poly operator/(const Poly& a, I b) { return a / image(a, b); }
  template <std::signed_integral I>
  friend Poly& operator+=(Poly& a, I b) {
    return a = a + b;
  }
  template <std::signed_integral I>
  friend Poly& operator-=(Poly& a, I b) {
    return a = a - b;
  }
  template <std::signed_integral I>
  friend Poly& operator*=(Poly& a, I b) {
    return a = a * b;
  }
  template <std::signed_integral I>
  requires has_quotients friend Poly& operator/=(Poly& a, I b) { return a = a / b; }
#endif

  /// Whether the polynomial is the image of the integer.
  template <std::signed_integral I>
  friend bool operator==(const Poly& a, I b) {
    return a.is_constant() && constant_term_of(a) == image(a, b);
  }

  template <class I>
  static auto image(const Poly& p, I number) {
    return p.ring().from_integer(Integer(number));
  }

  static auto constant_term_of(const Poly& p) {
    if constexpr (requires { p.constant_term(); })
      return p.constant_term();
    else
      return p.coefficient(0);
  }

 protected:
  IntegerOperands() = default;
};

}  // namespace operands
}  // namespace detail
}  // namespace v1
}  // namespace polyfork
