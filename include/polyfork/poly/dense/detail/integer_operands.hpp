// Operators between polynomials and numbers of built-in signed types, for every class of polynomials.
//
// Such a number is an integer, and is mapped into the coefficient ring: f + 1, 1 + f, 2 * f, f -= 1, f == 0. An
// argument of a built-in type matches these templates exactly and is converted for the class's own operators with
// elements, so that no call is ambiguous, not even where elements are words. The class derives from IntegerOperands of
// itself; the operators are hidden friends, found for its objects alone.
#pragma once

#include <concepts>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {
class Rational;
class GaussianRational;

namespace detail {
// A base class makes its namespace one of those in which functions of its derived classes are looked up: this one has
// no functions, unlike `detail`.
namespace operands {

template <class Poly, bool has_quotients>
class IntegerOperands;

template <class T>
concept Polynomial = std::derived_from<T, IntegerOperands<T, true>> || std::derived_from<T, IntegerOperands<T, false>>;
template <class T>
concept Number = std::same_as<T, Integer> || std::same_as<T, Rational> || std::same_as<T, GaussianRational>;

/// What is no operand: a polynomial of another type, over another ring, a number that is no element. Without deleted
/// operators for these the compiler would list every operator that there is.
template <class Poly, class Other>
concept AnotherRing = (Polynomial<Other> || Number<Other>)&&!std::convertible_to<Other, Poly> &&
                      !std::convertible_to<Poly, Other> && !std::convertible_to<Other, typename Poly::element>;

/// Poly has ring(), is_constant(), constant_term() or coefficient(0), the operators + - * with elements of its ring on
/// either side, and exact quotients by elements where it has quotients.
template <class Poly, bool has_quotients>
class IntegerOperands {
#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // tests/layering: the library itself uses the named functions
  // Both operands need one ring: convert(ring, f), to_rational(f), reduce(f, field) bring them there.
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator+(const Poly&, const Other&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator-(const Poly&, const Other&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator*(const Poly&, const Other&) = delete;
  template <class Other>
  requires(AnotherRing<Poly, Other>&& Number<Other>) friend void operator*(const Other&, const Poly&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator/(const Poly&, const Other&) = delete;

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
  // Shifts by x^k: DomainError for a negative k, which converted would be huge.
  template <std::signed_integral I>
  requires has_quotients friend Poly operator<<(const Poly& a, I k) { return shift_left(a, k); }
  template <std::signed_integral I>
  requires has_quotients friend Poly operator>>(const Poly& a, I k) { return shift_right(a, k); }
  template <std::signed_integral I>
  requires has_quotients friend Poly& operator<<=(Poly& a, I k) { return a = shift_left(a, k); }
  template <std::signed_integral I>
  requires has_quotients friend Poly& operator>>=(Poly& a, I k) { return a = shift_right(a, k); }
#endif

  template <std::signed_integral I>
  requires has_quotients friend Poly shift_left(const Poly& a, I k,
                                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return shift_left(a, natural_number(k, "shift"), ctx);
  }
  template <std::signed_integral I>
  requires has_quotients friend Poly shift_right(const Poly& a, I k,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return shift_right(a, natural_number(k, "shift"), ctx);
  }
  template <std::signed_integral I>
  requires has_quotients friend Poly derivative(const Poly& a, I k,
                                                const ExecutionContext& ctx = ExecutionContext::default_context()) {
    return derivative(a, natural_number(k, "number of derivatives"), ctx);
  }

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
