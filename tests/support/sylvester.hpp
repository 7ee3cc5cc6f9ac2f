// Resultants and subresultants of dense univariate polynomials by their definition, over any commutative ring.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork::test {

/// Laplace's expansion along the first row.
template <class R>
DensePoly<R> determinant(const std::vector<std::vector<DensePoly<R>>>& rows, const R& ring) {
  if (rows.empty()) return DensePoly<R>::constant(ring, ring.one());
  DensePoly<R> sum(ring);
  for (std::size_t j = 0; j < rows.size(); ++j) {
    if (rows[0][j].is_zero()) continue;
    std::vector<std::vector<DensePoly<R>>> minor;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      minor.emplace_back();
      for (std::size_t k = 0; k < rows.size(); ++k)
        if (k != j) minor.back().push_back(rows[i][k]);
    }
    const DensePoly<R> term = mul(rows[0][j], determinant(minor, ring));
    sum = j % 2 == 0 ? add(sum, term) : sub(sum, term);
  }
  return sum;
}

/// S_j: rows x^i a, i < deg b - j, and x^i b, i < deg a - j; the last column holds the polynomials. Neither is zero.
template <class R>
DensePoly<R> subresultant_by_definition(const DensePoly<R>& a, const DensePoly<R>& b, std::size_t j) {
  const std::size_t m = a.length() - 1;
  const std::size_t n = b.length() - 1;
  const std::size_t size = m + n - 2 * j;
  std::vector<std::vector<DensePoly<R>>> rows;
  const auto add_rows = [&](const DensePoly<R>& f, std::size_t count) {
    for (std::size_t i = count; i-- > 0;) {
      std::vector<DensePoly<R>> row;
      const DensePoly<R> shifted = shift_left(f, i);
      for (std::size_t column = 0; column + 1 < size; ++column)
        row.push_back(DensePoly<R>::constant(a.ring(), shifted.coefficient(m + n - j - 1 - column)));
      row.push_back(shifted);
      rows.push_back(std::move(row));
    }
  };
  add_rows(a, n - j);
  add_rows(b, m - j);
  return determinant(rows, a.ring());
}

template <class R>
typename R::element sylvester_determinant(const DensePoly<R>& a, const DensePoly<R>& b) {
  if (a.is_zero() || b.is_zero()) return a.ring().zero();
  return subresultant_by_definition(a, b, 0).coefficient(0);
}

}  // namespace polyfork::test
