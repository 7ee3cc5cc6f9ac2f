// What is no operand of an operator, said shortly: operators that are deleted for values of other types.
//
// Without them the compiler would answer a wrong statement with every function of the operator's name that there is.
// A class derives from ForeignOperands of itself; the operators are hidden friends, found for its objects alone.
#pragma once

#include <compare>
#include <concepts>
#include <string_view>

namespace polyfork {
inline namespace v1 {
class Integer;
class Rational;
class GaussianRational;

namespace detail {
// A base class makes its namespace one of those in which functions of its derived classes are looked up: this one has
// no functions, unlike `detail`.
namespace operands {

template <class Value>
class ForeignOperands;

/// Polynomials, rational functions, algebraic numbers.
template <class T>
concept Guarded = std::derived_from<T, ForeignOperands<T>>;
template <class T>
concept Number = std::same_as<T, Integer> || std::same_as<T, Rational> || std::same_as<T, GaussianRational>;
template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;

/// A value of another type that may be meant as an operand: a polynomial over another ring, a number, text.
template <class Value, class Other>
concept Foreign =
    !std::same_as<Other, Value> && (Guarded<Other> || Number<Other> || std::floating_point<Other> || Text<Other>);

/// An element of the ring in which the coefficients are, where there is one. Floating-point numbers are none, though
/// they would convert to residues, which are words.
template <class Value, class Other>
concept Coefficient = !std::floating_point<Other> && requires {
  requires std::convertible_to<Other, typename Value::element>;
};

/// A coordinate of a point.
template <class X, class Element>
concept Coordinate = std::convertible_to<X, Element> && !std::floating_point<X>;

/// What is no operand: conversions do not lead from the one to the other.
template <class Value, class Other>
concept NoOperand = Foreign<Value, Other> && !std::convertible_to<Other, Value> && !std::convertible_to<Value, Other> &&
                    !Coefficient<Value, Other>;
/// What is no operand on the left: a guarded value there has operators of its own, which are deleted.
template <class Value, class Other>
concept NoLeftOperand = NoOperand<Value, Other> && !Guarded<Other>;

template <class Value>
class ForeignOperands {
#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // tests/layering: the library itself uses the named functions
  // Both operands need one ring: convert(ring, f), to_rational(f), reduce(f, field) bring polynomials there, and
  // parse_poly reads text.
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator+(const Value&, const Other&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator-(const Value&, const Other&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator*(const Value&, const Other&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator/(const Value&, const Other&) = delete;
  template <class Other>
  requires NoLeftOperand<Value, Other>
  friend void operator+(const Other&, const Value&) = delete;
  template <class Other>
  requires NoLeftOperand<Value, Other>
  friend void operator-(const Other&, const Value&) = delete;
  template <class Other>
  requires NoLeftOperand<Value, Other>
  friend void operator*(const Other&, const Value&) = delete;
  template <class Other>
  requires NoLeftOperand<Value, Other>
  friend void operator/(const Other&, const Value&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator+=(Value&, const Other&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator-=(Value&, const Other&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator*=(Value&, const Other&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend void operator/=(Value&, const Other&) = delete;
#endif
  template <class Other>
  requires NoOperand<Value, Other>
  friend bool operator==(const Value&, const Other&) = delete;
  template <class Other>
  requires NoOperand<Value, Other>
  friend std::strong_ordering operator<=>(const Value&, const Other&) = delete;

 protected:
  ForeignOperands() = default;
};

}  // namespace operands
}  // namespace detail
}  // namespace v1
}  // namespace polyfork
