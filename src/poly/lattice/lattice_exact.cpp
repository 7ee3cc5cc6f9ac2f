// Integral LLL reduction: all that Gram-Schmidt orthogonalisation needs are integers.
//
// d_i is the determinant of the Gram matrix of the first i rows, d_0 = 1, and lambda_ij = d_(j+1) mu_ij for j < i (rows
// from 0), so that |b*_i|^2 = d_(i+1) / d_i. Both are kept up to date by exact divisions when a multiple of one row is
// subtracted from another and when two neighbours are exchanged. Each exchange makes one d smaller by a factor of at
// least 99/100, and no d is below 1, which bounds the number of exchanges. This takes many times as long as doubles do
// (lattice_reduction.cpp), and is for what they cannot reduce.
// Literature: de Weger, J. Number Theory 26 (1987); Cohen, A Course in Computational Algebraic Number Theory, 2.6.7.
#include "poly/lattice/lattice_exact.hpp"

#include <cstddef>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer.hpp>

#include "poly/lattice/lattice_bounds.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

class ExactReduction {
 public:
  ExactReduction(const std::vector<Lattice::Row>& rows, const ExecutionContext& ctx)
      : ctx_(ctx), rows_(rows.size()), d_(rows.size() + 1), lambda_(rows.size()) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows_[i].assign(rows[i].begin(), rows[i].end());
    d_[0] = 1;
  }

  void run() {
    orthogonalise(0);
    for (std::size_t k = 1, visited = 1; k < rows_.size();) {
      ctx_.poll();
      if (k == visited) orthogonalise(visited++);
      reduce(k, k - 1);
      if (is_to_be_exchanged(k)) {
        exchange(k, visited);
        if (k > 1) --k;
        continue;
      }
      for (std::size_t j = k - 1; j-- != 0;) reduce(k, j);
      ++k;
    }
  }

  const std::vector<std::vector<Integer>>& rows() const noexcept { return rows_; }

 private:
  /// lambda of row k and d_(k+1), from the rows before.
  void orthogonalise(std::size_t k) {
    lambda_[k].resize(k);
    for (std::size_t j = 0; j <= k; ++j) {
      ctx_.poll();
      Integer u;
      for (std::size_t i = 0; i < rows_[k].size(); ++i) u.add_mul(rows_[k][i], rows_[j][i]);
      for (std::size_t i = 0; i < j; ++i) {
        u *= d_[i + 1];
        u.sub_mul(lambda_[k][i], lambda_[j][i]);
        u = exact_div(u, d_[i]);
      }
      (j < k ? lambda_[k][j] : d_[k + 1]) = std::move(u);
    }
  }

  /// Row k less the multiple of row j that makes |mu_kj| <= 1/2.
  void reduce(std::size_t k, std::size_t j) {
    const Integer& size = d_[j + 1];
    Integer twice = lambda_[k][j] << 1;
    if (abs(twice) <= size) return;
    const Integer q = floor_div_rem(twice + size, size << 1).first;  // the nearest integer to mu
    for (std::size_t i = 0; i < rows_[k].size(); ++i) rows_[k][i].sub_mul(q, rows_[j][i]);
    lambda_[k][j].sub_mul(q, size);
    for (std::size_t i = 0; i < j; ++i) lambda_[k][i].sub_mul(q, lambda_[j][i]);
  }

  /// |b*_k|^2 + mu^2 |b*_(k-1)|^2 < 99/100 |b*_(k-1)|^2.
  bool is_to_be_exchanged(std::size_t k) const {
    const Integer& mu = lambda_[k][k - 1];
    Integer left = d_[k + 1] * d_[k - 1];
    left.add_mul(mu, mu);
    return left * Integer(100) < d_[k] * d_[k] * Integer(99);
  }

  /// Rows k - 1 and k change places; `visited` rows have lambdas.
  void exchange(std::size_t k, std::size_t visited) {
    std::swap(rows_[k], rows_[k - 1]);
    for (std::size_t j = 0; j + 1 < k; ++j) std::swap(lambda_[k][j], lambda_[k - 1][j]);
    const Integer& mu = lambda_[k][k - 1];
    Integer smaller = d_[k - 1] * d_[k + 1];
    smaller.add_mul(mu, mu);
    smaller = exact_div(smaller, d_[k]);
    for (std::size_t i = k + 1; i < visited; ++i) {
      Integer& upper = lambda_[i][k - 1];
      Integer& lower = lambda_[i][k];
      const Integer old = lower;
      lower = d_[k + 1] * upper;
      lower.sub_mul(mu, old);
      lower = exact_div(lower, d_[k]);
      upper = smaller * old;
      upper.add_mul(mu, lower);
      upper = exact_div(upper, d_[k + 1]);
    }
    d_[k] = std::move(smaller);
  }

  const ExecutionContext& ctx_;
  std::vector<std::vector<Integer>> rows_;
  std::vector<Integer> d_;
  std::vector<std::vector<Integer>> lambda_;
};

}  // namespace

bool reduce_exactly(std::vector<Lattice::Row>& rows, const ExecutionContext& ctx) {
  if (rows.empty()) return true;
  const std::size_t n = rows.size();
  const MemoryReservation held(ctx.memory(), minor_bytes(GramMatrix(rows)) + n * rows[0].size() * 2 * sizeof(Integer));
  ExactReduction reduction(rows, ctx);
  reduction.run();
  for (const std::vector<Integer>& row : reduction.rows())
    for (const Integer& x : row)
      if (abs(x) >= Lattice::entry_limit) return false;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < rows[i].size(); ++j) rows[i][j] = reduction.rows()[i][j].to_int64();
  return true;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
