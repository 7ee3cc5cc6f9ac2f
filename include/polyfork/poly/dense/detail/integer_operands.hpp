// Operators between polynomials and numbers of built-in integral types, for every class of polynomials.
//
// Such a number is an integer, and is mapped into the coefficient ring: f + 1, 1 + f, 2 * f, f -= 1, f == 0. An
// argument of a built-in type matches these templates exactly and is converted for the class's own operators with
// elements, so that no call is ambiguous. Where elements are words, a number of that very type is taken by the class's
// own operators, which reduce it (detail::operand). The class derives from IntegerOperands of
// itself; the operators are hidden friends, found for its objects alone.
#pragma once

#include <concepts>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/detail/foreign_operands.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {
namespace operands {

/// What is no point; a variable's name may stand in its place.
template <class Poly, class Other>
concept NoPoint = NoOperand<Poly, Other> && !Text<Other>;

template <class Poly, class Other>
concept NoGcd = NoOperand<Poly, Other> ||(std::same_as<Poly, Other> && !GcdDomain<typename Poly::ring_type>);
template <class Poly, class Other>
concept NoResultant = NoOperand<Poly, Other> ||(std::same_as<Poly, Other> && !IntegralDomain<typename Poly::ring_type>);

/// What no polynomial is made of by a constructor.
template <class Poly, class Other>
concept NoSource = (Foreign<Poly, Other> ||
                    std::integral<Other>)&&!std::convertible_to<Other, typename Poly::ring_type> &&
                   !std::convertible_to<Other, typename Poly::vector_type>;

/// Poly has ring(), is_constant(), constant_term() or coefficient(0), the operators + - * with elements of its ring on
/// either side, and exact quotients by elements where it has quotients.
template <class Poly, bool has_quotients>
class IntegerOperands : public ForeignOperands<Poly> {
#ifndef POLYFORK_NO_POLYNOMIAL_OPERATORS  // tests/layering: the library itself uses the named functions
  friend bool operator<(const Poly&, const Poly&) = delete;  // PolynomialLess of polynomial_order.hpp is an order

  friend Poly operator+(const Poly& a) { return a; }
  template <std::integral I>
  friend Poly operator+(const Poly& a, I b) {
    return a + image(a, b);
  }
  template <std::integral I>
  friend Poly operator+(I a, const Poly& b) {
    return image(b, a) + b;
  }
  template <std::integral I>
  friend Poly operator-(const Poly& a, I b) {
    return a - image(a, b);
  }
  template <std::integral I>
  friend Poly operator-(I a, const Poly& b) {
    return image(b, a) - b;
  }
  template <std::integral I>
  friend Poly operator*(const Poly& a, I b) {
    return a * image(a, b);
  }
  template <std::integral I>
  friend Poly operator*(I a, const Poly& b) {
    return image(b, a) * b;
  }
  /// Exact division.
  template <std::integral I>
  requires has_quotients friend Poly operator/(const Poly& a, I b) { return a / image(a, b); }
  template <std::integral I>
  friend void operator/(I, const Poly&) = delete;  // a RationalFunction
  template <std::integral I>
  friend Poly& operator+=(Poly& a, I b) {
    return a = a + b;
  }
  template <std::integral I>
  friend Poly& operator-=(Poly& a, I b) {
    return a = a - b;
  }
  template <std::integral I>
  friend Poly& operator*=(Poly& a, I b) {
    return a = a * b;
  }
  template <std::integral I>
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

  // Rings say by their category whether polynomials over them have gcds and resultants: ring.hpp.
  template <class Other, class... Context>
  requires NoGcd<Poly, Other>
  friend void gcd(const Poly&, const Other&, const Context&...) = delete;  // one ring, which is a GcdDomain
  template <class Other, class... Rest>
  requires NoResultant<Poly, Other>
  friend void resultant(const Poly&, const Other&, const Rest&...) = delete;  // one ring, which is an IntegralDomain
  template <class Other, class... Context>
  requires NoPoint<Poly, Other>
  friend void evaluate(const Poly&, const Other&, const Context&...) = delete;
  template <class Other, class... Context>
  requires NoPoint<Poly, Other>
  friend void taylor_shift(const Poly&, const Other&, const Context&...) = delete;
  template <class Other, class... Context>
  requires NoPoint<Poly, Other>
  friend void scale(const Poly&, const Other&, const Context&...) = delete;
  template <class Other, class... Context>
  requires Foreign<Poly, Other> || std::same_as<Poly, Other>
  friend void pow(const Poly&, const Other&, const Context&...) = delete;  // exponents are natural numbers

  /// Whether the polynomial is the image of the integer.
  template <std::integral I>
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
