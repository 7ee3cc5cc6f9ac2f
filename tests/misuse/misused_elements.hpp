// Elements of rings for random calls: most are elements, some are none.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/rationals.hpp>

#include "random.hpp"

namespace polyfork::test {

inline std::int64_t small_number(Random& random) { return static_cast<std::int64_t>(random.below(19)) - 9; }

/// Rings of one type, not all equal where there are several.
template <class R>
R some_ring(Random&) {
  return R();
}
template <>
inline PrimeField some_ring<PrimeField>(Random& random) {
  constexpr std::uint64_t primes[] = {7, 7, 7, 2, 101, 9223372036854775783U};
  return PrimeField(primes[random.below(6)]);
}
template <>
inline BigPrimeField some_ring<BigPrimeField>(Random& random) {
  static const BigPrimeField large((Integer(1) << 127) - Integer(1));
  static const BigPrimeField small(11);
  return random.below(4) == 0 ? small : large;
}
template <>
inline PolynomialRing<Integers> some_ring<PolynomialRing<Integers>>(Random& random) {
  return {Integers(), random.below(4) == 0 ? "s" : "t"};
}

// What is an element.
inline Integer element_of(const Integers&, Random& random) {
  const std::int64_t n = small_number(random);
  return random.below(4) == 0 ? Integer(n) << random.below(200) : Integer(n);
}
inline Rational element_of(const Rationals&, Random& random) {
  return {element_of(Integers(), random), Integer(1 + random.below(5))};
}
inline GaussianRational element_of(const GaussianRationals&, Random& random) {
  Rational real = element_of(Rationals(), random);
  return {std::move(real), Rational(small_number(random))};
}
inline std::uint64_t element_of(const PrimeField& field, Random& random) { return random.next() % field.modulus(); }
inline Integer element_of(const BigPrimeField& field, Random& random) {
  return field.from_integer(Integer(random.next()) * Integer(random.next()));
}
inline PolyZ element_of(const PolynomialRing<Integers>& ring, Random& random) {
  return ring.from_elements({Integer(small_number(random)), Integer(small_number(random))});
}

// What may be none.
template <class R>
typename R::element any_element(const R& ring, Random& random) {
  return element_of(ring, random);
}
template <>
inline std::uint64_t any_element<PrimeField>(const PrimeField& field, Random& random) {
  const std::uint64_t wrong[] = {field.modulus(), field.modulus() + 1, ~std::uint64_t{0}};
  return random.below(3) == 0 ? wrong[random.below(3)] : element_of(field, random);
}
template <>
inline Integer any_element<BigPrimeField>(const BigPrimeField& field, Random& random) {
  const Integer wrong[] = {field.modulus(), Integer(-1), Integer(1) << 400};
  return random.below(3) == 0 ? wrong[random.below(3)] : element_of(field, random);
}
template <>
inline PolyZ any_element<PolynomialRing<Integers>>(const PolynomialRing<Integers>& ring, Random& random) {
  return element_of(random.below(3) == 0 ? PolynomialRing<Integers>({}, "z") : ring, random);
}
template <>
inline Rational any_element<Rationals>(const Rationals& ring, Random& random) {
  Rational a = element_of(ring, random);
  if (random.below(4) != 0) return a;
  const Rational taken = std::move(a);  // NOLINT(performance-move-const-arg)
  return a;                             // NOLINT(bugprone-use-after-move): zero now
}

}  // namespace polyfork::test
