// Names that stand for elements of a ring, and how large powers of elements are: what reading text asks of rings.
//
// Q(i) knows i and I, a polynomial ring its variable, a field of fractions what its domain knows. A ring of one's own
// joins by a member `std::optional<element> named_element(std::string_view name) const`.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/rationals.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class PolynomialRing;
template <GcdDomain D>
class FractionField;

namespace detail {

/// The element that a name stands for, if it does.
template <Ring R>
std::optional<typename R::element> element_of_name(const R& ring, std::string_view name) {
  if constexpr (requires { ring.named_element(name); })
    return ring.named_element(name);
  else
    return std::nullopt;
}

/// Bits of a^exponent at most, where it can be large; 0 where its size is bounded.
template <Ring R>
struct RingText {
  static std::size_t power_bits(const typename R::element&, std::uint64_t) { return 0; }
};

inline std::size_t saturating_product(std::size_t a, std::uint64_t b) noexcept {
  return a != 0 && b > SIZE_MAX / a ? SIZE_MAX : a * static_cast<std::size_t>(b);
}

/// Numbers of one bit stay so.
inline std::size_t number_power_bits(std::size_t bits, std::uint64_t exponent) noexcept {
  return bits <= 1 ? bits : saturating_product(bits, exponent);
}

template <>
struct RingText<Integers> {
  static std::size_t power_bits(const Integer& a, std::uint64_t exponent) {
    return number_power_bits(a.bit_length(), exponent);
  }
};

template <>
struct RingText<Rationals> {
  static std::size_t power_bits(const Rational& a, std::uint64_t exponent) {
    return number_power_bits(std::max(a.numerator().bit_length(), a.denominator().bit_length()), exponent);
  }
};

template <>
struct RingText<GaussianRationals> {
  static std::size_t power_bits(const GaussianRational& a, std::uint64_t exponent) {
    if (a.is_real()) return RingText<Rationals>::power_bits(a.real(), exponent);
    if (a.real().is_zero()) return RingText<Rationals>::power_bits(a.imaginary(), exponent);
    return saturating_product(
        1 + std::max(RingText<Rationals>::power_bits(a.real(), 1), RingText<Rationals>::power_bits(a.imaginary(), 1)),
        exponent);
  }
};

template <Ring R>
struct RingText<PolynomialRing<R>> {
  using E = typename PolynomialRing<R>::element;

  /// A word for each coefficient, beside their own bits.
  static std::size_t power_bits(const E& a, std::uint64_t exponent) {
    std::size_t bits = 64;
    for (std::size_t i = 0; i < a.length(); ++i)
      bits = std::max(bits, RingText<R>::power_bits(a.coefficient(i), a.is_constant() ? exponent : 1));
    return a.is_constant() ? bits : saturating_product(saturating_product(a.length(), exponent), bits);
  }
};

template <GcdDomain D>
struct RingText<FractionField<D>> {
  using E = typename FractionField<D>::element;

  static std::size_t power_bits(const E& a, std::uint64_t exponent) {
    return std::max(RingText<D>::power_bits(a.numerator, exponent), RingText<D>::power_bits(a.denominator, exponent));
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
