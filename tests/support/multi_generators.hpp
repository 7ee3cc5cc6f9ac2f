// Random sparse polynomials in several variables over the rings of the gcd tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "random.hpp"

namespace polyfork::test {

inline Variables test_variables(std::size_t n, MonomialOrder order = MonomialOrder::lex) {
  const std::vector<std::string> names{"x", "y", "z", "t", "u", "v"};
  return Variables({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(n)}, order);
}

struct MultiShape {
  std::size_t terms = 5;
  std::uint64_t degree = 4;  ///< of each variable, at most
  std::uint64_t size = 20;   ///< of integers in magnitude, at most
};

template <class R>
typename R::element random_element(Random& r, const R& ring, std::uint64_t size) {
  const Integer n = static_cast<std::int64_t>(r.below(2 * size + 1)) - static_cast<std::int64_t>(size);
  if constexpr (std::same_as<R, Rationals>) return Rational(n, Integer(1 + r.below(6)));
  if constexpr (std::same_as<R, PrimeField>) return r.below(ring.modulus());
  return ring.from_integer(n);
}

/// May have fewer terms, and be zero.
template <class R>
SparseMultiPoly<R> random_multi(Random& r, const R& ring, const Variables& variables, const MultiShape& shape) {
  std::vector<typename SparseMultiPoly<R>::Term> terms;
  for (std::size_t i = 0; i < shape.terms; ++i) {
    std::vector<std::uint64_t> e(variables.size());
    for (auto& x : e) x = r.below(shape.degree + 1);
    terms.push_back({std::move(e), random_element(r, ring, shape.size)});
  }
  return SparseMultiPoly<R>::from_terms(ring, variables, terms);
}

template <class R>
SparseMultiPoly<R> nonzero_multi(Random& r, const R& ring, const Variables& variables, const MultiShape& shape) {
  for (;;) {
    SparseMultiPoly<R> a = random_multi(r, ring, variables, shape);
    if (!a.is_zero()) return a;
  }
}

}  // namespace polyfork::test
