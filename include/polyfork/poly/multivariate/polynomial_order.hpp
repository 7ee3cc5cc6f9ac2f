// Polynomials as keys of containers: an order and hashes.
//
//   std::set<PolyZ, PolynomialLess> seen;
//   std::unordered_map<MultiPolyQ, int> count;
//
// The order has no mathematical meaning: by degree (several variables: the exponents of the terms from the leading one
// on), then by the coefficients from the leading one down. Polynomials that compare equal there differ at most in their
// rings or variables, which come last; so the order agrees with ==. Elements of the ring need an order of their own: Z,
// Q, residues.
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/dense_multi_poly.hpp>
#include <polyfork/poly/sparse/sparse_poly.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

template <class R>
concept OrderedElements = std::three_way_comparable<typename R::element, std::strong_ordering>;

/// First what is cheap, then terms; variables count for what is not constant.
template <class R>
std::strong_ordering compare_rings(const R& a, const R& b) {
  if (a == b) return std::strong_ordering::equal;
  return a.characteristic() <=> b.characteristic();
}

}  // namespace detail

template <Ring R>
requires detail::OrderedElements<R> std::strong_ordering compare(const DensePoly<R>& a, const DensePoly<R>& b) {
  if (const auto c = a.degree() <=> b.degree(); c != 0) return c;
  for (std::size_t i = a.length(); i-- != 0;)
    if (const auto c = typename R::element(a.coefficients()[i]) <=> typename R::element(b.coefficients()[i]); c != 0)
      return c;
  if (const auto c = detail::compare_rings(a.ring(), b.ring()); c != 0) return c;
  return a.is_constant() ? std::strong_ordering::equal : a.variable() <=> b.variable();
}

template <Ring R>
requires detail::OrderedElements<R> std::strong_ordering compare(const SparsePoly<R>& a, const SparsePoly<R>& b) {
  for (std::size_t i = 0; i < std::min(a.term_count(), b.term_count()); ++i) {
    const auto s = a.term(i), t = b.term(i);
    if (const auto c = s.exponent <=> t.exponent; c != 0) return c;
    if (const auto c = s.coefficient <=> t.coefficient; c != 0) return c;
  }
  if (const auto c = a.term_count() <=> b.term_count(); c != 0) return c;
  if (const auto c = detail::compare_rings(a.ring(), b.ring()); c != 0) return c;
  return a.is_constant() ? std::strong_ordering::equal : a.variable() <=> b.variable();
}

template <Ring R>
requires detail::OrderedElements<R> std::strong_ordering compare(const SparseMultiPoly<R>& a,
                                                                 const SparseMultiPoly<R>& b) {
  if (const auto c = a.term_count() <=> b.term_count(); c != 0) return c;
  const bool constant = a.is_constant() && b.is_constant();
  for (std::size_t i = 0; i < a.term_count(); ++i) {
    if (!constant)
      if (const auto c = a.exponents(i) <=> b.exponents(i); c != 0) return c;
    if (const auto c = a.coefficient(i) <=> b.coefficient(i); c != 0) return c;
  }
  if (const auto c = detail::compare_rings(a.ring(), b.ring()); c != 0) return c;
  if (constant || a.variables() == b.variables()) return std::strong_ordering::equal;
  if (const auto c = a.variables().names() <=> b.variables().names(); c != 0) return c;
  if (const auto c = a.variables().order() <=> b.variables().order(); c != 0) return c;
  return a.variables().weights() <=> b.variables().weights();
}

/// A comparison for std::set and std::map.
struct PolynomialLess {
  template <class P>
  bool operator()(const P& a, const P& b) const {
    return compare(a, b) < 0;
  }
};

namespace detail {

// Hashes of what == looks at, but for rings and variables, which are rarely mixed.

template <Ring R>
std::size_t hash_of(const DensePoly<R>& a) {
  std::size_t h = a.length();
  for (std::size_t i = 0; i < a.length(); ++i) h = joined_hash(h, hash_of(a.coefficients()[i]));
  return h;
}
template <Ring R>
std::size_t hash_of(const SparsePoly<R>& a) {
  std::size_t h = a.term_count();
  for (const auto& term : a) h = joined_hash(joined_hash(h, term.exponent), hash_of(term.coefficient));
  return h;
}
template <Ring R>
std::size_t hash_of(const SparseMultiPoly<R>& a) {
  std::size_t h = a.term_count();
  const bool constant = a.is_constant();  // equal, whatever their variables
  for (const auto& term : a) {
    if (!constant)
      for (const std::uint64_t e : term.exponents) h = joined_hash(h, e);
    h = joined_hash(h, hash_of(term.coefficient));
  }
  return h;
}
inline std::size_t hash_of(const DDMMP& a) {
  std::size_t h = a.size();
  for (const std::uint64_t c : a.coefficients()) h = joined_hash(h, c);
  return h;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork

template <polyfork::Ring R>
struct std::hash<polyfork::DensePoly<R>> {
  std::size_t operator()(const polyfork::DensePoly<R>& a) const { return polyfork::detail::hash_of(a); }
};
template <polyfork::Ring R>
struct std::hash<polyfork::SparsePoly<R>> {
  std::size_t operator()(const polyfork::SparsePoly<R>& a) const { return polyfork::detail::hash_of(a); }
};
template <polyfork::Ring R>
struct std::hash<polyfork::SparseMultiPoly<R>> {
  std::size_t operator()(const polyfork::SparseMultiPoly<R>& a) const { return polyfork::detail::hash_of(a); }
};
template <>
struct std::hash<polyfork::DDMMP> {
  std::size_t operator()(const polyfork::DDMMP& a) const { return polyfork::detail::hash_of(a); }
};
