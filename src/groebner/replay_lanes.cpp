// One elimination for eight primes.
#include "groebner/replay_lanes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "groebner/dense_lanes.hpp"
#include "groebner/lane_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using LanePolynomial = std::vector<std::uint32_t>;

/// Eight lanes cost about as much as two primes, and several threads can share their rows.
bool is_for_lanes(std::size_t primes, std::size_t threads) { return primes > 2 || threads > 2; }

using Refusals = std::array<bool, prime_lanes>;

/// The matrices of a trace, one after another. With several threads several rows are reduced at a time by pivots, and a
/// block of rows by those before the block; within a block the rows reduce one another on one thread.
class LaneReplay {
 public:
  LaneReplay(std::span<const SmallPrime> primes, std::size_t width, std::size_t threads)
      : primes_(primes),
        lanes_(primes),
        reduction_(lane_reduction_table().select(active_isa())),
        dense_(threads, DenseLanes(width)),
        refused_(threads, Refusals{}),
        row_at_(width, none) {}

  bool refused(std::size_t lane) const noexcept {
    return std::ranges::any_of(refused_, [&](const Refusals& of_thread) { return of_thread[lane]; });
  }

  /// The results of a round, of as many terms as it says.
  std::vector<LanePolynomial> run(const TraceRound& round, const std::vector<LanePolynomial>& polynomials,
                                  const ExecutionContext& ctx) {
    const std::uint32_t* const columns = round.columns.words(columns_);
    const auto view = [&](const TraceRound::Row& row) {
      const LanePolynomial& f = polynomials[row.polynomial];
      return LaneRow{columns + row.offset, f.data(), f.size() / prime_lanes};
    };
    clear_places(round.width);
    std::vector<LaneRow> known;
    for (const auto& pivot : round.pivots) add_known(known, view(pivot));
    const bool eliminated = round.end == RowEnd::eliminated;
    const std::size_t count = round.rows.size();
    const std::size_t together = round.columns.size() < least_shared_columns ? 1 : std::min(dense_.size(), count);
    std::vector<LanePolynomial> results(round.results.size());
    std::vector<OwnedLaneRow> rows(eliminated ? count : 0);
    const auto reduce_row = [&](std::size_t i, std::size_t thread) {
      ctx.poll();
      if (round.leaves_out(i)) return;
      const LaneRow row = view(round.rows[i]);
      const std::size_t first = row.columns[0];
      OwnedLaneRow rest = reduced(row, eliminated ? first : first + 1, known, round.width, thread);
      if (eliminated)
        rows[i] = std::move(rest);
      else
        results[i] = at_columns(rest, round.results[i], thread);
    };
    if (together > 1) {
      share(ctx, together, 0, count, reduce_row);
      if (!eliminated) return results;
      // From here on only rows of the round are known: they have no columns of pivots.
      clear_places(round.width);
      known.clear();
    }
    const std::size_t block = block_of(together, count);
    const auto reduce_by_rows = [&](std::size_t i, std::size_t thread) {
      if (has_known_columns(rows[i], 0))
        rows[i] = reduced(rows[i].view(), rows[i].columns[0], known, round.width, thread);
    };
    for (std::size_t i = 0; i < count; ++i) {
      if (together > 1 && i > 0 && i % block == 0) share(ctx, together, i, std::min(count, i + block), reduce_by_rows);
      if (together <= 1)
        reduce_row(i, 0);
      else
        reduce_by_rows(i, 0);
      if (!eliminated) continue;
      make_monic(rows[i], round.leads[i]);
      add_known(known, rows[i].view());
    }
    if (!eliminated) return results;
    interreduce(rows, round.width, together, ctx);
    share(ctx, together, 0, count,
          [&](std::size_t i, std::size_t thread) { results[i] = at_columns(rows[i], round.results[i], thread); });
    return results;
  }

 private:
  static constexpr std::int32_t none = -1;
  /// Rounds with fewer take microseconds.
  static constexpr std::size_t least_shared_columns = 20000;
  /// Of rows that are reduced together by the rows before them.
  static constexpr std::size_t least_block = 8;

  /// So many rows at a time: what one thread does of their reduction is as little of all as the block is of the rows.
  static std::size_t block_of(std::size_t together, std::size_t rows) noexcept {
    return together <= 1 ? std::max<std::size_t>(rows, 1) : std::max(least_block, together);
  }

  /// use(row, thread) for the rows from begin to end on so many threads.
  template <class Use>
  static void share(const ExecutionContext& ctx, std::size_t threads, std::size_t begin, std::size_t end,
                    const Use& use) {
    parallel_for(ctx, threads, 1, [&](std::size_t from, std::size_t to) {
      for (std::size_t thread = from; thread < to; ++thread)
        for (std::size_t i = begin + thread; i < end; i += threads) {
          ctx.poll();
          use(i, thread);
        }
    });
  }

  void clear_places(std::size_t width) {
    std::fill(row_at_.begin(), row_at_.begin() + static_cast<std::ptrdiff_t>(width), none);
  }

  void add_known(std::vector<LaneRow>& known, const LaneRow& row) {
    row_at_[row.columns[0]] = static_cast<std::int32_t>(known.size());
    known.push_back(row);
  }

  /// Whether there is a known row for a column from the given one on.
  bool has_known_columns(const OwnedLaneRow& row, std::size_t from) const {
    return std::any_of(row.columns.begin() + static_cast<std::ptrdiff_t>(std::min(from, row.columns.size())),
                       row.columns.end(), [&](std::uint32_t c) { return row_at_[c] != none; });
  }

  /// The row, reduced from a column on. Threads have dense rows of their own.
  OwnedLaneRow reduced(const LaneRow& row, std::size_t from, const std::vector<LaneRow>& known, std::size_t width,
                       std::size_t thread) {
    DenseLanes& dense = dense_[thread];
    dense.scatter(row);
    reduction_(dense.sums.data(), dense.touched.data(), from, width, known.data(), row_at_.data(), lanes_);
    return dense.gather(row.columns[0], width);
  }

  /// Divides by the coefficients at the column `lead`. Lanes where that is not the leading one are refused.
  void make_monic(OwnedLaneRow& row, std::uint32_t lead) {
    const auto begin =
        static_cast<std::size_t>(std::lower_bound(row.columns.begin(), row.columns.end(), lead) - row.columns.begin());
    for (std::size_t i = 0; i < begin; ++i)
      for (std::size_t k = 0; k < prime_lanes; ++k)
        if (row.coefficients[i * prime_lanes + k] != 0) refused_[0][k] = true;
    row.columns.erase(row.columns.begin(), row.columns.begin() + static_cast<std::ptrdiff_t>(begin));
    row.coefficients.erase(row.coefficients.begin(),
                           row.coefficients.begin() + static_cast<std::ptrdiff_t>(begin * prime_lanes));
    if (row.columns.empty() || row.columns[0] != lead) {
      refused_[0].fill(true);
      row.columns.assign(1, lead);
      row.coefficients.assign(prime_lanes, 0);
    }
    for (std::size_t k = 0; k < prime_lanes; ++k) {
      const std::uint32_t leading = row.coefficients[k];
      if (leading == 0) refused_[0][k] = true;
      const std::uint32_t inverse = leading == 0 ? 0 : primes_[k].inverse(leading);
      for (std::size_t i = k; i < row.coefficients.size(); i += prime_lanes)
        row.coefficients[i] = primes_[k].mul(row.coefficients[i], inverse);
    }
  }

  /// As Echelon::finish: the greatest leading column first.
  void interreduce(std::vector<OwnedLaneRow>& rows, std::size_t width, std::size_t together,
                   const ExecutionContext& ctx) {
    std::sort(rows.begin(), rows.end(),
              [](const OwnedLaneRow& a, const OwnedLaneRow& b) { return a.columns[0] > b.columns[0]; });
    // Columns of pivots are zero in these rows.
    clear_places(width);
    std::vector<LaneRow> known;
    const auto reduce_row = [&](std::size_t i, std::size_t thread) {
      OwnedLaneRow& row = rows[i];
      if (has_known_columns(row, 1)) row = reduced(row.view(), row.columns[0] + std::size_t{1}, known, width, thread);
    };
    const std::size_t block = block_of(together, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ctx.poll();
      if (together > 1 && i > 0 && i % block == 0)
        share(ctx, together, i, std::min(rows.size(), i + block), reduce_row);
      reduce_row(i, 0);
      add_known(known, rows[i].view());
    }
  }

  /// The coefficients at the expected columns. Lanes that have others are refused.
  LanePolynomial at_columns(OwnedLaneRow& row, const TraceColumns& columns, std::size_t thread) {
    std::vector<std::uint32_t> scratch;
    const std::span<const std::uint32_t> expected(columns.words(scratch), columns.size());
    if (std::ranges::equal(row.columns, expected)) return std::move(row.coefficients);
    LanePolynomial result(expected.size() * prime_lanes, 0);
    std::size_t at = 0;
    for (std::size_t i = 0; i < row.columns.size(); ++i) {
      while (at < expected.size() && expected[at] < row.columns[i]) ++at;
      const bool is_expected = at < expected.size() && expected[at] == row.columns[i];
      for (std::size_t k = 0; k < prime_lanes; ++k) {
        const std::uint32_t value = row.coefficients[i * prime_lanes + k];
        if (is_expected)
          result[at * prime_lanes + k] = value;
        else if (value != 0)
          refused_[thread][k] = true;
      }
    }
    return result;
  }

  std::span<const SmallPrime> primes_;
  LanePrimes lanes_;
  LaneReduction reduction_;
  std::vector<DenseLanes> dense_;  // by thread
  std::vector<Refusals> refused_;  // by thread
  std::vector<std::int32_t> row_at_;
  std::vector<std::uint32_t> columns_;
};

std::size_t lane_bytes(const F4Trace& trace, const TraceLifetimes& lifetimes, std::size_t count, std::size_t threads) {
  const std::size_t words = lifetimes.most_terms * prime_lanes + wanted_terms(trace) * count + most_columns(trace);
  return greatest_width(trace) * (threads * (prime_lanes * 8 + 1) + 4) + words * sizeof(std::uint32_t);
}

}  // namespace

std::vector<std::optional<TracedCoefficients>> replay_lanes(const F4Trace& trace,
                                                            std::span<const TracedCoefficients> inputs,
                                                            std::span<const SmallPrime> primes,
                                                            const ExecutionContext& ctx) {
  const std::size_t count = primes.size();
  // Lanes that are left over repeat the last prime.
  std::vector<SmallPrime> all(primes.begin(), primes.end());
  while (all.size() < prime_lanes) all.push_back(all.back());
  const std::size_t width = greatest_width(trace);
  const TraceLifetimes lifetimes = lifetimes_of(trace);
  const auto threads = static_cast<std::size_t>(ctx.threads());
  const MemoryReservation held(ctx.memory(), lane_bytes(trace, lifetimes, count, threads));
  std::vector<LanePolynomial> polynomials(trace.inputs);
  for (std::size_t i = 0; i < trace.inputs; ++i) {
    const std::size_t size = inputs[0][i].size();
    polynomials[i].resize(size * prime_lanes);
    for (std::size_t k = 0; k < prime_lanes; ++k)
      for (std::size_t t = 0; t < size; ++t) polynomials[i][t * prime_lanes + k] = inputs[std::min(k, count - 1)][i][t];
  }
  LaneReplay replay(all, width, threads);
  for (std::size_t i = 0; i < trace.rounds.size(); ++i) {
    for (LanePolynomial& f : replay.run(trace.rounds[i], polynomials, ctx)) polynomials.push_back(std::move(f));
    for (const std::uint32_t last : lifetimes.ends[i]) LanePolynomial().swap(polynomials[last]);
  }
  std::vector<std::optional<TracedCoefficients>> results(count);
  for (std::size_t k = 0; k < count; ++k)
    if (!replay.refused(k)) results[k].emplace(polynomials.size());
  for (std::size_t i = 0; i < polynomials.size(); ++i) {
    const LanePolynomial f = std::move(polynomials[i]);
    for (std::size_t k = 0; k < count; ++k) {
      if (!results[k]) continue;
      std::vector<std::uint32_t>& list = (*results[k])[i];
      list.resize(f.size() / prime_lanes);
      for (std::size_t t = 0; t < list.size(); ++t) list[t] = f[t * prime_lanes + k];
    }
  }
  return results;
}

std::vector<std::optional<TracedCoefficients>> replay_several(const F4Trace& trace,
                                                              std::span<const TracedCoefficients> inputs,
                                                              std::span<const SmallPrime> primes,
                                                              const ExecutionContext& ctx) {
  const bool large = std::all_of(primes.begin(), primes.end(),
                                 [](const SmallPrime& p) { return p.value() > (std::uint32_t{1} << 30); });
  if (large && is_for_lanes(primes.size(), static_cast<std::size_t>(ctx.threads())))
    return replay_lanes(trace, inputs, primes, ctx);
  std::vector<std::optional<TracedCoefficients>> results;
  for (std::size_t i = 0; i < primes.size(); ++i) results.push_back(replay(trace, inputs[i], primes[i], ctx));
  return results;
}

std::size_t replay_bytes(const F4Trace& trace, std::size_t primes, std::size_t threads) {
  const TraceLifetimes lifetimes = lifetimes_of(trace);
  if (is_for_lanes(primes, threads)) return lane_bytes(trace, lifetimes, primes, threads);
  return one_replay_bytes(trace, lifetimes) + (primes - 1) * wanted_terms(trace) * sizeof(std::uint32_t);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
