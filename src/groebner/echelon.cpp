// Elimination modulo a prime below 2^31.
#include "groebner/echelon.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Of rows that are reduced together by the rows before them.
constexpr std::size_t least_block = 8;

void scatter(std::vector<std::int64_t>& dense, const RowView& row) {
  for (std::size_t i = 0; i < row.size; ++i) dense[row.columns[i]] = row.coefficients[i];
}

/// The row that `dense` holds from a column on; it is zero afterwards.
SparseRow gather(std::vector<std::int64_t>& dense, std::size_t first) {
  SparseRow row;
  // Rows stay as polynomials: they are no longer than they must be.
  const auto terms = static_cast<std::size_t>(std::count_if(dense.begin() + static_cast<std::ptrdiff_t>(first),
                                                            dense.end(), [](std::int64_t a) { return a != 0; }));
  row.columns.resize(terms);
  row.coefficients.resize(terms);
  for (std::size_t c = first, i = 0; i < terms; ++c) {
    if (dense[c] == 0) continue;
    row.columns[i] = static_cast<std::uint32_t>(c);
    row.coefficients[i++] = static_cast<std::uint32_t>(dense[c]);
    dense[c] = 0;
  }
  return row;
}

}  // namespace

void Echelon::subtract(std::vector<std::int64_t>& dense, const RowView& row, std::uint32_t factor) const {
  std::int64_t* const to = dense.data();
  const std::uint32_t* const columns = row.columns;
  const std::uint32_t* const coefficients = row.coefficients;
  const SmallPrime p = p_;
  for (std::size_t i = 0; i < row.size; ++i) to[columns[i]] = p.sub_mul(to[columns[i]], factor, coefficients[i]);
}

void Echelon::make_monic(SparseRow& row) const {
  if (row.coefficients[0] == 1) return;
  const std::uint32_t inverse = p_.inverse(row.coefficients[0]);
  for (std::uint32_t& a : row.coefficients) a = p_.mul(a, inverse);
}

template <class Row, class Used>
void Echelon::eliminate(std::vector<std::int64_t>& dense, std::size_t first, const std::vector<std::int32_t>& row_at,
                        const Row& row, const Used& used) const {
  for (std::size_t c = first; c < dense.size(); ++c) {
    if (dense[c] == 0) continue;
    const std::uint32_t value = p_.reduce(static_cast<std::uint64_t>(dense[c]));
    dense[c] = value;
    if (value == 0 || row_at[c] == no_pivot) continue;
    const auto number = static_cast<std::size_t>(row_at[c]);
    used(number);
    subtract(dense, row(number), value);
    dense[c] = 0;
  }
}

void Echelon::reduce_by_pivots(const RowView& row, RowEnd end, std::vector<std::int64_t>& dense,
                               std::vector<std::uint32_t>& used) const {
  scatter(dense, row);
  eliminate(
      dense, row.columns[0] + std::size_t{end == RowEnd::kept}, pivot_at_, [&](std::size_t i) { return pivots_[i]; },
      [&](std::size_t i) { used.push_back(static_cast<std::uint32_t>(i)); });
}

void Echelon::reduce_by_rows(std::vector<std::int64_t>& dense, std::size_t first) const {
  eliminate(
      dense, first, new_at_, [&](std::size_t i) { return rows_[i].view(); }, [](std::size_t) {});
}

bool Echelon::has_columns_of_rows(const SparseRow& row) const {
  return std::any_of(row.columns.begin(), row.columns.end(), [&](std::uint32_t c) { return new_at_[c] != no_pivot; });
}

Echelon::Partial Echelon::by_pivots(const RowView& row, RowEnd end, std::vector<std::int64_t>& dense) const {
  Partial partial;
  if (row.size == 0) return partial;
  reduce_by_pivots(row, end, dense, partial.used);
  partial.rest = gather(dense, row.columns[0]);
  return partial;
}

void Echelon::by_rows(Partial& row, std::vector<std::int64_t>& dense) const {
  if (!has_columns_of_rows(row.rest)) return;
  scatter(dense, row.rest.view());
  const std::size_t first = row.rest.columns[0];
  reduce_by_rows(dense, first);
  row.rest = gather(dense, first);
}

void Echelon::append(SparseRow row, RowEnd end) {
  if (end == RowEnd::eliminated) {
    make_monic(row);
    new_at_[row.columns[0]] = static_cast<std::int32_t>(rows_.size());
  }
  row_bytes_ += sizeof(SparseRow) + (row.columns.capacity() + row.coefficients.capacity()) * sizeof(std::uint32_t);
  rows_.push_back(std::move(row));
}

bool Echelon::add(Partial row, RowEnd end) {
  if (end == RowEnd::eliminated) by_rows(row, dense_);
  used_ = std::move(row.used);
  if (row.rest.columns.empty()) return false;
  append(std::move(row.rest), end);
  return true;
}

bool Echelon::reduce(const RowView& row, RowEnd end) {
  used_.clear();
  if (row.size == 0) return false;
  reduce_by_pivots(row, end, dense_, used_);
  // These have no columns of pivots.
  if (end == RowEnd::eliminated && !rows_.empty()) reduce_by_rows(dense_, row.columns[0]);
  SparseRow rest = gather(dense_, row.columns[0]);
  if (rest.columns.empty()) return false;
  append(std::move(rest), end);
  return true;
}

std::vector<SparseRow> Echelon::finish(RowEnd end, const ExecutionContext& ctx,
                                       std::span<std::vector<std::int64_t>> dense) {
  if (end != RowEnd::eliminated) return std::move(rows_);
  std::vector<std::size_t> order(rows_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return rows_[a].columns[0] > rows_[b].columns[0]; });
  std::vector<SparseRow> result;
  result.reserve(rows_.size());
  // The rows of a block by those of the blocks before, whose leading columns are greater than all of the block's.
  const auto reduce_block = [&](std::size_t begin, std::size_t end_of_block) {
    const std::size_t from = rows_[order[begin]].columns[0] + std::size_t{1};
    parallel_for(ctx, dense.size(), 1, [&](std::size_t first_thread, std::size_t last_thread) {
      for (std::size_t thread = first_thread; thread < last_thread; ++thread)
        for (std::size_t k = begin + thread; k < end_of_block; k += dense.size()) {
          ctx.poll();
          SparseRow& row = rows_[order[k]];
          scatter(dense[thread], row.view());
          eliminate(
              dense[thread], from, new_at_, [&](std::size_t i) { return result[i].view(); }, [](std::size_t) {});
          row = gather(dense[thread], row.columns[0]);
        }
    });
  };
  const std::size_t block = std::max(least_block, dense.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    ctx.poll();
    if (dense.size() > 1 && k > 0 && k % block == 0) reduce_block(k, std::min(order.size(), k + block));
    SparseRow& row = rows_[order[k]];
    const std::uint32_t first = row.columns[0];
    const bool done = std::none_of(row.columns.begin() + 1, row.columns.end(),
                                   [&](std::uint32_t c) { return new_at_[c] != no_pivot; });
    if (!done) {
      scatter(dense_, row.view());
      eliminate(
          dense_, first + std::size_t{1}, new_at_, [&](std::size_t i) { return result[i].view(); }, [](std::size_t) {});
      row = gather(dense_, first);
    }
    new_at_[first] = static_cast<std::int32_t>(result.size());
    result.push_back(std::move(row));
  }
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
