// One matrix of F4: which multiples of which polynomials are its rows, and which monomials its columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "groebner/echelon.hpp"
#include "groebner/f4.hpp"
#include "groebner/f4_trace.hpp"
#include "groebner/growing_charge.hpp"
#include "groebner/monomial_table.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The rows of one matrix as multiples of polynomials, first with monomials, then with columns.
class F4::Matrix {
 public:
  explicit Matrix(F4& f4) : f4_(f4), charge_(f4.ctx_.memory()) {}

  /// A multiple that becomes a pivot or a row.
  struct Wanted {
    Multiple multiple;
    bool is_pivot = false;
  };
  /// Places them in their sequence. Precondition: no two pivots have the same leading monomial.
  void add(std::span<const Wanted> list) {
    for (std::size_t begin = 0; begin < list.size();) {
      std::size_t end = begin;
      for (std::size_t terms = 0; end < list.size() && terms < terms_together; ++end)
        terms += f4_.polynomials_[list[end].multiple.polynomial].monomials.size();
      place(list.subspan(begin, end - begin));
      begin = end;
    }
  }
  /// No pivot is looked for at this monomial.
  void close(MonomialTable::Index m) { state_at(m) = closed; }

  /// Symbolic preprocessing: a pivot for every monomial that a basis element's leading monomial divides.
  /// In waves: all monomials that are known get theirs at the same time.
  void complete() {
    std::vector<std::uint32_t> reducers;
    std::vector<Wanted> list;
    for (std::size_t begin = 0; begin < seen_.size();) {
      const std::size_t end = std::min(seen_.size(), begin + monomials_together);
      charge();
      f4_.make_room_for_reducers();
      reducers.assign(end - begin, none);
      parallel_for(f4_.ctx_, reducers.size(), grain_monomials, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
          if (state_[seen_[begin + i]] == open) reducers[i] = f4_.reducer(seen_[begin + i]);
      });
      list.clear();
      for (std::size_t i = begin; i < end; ++i) {
        const MonomialTable::Index m = seen_[i];
        state_[m] = closed;
        const std::uint32_t by = reducers[i - begin];
        if (by != none) list.push_back({{by, f4_.monomials_.quotient(m, f4_.polynomials_[by].monomials[0])}, true});
      }
      add(list);
      begin = end;
    }
  }

  /// Sorts the monomials, greatest first, and names them by their places.
  void number_columns() {
    const MonomialTable& monomials = f4_.monomials_;
    sort_descending(monomials, seen_);
    std::vector<std::uint32_t>& column = state_;
    for (std::size_t c = 0; c < seen_.size(); ++c) column[seen_[c]] = static_cast<std::uint32_t>(c);
    parallel_for(f4_.ctx_, columns_.size(), grain_entries, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) columns_[i] = column[columns_[i]];
    });
  }

  std::size_t width() const noexcept { return seen_.size(); }
  std::size_t terms() const noexcept { return columns_.size(); }
  MonomialTable::Index monomial(std::uint32_t column) const noexcept { return seen_[column]; }
  const std::vector<TraceRound::Row>& rows() const noexcept { return rows_; }
  const std::vector<TraceRound::Row>& pivots() const noexcept { return pivots_; }
  RowView view(const TraceRound::Row& row) const noexcept {
    const auto& coefficients = f4_.polynomials_[row.polynomial].coefficients;
    return {columns_.data() + row.offset, coefficients.data(), coefficients.size()};
  }
  /// Charges what the matrix and the monomials in it take by now.
  void charge() {
    charge_.reach(bytes());
    f4_.charge_.reach(f4_.monomials_.bytes() + f4_.known_.capacity() * sizeof(Known));
  }

 private:
  /// Halves side by side, then merged.
  void sort_descending(const MonomialTable& monomials, std::span<MonomialTable::Index> list) const {
    const auto greater = [&](MonomialTable::Index a, MonomialTable::Index b) { return monomials.less(b, a); };
    if (list.size() <= sorted_alone) return std::sort(list.begin(), list.end(), greater);
    const std::size_t half = list.size() / 2;
    fork_join(
        f4_.ctx_, [&] { sort_descending(monomials, list.first(half)); },
        [&] { sort_descending(monomials, list.subspan(half)); });
    std::inplace_merge(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(half), list.end(), greater);
  }

  static constexpr std::uint32_t unseen = 0;
  static constexpr std::uint32_t open = 1;
  static constexpr std::uint32_t closed = 2;

  std::size_t bytes() const noexcept {
    return (columns_.capacity() + seen_.capacity() + state_.capacity()) * sizeof(std::uint32_t) +
           (rows_.capacity() + pivots_.capacity()) * sizeof(TraceRound::Row) + fresh_bytes_;
  }
  /// Room for more entries of a list, charged before it is taken: the new list, and the old one while it is copied.
  template <class T>
  void make_room(std::vector<T>& list, std::size_t more) {
    if (list.size() + more <= list.capacity()) return;
    const std::size_t old = list.capacity() * sizeof(T);
    const std::size_t capacity = std::max(2 * list.capacity(), list.size() + more);
    charge_.reach(bytes() - old + capacity * sizeof(T));
    const MemoryReservation copied(f4_.ctx_.memory(), old);
    list.reserve(capacity);
  }
  std::uint32_t& state_at(MonomialTable::Index m) {
    if (m >= state_.size()) {
      const std::size_t size = std::max<std::size_t>(m + std::size_t{1}, 2 * state_.size());
      make_room(state_, size - state_.size());
      state_.resize(size, unseen);
    }
    if (state_[m] == unseen) {
      make_room(seen_, 1);
      seen_.push_back(m);
      state_[m] = open;
    }
    return state_[m];
  }
  /// Most products are in the table, and most monomials in the matrix: these are found in parallel. The others are
  /// listed row by row and entered one after another, so that all get the numbers that one thread would give them.
  void place(std::span<const Wanted> list) {
    std::vector<std::size_t> offsets(list.size() + 1, columns_.size());
    for (std::size_t i = 0; i < list.size(); ++i)
      offsets[i + 1] = offsets[i] + f4_.polynomials_[list[i].multiple.polynomial].monomials.size();
    const std::size_t terms = offsets.back() - offsets.front();
    make_room(columns_, terms);
    columns_.resize(offsets.back());
    std::vector<std::vector<std::uint32_t>> fresh(list.size());  // terms of the rows
    parallel_for(f4_.ctx_, list.size(), 1 + grain_terms * list.size() / std::max<std::size_t>(terms, 1),
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) find_columns(list[i].multiple, offsets[i], fresh[i]);
                 });
    std::size_t fresh_bytes = 0;
    for (const auto& row : fresh) fresh_bytes += row.capacity() * sizeof(std::uint32_t);
    if (fresh_bytes > fresh_bytes_) {
      fresh_bytes_ = fresh_bytes;
      charge();
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i % 256 == 0) f4_.ctx_.poll();
      const Multiple& m = list[i].multiple;
      for (const std::uint32_t k : fresh[i]) {
        std::uint32_t& column = columns_[offsets[i] + k];
        if (column == MonomialTable::unknown)
          column = f4_.monomials_.product(f4_.polynomials_[m.polynomial].monomials[k], m.factor);
        state_at(column);
      }
      (list[i].is_pivot ? pivots_ : rows_).push_back({m.polynomial, offsets[i]});
      if (list[i].is_pivot) state_[columns_[offsets[i]]] = closed;
    }
  }
  void find_columns(const Multiple& m, std::size_t offset, std::vector<std::uint32_t>& fresh) {
    const std::vector<MonomialTable::Index>& monomials = f4_.polynomials_[m.polynomial].monomials;
    for (std::size_t k = 0; k < monomials.size(); ++k) {
      const MonomialTable::Index product =
          m.factor == f4_.monomials_.one() ? monomials[k] : f4_.monomials_.known_product(monomials[k], m.factor);
      columns_[offset + k] = product;
      if (product == MonomialTable::unknown || product >= state_.size() || state_[product] == unseen)
        fresh.push_back(static_cast<std::uint32_t>(k));
    }
  }

  static constexpr std::size_t terms_together = std::size_t{1} << 18;      // of rows that are placed together
  static constexpr std::size_t grain_terms = std::size_t{1} << 12;         // of them for a task
  static constexpr std::size_t monomials_together = std::size_t{1} << 14;  // that get reducers together
  static constexpr std::size_t grain_monomials = 256;
  static constexpr std::size_t sorted_alone = 2048;
  static constexpr std::size_t grain_entries = std::size_t{1} << 15;

  F4& f4_;
  std::vector<std::uint32_t> columns_;
  std::vector<TraceRound::Row> rows_;
  std::vector<TraceRound::Row> pivots_;
  std::vector<MonomialTable::Index> seen_;
  std::vector<std::uint32_t> state_;
  std::size_t fresh_bytes_ = 0;  // of lists of terms that are new in the matrix
  GrowingCharge charge_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
