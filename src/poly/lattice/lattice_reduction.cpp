// L2 reduction: row operations by doubles, rows and Gram matrix exact.
//
// r_kj = <b_k, b*_j> and mu_kj = r_kj / r_jj are computed from the exact Gram matrix row by row (Cholesky), by forward
// substitution along the columns of mu, where vectors have many unknowns at once. Row k is
// reduced by its rounded mu until none exceeds `eta`, each time with mu computed anew, so that rounding errors of long
// vectors vanish as the vectors get short. Then the row goes as far down as Lovasz's condition sends it.
#include "poly/lattice/lattice_reduction.hpp"

#include <algorithm>
#include <cmath>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/lattice/lattice_bounds.hpp"
#include "poly/lattice/lattice_exact.hpp"
#include "poly/lattice/lattice_kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

LatticeNorm inner_product(const Lattice::Row& a, const Lattice::Row& b) noexcept {
  LatticeNorm sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += LatticeNorm{a[i]} * b[i];
  return sum;
}

/// Element `from` goes to place `to` < from, those between move up by one.
template <class T>
void rotate_up(std::vector<T>& values, std::size_t to, std::size_t from, std::size_t size = 1) {
  const auto at = [&](std::size_t k) { return values.begin() + static_cast<std::ptrdiff_t>(k * size); };
  std::rotate(at(to), at(from), at(from + 1));
}

std::size_t padded(std::size_t n) noexcept { return (n + lattice_lanes - 1) / lattice_lanes * lattice_lanes; }

void substitute(const LatticeKernel& kernel, const double* mu, std::size_t stride, double* r, std::size_t n) {
  kernel.substitute(mu, stride, r, n);
}
void substitute(const LatticeKernel&, const long double* mu, std::size_t stride, long double* r, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) r[j] -= mu[i * stride + j] * r[i];
}

void subtract(const LatticeKernel& kernel, double* a, double x, const double* b, std::size_t n) {
  kernel.subtract(a, x, b, n);
}
void subtract(const LatticeKernel&, long double* a, long double x, const long double* b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) a[i] -= x * b[i];
}

/// The rows, and beside them their entries as doubles with bounds for their lengths: inner products of doubles are
/// exact where the product of the lengths, which no partial sum exceeds, is below 2^52.
class ReductionRows {
 public:
  ReductionRows(std::vector<Lattice::Row>& rows, const LatticeKernel& kernel)
      : rows_(rows),
        kernel_(kernel),
        stride_(padded(rows.front().size())),
        values_(rows.size() * stride_),
        lengths_(rows.size()),
        largest_(rows.size()),
        products_(rows.size()) {
    for (std::size_t k = 0; k < rows.size(); ++k) refresh(k);
  }

  /// Calls set(j, product of row k with row j) for j < count.
  template <class Set>
  void for_each_product(std::size_t k, std::size_t count, Set set) {
    if (lengths_[k] < exact_length)
      kernel_.products(&values_[k * stride_], values_.data(), stride_, count, products_.data());
    for (std::size_t j = 0; j < count; ++j)
      set(j, lengths_[k] * lengths_[j] < exact_length ? LatticeNorm{static_cast<std::int64_t>(products_[j])}
                                                      : inner_product(rows_[k], rows_[j]));
  }
  LatticeNorm square(std::size_t k) {
    if (!(lengths_[k] * lengths_[k] < exact_length)) return inner_product(rows_[k], rows_[k]);
    kernel_.products(&values_[k * stride_], &values_[k * stride_], stride_, 1, products_.data());
    return static_cast<std::int64_t>(products_[0]);
  }

  /// Row k less factors[j] times row j for all j in `subtracted`; false, with row k unchanged, where it would have
  /// entries beyond the limit.
  bool subtract_multiples(std::size_t k, const std::vector<std::size_t>& subtracted,
                          const std::vector<std::int64_t>& factors) {
    double bound = largest_[k];
    for (const std::size_t j : subtracted) bound += std::abs(static_cast<double>(factors[j])) * largest_[j];
    Lattice::Row& row = rows_[k];
    if (bound < 0x1p62) {
      words_.assign(row.begin(), row.end());
      for (const std::size_t j : subtracted)
        kernel_.subtract_words(words_.data(), factors[j], rows_[j].data(), row.size());
      return replace(k, words_);
    }
    sums_.assign(row.begin(), row.end());
    for (const std::size_t j : subtracted)
      for (std::size_t i = 0; i < row.size(); ++i) sums_[i] -= LatticeNorm{factors[j]} * rows_[j][i];
    return replace(k, sums_);
  }

  void rotate(std::size_t to, std::size_t from) {
    rotate_up(rows_, to, from);
    rotate_up(values_, to, from, stride_);
    rotate_up(lengths_, to, from);
    rotate_up(largest_, to, from);
  }

 private:
  static constexpr double exact_length = 0x1p52;

  template <class T>
  bool replace(std::size_t k, const std::vector<T>& entries) {
    for (const T x : entries)
      if (x >= Lattice::entry_limit || x <= -Lattice::entry_limit) return false;
    std::transform(entries.begin(), entries.end(), rows_[k].begin(), [](T x) { return static_cast<std::int64_t>(x); });
    refresh(k);
    return true;
  }
  void refresh(std::size_t k) noexcept {
    double* const value = &values_[k * stride_];
    double squares = 0;
    double largest = 0;
    for (std::size_t i = 0; i < rows_[k].size(); ++i) {
      value[i] = static_cast<double>(rows_[k][i]);
      squares += value[i] * value[i];
      largest = std::max(largest, std::abs(value[i]));
    }
    lengths_[k] = std::sqrt(squares) * (1 + 0x1p-20);  // above the length, rounding included
    largest_[k] = largest;
  }

  std::vector<Lattice::Row>& rows_;
  const LatticeKernel& kernel_;
  std::size_t stride_;
  std::vector<double> values_, lengths_, largest_, products_;
  std::vector<std::int64_t> words_;
  std::vector<LatticeNorm> sums_;
};

template <class Real>
class Reduction {
 public:
  Reduction(std::vector<Lattice::Row>& rows, const ExecutionContext& ctx)
      : ctx_(ctx),
        kernel_(lattice_kernel(active_isa())),
        n_(rows.size()),
        stride_(padded(n_)),
        rows_(rows, kernel_),
        gram_(n_),
        mu_(n_ * stride_),
        columns_(stride_ * stride_),
        r_(stride_),
        norms_(n_),
        left_(n_),
        factors_(n_) {}

  /// False where rounding errors were too large for the lattice; the rows are a basis all the same.
  bool run() {
    visit(0);
    norms_[0] = to_real(gram_(0, 0));
    std::size_t steps = 0;
    const std::size_t most_steps = 4096 + 64 * n_ * n_;  // a cycle by rounding ends
    for (std::size_t k = 1; k < n_;) {
      if (++steps > most_steps) return false;
      ctx_.poll();
      if (k == visited_) visit(k);
      if (!size_reduce(k)) return false;
      std::size_t to = k;
      while (to != 0 && delta * norms_[to - 1] > left_[to - 1]) --to;
      if (to != k) insert(to, k);
      for (std::size_t j = 0; j < to; ++j) columns_[j * stride_ + to] = mu(to, j);
      norms_[to] = left_[to];
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
  Real& mu(std::size_t i, std::size_t j) noexcept { return mu_[i * stride_ + j]; }

  void set_products(std::size_t k) {
    rows_.for_each_product(k, visited_, [&](std::size_t j, LatticeNorm x) { gram_.at(k, j) = x; });
  }
  /// Row k comes into play: its products with the rows before.
  void visit(std::size_t k) {
    visited_ = k + 1;
    set_products(k);
  }

  void orthogonalise(std::size_t k) noexcept {
    for (std::size_t j = 0; j < k; ++j) r_[j] = to_real(gram_(k, j));
    substitute(kernel_, columns_.data(), stride_, r_.data(), k);
    for (std::size_t j = 0; j < k; ++j) mu(k, j) = r_[j] / norms_[j];
  }
  /// The squared lengths of b_k outside of the span of the first j rows.
  void set_left(std::size_t k) noexcept {
    Real rest = to_real(gram_(k, k));
    for (std::size_t j = 0; j < k; ++j) {
      left_[j] = rest;
      rest -= mu(k, j) * r_[j];
    }
    left_[k] = rest;
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
        subtract(kernel_, &mu(k, 0), x, &mu(j, 0), j);
      }
      if (subtracted_.empty()) {
        set_left(k);
        return true;
      }
      if (!rows_.subtract_multiples(k, subtracted_, factors_)) return false;
      update_gram(k);
    }
    return false;
  }

  /// The products of row k with all visited rows, after it has changed.
  void update_gram(std::size_t k) {
    if (subtracted_.size() > few_rows) return set_products(k);
    for (const std::size_t l : subtracted_)
      for (std::size_t j = 0; j < visited_; ++j)
        if (j != k) gram_.at(k, j) -= factors_[l] * gram_(l, j);
    gram_.at(k, k) = rows_.square(k);
  }

  void insert(std::size_t to, std::size_t k) {
    rows_.rotate(to, k);
    gram_.rotate(to, k);
    std::copy_n(&mu(k, 0), to, &mu(to, 0));
  }

  const ExecutionContext& ctx_;
  const LatticeKernel& kernel_;
  std::size_t n_;
  std::size_t stride_;
  std::size_t visited_ = 0;  // rows whose products are known
  ReductionRows rows_;
  GramMatrix gram_;
  std::vector<Real> mu_;       // row by row
  std::vector<Real> columns_;  // the same column by column, where a row has its place
  std::vector<Real> r_, norms_, left_;
  std::vector<std::int64_t> factors_;
  std::vector<std::size_t> subtracted_;
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
