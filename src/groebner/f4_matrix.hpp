// One matrix of F4: which multiples of which polynomials are its rows, and which monomials its columns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/memory.hpp>

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

  void add_row(const Multiple& m) { rows_.push_back(place(m)); }
  /// Precondition: no pivot has its leading monomial.
  void add_pivot(const Multiple& m) {
    pivots_.push_back(place(m));
    state_[columns_[pivots_.back().offset]] = closed;
  }
  /// No pivot is looked for at this monomial.
  void close(MonomialTable::Index m) { state_at(m) = closed; }

  /// Symbolic preprocessing: a pivot for every monomial that a basis element's leading monomial divides.
  void complete() {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (i % 256 == 0) {
        f4_.ctx_.poll();
        charge();
      }
      const MonomialTable::Index m = seen_[i];
      if (state_[m] != open) continue;
      state_[m] = closed;
      const std::uint32_t by = f4_.reducer(m);
      if (by != none) add_pivot({by, f4_.monomials_.quotient(m, f4_.polynomials_[by].monomials[0])});
    }
  }

  /// Sorts the monomials, greatest first, and names them by their places.
  void number_columns() {
    const MonomialTable& monomials = f4_.monomials_;
    std::sort(seen_.begin(), seen_.end(),
              [&](MonomialTable::Index a, MonomialTable::Index b) { return monomials.less(b, a); });
    std::vector<std::uint32_t>& column = state_;
    for (std::size_t c = 0; c < seen_.size(); ++c) column[seen_[c]] = static_cast<std::uint32_t>(c);
    for (std::uint32_t& entry : columns_) entry = column[entry];
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
  static constexpr std::uint32_t unseen = 0;
  static constexpr std::uint32_t open = 1;
  static constexpr std::uint32_t closed = 2;

  std::size_t bytes() const noexcept {
    return (columns_.capacity() + seen_.capacity() + state_.capacity()) * sizeof(std::uint32_t) +
           (rows_.capacity() + pivots_.capacity()) * sizeof(TraceRound::Row);
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
  TraceRound::Row place(const Multiple& m) {
    const TraceRound::Row row{m.polynomial, columns_.size()};
    make_room(columns_, f4_.polynomials_[m.polynomial].monomials.size());
    for (const MonomialTable::Index term : f4_.polynomials_[m.polynomial].monomials) {
      const MonomialTable::Index product =
          m.factor == f4_.monomials_.one() ? term : f4_.monomials_.product(term, m.factor);
      state_at(product);
      columns_.push_back(product);
    }
    return row;
  }

  F4& f4_;
  std::vector<std::uint32_t> columns_;
  std::vector<TraceRound::Row> rows_;
  std::vector<TraceRound::Row> pivots_;
  std::vector<MonomialTable::Index> seen_;
  std::vector<std::uint32_t> state_;
  GrowingCharge charge_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
