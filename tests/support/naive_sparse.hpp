// Sparse polynomials as maps from exponents to elements: the naive reference, with orders written down as defined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {

using Exponents = std::vector<std::uint64_t>;

template <class R>
using NaiveSparse = std::map<Exponents, typename R::element>;

/// Whether a stands before b, from the definitions.
inline bool stands_before(const Variables& v, const Exponents& a, const Exponents& b) {
  const auto weight = [&](const Exponents& e) {
    Integer sum;
    for (std::size_t i = 0; i < e.size(); ++i)
      sum += Integer(e[i]) * Integer(v.order() == MonomialOrder::weighted ? v.weights()[i] : 1);
    return sum;
  };
  if (v.order() != MonomialOrder::lex && weight(a) != weight(b)) return weight(a) > weight(b);
  if (v.order() == MonomialOrder::graded_reverse_lex) {
    for (std::size_t i = a.size(); i-- != 0;)
      if (a[i] != b[i]) return a[i] < b[i];
    return false;
  }
  return a > b;
}

template <class R>
void add_to(const R& ring, NaiveSparse<R>& map, const Exponents& e, const typename R::element& c) {
  const auto at = map.try_emplace(e, ring.zero()).first;
  at->second = ring.add(at->second, c);
  if (ring.is_zero(at->second)) map.erase(at);
}

/// Checks the invariants on the way.
template <class R>
NaiveSparse<R> to_naive(const SparseMultiPoly<R>& p) {
  NaiveSparse<R> map;
  for (std::size_t i = 0; i < p.term_count(); ++i) {
    EXPECT_FALSE(p.ring().is_zero(p.coefficient(i)));
    EXPECT_TRUE(i == 0 || stands_before(p.variables(), p.exponents(i - 1), p.exponents(i)));
    EXPECT_TRUE(map.emplace(p.exponents(i), p.coefficient(i)).second);
  }
  EXPECT_EQ(p.coefficients().size(), p.term_count());
  return map;
}

template <class R>
NaiveSparse<R> naive_mul(const R& ring, const NaiveSparse<R>& a, const NaiveSparse<R>& b) {
  NaiveSparse<R> product;
  for (const auto& [ea, ca] : a) {
    for (const auto& [eb, cb] : b) {
      Exponents e(ea);
      for (std::size_t i = 0; i < e.size(); ++i) e[i] += eb[i];
      add_to(ring, product, e, ring.mul(ca, cb));
    }
  }
  return product;
}

template <class R>
NaiveSparse<R> naive_add(const R& ring, NaiveSparse<R> a, const NaiveSparse<R>& b) {
  for (const auto& [e, c] : b) add_to(ring, a, e, c);
  return a;
}

template <class R>
SparseMultiPoly<R> from_naive(const R& ring, const Variables& v, const NaiveSparse<R>& map) {
  std::vector<typename SparseMultiPoly<R>::Term> terms;
  for (const auto& [e, c] : map) terms.push_back({e, c});
  return SparseMultiPoly<R>::from_terms(ring, v, terms);
}

/// At most `terms` terms, exponents below `bound`, coefficients made by `element`.
template <class R, class MakeElement>
SparseMultiPoly<R> random_sparse(const R& ring, const Variables& v, std::size_t terms, std::uint64_t bound,
                                 IntegerGenerator& g, const MakeElement& element) {
  std::vector<typename SparseMultiPoly<R>::Term> list;
  for (std::size_t i = 0; i < terms; ++i) {
    Exponents e(v.size());
    for (std::uint64_t& x : e) x = g.random().below(bound);
    list.push_back({e, element(g)});
  }
  return SparseMultiPoly<R>::from_terms(ring, v, list);
}

/// The orders of n variables.
inline std::vector<Variables> all_orders(const std::vector<std::string>& names) {
  std::vector<std::uint64_t> weights;
  for (std::size_t i = 0; i < names.size(); ++i) weights.push_back(1 + (i * 5 + 2) % 4);
  return {Variables(names, MonomialOrder::lex), Variables(names, MonomialOrder::graded_lex),
          Variables(names, MonomialOrder::graded_reverse_lex), Variables::weighted(names, weights)};
}

}  // namespace polyfork::test
