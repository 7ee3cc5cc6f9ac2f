// Elimination modulo a word-sized prime with pivots that fill in little.
//
// A pivot in row i and column j with r_i and c_j entries fills in at most (r_i - 1)(c_j - 1). Columns with a single
// entry come first; then the shortest rows, and in them the column with the fewest entries. When what is left is no
// longer sparse, its rows become dense arrays.
#include "system/linear/sparse_elimination.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

__extension__ using wide = unsigned __int128;

constexpr std::size_t tries = 4;              // short rows that are looked at for a pivot
constexpr std::size_t dense_share = 10;       // dense from a tenth of all entries on
constexpr std::size_t least_dense = 24;       // columns
constexpr std::size_t products_together = 8;  // products below 2^120 whose sum has a high word below p

}  // namespace

class SparseElimination {
 public:
  SparseElimination(std::vector<WordRow> rows, std::size_t columns, std::uint64_t p, const ExecutionContext& ctx)
      : factors_(p),
        p_(p),
        ctx_(ctx),
        rows_(std::move(rows)),
        in_column_(columns),
        counts_(columns, 0),
        steps_(rows_.size()),
        place_(columns, none),
        active_(rows_.size(), 1),
        open_(columns, 1),
        open_columns_(columns) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const std::uint32_t c : rows_[i].columns) {
        in_column_[c].push_back(static_cast<std::uint32_t>(i));
        ++counts_[c];
      }
      entries_ += rows_[i].columns.size();
      if (rows_[i].columns.empty())
        active_[i] = 0;
      else
        by_length_.insert({rows_[i].columns.size(), static_cast<std::uint32_t>(i)});
    }
    for (std::size_t c = 0; c < columns; ++c)
      if (counts_[c] == 1) singles_.push_back(static_cast<std::uint32_t>(c));
  }

  SparseFactors run() {
    while (!by_length_.empty()) {
      ctx_.poll();
      if (is_dense()) {
        finish_dense();
        break;
      }
      const auto [row, column] = choose();
      eliminate(row, column);
    }
    return std::move(factors_);
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  /// The factors of a row, by step.
  struct Steps {
    std::vector<std::uint32_t> steps;
    std::vector<std::uint64_t> factors;
  };

  bool is_dense() const {
    return open_columns_ >= least_dense && entries_ * dense_share > by_length_.size() * open_columns_;
  }

  std::pair<std::uint32_t, std::uint32_t> choose() {
    while (!singles_.empty()) {
      const std::uint32_t c = singles_.back();
      singles_.pop_back();
      if (open_[c] == 0 || counts_[c] != 1) continue;
      for (const std::uint32_t i : in_column_[c])
        if (active_[i] != 0 && std::ranges::find(rows_[i].columns, c) != rows_[i].columns.end()) return {i, c};
    }
    std::pair<std::uint32_t, std::uint32_t> best{none, none};
    std::size_t least = std::numeric_limits<std::size_t>::max();
    std::size_t looked_at = 0;
    for (const auto& [length, i] : by_length_) {
      if (looked_at++ == tries || (length - 1) * (length - 1) >= least) break;
      for (const std::uint32_t c : rows_[i].columns) {
        const std::size_t fill = (length - 1) * (counts_[c] - 1);
        if (fill < least) {
          least = fill;
          best = {i, c};
        }
      }
    }
    return best;
  }

  void eliminate(std::uint32_t row, std::uint32_t column) {
    const WordModulus& m = factors_.modulus_;
    const auto step = static_cast<std::uint32_t>(factors_.pivot_rows_.size());
    WordRow pivot = std::move(rows_[row]);
    retire(row, pivot);
    std::uint64_t inverse = 0;
    for (std::size_t k = 0; k < pivot.columns.size(); ++k)
      if (pivot.columns[k] == column) {
        inverse = m.inverse(pivot.values[k]);
        pivot.columns.erase(pivot.columns.begin() + static_cast<std::ptrdiff_t>(k));
        pivot.values.erase(pivot.values.begin() + static_cast<std::ptrdiff_t>(k));
        break;
      }
    for (const std::uint32_t i : std::exchange(in_column_[column], {})) {
      if (active_[i] == 0) continue;
      WordRow& target = rows_[i];
      const auto at = std::ranges::find(target.columns, column);
      if (at == target.columns.end()) continue;  // it has become zero before
      const auto k = static_cast<std::size_t>(at - target.columns.begin());
      const std::uint64_t factor = m.mul(target.values[k], inverse);
      by_length_.erase({target.columns.size(), i});
      entries_ -= target.columns.size();
      remove(target, k);
      subtract(i, pivot, factor);
      steps_[i].steps.push_back(step);
      steps_[i].factors.push_back(factor);
      entries_ += target.columns.size();
      if (target.columns.empty())
        active_[i] = 0;
      else
        by_length_.insert({target.columns.size(), i});
    }
    close(column);
    append_step(row, column, inverse, pivot);
  }

  /// A pivot's row is none of those that are left.
  void retire(std::uint32_t row, const WordRow& pivot) {
    active_[row] = 0;
    by_length_.erase({pivot.columns.size(), row});
    entries_ -= pivot.columns.size();
    for (const std::uint32_t c : pivot.columns) lose(c);
  }
  void close(std::uint32_t column) {
    open_[column] = 0;
    --open_columns_;
  }
  void lose(std::uint32_t column) {
    if (--counts_[column] == 1) singles_.push_back(column);
  }
  void remove(WordRow& row, std::size_t k) {
    row.columns[k] = row.columns.back();
    row.values[k] = row.values.back();
    row.columns.pop_back();
    row.values.pop_back();
  }

  /// Row i minus a multiple of the pivot's other entries.
  void subtract(std::uint32_t i, const WordRow& pivot, std::uint64_t factor) {
    const WordModulus& m = factors_.modulus_;
    const std::uint64_t shoup = m.shoup(factor);
    WordRow& target = rows_[i];
    for (std::size_t k = 0; k < target.columns.size(); ++k) place_[target.columns[k]] = static_cast<std::uint32_t>(k);
    bool has_zeros = false;
    const std::size_t before = target.columns.size();
    for (std::size_t k = 0; k < pivot.columns.size(); ++k) {
      const std::uint32_t c = pivot.columns[k];
      const std::uint64_t product = m.mul_shoup(pivot.values[k], factor, shoup);
      if (place_[c] == none) {
        target.columns.push_back(c);
        target.values.push_back(m.neg(product));
        in_column_[c].push_back(i);
        ++counts_[c];
      } else {
        std::uint64_t& value = target.values[place_[c]];
        value = m.sub(value, product);
        has_zeros = has_zeros || value == 0;
      }
    }
    for (std::size_t k = 0; k < before; ++k) place_[target.columns[k]] = none;
    for (std::size_t k = target.columns.size(); has_zeros && k-- > 0;) {
      if (target.values[k] != 0) continue;
      lose(target.columns[k]);
      // The list of the column keeps the row, once at most: it is looked for there.
      std::erase(in_column_[target.columns[k]], i);
      remove(target, k);
    }
  }

  void append_step(std::uint32_t row, std::uint32_t column, std::uint64_t inverse, const WordRow& rest) {
    factors_.pivot_rows_.push_back(row);
    factors_.pivot_columns_.push_back(column);
    factors_.inverses_.push_back(inverse);
    append(factors_.upper_, rest.columns, rest.values);
    append(factors_.lower_, steps_[row].steps, steps_[row].factors);
    steps_[row] = {};
    charge();
  }
  static void append(SparseFactors::Rows& rows, const std::vector<std::uint32_t>& columns,
                     const std::vector<std::uint64_t>& values) {
    rows.columns.insert(rows.columns.end(), columns.begin(), columns.end());
    rows.values.insert(rows.values.end(), values.begin(), values.end());
    rows.ends.push_back(rows.columns.size());
  }

  /// What is left, as arrays.
  void finish_dense() {
    const WordModulus& m = factors_.modulus_;
    std::vector<std::uint32_t> columns;
    std::vector<std::uint32_t> rows;
    for (std::uint32_t c = 0; c < open_.size(); ++c)
      if (open_[c] != 0) {
        place_[c] = static_cast<std::uint32_t>(columns.size());
        columns.push_back(c);
      }
    for (std::uint32_t i = 0; i < rows_.size(); ++i)
      if (active_[i] != 0) rows.push_back(i);
    const std::size_t n = columns.size();
    const MemoryReservation held(ctx_.memory(), rows.size() * n * sizeof(std::uint64_t));
    std::vector<std::vector<std::uint64_t>> a(rows.size(), std::vector<std::uint64_t>(n, 0));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const WordRow row = std::move(rows_[rows[i]]);
      for (std::size_t k = 0; k < row.columns.size(); ++k) a[i][place_[row.columns[k]]] = row.values[k];
    }
    std::size_t rank = 0;
    for (std::size_t k = 0; k < n && rank < rows.size(); ++k) {
      ctx_.poll();
      std::size_t pivot = rank;
      while (pivot < rows.size() && a[pivot][k] == 0) ++pivot;
      if (pivot == rows.size()) continue;
      std::swap(a[pivot], a[rank]);
      std::swap(rows[pivot], rows[rank]);
      std::vector<std::uint64_t> top = std::move(a[rank]);
      const std::uint64_t inverse = m.inverse(top[k]);
      const auto step = static_cast<std::uint32_t>(factors_.pivot_rows_.size());
      for (std::size_t i = rank + 1; i < rows.size(); ++i) {
        if (a[i][k] == 0) continue;
        const std::uint64_t factor = m.mul(a[i][k], inverse);
        const std::uint64_t shoup = m.shoup(factor);
        for (std::size_t j = k + 1; j < n; ++j) a[i][j] = m.sub(a[i][j], m.mul_shoup(top[j], factor, shoup));
        steps_[rows[i]].steps.push_back(step);
        steps_[rows[i]].factors.push_back(factor);
      }
      WordRow rest;
      for (std::size_t j = k + 1; j < n; ++j)
        if (top[j] != 0) {
          rest.columns.push_back(columns[j]);
          rest.values.push_back(top[j]);
        }
      append_step(rows[rank++], columns[k], inverse, rest);
    }
  }

  /// Charges what the factors and the rows take, in steps of an eighth.
  void charge() {
    const std::size_t now = factors_.upper_.columns.size() + factors_.lower_.columns.size() + 2 * entries_;
    if (now <= charged_) return;
    charged_ = now + now / 8 + 1024;
    factors_.held_ = MemoryReservation();
    factors_.held_ = MemoryReservation(ctx_.memory(), charged_ * (sizeof(std::uint32_t) + sizeof(std::uint64_t)));
  }

  SparseFactors factors_;
  std::uint64_t p_;
  const ExecutionContext& ctx_;
  std::vector<WordRow> rows_;
  std::vector<std::vector<std::uint32_t>> in_column_;  // rows that have an entry there, or had one
  std::vector<std::size_t> counts_;                    // entries of columns, in rows that are left
  std::vector<Steps> steps_;                           // of rows
  std::vector<std::uint32_t> place_;                   // of columns in the row that is changed
  std::vector<char> active_;                           // rows that are left
  std::vector<char> open_;                             // columns that are left
  std::size_t open_columns_;
  std::set<std::pair<std::size_t, std::uint32_t>> by_length_;  // the rows that are left
  std::vector<std::uint32_t> singles_;                         // columns that had one entry at some time
  std::size_t entries_ = 0;
  std::size_t charged_ = 0;
};

SparseFactors SparseFactors::of(std::vector<WordRow> rows, std::size_t columns, std::uint64_t p,
                                const ExecutionContext& ctx) {
  return SparseElimination(std::move(rows), columns, p, ctx).run();
}

std::uint64_t SparseFactors::dot(const Rows& rows, std::size_t i, std::span<const std::uint64_t> x) const {
  std::size_t k = i == 0 ? 0 : rows.ends[i - 1];
  wide sum = 0;
  for (const std::size_t end = rows.ends[i]; k < end;) {
    const std::size_t stop = std::min(end, k + products_together);
    for (; k < stop; ++k) sum += wide{rows.values[k]} * x[rows.columns[k]];
    sum = modulus_.reduce(static_cast<std::uint64_t>(sum >> 64), static_cast<std::uint64_t>(sum));
  }
  return static_cast<std::uint64_t>(sum);
}

void SparseFactors::solve(std::span<const std::uint64_t> right, std::span<std::uint64_t> x) const {
  std::vector<std::uint64_t> y(right.size());
  std::ranges::fill(x, std::uint64_t{0});
  for (std::size_t k = 0; k < y.size(); ++k) y[k] = modulus_.sub(right[k], dot(lower_, k, y));
  for (std::size_t k = y.size(); k-- > 0;)
    x[pivot_columns_[k]] = modulus_.mul(inverses_[k], modulus_.sub(y[k], dot(upper_, k, x)));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
