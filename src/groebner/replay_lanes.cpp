// One elimination for eight primes.
#include "groebner/replay_lanes.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/lane_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

struct OwnedLaneRow {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> coefficients;  // prime_lanes for each column
  LaneRow view() const noexcept { return {columns.data(), coefficients.data(), columns.size()}; }
};

using LanePolynomial = std::vector<std::uint32_t>;

/// Eight lanes cost about as much as two primes.
constexpr std::size_t fewest_for_lanes = 3;

/// The matrices of a trace, one after another, in one dense row.
class LaneReplay {
 public:
  LaneReplay(std::span<const SmallPrime> primes, std::size_t width)
      : primes_(primes),
        lanes_(primes),
        reduction_(lane_reduction_table().select(active_isa())),
        sums_(width * prime_lanes, 0),
        touched_(width, 0),
        row_at_(width, none) {}

  bool refused(std::size_t lane) const noexcept { return refused_[lane]; }

  /// The results of a round, of as many terms as it says.
  std::vector<LanePolynomial> run(const TraceRound& round, const std::vector<LanePolynomial>& polynomials,
                                  const ExecutionContext& ctx) {
    const std::uint32_t* const columns = round.columns.words(columns_);
    const auto view = [&](const TraceRound::Row& row) {
      const LanePolynomial& f = polynomials[row.polynomial];
      return LaneRow{columns + row.offset, f.data(), f.size() / prime_lanes};
    };
    std::fill(row_at_.begin(), row_at_.begin() + static_cast<std::ptrdiff_t>(round.width), none);
    std::vector<LaneRow> known;
    for (const auto& pivot : round.pivots) add_known(known, view(pivot));
    const bool eliminated = round.end == RowEnd::eliminated;
    std::vector<OwnedLaneRow> rows(round.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ctx.poll();
      if (round.leaves_out(i)) continue;
      const LaneRow row = view(round.rows[i]);
      scatter(row);
      const std::size_t first = row.columns[0];
      reduction_(sums_.data(), touched_.data(), eliminated ? first : first + 1, round.width, known.data(),
                 row_at_.data(), lanes_);
      rows[i] = gather(first, round.width);
      if (!eliminated) continue;
      make_monic(rows[i], round.leads[i]);
      add_known(known, rows[i].view());
    }
    if (eliminated) interreduce(rows, round.width, ctx);
    std::vector<LanePolynomial> results(round.results.size());
    for (std::size_t i = 0; i < rows.size(); ++i) results[i] = at_columns(rows[i], round.results[i]);
    return results;
  }

 private:
  static constexpr std::int32_t none = -1;

  void add_known(std::vector<LaneRow>& known, const LaneRow& row) {
    row_at_[row.columns[0]] = static_cast<std::int32_t>(known.size());
    known.push_back(row);
  }

  void scatter(const LaneRow& row) {
    for (std::size_t i = 0; i < row.size; ++i) {
      std::uint64_t* const at = sums_.data() + std::size_t{row.columns[i]} * prime_lanes;
      for (std::size_t k = 0; k < prime_lanes; ++k) at[k] = row.coefficients[i * prime_lanes + k];
      touched_[row.columns[i]] = 1;
    }
  }

  /// What the dense row holds, which is zero afterwards.
  OwnedLaneRow gather(std::size_t first, std::size_t width) {
    OwnedLaneRow row;
    const std::uint8_t* const touched = touched_.data();
    const auto terms = static_cast<std::size_t>(std::count(touched + first, touched + width, std::uint8_t{1}));
    row.columns.reserve(terms);
    row.coefficients.reserve(terms * prime_lanes);
    for (std::size_t c = first; c < width; ++c) {
      if (touched_[c] == 0) continue;
      touched_[c] = 0;
      std::uint64_t* const at = sums_.data() + c * prime_lanes;
      row.columns.push_back(static_cast<std::uint32_t>(c));
      for (std::size_t k = 0; k < prime_lanes; ++k) {
        row.coefficients.push_back(static_cast<std::uint32_t>(at[k]));
        at[k] = 0;
      }
    }
    return row;
  }

  /// Divides by the coefficients at the column `lead`. Lanes where that is not the leading one are refused.
  void make_monic(OwnedLaneRow& row, std::uint32_t lead) {
    const auto begin =
        static_cast<std::size_t>(std::lower_bound(row.columns.begin(), row.columns.end(), lead) - row.columns.begin());
    for (std::size_t i = 0; i < begin; ++i)
      for (std::size_t k = 0; k < prime_lanes; ++k)
        if (row.coefficients[i * prime_lanes + k] != 0) refused_[k] = true;
    row.columns.erase(row.columns.begin(), row.columns.begin() + static_cast<std::ptrdiff_t>(begin));
    row.coefficients.erase(row.coefficients.begin(),
                           row.coefficients.begin() + static_cast<std::ptrdiff_t>(begin * prime_lanes));
    if (row.columns.empty() || row.columns[0] != lead) {
      refused_.fill(true);
      row.columns.assign(1, lead);
      row.coefficients.assign(prime_lanes, 0);
    }
    for (std::size_t k = 0; k < prime_lanes; ++k) {
      const std::uint32_t leading = row.coefficients[k];
      if (leading == 0) refused_[k] = true;
      const std::uint32_t inverse = leading == 0 ? 0 : primes_[k].inverse(leading);
      for (std::size_t i = k; i < row.coefficients.size(); i += prime_lanes)
        row.coefficients[i] = primes_[k].mul(row.coefficients[i], inverse);
    }
  }

  /// As Echelon::finish: the greatest leading column first.
  void interreduce(std::vector<OwnedLaneRow>& rows, std::size_t width, const ExecutionContext& ctx) {
    std::sort(rows.begin(), rows.end(),
              [](const OwnedLaneRow& a, const OwnedLaneRow& b) { return a.columns[0] > b.columns[0]; });
    // Columns of pivots are zero in these rows.
    std::fill(row_at_.begin(), row_at_.begin() + static_cast<std::ptrdiff_t>(width), none);
    std::vector<LaneRow> known;
    for (OwnedLaneRow& row : rows) {
      ctx.poll();
      const bool done =
          std::none_of(row.columns.begin() + 1, row.columns.end(), [&](std::uint32_t c) { return row_at_[c] != none; });
      if (!done) {
        scatter(row.view());
        const std::size_t first = row.columns[0];
        reduction_(sums_.data(), touched_.data(), first + 1, width, known.data(), row_at_.data(), lanes_);
        row = gather(first, width);
      }
      add_known(known, row.view());
    }
  }

  /// The coefficients at the expected columns. Lanes that have others are refused.
  LanePolynomial at_columns(OwnedLaneRow& row, const std::vector<std::uint32_t>& expected) {
    if (row.columns == expected) return std::move(row.coefficients);
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
          refused_[k] = true;
      }
    }
    return result;
  }

  std::span<const SmallPrime> primes_;
  LanePrimes lanes_;
  LaneReduction reduction_;
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint8_t> touched_;
  std::vector<std::int32_t> row_at_;
  std::vector<std::uint32_t> columns_;
  std::array<bool, prime_lanes> refused_{};
};

std::size_t lane_bytes(const F4Trace& trace, std::size_t width, const TraceLifetimes& lifetimes, std::size_t count) {
  const std::size_t words = lifetimes.most_terms * prime_lanes + wanted_terms(trace) * count + most_columns(trace);
  return width * (prime_lanes * 8 + 8) + words * sizeof(std::uint32_t);
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
  const MemoryReservation held(ctx.memory(), lane_bytes(trace, width, lifetimes, count));
  std::vector<LanePolynomial> polynomials(trace.inputs);
  for (std::size_t i = 0; i < trace.inputs; ++i) {
    const std::size_t size = inputs[0][i].size();
    polynomials[i].resize(size * prime_lanes);
    for (std::size_t k = 0; k < prime_lanes; ++k)
      for (std::size_t t = 0; t < size; ++t) polynomials[i][t * prime_lanes + k] = inputs[std::min(k, count - 1)][i][t];
  }
  LaneReplay replay(all, width);
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
  if (large && primes.size() >= fewest_for_lanes) return replay_lanes(trace, inputs, primes, ctx);
  std::vector<std::optional<TracedCoefficients>> results;
  for (std::size_t i = 0; i < primes.size(); ++i) results.push_back(replay(trace, inputs[i], primes[i], ctx));
  return results;
}

std::size_t replay_bytes(const F4Trace& trace, std::size_t primes) {
  const TraceLifetimes lifetimes = lifetimes_of(trace);
  if (primes >= fewest_for_lanes) return lane_bytes(trace, greatest_width(trace), lifetimes, primes);
  return one_replay_bytes(trace, lifetimes) + (primes - 1) * wanted_terms(trace) * sizeof(std::uint32_t);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
