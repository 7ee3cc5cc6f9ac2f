// The elimination in one matrix of F4, and its record for other primes.
//
// Most of the work is the reduction of rows by pivots, then that by rows of earlier batches: both of many rows at the
// same time. The rows of a batch reduce one another on one thread, while the others reduce the next batch by pivots.
// What comes out does not depend on how many rows make up a batch: a row's remainder modulo rows with other leading
// columns is unique.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/core/parallel.hpp>

#include "groebner/echelon.hpp"
#include "groebner/f4.hpp"
#include "groebner/f4_matrix.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t rows_together = 4;  // for each thread
/// Rows times terms of a matrix that is worth tasks: about a quarter of a millisecond.
constexpr std::size_t least_parallel_work = std::size_t{1} << 20;
/// Results that one task lists.
constexpr std::size_t grain_results = 16;

}  // namespace

class F4::Elimination {
 public:
  Elimination(F4& f4, Matrix& matrix, RowEnd end)
      : f4_(f4),
        ctx_(f4.ctx_),
        matrix_(matrix),
        end_(end),
        held_(ctx_.memory()),
        echelon_(matrix.width(), f4.p_),
        used_(matrix.pivots().size(), false) {
    for (const auto& row : matrix.pivots()) echelon_.add_pivot(matrix.view(row));
    round_.end = end;
    round_.width = matrix.width();
    const auto threads = static_cast<std::size_t>(ctx_.threads());
    const std::size_t dense_bytes = matrix.width() * sizeof(std::int64_t);
    // Half of what the cap leaves is for what remains of the rows.
    const std::size_t room = ctx_.memory().available() / 2 / std::max<std::size_t>(dense_bytes, 1);
    if (threads > 1 && rows().size() * matrix.terms() >= least_parallel_work)
      workers_ = std::clamp<std::size_t>(room, 1, std::min(rows().size(), threads));
    if (workers_ > 1) together_ = std::min({rows().size(), rows_together * workers_, std::max(workers_, room / 2)});
    fixed_ = Echelon::bytes_for(matrix.width(), matrix.pivots().size()) + (workers_ > 1 ? workers_ * dense_bytes : 0);
    held_.reach(fixed_);
    dense_.resize(workers_);
  }

  void run() {
    if (workers_ > 1) {
      reduce_in_batches();
    } else {
      for (std::size_t i = 0; i < rows().size(); ++i) {
        ctx_.poll();
        if (echelon_.reduce(matrix_.view(rows()[i]), end_)) note_row(i);
      }
    }
    // The trace's columns stay; until their codes' length is known they take no more than words would.
    std::vector<RowView> views = traced_rows();
    std::size_t terms = 0;
    for (const RowView& view : views) terms += view.size;
    held_.reach(fixed_ + echelon_.row_bytes() + terms * sizeof(std::uint32_t));
    std::vector<SparseRow> results;
    const auto trace = [&] { round_.columns = TraceColumns(views, ctx_); };
    const auto finish = [&] { results = echelon_.finish(end_, ctx_, dense_); };
    if (workers_ > 1) {
      fork_join(ctx_, trace, finish);
    } else {
      trace();
      finish();
    }
    append(std::move(results));
  }

 private:
  using Batch = std::vector<Echelon::Partial>;

  const std::vector<TraceRound::Row>& rows() const noexcept { return matrix_.rows(); }

  /// use(i, dense) for i < count, of which neighbours take equally long: they go to different workers.
  template <class Use>
  void share(std::size_t count, const Use& use) {
    parallel_for(ctx_, std::min(workers_, count), 1, [&](std::size_t from, std::size_t to) {
      for (std::size_t worker = from; worker < to; ++worker) {
        std::vector<std::int64_t>& dense = dense_[worker];
        if (dense.empty()) dense.assign(matrix_.width(), 0);
        for (std::size_t i = worker; i < count; i += workers_) {
          ctx_.poll();
          use(i, dense);
        }
      }
    });
  }

  Batch by_pivots(std::size_t begin) {
    Batch batch(std::min(together_, rows().size() - begin));
    share(batch.size(), [&](std::size_t i, std::vector<std::int64_t>& dense) {
      batch[i] = echelon_.by_pivots(matrix_.view(rows()[begin + i]), end_, dense);
    });
    return batch;
  }

  static std::size_t bytes_of(const Batch& batch) {
    std::size_t bytes = 0;
    for (const Echelon::Partial& row : batch) bytes += row.bytes();
    return bytes;
  }

  void reduce_in_batches() {
    Batch batch = by_pivots(0);
    for (std::size_t begin = 0;; begin += together_) {
      held_.reach(fixed_ + echelon_.row_bytes() + bytes_of(batch));
      if (end_ == RowEnd::eliminated && begin > 0)
        share(batch.size(),
              [&](std::size_t i, std::vector<std::int64_t>& dense) { echelon_.by_rows(batch[i], dense); });
      if (begin + together_ >= rows().size()) return add(batch, begin);
      Batch next;
      fork_join(
          ctx_, [&] { add(batch, begin); }, [&] { next = by_pivots(begin + together_); });
      batch = std::move(next);
    }
  }

  void add(Batch& batch, std::size_t begin) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
      ctx_.poll();
      if (!echelon_.add(std::move(batch[i]), end_)) continue;
      note_row(begin + i);
    }
  }

  /// The echelon form has taken the row up.
  void note_row(std::size_t i) {
    held_.reach(fixed_ + echelon_.row_bytes());
    for (const std::uint32_t pivot : echelon_.used_pivots()) used_[pivot] = true;
    round_.rows.push_back(rows()[i]);
    if (end_ == RowEnd::eliminated) round_.leads.push_back(echelon_.last_lead());
  }

  /// Lists the pivots that were needed. The rows and pivots of the round, which get their places in its columns.
  std::vector<RowView> traced_rows() {
    for (std::size_t i = 0; i < used_.size(); ++i)
      if (used_[i]) round_.pivots.push_back(matrix_.pivots()[i]);
    std::vector<RowView> views;
    views.reserve(round_.rows.size() + round_.pivots.size());
    std::size_t offset = 0;
    for (std::vector<TraceRound::Row>* const list : {&round_.rows, &round_.pivots})
      for (TraceRound::Row& row : *list) {
        views.push_back(matrix_.view(row));
        row.offset = std::exchange(offset, offset + views.back().size);
      }
    return views;
  }

  /// The results become polynomials and part of the trace.
  void append(std::vector<SparseRow> results) {
    const std::size_t first = f4_.polynomials_.size();
    f4_.polynomials_.resize(first + results.size());
    round_.results.resize(results.size());
    parallel_for(ctx_, results.size(), workers_ > 1 ? grain_results : results.size() + 1,
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) {
                     SparseRow& row = results[i];
                     WordPolynomial& f = f4_.polynomials_[first + i];
                     f.monomials.reserve(row.columns.size());
                     for (const std::uint32_t c : row.columns) f.monomials.push_back(matrix_.monomial(c));
                     f.coefficients = std::move(row.coefficients);
                     round_.results[i] = TraceColumns(row.columns);
                   }
                 });
    std::size_t bytes = round_.bytes();
    for (std::size_t i = first; i < f4_.polynomials_.size(); ++i)
      bytes += 2 * f4_.polynomials_[i].monomials.size() * sizeof(std::uint32_t);
    f4_.reservations_.emplace_back(ctx_.memory(), bytes);
    f4_.trace_.rounds.push_back(std::move(round_));
  }

  F4& f4_;
  const ExecutionContext& ctx_;
  Matrix& matrix_;
  RowEnd end_;
  GrowingCharge held_;
  Echelon echelon_;
  TraceRound round_;
  std::vector<bool> used_;  // pivots
  std::size_t workers_ = 1;
  std::size_t together_ = 1;                      // rows
  std::size_t fixed_ = 0;                         // bytes of what does not grow
  std::vector<std::vector<std::int64_t>> dense_;  // by worker; zeros between uses
};

void F4::eliminate(Matrix& matrix, RowEnd end) {
  matrix.charge();
  matrix.number_columns();
  Elimination(*this, matrix, end).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
