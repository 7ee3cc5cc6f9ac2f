// Gram-Schmidt norms of an integer lattice, with proof.
//
// In floating point: let R be the computed Cholesky factor of the Gram matrix G, D = G - R^T R, and X a computed
// inverse of R, R X = I + F. If |F| = f < 1 and |X^T D X| <= e in the Frobenius norm, R^-T D R^-1 has norm at most d =
// e / (1 - f)^2, so that (1 - d) R^T R <= G <= (1 + d) R^T R as quadratic forms. The squared Gram-Schmidt norms are the
// Schur complements of leading blocks, which are monotonic in that order: they lie between (1 - d) r_kk^2 and (1 + d)
// r_kk^2. D and F are bounded by what is computed and by the rounding errors of inner products, n u times the products
// of absolute values; all further bounds are sums of positive numbers, whose rounding errors a factor of 1.01 covers up
// to n = 10^6. Nothing is assumed about how R and X came about. The longest type of the processor is used, with its own
// unit roundoff u; only where doubles say that there is something to remove.
//
// Exactly: |b*_k|^2 = d_k / d_(k-1), d_k the leading principal minors, by Bareiss's elimination.
// Literature: Higham, Accuracy and Stability of Numerical Algorithms, sections 3.1 and 10.1; Villard, Certification of
// the QR factor R and of lattice basis reducedness, ISSAC 2007.
#include "poly/lattice/lattice_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Real = long double;

constexpr Real unit = std::numeric_limits<Real>::epsilon();
constexpr Real slack = 1.01L;

/// Square matrices.
template <class T>
struct SquareMatrix {
  explicit SquareMatrix(std::size_t size) : n(size), values(size * size) {}
  T& operator()(std::size_t i, std::size_t j) noexcept { return values[i * n + j]; }
  T operator()(std::size_t i, std::size_t j) const noexcept { return values[i * n + j]; }
  std::size_t n;
  std::vector<T> values;
};
using Matrix = SquareMatrix<Real>;

template <class T>
SquareMatrix<T> rounded(const GramMatrix& gram) {
  SquareMatrix<T> g(gram.size());
  for (std::size_t i = 0; i < g.n; ++i)
    for (std::size_t j = 0; j < g.n; ++j) g(i, j) = static_cast<T>(gram(i, j));
  return g;
}

/// The lower triangular L = R^T; false where G is not positive definite as far as rounded numbers can tell.
template <class T>
bool cholesky(const SquareMatrix<T>& g, SquareMatrix<T>& lower, const ExecutionContext& ctx) {
  for (std::size_t i = 0; i < g.n; ++i) {
    ctx.poll();
    for (std::size_t j = 0; j <= i; ++j) {
      T value = g(i, j);
      for (std::size_t k = 0; k < j; ++k) value -= lower(i, k) * lower(j, k);
      if (i == j) {
        if (!(value > 0)) return false;
        lower(i, i) = std::sqrt(value);
      } else {
        lower(i, j) = value / lower(j, j);
      }
    }
  }
  return true;
}

/// The inverse of a lower triangular matrix.
Matrix inverted(const Matrix& lower, const ExecutionContext& ctx) {
  Matrix x(lower.n);
  for (std::size_t j = 0; j < lower.n; ++j) {
    ctx.poll();
    x(j, j) = 1 / lower(j, j);
    for (std::size_t i = j + 1; i < lower.n; ++i) {
      Real value = 0;
      for (std::size_t k = j; k < i; ++k) value -= lower(i, k) * x(k, j);
      x(i, j) = value / lower(i, i);
    }
  }
  return x;
}

/// A bound for the Frobenius norm of X L - I.
Real inverse_error(const Matrix& lower, const Matrix& x, const ExecutionContext& ctx) {
  const Real rounding = static_cast<Real>(lower.n + 4) * unit;
  Real squares = 0;
  for (std::size_t i = 0; i < lower.n; ++i) {
    ctx.poll();
    for (std::size_t j = 0; j <= i; ++j) {
      Real value = i == j ? -1 : 0;
      Real size = i == j ? 1 : 0;
      for (std::size_t k = j; k <= i; ++k) {
        value += x(i, k) * lower(k, j);
        size += std::abs(x(i, k) * lower(k, j));
      }
      const Real bound = std::abs(value) + rounding * size * slack;
      squares += bound * bound;
    }
  }
  return std::sqrt(squares) * slack;
}

/// Bounds for the entries of |G - L L^T|.
Matrix factor_error(const Matrix& g, const Matrix& lower, const ExecutionContext& ctx) {
  const Real rounding = static_cast<Real>(lower.n + 6) * unit;
  Matrix d(g.n);
  for (std::size_t i = 0; i < g.n; ++i) {
    ctx.poll();
    for (std::size_t j = 0; j <= i; ++j) {
      Real value = g(i, j);
      Real size = std::abs(g(i, j));
      for (std::size_t k = 0; k <= j; ++k) {
        value -= lower(i, k) * lower(j, k);
        size += std::abs(lower(i, k) * lower(j, k));
      }
      d(i, j) = d(j, i) = (std::abs(value) + rounding * size) * slack;
    }
  }
  return d;
}

/// A bound for the Frobenius norm of X D X^T, D with the given absolute values.
Real scaled_error(const Matrix& x, const Matrix& d, const ExecutionContext& ctx) {
  const std::size_t n = x.n;
  Matrix half(n);  // |X| D
  for (std::size_t i = 0; i < n; ++i) {
    ctx.poll();
    for (std::size_t k = 0; k <= i; ++k) {
      const Real factor = std::abs(x(i, k));
      for (std::size_t j = 0; j < n; ++j) half(i, j) += factor * d(k, j);
    }
  }
  Real squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    ctx.poll();
    for (std::size_t j = 0; j < n; ++j) {
      Real value = 0;
      for (std::size_t k = 0; k <= j; ++k) value += half(i, k) * std::abs(x(j, k));
      squares += value * value;
    }
  }
  return std::sqrt(squares) * slack;
}

}  // namespace

bool nothing_to_remove(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx) {
  SquareMatrix<double> lower(gram.size());
  if (!cholesky(rounded<double>(gram), lower, ctx)) return false;
  const std::size_t last = gram.size() - 1;
  return lower(last, last) * lower(last, last) <= static_cast<double>(squared_norm);
}

std::size_t rank_by_rounding(const GramMatrix& gram, LatticeNorm squared_norm, bool& decided,
                             const ExecutionContext& ctx) {
  constexpr Real most_error = 0.01L;
  decided = false;
  const Matrix g = rounded<Real>(gram);
  Matrix lower(g.n);
  if (!cholesky(g, lower, ctx)) return g.n;
  const Matrix x = inverted(lower, ctx);
  const Real f = inverse_error(lower, x, ctx);
  if (!(f < most_error)) return g.n;
  const Real error = scaled_error(x, factor_error(g, lower, ctx), ctx) / ((1 - f) * (1 - f)) * slack;
  if (!(error < most_error)) return g.n;
  decided = true;
  const Real bound = static_cast<Real>(squared_norm) * (1 + 2 * error + 8 * unit) * (1 + 4 * unit);
  std::size_t m = g.n;
  while (m != 0 && lower(m - 1, m - 1) * lower(m - 1, m - 1) > bound) --m;
  return m;
}

std::size_t rank_by_determinants(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx) {
  const std::size_t n = gram.size();
  const MemoryReservation held(ctx.memory(), minor_bytes(gram));
  std::vector<std::vector<Integer>> a(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) a[i].emplace_back(gram(i, j));
  const Integer bound = Integer(squared_norm);
  Integer previous = 1;
  std::size_t m = 0;
  // a[k][k] is the k-th leading minor when its turn comes; the matrix stays symmetric, so that half of it is enough.
  for (std::size_t k = 0; k < n; ++k) {
    if (a[k][k] <= bound * previous) m = k + 1;
    for (std::size_t i = k + 1; i < n; ++i) {
      ctx.poll();
      for (std::size_t j = k + 1; j <= i; ++j) {
        Integer value = a[i][j] * a[k][k];
        value.sub_mul(a[i][k], a[j][k]);
        a[i][j] = exact_div(value, previous);
      }
    }
    previous = a[k][k];
  }
  return m;
}

std::size_t minor_bytes(const GramMatrix& gram) {
  const std::size_t n = gram.size();
  std::size_t bits = 0;  // of the product of all squared norms
  for (std::size_t i = 0; i < n; ++i) bits += Integer(gram(i, i)).bit_length();
  return saturating_mul(n * (n + 1) / 2, bits / 8 + sizeof(Integer) + 2 * sizeof(mp_limb_t));
}

std::size_t proved_rank(const GramMatrix& gram, LatticeNorm squared_norm, const ExecutionContext& ctx) {
  constexpr std::size_t matrices = 6;  // that are alive at once
  const MemoryReservation held(ctx.memory(), matrices * gram.size() * gram.size() * sizeof(Real));
  if (gram.size() == 0 || nothing_to_remove(gram, squared_norm, ctx)) return gram.size();
  bool decided = false;
  const std::size_t m = rank_by_rounding(gram, squared_norm, decided, ctx);
  return decided ? m : rank_by_determinants(gram, squared_norm, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
