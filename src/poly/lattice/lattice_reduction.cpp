// L2 reduction: row operations by doubles, rows and Gram matrix exact.
//
// r_kj = <b_k, b*_j> and mu_kj = r_kj / r_jj are computed from the exact Gram matrix row by row (Cholesky). Row k is
// reduced by its rounded mu until none exceeds `eta`, each time with mu computed anew, so that rounding errors of long
// vectors vanish as the vectors get short. Then the row goes as far down as Lovasz's condition sends it.
#include "poly/lattice/lattice_reduction.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <polyfork/core/memory.hpp>

#include "poly/lattice/lattice_bounds.hpp"
#include "poly/lattice/lattice_exact.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

LatticeNorm inner_product(const Lattice::Row& a, const Lattice::Row& b) noexcept {
  LatticeNorm sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += LatticeNorm{a[i]} * b[i];
  return sum;
}

/// Two doubles, which every processor that this is compiled for adds and multiplies at once.
using Pair = double __attribute__((vector_size(16)));

Pair load(const double* p) noexcept {
  Pair x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

/// In eight sums, always the same ones.
double inner_product(const double* a, const double* b, std::size_t n) noexcept {
  Pair s0{}, s1{}, s2{}, s3{};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    s0 += load(a + i) * load(b + i);
    s1 += load(a + i + 2) * load(b + i + 2);
    s2 += load(a + i + 4) * load(b + i + 4);
    s3 += load(a + i + 6) * load(b + i + 6);
  }
  for (; i + 2 <= n; i += 2) s0 += load(a + i) * load(b + i);
  const Pair sum = (s0 + s1) + (s2 + s3);
  return sum[0] + sum[1] + (i < n ? a[i] * b[i] : 0);
}

long double inner_product(const long double* a, const long double* b, std::size_t n) noexcept {
  long double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// a -= x b.
void subtract_multiple(long double* a, long double x, const long double* b, std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; ++i) a[i] -= x * b[i];
}

void subtract_multiple(double* a, double x, const double* b, std::size_t n) noexcept {
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    const Pair r = load(a + i) - x * load(b + i);
    std::memcpy(a + i, &r, sizeof r);
  }
  if (i < n) a[i] -= x * b[i];
}

/// The rows as doubles, where inner products of these are exact: entries up to 2^21, at most 2^10 columns.
class ShortRows {
 public:
  explicit ShortRows(const std::vector<Lattice::Row>& rows)
      : columns_(rows.front().size()), values_(rows.size() * columns_), is_short_(rows.size()) {
    for (std::size_t k = 0; k < rows.size(); ++k) set(rows[k], k);
  }
  void set(const Lattice::Row& row, std::size_t k) noexcept {
    bool all = columns_ <= Lattice::most_columns;
    for (std::size_t i = 0; i < columns_; ++i) {
      all = all && row[i] <= limit && row[i] >= -limit;
      values_[k * columns_ + i] = static_cast<double>(row[i]);
    }
    is_short_[k] = all;
  }
  bool are_short(std::size_t i, std::size_t j) const noexcept { return is_short_[i] && is_short_[j]; }
  LatticeNorm product(std::size_t i, std::size_t j) const noexcept {
    return static_cast<std::int64_t>(inner_product(&values_[i * columns_], &values_[j * columns_], columns_));
  }
  void rotate(std::size_t to, std::size_t from) {
    const auto at = [&](std::size_t k) { return values_.begin() + static_cast<std::ptrdiff_t>(k * columns_); };
    std::rotate(at(to), at(from), at(from + 1));
    const auto flag = [&](std::size_t k) { return is_short_.begin() + static_cast<std::ptrdiff_t>(k); };
    std::rotate(flag(to), flag(from), flag(from + 1));
  }

 private:
  static constexpr std::int64_t limit = std::int64_t{1} << 21;
  std::size_t columns_;
  std::vector<double> values_;
  std::vector<char> is_short_;
};

template <class Real>
class Reduction {
 public:
  Reduction(std::vector<Lattice::Row>& rows, const ExecutionContext& ctx)
      : rows_(rows),
        ctx_(ctx),
        n_(rows.size()),
        short_rows_(rows),
        gram_(n_),
        mu_(n_ * n_),
        r_(n_ * n_),
        left_(n_),
        factors_(n_) {}

  /// False where rounding errors were too large for the lattice; the rows are a basis all the same.
  bool run() {
    visit(0);
    r(0, 0) = to_real(gram_(0, 0));
    std::size_t steps = 0;
    const std::size_t most_steps = 4096 + 64 * n_ * n_;  // a cycle by rounding ends
    for (std::size_t k = 1; k < n_;) {
      if (++steps > most_steps) return false;
      ctx_.poll();
      if (k == visited_) visit(k);
      if (!size_reduce(k)) return false;
      std::size_t to = k;
      while (to != 0 && delta * r(to - 1, to - 1) > left_[to - 1]) --to;
      if (to != k) insert(to, k);
      r(to, to) = left_[to];
      k = to + 1;
    }
    return true;
  }

 private:
  static constexpr Real delta = 0.99;
  static constexpr Real eta = 0.51;
  static constexpr int most_rounds = 60;
  static constexpr std::size_t few_rows = 5;  // to be subtracted: then the Gram matrix is updated by its own rows

  static Real to_real(LatticeNorm x) noexcept {
    const auto word = static_cast<std::int64_t>(x);
    return word == x ? static_cast<Real>(word) : static_cast<Real>(x);
  }
  Real& mu(std::size_t i, std::size_t j) noexcept { return mu_[i * n_ + j]; }
  Real& r(std::size_t i, std::size_t j) noexcept { return r_[i * n_ + j]; }

  LatticeNorm product(std::size_t i, std::size_t j) const noexcept {
    return short_rows_.are_short(i, j) ? short_rows_.product(i, j) : inner_product(rows_[i], rows_[j]);
  }
  /// Row k comes into play: its products with the rows before.
  void visit(std::size_t k) noexcept {
    for (std::size_t j = 0; j <= k; ++j) gram_.at(k, j) = product(k, j);
    visited_ = k + 1;
  }

  void orthogonalise(std::size_t k) noexcept {
    Real* const r_k = &r_[k * n_];
    Real* const mu_k = &mu_[k * n_];
    for (std::size_t j = 0; j < k; ++j) {
      r_k[j] = to_real(gram_(k, j)) - inner_product(&mu_[j * n_], r_k, j);
      mu_k[j] = r_k[j] / r_[j * n_ + j];
    }
    Real rest = to_real(gram_(k, k));
    for (std::size_t j = 0; j <= k; ++j) {
      left_[j] = rest;  // of b_k outside of the span of the first j
      if (j < k) rest -= mu_k[j] * r_k[j];
    }
  }

  /// False where the row would grow beyond words, or does not come to rest.
  bool size_reduce(std::size_t k) {
    for (int round = 0; round < most_rounds; ++round) {
      ctx_.poll();
      orthogonalise(k);
      subtracted_.clear();
      for (std::size_t j = k; j-- != 0;) {
        const Real m = mu(k, j);
        if (!(std::abs(m) > eta)) continue;
        if (!(std::abs(m) < 0x1p54)) return false;
        const Real x = std::nearbyint(m);
        factors_[j] = static_cast<std::int64_t>(x);
        subtracted_.push_back(j);
        subtract_multiple(&mu_[k * n_], x, &mu_[j * n_], j);
      }
      if (subtracted_.empty()) return true;
      if (!subtract_rows(k)) return false;
      update_gram(k);
    }
    return false;
  }

  bool subtract_rows(std::size_t k) {
    sums_.assign(rows_[k].begin(), rows_[k].end());
    for (const std::size_t j : subtracted_) {
      const Lattice::Row& row = rows_[j];
      for (std::size_t i = 0; i < row.size(); ++i) sums_[i] -= LatticeNorm{factors_[j]} * row[i];
    }
    for (const LatticeNorm x : sums_)
      if (x >= Lattice::entry_limit || x <= -Lattice::entry_limit) return false;
    std::transform(sums_.begin(), sums_.end(), rows_[k].begin(),
                   [](LatticeNorm x) { return static_cast<std::int64_t>(x); });
    short_rows_.set(rows_[k], k);
    return true;
  }

  /// The products of row k with all visited rows, after it has changed.
  void update_gram(std::size_t k) noexcept {
    if (subtracted_.size() > few_rows) {
      for (std::size_t j = 0; j < visited_; ++j) gram_.at(k, j) = product(k, j);
      return;
    }
    for (const std::size_t l : subtracted_)
      for (std::size_t j = 0; j < visited_; ++j)
        if (j != k) gram_.at(k, j) -= factors_[l] * gram_(l, j);
    gram_.at(k, k) = product(k, k);
  }

  void insert(std::size_t to, std::size_t k) {
    std::rotate(rows_.begin() + static_cast<std::ptrdiff_t>(to), rows_.begin() + static_cast<std::ptrdiff_t>(k),
                rows_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    short_rows_.rotate(to, k);
    gram_.rotate(to, k);
    for (std::size_t j = 0; j < to; ++j) {
      mu(to, j) = mu(k, j);
      r(to, j) = r(k, j);
    }
  }

  std::vector<Lattice::Row>& rows_;
  const ExecutionContext& ctx_;
  std::size_t n_;
  std::size_t visited_ = 0;  // rows whose products are known
  ShortRows short_rows_;
  GramMatrix gram_;
  std::vector<Real> mu_, r_, left_;
  std::vector<std::int64_t> factors_;
  std::vector<std::size_t> subtracted_;
  std::vector<LatticeNorm> sums_;
};

}  // namespace

GramMatrix::GramMatrix(const std::vector<Lattice::Row>& rows) : size_(rows.size()), values_(size_ * (size_ + 1) / 2) {
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j <= i; ++j) at(i, j) = inner_product(rows[i], rows[j]);
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

std::size_t Lattice::bytes() const noexcept {
  return rank() * (3 * columns() * sizeof(std::int64_t) + 3 * rank() * sizeof(long double));
}

// Each attempt begins with the basis that the one before has left.
bool Lattice::reduce(const ExecutionContext& ctx) {
  if (rows_.empty()) return true;
  const MemoryReservation held(ctx.memory(), bytes());
  return Reduction<double>(rows_, ctx).run() || Reduction<long double>(rows_, ctx).run() || reduce_exactly(rows_, ctx);
}

void Lattice::remove_long(LatticeNorm squared_norm, const ExecutionContext& ctx) {
  const MemoryReservation held(ctx.memory(), bytes());
  rows_.resize(proved_rank(GramMatrix(rows_), squared_norm, ctx));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
