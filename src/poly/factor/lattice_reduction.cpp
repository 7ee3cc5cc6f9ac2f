// L2 reduction: row operations by doubles, rows and Gram matrix exact.
//
// r_kj = <b_k, b*_j> and mu_kj = r_kj / r_jj are computed from the exact Gram matrix row by row (Cholesky). Row k is
// reduced by its rounded mu until none exceeds `eta`, each time with mu computed anew, so that rounding errors of long
// vectors vanish as the vectors get short. Then the row goes as far down as Lovasz's condition sends it.
#include "poly/factor/lattice_reduction.hpp"

#include <algorithm>
#include <cmath>

#include "poly/factor/lattice_bounds.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

LatticeNorm inner_product(const Lattice::Row& a, const Lattice::Row& b) noexcept {
  LatticeNorm sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += LatticeNorm{a[i]} * b[i];
  return sum;
}

class Reduction {
 public:
  Reduction(std::vector<Lattice::Row>& rows, const ExecutionContext& ctx)
      : rows_(rows), ctx_(ctx), gram_(rows), n_(rows.size()), mu_(n_ * n_), r_(n_ * n_), left_(n_), factors_(n_) {}

  void run() {
    if (n_ == 0) return;
    r(0, 0) = to_double(gram_(0, 0));
    std::size_t steps = 0;
    const std::size_t most_steps = 4096 + 512 * n_ * n_;  // a cycle by rounding ends; any basis will do
    for (std::size_t k = 1; k < n_ && ++steps < most_steps;) {
      ctx_.poll();
      if (!size_reduce(k)) return;
      std::size_t to = k;
      while (to != 0 && delta * r(to - 1, to - 1) > left_[to - 1]) --to;
      if (to != k) insert(to, k);
      r(to, to) = left_[to];
      k = to + 1;
    }
  }

 private:
  static constexpr double delta = 0.99;
  static constexpr double eta = 0.51;
  static constexpr int most_rounds = 60;

  static double to_double(LatticeNorm x) noexcept { return static_cast<double>(x); }
  double& mu(std::size_t i, std::size_t j) noexcept { return mu_[i * n_ + j]; }
  double& r(std::size_t i, std::size_t j) noexcept { return r_[i * n_ + j]; }

  void orthogonalise(std::size_t k) noexcept {
    for (std::size_t j = 0; j < k; ++j) {
      double value = to_double(gram_(k, j));
      const double* const mu_j = &mu_[j * n_];
      const double* const r_k = &r_[k * n_];
      for (std::size_t l = 0; l < j; ++l) value -= mu_j[l] * r_k[l];
      r(k, j) = value;
      mu(k, j) = value / r(j, j);
    }
    double rest = to_double(gram_(k, k));
    for (std::size_t j = 0; j <= k; ++j) {
      left_[j] = rest;  // of b_k outside of the span of the first j
      if (j < k) rest -= mu(k, j) * r(k, j);
    }
  }

  /// False where the row would grow beyond words.
  bool size_reduce(std::size_t k) {
    for (int round = 0; round < most_rounds; ++round) {
      orthogonalise(k);
      bool changed = false;
      for (std::size_t j = k; j-- != 0;) {
        const double m = mu(k, j);
        factors_[j] = 0;
        if (!(std::abs(m) > eta)) continue;
        if (!(std::abs(m) < 0x1p54)) return false;
        const double x = std::nearbyint(m);
        factors_[j] = static_cast<std::int64_t>(x);
        changed = true;
        for (std::size_t l = 0; l < j; ++l) mu(k, l) -= x * mu(j, l);
      }
      if (!changed) return true;
      if (!subtract_rows(k)) return false;
      gram_.update(rows_, k);
    }
    return true;
  }

  bool subtract_rows(std::size_t k) {
    sums_.assign(rows_[k].begin(), rows_[k].end());
    for (std::size_t j = 0; j < k; ++j) {
      if (factors_[j] == 0) continue;
      const Lattice::Row& row = rows_[j];
      for (std::size_t i = 0; i < row.size(); ++i) sums_[i] -= LatticeNorm{factors_[j]} * row[i];
    }
    for (const LatticeNorm x : sums_)
      if (x >= Lattice::entry_limit || x <= -Lattice::entry_limit) return false;
    std::transform(sums_.begin(), sums_.end(), rows_[k].begin(),
                   [](LatticeNorm x) { return static_cast<std::int64_t>(x); });
    return true;
  }

  void insert(std::size_t to, std::size_t k) {
    std::rotate(rows_.begin() + static_cast<std::ptrdiff_t>(to), rows_.begin() + static_cast<std::ptrdiff_t>(k),
                rows_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    gram_.rotate(to, k);
    for (std::size_t j = 0; j < to; ++j) {
      mu(to, j) = mu(k, j);
      r(to, j) = r(k, j);
    }
  }

  std::vector<Lattice::Row>& rows_;
  const ExecutionContext& ctx_;
  GramMatrix gram_;
  std::size_t n_;
  std::vector<double> mu_, r_, left_;
  std::vector<std::int64_t> factors_;
  std::vector<LatticeNorm> sums_;
};

}  // namespace

GramMatrix::GramMatrix(const std::vector<Lattice::Row>& rows) : size_(rows.size()), values_(size_ * (size_ + 1) / 2) {
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j <= i; ++j) at(i, j) = inner_product(rows[i], rows[j]);
}

void GramMatrix::update(const std::vector<Lattice::Row>& rows, std::size_t k) noexcept {
  for (std::size_t j = 0; j < size_; ++j) at(k, j) = inner_product(rows[k], rows[j]);
}

void GramMatrix::rotate(std::size_t to, std::size_t from) {
  std::vector<LatticeNorm> moved(size_);
  for (std::size_t j = 0; j < size_; ++j) moved[j] = (*this)(from, j);
  std::rotate(moved.begin() + static_cast<std::ptrdiff_t>(to), moved.begin() + static_cast<std::ptrdiff_t>(from),
              moved.begin() + static_cast<std::ptrdiff_t>(from) + 1);
  // Rows above `from` permute their columns; rows between move with theirs, from the last one on.
  for (std::size_t i = from + 1; i < size_; ++i) {
    LatticeNorm* const row = &values_[i * (i + 1) / 2];
    std::rotate(row + to, row + from, row + from + 1);
  }
  for (std::size_t i = from; i > to; --i) {
    const LatticeNorm* const source = &values_[(i - 1) * i / 2];
    LatticeNorm* const target = &values_[i * (i + 1) / 2];
    std::copy_n(source, to, target);
    std::copy_backward(source + to, source + i, target + i + 1);
  }
  for (std::size_t j = 0; j < size_; ++j) at(to, j) = moved[j];
}

void Lattice::add_column(const std::vector<std::int64_t>& values, std::int64_t modulus) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].push_back(values[i]);
  Row row(columns());
  row.back() = modulus;
  rows_.push_back(std::move(row));
}

void Lattice::reduce(const ExecutionContext& ctx) { Reduction(rows_, ctx).run(); }

void Lattice::remove_long(LatticeNorm squared_norm, const ExecutionContext& ctx) {
  rows_.resize(proved_rank(GramMatrix(rows_), squared_norm, ctx));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
