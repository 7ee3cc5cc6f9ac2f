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

/// factors: texts, powers as "(x + y)^2" or "x^2" of one variable, in any order.
inline void expect_factors(const MultiPolyZ& f, std::string_view unit, const std::vector<std::string>& factors) {
  const MultiFactorization<Integers> g = factor(f);
  expect_factorization(f, g);
  EXPECT_EQ(g.unit, Integer(unit)) << f;
  std::vector<std::string> expected;
  std::vector<std::string> found;
  for (const std::string& text : factors) expected.push_back(to_string(parse_poly<MultiPolyZ>(text, f.variables())));
  for (const auto& [polynomial, multiplicity] : g.factors) found.push_back(to_string(pow(polynomial, multiplicity)));
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected) << f;
}

}  // namespace polyfork::test
