// convert(to, from, a): the image of an element in another ring; convert(to, f): of a polynomial's coefficients.
//
// One function for all pairs of rings, built from these maps:
//   Z -> any ring                   n -> n 1
//   Q -> any ring                   n/d where the image of d divides that of n
//   Q(i) -> rings without i         numbers without imaginary part, as elements of Q
//   Z/p -> Z/p                      between PrimeField and BigPrimeField of equal modulus
//   Z/p -> Z                        the lift to (-p/2, p/2]: no homomorphism, but what undoes the reduction
//   R -> S[x], R -> D's fractions   the embedding, after R -> S or R -> D
//   R[x] -> S[x]                    coefficient by coefficient when the variables have the same name; constants as
//                                   their coefficients, others by the variable of that name further down: R[x][y] ->
//                                   S[y][x]
//   R[x] -> S                       constants only
//   fractions of D -> S             n/d where the image of d divides that of n
// Which pairs of types have a map is known at compile time (convertible_v); a value without an image, such as 1/2 in Z,
// 1/7 in Z/7, i in Q or x in Q, throws DomainError. Rings of one's own join by specialising RingConversion. Every map
// but the lift is a ring homomorphism where it is defined.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

namespace polyfork {
inline namespace v1 {

/// Specialise it with `static To::element apply(const To& to, const From& from, const From::element& a)`.
template <class From, class To>
struct RingConversion {};

namespace detail {

template <class R>
constexpr bool is_polynomial_ring_v = false;
template <class R>
constexpr bool is_polynomial_ring_v<PolynomialRing<R>> = true;
template <class R>
constexpr bool is_fraction_field_v = false;
template <class D>
constexpr bool is_fraction_field_v<FractionField<D>> = true;
template <class R>
constexpr bool is_residue_field_v = std::is_same_v<R, PrimeField> || std::is_same_v<R, BigPrimeField>;

template <class From, class To>
concept CustomConversion = requires(const From& from, const To& to, const typename From::element& a) {
  { RingConversion<From, To>::apply(to, from, a) } -> std::same_as<typename To::element>;
};

/// The ring at the bottom of a tower.
template <class R>
struct Ground {
  using type = R;
};
template <class R>
requires is_polynomial_ring_v<R> || is_fraction_field_v<R>
struct Ground<R> {
  using type = typename Ground<typename R::base_ring>::type;
};

template <class From, class To>
consteval bool convertible() {
  if constexpr (CustomConversion<From, To> || std::is_same_v<From, To> || std::is_same_v<From, Integers> ||
                std::is_same_v<From, Rationals> || std::is_same_v<From, GaussianRationals>)
    return true;
  else if constexpr (is_fraction_field_v<From> || is_polynomial_ring_v<From>)
    return convertible<typename From::base_ring, To>();  // constants go wherever their coefficients do
  else if constexpr (is_polynomial_ring_v<To> || is_fraction_field_v<To>)
    return convertible<From, typename To::base_ring>();
  else if constexpr (is_residue_field_v<From>)
    return is_residue_field_v<To> || std::is_same_v<To, Integers>;
  else
    return false;
}

}  // namespace detail

/// There is a map between rings of these types, for some elements at least.
template <class From, class To>
constexpr bool convertible_v = Ring<From>&& Ring<To>&& detail::convertible<From, To>();

/// The image of a. Throws DomainError when it has none.
template <Ring To, Ring From>
requires convertible_v<From, To>
typename To::element convert(const To& to, const From& from, const typename From::element& a);

namespace detail {

[[noreturn]] inline void no_image(const std::string& text, const char* reason) {
  throw DomainError("no image of " + text.substr(0, 80) + ": " + reason);
}

/// n / d in a ring.
template <Ring To>
typename To::element image_of_fraction(const To& to, const typename To::element& n, const typename To::element& d,
                                       const std::string& text) {
  if (to.is_zero(d)) no_image(text, "the denominator maps to zero");
  auto q = to.try_divide(n, d);
  if (!q) no_image(text, "the division is not exact");
  return std::move(*q);
}

template <Ring To>
typename To::element image_of_rational(const To& to, const Rational& a) {
  auto n = to.from_integer(a.numerator());
  if (a.is_integer()) return n;
  return image_of_fraction(to, n, to.from_integer(a.denominator()), a.to_string());
}

template <Ring To>
typename To::element image_of_gaussian(const To& to, const GaussianRational& a) {
  if (!a.is_real()) no_image(a.to_string(), "the ring has no square root of -1 of that name");
  return image_of_rational(to, a.real());
}

/// From Z/p to Z, or between fields of the same size.
template <Ring To, Ring From>
typename To::element image_of_residue(const To& to, const From& from, const typename From::element& a) {
  if constexpr (std::is_same_v<To, Integers>) {
    Integer residue(a);
    const Integer p = from.characteristic();
    if ((residue << 1) > p) residue -= p;
    return residue;
  } else {
    if (from.characteristic() != to.characteristic())
      no_image(from.to_string(a), "the fields have different characteristics");
    return to.from_integer(Integer(a));
  }
}

template <Ring To, Ring R>
typename To::element image_of_constant(const To& to, const PolynomialRing<R>& from, const DensePoly<R>& a) {
  if (!a.is_constant()) no_image(from.to_string(a), "the polynomial is not constant");
  return convert(to, from.base(), a.coefficient(0));
}

template <Ring S, Ring R>
DensePoly<S> image_of_coefficients(const PolynomialRing<S>& to, const R& from, const DensePoly<R>& a) {
  std::vector<typename S::element> c;
  c.reserve(a.length());
  for (std::size_t i = 0; i < a.length(); ++i) c.push_back(convert(to.base(), from, a.coefficient(i)));
  return to.from_elements(std::move(c));
}

/// The value of a at a point of another ring: Horner.
template <Ring To, Ring R>
typename To::element image_by_evaluation(const To& to, const R& from, const DensePoly<R>& a,
                                         const typename To::element& x) {
  typename To::element value = to.zero();
  for (std::size_t i = a.length(); i-- != 0;) value = to.add(to.mul(value, x), convert(to, from, a.coefficient(i)));
  return value;
}

/// The outermost variable of that name in a tower; `text` is what it is needed for.
template <Ring To>
typename To::element variable_in(const To& to, const std::string& name, const std::string& text) {
  if constexpr (is_polynomial_ring_v<To>) {
    if (to.variable() == name) return to.generator();
    return to.constant(variable_in(to.base(), name, text));
  } else if constexpr (is_fraction_field_v<To>) {
    return to.embed(variable_in(to.base(), name, text));
  } else {
    no_image(text, "the variables differ");
  }
}

template <Ring S, Ring From>
DensePoly<S> image_in_polynomials(const PolynomialRing<S>& to, const From& from, const typename From::element& a) {
  if constexpr (is_polynomial_ring_v<From>) {
    // The coefficient may be a polynomial itself, in the variable of this ring: Z[t][u] has t.
    if (a.is_constant()) return convert(to, from.base(), a.coefficient(0));
    if constexpr (convertible_v<typename From::base_ring, S>)
      if (from.variable() == to.variable()) return image_of_coefficients(to, from.base(), a);
    return image_by_evaluation(to, from.base(), a, variable_in(to, from.variable(), from.to_string(a)));
  } else if constexpr (is_fraction_field_v<From>) {
    return image_of_fraction(to, convert(to, from.base(), a.numerator), convert(to, from.base(), a.denominator),
                             from.to_string(a));
  } else {
    return to.constant(convert(to.base(), from, a));
  }
}

template <Ring D, Ring From>
typename FractionField<D>::element image_in_fractions(const FractionField<D>& to, const From& from,
                                                      const typename From::element& a) {
  if constexpr (is_fraction_field_v<From>) {
    return image_of_fraction(to, convert(to, from.base(), a.numerator), convert(to, from.base(), a.denominator),
                             from.to_string(a));
  } else if constexpr (std::is_same_v<From, Rationals>) {
    return image_of_rational(to, a);
  } else if constexpr (std::is_same_v<From, GaussianRationals> &&
                       !std::is_same_v<typename Ground<D>::type, GaussianRationals>) {
    return image_of_gaussian(to, a);
  } else if constexpr (is_polynomial_ring_v<From>) {
    if constexpr (std::is_same_v<From, D>)
      if (from == to.base()) return to.embed(a);
    // Coefficients may need denominators that only the field has: Q[x] -> Z(x), and 1/2 in Q[x] -> Z's fractions.
    if (a.is_constant()) return convert(to, from.base(), a.coefficient(0));
    return image_by_evaluation(to, from.base(), a, variable_in(to, from.variable(), from.to_string(a)));
  } else {
    return to.embed(convert(to.base(), from, a));
  }
}

template <Ring To, Ring From>
typename To::element image(const To& to, const From& from, const typename From::element& a) {
  if constexpr (CustomConversion<From, To>) {
    return RingConversion<From, To>::apply(to, from, a);
  } else if constexpr (std::is_same_v<From, Integers>) {
    return to.from_integer(a);
  } else if constexpr (is_fraction_field_v<To>) {
    return image_in_fractions(to, from, a);
  } else if constexpr (is_polynomial_ring_v<To>) {
    return image_in_polynomials(to, from, a);
  } else if constexpr (is_polynomial_ring_v<From>) {
    return image_of_constant(to, from, a);
  } else if constexpr (is_fraction_field_v<From>) {
    return image_of_fraction(to, convert(to, from.base(), a.numerator), convert(to, from.base(), a.denominator),
                             from.to_string(a));
  } else if constexpr (std::is_same_v<From, Rationals>) {
    if constexpr (std::is_constructible_v<typename To::element, Rational>)
      return typename To::element(a);
    else
      return image_of_rational(to, a);
  } else if constexpr (std::is_same_v<From, GaussianRationals>) {
    return image_of_gaussian(to, a);
  } else {
    return image_of_residue(to, from, a);
  }
}

}  // namespace detail

template <Ring To, Ring From>
requires convertible_v<From, To>
typename To::element convert(const To& to, const From& from, const typename From::element& a) {
  if constexpr (std::is_same_v<From, To>) {
    if (from == to) return a;
    if constexpr (!detail::is_polynomial_ring_v<To> && !detail::is_fraction_field_v<To>)
      detail::no_image(from.to_string(a), "the rings are different");
    else
      return detail::image(to, from, a);
  } else {
    return detail::image(to, from, a);
  }
}

/// The polynomial whose coefficients are the images. Throws DomainError when one has none. Linear; residues of
/// integers are computed in parallel.
template <Ring To, Ring From>
requires convertible_v<From, To> DensePoly<To> convert(
    const To& to, const DensePoly<From>& a, const ExecutionContext& ctx = ExecutionContext::default_context()) {
  if constexpr (std::is_same_v<From, To>) {
    if (a.ring() == to) return a;
  }
  if constexpr (std::is_same_v<From, Integers> && std::is_same_v<To, Rationals>) {
    return to_rational(a);
  } else if constexpr ((std::is_same_v<From, Integers> ||
                        std::is_same_v<From, Rationals>)&&std::is_same_v<To, PrimeField>) {
    return reduce(a, to, ctx);
  } else if constexpr (std::is_same_v<From, Integers> && std::is_same_v<To, BigPrimeField>) {
    return detail::in_variable(DensePoly<To>(to, to.reduce(a.coefficients(), ctx)), a.variable());
  } else {
    std::vector<typename To::element> c;
    c.reserve(a.length());
    for (std::size_t i = 0; i < a.length(); ++i) {
      if (i % 64 == 0) ctx.poll();
      c.push_back(convert(to, a.ring(), a.coefficient(i)));
    }
    return detail::in_variable(DensePoly<To>::from_elements(to, std::move(c)), a.variable());
  }
}

}  // namespace v1
}  // namespace polyfork
