// Operators between polynomials and numbers of built-in signed types, for every class of polynomials.
//
// Such a number is an integer, and is mapped into the coefficient ring: f + 1, 1 + f, 2 * f, f -= 1, f == 0. An
// argument of a built-in type matches these templates exactly and is converted for the class's own operators with
// elements, so that no call is ambiguous, not even where elements are words. The class derives from IntegerOperands of
// itself; the operators are hidden friends, found for its objects alone.
#pragma once

#include <concepts>
#include <string_view>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/ring.hpp>

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

template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;

/// What is no operand: a polynomial of another type, over another ring, a number that is no element, text. Without
/// deleted functions for these the compiler would list every function of the name that there is.
template <class Poly, class Other>
concept Foreign =
    !std::same_as<Other, Poly> && (Polynomial<Other> || Number<Other> || std::floating_point<Other> || Text<Other>);
template <class Poly, class Other>
concept AnotherRing = Foreign<Poly, Other> && !std::convertible_to<Other, Poly> && !std::convertible_to<Poly, Other> &&
                      !std::convertible_to<Other, typename Poly::element>;
/// What is no point; a variable's name may stand in its place.
template <class Poly, class Other>
concept AnotherPoint = AnotherRing<Poly, Other> && !Text<Other>;
/// The same on the left, where a polynomial's own operators are those that are deleted.
template <class Poly, class Other>
concept AnotherLeft = AnotherRing<Poly, Other> && !Polynomial<Other>;

template <class Poly, class Other>
concept NoGcd = AnotherRing<Poly, Other> ||(std::same_as<Poly, Other> && !GcdDomain<typename Poly::ring_type>);
template <class Poly, class Other>
concept NoResultant = AnotherRing<Poly, Other> ||
    (std::same_as<Poly, Other> && !IntegralDomain<typename Poly::ring_type>);

/// What no polynomial is made of by a constructor.
template <class Poly, class Other>
concept NoSource = (Foreign<Poly, Other> ||
                    std::integral<Other>)&&!std::convertible_to<Other, typename Poly::ring_type> &&
                   !std::convertible_to<Other, typename Poly::vector_type>;

/// Poly has ring(), is_constant(), constant_term() or coefficient(0), the operators + - * with elements of its ring on
/// either side, and exact quotients by elements where it has quotients.
template <class Poly, bool has_quotients>
class IntegerOperands {
#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // tests/layering: the library itself uses the named functions
  // Both operands need one ring: convert(ring, f), to_rational(f), reduce(f, field) bring them there, and parse_poly
  // reads text.
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
  requires AnotherLeft<Poly, Other>
  friend void operator+(const Other&, const Poly&) = delete;
  template <class Other>
  requires AnotherLeft<Poly, Other>
  friend void operator-(const Other&, const Poly&) = delete;
  template <class Other>
  requires AnotherLeft<Poly, Other>
  friend void operator*(const Other&, const Poly&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator/(const Poly&, const Other&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator+=(Poly&, const Other&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator-=(Poly&, const Other&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator*=(Poly&, const Other&) = delete;
  template <class Other>
  requires AnotherRing<Poly, Other>
  friend void operator/=(Poly&, const Other&) = delete;
  friend bool operator<(const Poly&, const Poly&) = delete;  // PolynomialLess of polynomial_order.hpp is an order

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

  template <class Other>
  requires AnotherRing<Poly, Other>
  friend bool operator==(const Poly&, const Other&) = delete;
  // Rings say by their category whether polynomials over them have gcds and resultants: ring.hpp.
  template <class Other, class... Context>
  requires NoGcd<Poly, Other>
  friend void gcd(const Poly&, const Other&, const Context&...) = delete;  // one ring, which is a GcdDomain
  template <class Other, class... Rest>
  requires NoResultant<Poly, Other>
  friend void resultant(const Poly&, const Other&, const Rest&...) = delete;  // one ring, which is an IntegralDomain
  template <class Other, class... Context>
  requires AnotherPoint<Poly, Other>
  friend void evaluate(const Poly&, const Other&, const Context&...) = delete;
  template <class Other, class... Context>
  requires AnotherPoint<Poly, Other>
  friend void taylor_shift(const Poly&, const Other&, const Context&...) = delete;
  template <class Other, class... Context>
  requires Foreign<Poly, Other> || std::same_as<Poly, Other>
  friend void pow(const Poly&, const Other&, const Context&...) = delete;  // exponents are natural numbers

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
