// Naive references for polynomials in several variables over Z/pZ: maps from exponents to residues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/multivariate/dense_multi_poly.hpp>

#include "random.hpp"

namespace polyfork::test {

using Exponents = std::vector<std::size_t>;
using TermMap = std::map<Exponents, std::uint64_t>;  // no zeros

/// Every kind of prime: tiny, 31 bits, 50 and 62 bits with transforms, 63 bits without.
inline std::vector<std::uint64_t> dense_multi_moduli() {
  return {2, 3, 65537, 2147483647, 1108307720798209, 4611686018326724609, (std::uint64_t{1} << 63) - 25};
}

inline std::vector<std::string> dense_multi_names(std::size_t variables) {
  const std::vector<std::string> names{"x", "y", "z", "t", "u"};
  return {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(variables)};
}

/// Random residues in a box of these lengths.
inline DDMMP random_box(Random& r, const PrimeField& f, std::vector<std::size_t> lengths) {
  std::size_t n = 1;
  for (const std::size_t k : lengths) n *= k;
  ResidueVector words(n);
  for (auto& w : words) w = r.below(f.modulus());
  std::vector<std::string> names = dense_multi_names(lengths.size());
  return DDMMP(f, std::move(names), std::move(lengths), std::move(words));
}

/// Lengths below `length`, often with zeros at the ends, sometimes the zero polynomial or a constant.
inline DDMMP random_dense_multi(Random& r, const PrimeField& f, std::size_t variables, std::size_t length) {
  std::vector<std::size_t> lengths(variables);
  std::size_t n = 1;
  for (auto& k : lengths) n *= k = 1 + r.below(length);
  ResidueVector words(n);
  const std::uint64_t zeros = r.below(4);
  for (auto& w : words) w = r.below(4) < zeros ? 0 : r.below(5) == 0 ? f.modulus() - 1 : r.below(f.modulus());
  return DDMMP(f, dense_multi_names(variables), std::move(lengths), std::move(words));
}

inline TermMap terms_of(const DDMMP& a) {
  TermMap terms;
  Exponents e(a.variables().size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = e.size(), rest = i; k-- > 0; rest /= a.lengths()[k]) e[k] = rest % a.lengths()[k];
    if (a.coefficients()[i] != 0) terms[e] = a.coefficients()[i];
  }
  return terms;
}

inline TermMap without_zeros(TermMap terms) {
  std::erase_if(terms, [](const auto& t) { return t.second == 0; });
  return terms;
}

/// a + factor b.
inline TermMap added(TermMap a, const TermMap& b, std::uint64_t factor, const PrimeField& f) {
  for (const auto& [e, c] : b) a[e] = f.add(a[e], f.mul(factor, c));
  return without_zeros(std::move(a));
}

inline TermMap multiplied(const TermMap& a, const TermMap& b, const PrimeField& f) {
  TermMap product;
  for (const auto& [ea, ca] : a)
    for (const auto& [eb, cb] : b) {
      Exponents e = ea;
      for (std::size_t k = 0; k < e.size(); ++k) e[k] += eb[k];
      std::uint64_t& c = product[e];
      c = f.add(c, f.mul(ca, cb));
    }
  return without_zeros(std::move(product));
}

inline TermMap derived(TermMap a, std::size_t k, std::size_t order, const PrimeField& f) {
  for (; order != 0; --order) {
    TermMap next;
    for (auto& [e, c] : a) {
      if (e[k] == 0) continue;
      Exponents lower = e;
      --lower[k];
      next[lower] = f.mul(c, e[k] % f.modulus());
    }
    a = without_zeros(std::move(next));
  }
  return a;
}

inline std::uint64_t value_at(const TermMap& a, const std::vector<std::uint64_t>& point, const PrimeField& f) {
  std::uint64_t sum = 0;
  for (auto [e, c] : a) {
    for (std::size_t k = 0; k < e.size(); ++k) c = f.mul(c, f.word_modulus().pow(point[k], e[k]));
    sum = f.add(sum, c);
  }
  return sum;
}

/// No length is larger than the degree needs.
inline void expect_tight(const DDMMP& a) {
  Exponents degrees(a.variables().size());
  for (const auto& [e, c] : terms_of(a))
    for (std::size_t k = 0; k < e.size(); ++k) degrees[k] = std::max(degrees[k], e[k] + 1);
  EXPECT_EQ(a.lengths(), degrees);
}

inline void expect_terms(const DDMMP& a, const TermMap& terms) {
  expect_tight(a);
  EXPECT_EQ(terms_of(a), terms);
}

}  // namespace polyfork::test
