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
  row.columns.reserve(terms);
  row.coefficients.reserve(terms);
  for (std::size_t c = first; c < dense.size(); ++c) {
    if (dense[c] == 0) continue;
    row.columns.push_back(static_cast<std::uint32_t>(c));
    row.coefficients.push_back(static_cast<std::uint32_t>(dense[c]));
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

Echelon::Partial Echelon::by_known(const RowView& row, RowEnd end, std::vector<std::int64_t>& dense) const {
  Partial partial;
  if (row.size == 0) return partial;
  scatter(dense, row);
  const std::size_t first = row.columns[0];
  eliminate(
      dense, first + (end == RowEnd::kept ? 1 : 0), pivot_at_, [&](std::size_t i) { return pivots_[i]; },
      [&](std::size_t i) { partial.used.push_back(static_cast<std::uint32_t>(i)); });
  // These have no columns of pivots.
  if (end == RowEnd::eliminated && !rows_.empty())
    eliminate(
        dense, first, new_at_, [&](std::size_t i) { return rows_[i].view(); }, [](std::size_t) {});
  partial.rest = gather(dense, first);
  return partial;
}

bool Echelon::add(Partial row, RowEnd end) {
  used_ = std::move(row.used);
  SparseRow rest = std::move(row.rest);
  if (rest.columns.empty()) return false;
  if (end == RowEnd::eliminated) {
    if (std::any_of(rest.columns.begin(), rest.columns.end(),
                    [&](std::uint32_t c) { return new_at_[c] != no_pivot; })) {
      scatter(dense_, rest.view());
      const std::size_t first = rest.columns[0];
      eliminate(
          dense_, first, new_at_, [&](std::size_t i) { return rows_[i].view(); }, [](std::size_t) {});
      rest = gather(dense_, first);
      if (rest.columns.empty()) return false;
    }
    make_monic(rest);
    new_at_[rest.columns[0]] = static_cast<std::int32_t>(rows_.size());
  }
  row_bytes_ += sizeof(SparseRow) + (rest.columns.capacity() + rest.coefficients.capacity()) * sizeof(std::uint32_t);
  rows_.push_back(std::move(rest));
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
