// Discrete Fourier transforms by their formulas, on vectors, for reading and for comparison; not for speed.
//
// omega has order n. All map x to (sum_j x_j omega^(i j))_i in natural order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork::test {

using Residues = std::vector<std::uint64_t>;

/// The definition, by Horner's rule at each power: n^2 products.
inline Residues dft_naive(const WordModulus& m, std::uint64_t omega, const Residues& x) {
  Residues values;
  std::uint64_t point = 1;
  for (std::size_t i = 0; i < x.size(); ++i, point = m.mul(point, omega)) {
    std::uint64_t value = 0;
    for (std::size_t j = x.size(); j-- > 0;) value = m.add(m.mul(value, point), x[j]);
    values.push_back(value);
  }
  return values;
}

/// L_k^n: read x as n/k rows of k and write its columns one after the other.
inline Residues stride_permutation(const Residues& x, std::size_t k) {
  Residues y;
  for (std::size_t column = 0; column < k; ++column)
    for (std::size_t i = column; i < x.size(); i += k) y.push_back(x[i]);
  return y;
}

/// Cooley and Tukey: DFT_(kl) = (DFT_k tensor I_l) D_(k,l) (I_k tensor DFT_l) L_k^(kl), D_(k,l) = diag(omega^(i j)).
inline Residues dft_cooley_tukey(const WordModulus& m, std::uint64_t omega, const Residues& x, std::size_t k) {
  const std::size_t n = x.size();
  if (n == 1) return x;
  if (n <= k) return dft_naive(m, omega, x);
  const std::size_t l = n / k;
  Residues y = stride_permutation(x, k);
  for (std::size_t i = 0; i < k; ++i) {  // I_k tensor DFT_l, then the twiddle factors
    const auto row = y.begin() + static_cast<std::ptrdiff_t>(i * l);
    Residues part = dft_cooley_tukey(m, m.pow(omega, k), Residues(row, row + static_cast<std::ptrdiff_t>(l)), k);
    for (std::size_t j = 0; j < l; ++j) y[i * l + j] = m.mul(part[j], m.pow(omega, i * j));
  }
  for (std::size_t j = 0; j < l; ++j) {  // DFT_k tensor I_l
    Residues column;
    for (std::size_t i = 0; i < k; ++i) column.push_back(y[i * l + j]);
    column = dft_naive(m, m.pow(omega, l), column);
    for (std::size_t i = 0; i < k; ++i) y[i * l + j] = column[i];
  }
  return y;
}

/// Stockham, radix 2: DFT_(2^k) = prod_(i=0)^(k-1) (DFT_2 tensor I_(2^(k-1))) (D_(2,2^(k-i-1)) tensor I_(2^i))
/// (L_2^(2^(k-i)) tensor I_(2^i)): every step permutes, so that the result is in natural order without a last pass.
inline Residues dft_stockham(const WordModulus& m, std::uint64_t omega, Residues x) {
  const std::size_t n = x.size();
  // The product's rightmost factor comes first: i = k - 1, 2^(k-i) = 2.
  for (std::size_t length = 2; length <= n; length *= 2) {
    const std::size_t copies = n / length;  // 2^i, the tensor factor on the right
    const std::size_t half = length / 2;
    Residues y(n);
    for (std::size_t row = 0; row < length; ++row)  // L_2^length tensor I
      for (std::size_t c = 0; c < copies; ++c) y[(row % 2 * half + row / 2) * copies + c] = x[row * copies + c];
    for (std::size_t j = 0; j < half; ++j)  // D_(2, half) tensor I
      for (std::size_t c = 0; c < copies; ++c)
        y[(half + j) * copies + c] = m.mul(y[(half + j) * copies + c], m.pow(omega, j * copies));
    for (std::size_t i = 0; i < n / 2; ++i) {  // DFT_2 tensor I
      x[i] = m.add(y[i], y[i + n / 2]);
      x[i + n / 2] = m.sub(y[i], y[i + n / 2]);
    }
  }
  return x;
}

}  // namespace polyfork::test
