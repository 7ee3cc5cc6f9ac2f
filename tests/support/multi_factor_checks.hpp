// Factorizations in several variables against their definition.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "back_ends.hpp"

namespace polyfork::test {

/// like: a polynomial over the ring in the variables.
template <class R>
SparseMultiPoly<R> expanded(const MultiFactorization<R>& g, const SparseMultiPoly<R>& like) {
  SparseMultiPoly<R> product = like.constant_like(g.unit);
  for (const auto& [polynomial, multiplicity] : g.factors) product = mul(product, pow(polynomial, multiplicity));
  return product;
}

/// The product, and factors that are not constant, normalised, in order and different.
template <class R>
void expect_factorization(const SparseMultiPoly<R>& f, const MultiFactorization<R>& g) {
  EXPECT_EQ(expanded(g, f), f) << f;
  for (std::size_t i = 0; i < g.factors.size(); ++i) {
    const SparseMultiPoly<R>& h = g.factors[i].polynomial;
    EXPECT_FALSE(h.is_constant());
    if constexpr (Field<R>)
      EXPECT_TRUE(h.is_monic());
    else
      EXPECT_TRUE(h.coefficient(0).sign() > 0 && content(h) == Integer(1));
    if (i == 0) continue;
    EXPECT_LE(g.factors[i - 1].polynomial.total_degree(), h.total_degree());
    EXPECT_NE(g.factors[i - 1].polynomial, h);
  }
}

/// The unit and the factors of f are these. factors: texts, powers as
/// "(x + y)^2" or "x^2" of one variable, in any order; read(text): the normalised polynomial.
template <class R, class Read>
void expect_factors(const SparseMultiPoly<R>& f, const typename R::element& unit,
                    const std::vector<std::string>& factors, const Read& read) {
  const MultiFactorization<R> g = factor(f);
  expect_factorization(f, g);
  EXPECT_EQ(g.unit, unit) << f;
  std::vector<std::string> expected;
  std::vector<std::string> found;
  for (const std::string& text : factors) expected.push_back(to_string(read(text)));
  for (const auto& [polynomial, multiplicity] : g.factors) found.push_back(to_string(pow(polynomial, multiplicity)));
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected) << f;
}

inline void expect_factors(const MultiPolyZ& f, std::string_view unit, const std::vector<std::string>& factors) {
  expect_factors(f, Integer(unit), factors,
                 [&](const std::string& text) { return parse_poly<MultiPolyZ>(text, f.variables()); });
}

/// The same over a field, where the unit is the leading coefficient and read(text) need not be monic; and whether f is
/// told to be irreducible just where it is.
template <class Read>
void expect_monic_factors(std::string_view text, const std::vector<std::string>& factors, const Read& read) {
  const auto f = read(text);
  expect_factors(f, f.leading_coefficient(), factors, [&](const std::string& h) { return make_monic(read(h)); });
  const auto g = factor(f);
  EXPECT_EQ(is_irreducible(f), g.factors.size() == 1 && g.factors[0].multiplicity == 1) << text;
}

}  // namespace polyfork::test
