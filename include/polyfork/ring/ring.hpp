// What a ring is: a value (an object that models the concept Ring) whose elements carry no handle.
//
// Integers and Rationals are empty objects; PrimeField holds its modulus; polynomial rings hold their coefficient
// ring. Polynomials store the ring [[no_unique_address]]. The algebraic category cannot be checked by a concept: a
// ring opts in by its member type `category`, and the typed axiom tests check the laws.
//
// A ring of one's own needs the members of the concept Ring below; see docs/guide/rings.md and the axiom tests.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/ring/integer.hpp>

namespace polyfork {
inline namespace v1 {

// Algebraic categories, each implying the ones it derives from.
struct commutative_ring_tag {};
struct integral_domain_tag : commutative_ring_tag {};
struct gcd_domain_tag : integral_domain_tag {};
struct euclidean_domain_tag : gcd_domain_tag {};
struct field_tag : euclidean_domain_tag {};

namespace detail {

/// First, so that the compiler says no more of what is no ring at all.
template <class R>
concept NamesElements = requires {
  typename R::element;
};

}  // namespace detail

// Version 14 lays out requires-expressions badly.
// clang-format off
/// A commutative ring with one. try_divide(a, b) is the quotient when b divides a (b not zero, no zero divisor).
template <class R>
concept Ring = detail::NamesElements<R> && std::copyable<R> && std::equality_comparable<R> &&
               requires(const R& r, const typename R::element& a, IntegerView n) {
                 typename R::category;
                 typename R::element;
                 typename R::vector_type;
                 requires std::derived_from<typename R::category, commutative_ring_tag>;
                 { r.zero() } -> std::same_as<typename R::element>;
                 { r.one() } -> std::same_as<typename R::element>;
                 { r.from_integer(n) } -> std::same_as<typename R::element>;
                 { r.add(a, a) } -> std::same_as<typename R::element>;
                 { r.sub(a, a) } -> std::same_as<typename R::element>;
                 { r.mul(a, a) } -> std::same_as<typename R::element>;
                 { r.neg(a) } -> std::same_as<typename R::element>;
                 { r.is_zero(a) } -> std::same_as<bool>;
                 { r.is_one(a) } -> std::same_as<bool>;
                 { r.equal(a, a) } -> std::same_as<bool>;
                 { r.try_divide(a, a) } -> std::same_as<std::optional<typename R::element>>;
                 { r.characteristic() } -> std::same_as<Integer>;
                 { r.to_string(a) } -> std::same_as<std::string>;
               };

template <class R>
concept IntegralDomain = Ring<R> && std::derived_from<typename R::category, integral_domain_tag>;

/// gcd(a, b) is normalised (nonnegative over Z, monic or 1 over fields); gcd(0, 0) = 0.
template <class R>
concept GcdDomain = IntegralDomain<R> && std::derived_from<typename R::category, gcd_domain_tag> &&
                    requires(const R& r, const typename R::element& a) {
                      { r.gcd(a, a) } -> std::same_as<typename R::element>;
                    };

template <class R>
concept EuclideanDomain = GcdDomain<R> && std::derived_from<typename R::category, euclidean_domain_tag>;

/// inverse throws DomainError for zero.
template <class R>
concept Field = EuclideanDomain<R> && std::derived_from<typename R::category, field_tag> &&
                requires(const R& r, const typename R::element& a) {
                  { r.inverse(a) } -> std::same_as<typename R::element>;
                };
// clang-format on

/// Static traits, as in the BPAS papers. A ring may define `is_prime_field` and `is_complex_field`.
template <class R>
constexpr bool is_prime_field_v = [] {
  if constexpr (requires { R::is_prime_field; }) return static_cast<bool>(R::is_prime_field);
  return false;
}();
template <class R>
constexpr bool is_complex_field_v = [] {
  if constexpr (requires { R::is_complex_field; }) return static_cast<bool>(R::is_complex_field);
  return false;
}();

namespace detail {

/// Throws ModulusMismatch, which names the characteristics where they differ.
[[noreturn]] POLYFORK_EXPORT void refuse_rings(const Integer& first, const Integer& second);

template <Ring R>
void require_equal_rings(const R& a, const R& b) {
  if (!(a == b)) refuse_rings(a.characteristic(), b.characteristic());
}

/// A ring that elements and polynomials have before they are given one, so that containers can hold them: what
/// std::vector<PolyZp>(3) and map[key] make.
template <class R>
concept HasUnspecified = requires {
  { R::unspecified() } -> std::same_as<R>;
};
template <class R>
concept DefaultRing = std::default_initializable<R> || HasUnspecified<R>;
template <DefaultRing R>
R default_ring() {
  if constexpr (std::default_initializable<R>)
    return R();
  else
    return R::unspecified();
}

}  // namespace detail

/// a = -1, as in the BPAS papers.
template <Ring R>
bool is_negative_one(const R& ring, const typename R::element& a) {
  return ring.is_one(ring.neg(a));
}

/// Packs elements into the ring's vector type.
template <Ring R>
typename R::vector_type make_vector(std::vector<typename R::element> elements) {
  if constexpr (std::is_same_v<typename R::vector_type, std::vector<typename R::element>>)
    return elements;
  else if constexpr (std::is_constructible_v<typename R::vector_type, std::span<const typename R::element>>)
    return typename R::vector_type(std::span<const typename R::element>(elements));
  else  // a standard vector with another allocator
    return typename R::vector_type(elements.begin(), elements.end());
}

/// base^exponent by binary powering: O(log exponent) multiplications.
template <Ring R>
typename R::element pow(const R& ring, typename R::element base, std::uint64_t exponent) {
  typename R::element result = ring.one();
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = ring.mul(result, base);
    if (exponent > 1) base = ring.mul(base, base);
  }
  return result;
}

}  // namespace v1
}  // namespace polyfork
