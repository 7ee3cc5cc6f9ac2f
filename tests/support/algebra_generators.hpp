// Random polynomials over the rings that the algebra tests run on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {

inline std::vector<std::uint64_t> algebra_moduli() { return {2, 3, 65537, (std::uint64_t{1} << 63) - 25}; }

/// Exactly `length` coefficients, the leading one not zero; entries of at most `limbs` limbs.
inline PolyZ random_z(IntegerGenerator& g, std::size_t length, std::size_t limbs = 2) {
  std::vector<Integer> c(length);
  for (Integer& x : c) x = g.draw(limbs);
  if (length != 0) c.back() = g.nonzero(limbs);
  return PolyZ::from_elements({}, std::move(c));
}

/// Coefficients below 2^bits in absolute value, without special cases.
inline PolyZ random_bits(IntegerGenerator& g, std::size_t length, std::size_t bits) {
  std::vector<Integer> c(length);
  for (Integer& x : c) {
    x = g.uniform(bits);
    if (g.random().below(2) != 0) x.negate();
  }
  if (length != 0 && c.back().is_zero()) c.back() = 1;
  return PolyZ::from_elements({}, std::move(c));
}

inline PolyQ random_q(IntegerGenerator& g, std::size_t length, std::size_t limbs = 1) {
  std::vector<Rational> c(length);
  for (Rational& x : c) x = g.rational(limbs);
  if (length != 0 && c.back().is_zero()) c.back() = Rational(2, 3);
  return PolyQ::from_elements({}, std::move(c));
}

inline PolyZp random_zp(IntegerGenerator& g, const PrimeField& field, std::size_t length) {
  std::vector<std::uint64_t> c(length);
  for (auto& x : c) x = g.random().below(field.modulus());
  if (length != 0 && c.back() == 0) c.back() = 1;
  return PolyZp::from_elements(field, std::move(c));
}

}  // namespace polyfork::test
