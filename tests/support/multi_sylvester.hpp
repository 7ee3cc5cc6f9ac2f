// Subresultants of sparse polynomials in several variables by their definition, as determinants.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>

#include "poly/multivariate/multi_parts.hpp"

namespace polyfork::test {

/// Laplace's expansion along the first row: the determinant by its definition.
template <class P>
P determinant(const std::vector<std::vector<P>>& rows, const P& like) {
  if (rows.empty()) return like.constant_like(like.ring().one());
  P sum(like.ring(), like.variables());
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if (rows[0][j].is_zero()) continue;
    std::vector<std::vector<P>> minor;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      minor.emplace_back();
      for (std::size_t k = 0; k < rows.size(); ++k)
        if (k != j) minor.back().push_back(rows[i][k]);
    }
    const P term = rows[0][j] * determinant(minor, like);
    sum = j % 2 == 0 ? sum + term : sum - term;
  }
  return sum;
}

/// S_j by its definition: rows x^i a, i < deg b - j, and x^i b, i < deg a - j; the last column holds the polynomials.
template <class P>
P subresultant_by_definition(const P& a, const P& b, std::size_t v, std::size_t j) {
  const ExecutionContext ctx;
  const auto coefficients = [&](const P& p) {
    std::vector<P> list(static_cast<std::size_t>(p.degree(v)) + 1, P(p.ring(), p.variables()));
    for (auto& part : detail::parts_in(p, v, ctx)) list[part.exponent] = std::move(part.part);
    return list;
  };
  const std::vector<P> f = coefficients(a);
  const std::vector<P> g = coefficients(b);
  const std::size_t m = f.size() - 1;
  const std::size_t n = g.size() - 1;
  const std::size_t size = m + n - 2 * j;
  const P x = P::generator(a.ring(), a.variables(), a.variables().name(v));
  std::vector<std::vector<P>> rows;
  const auto add_rows = [&](const auto& poly, const P& whole, std::size_t count) {
    for (std::size_t i = count; i-- > 0;) {  // x^i times the polynomial
      std::vector<P> row;
      for (std::size_t column = 0; column + 1 < size; ++column) {
        const std::size_t power = m + n - j - 1 - column;  // of x
        row.push_back(power >= i && power - i < poly.size() ? poly[power - i] : P(a.ring(), a.variables()));
      }
      row.push_back(whole * pow(x, std::uint64_t{i}, ctx));
      rows.push_back(std::move(row));
    }
  };
  add_rows(f, a, n - j);
  add_rows(g, b, m - j);
  return determinant(rows, a);
}

}  // namespace polyfork::test
