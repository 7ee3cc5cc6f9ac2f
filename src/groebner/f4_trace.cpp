// The replay of a basis computation modulo another prime.
#include "groebner/f4_trace.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The coefficients of a row at the columns that it is expected to have; empty where it has others.
std::optional<std::vector<std::uint32_t>> at_columns(const SparseRow& row, const std::vector<std::uint32_t>& expected) {
  if (row.columns.empty() || row.columns[0] != expected[0]) return std::nullopt;
  if (row.columns == expected) return row.coefficients;
  std::vector<std::uint32_t> coefficients(expected.size(), 0);
  std::size_t i = 0;
  for (std::size_t k = 0; k < expected.size() && i < row.columns.size(); ++k)
    if (row.columns[i] == expected[k]) coefficients[k] = row.coefficients[i++];
  if (i != row.columns.size()) return std::nullopt;
  return coefficients;
}

}  // namespace

TraceColumns::TraceColumns(std::vector<std::uint32_t> columns, std::size_t width) {
  if (width <= std::size_t{1} << 16)
    halves_.assign(columns.begin(), columns.end());
  else
    words_ = std::move(columns);
}

const std::uint32_t* TraceColumns::words(std::vector<std::uint32_t>& scratch) const {
  if (halves_.empty()) return words_.data();
  scratch.assign(halves_.begin(), halves_.end());
  return scratch.data();
}

std::size_t TraceRound::bytes() const noexcept {
  std::size_t words = 0;
  for (const auto& result : results) words += result.capacity();
  return columns.bytes() + words * sizeof(std::uint32_t) + (pivots.capacity() + rows.capacity()) * sizeof(Row);
}

std::size_t most_columns(const F4Trace& trace) noexcept {
  std::size_t most = 0;
  for (const TraceRound& round : trace.rounds) most = std::max(most, round.columns.size());
  return most;
}

std::size_t result_terms(const F4Trace& trace, std::size_t first) noexcept {
  std::size_t terms = 0;
  std::size_t number = trace.inputs;
  for (const TraceRound& round : trace.rounds) {
    for (const auto& result : round.results)
      if (number++ >= first && !round.skipped) terms += result.size();
  }
  return terms;
}

TraceLifetimes lifetimes_of(const F4Trace& trace, std::size_t first_wanted) {
  std::vector<std::size_t> last(trace.inputs, 0);
  std::vector<std::size_t> terms(trace.inputs, 0);
  for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
    const TraceRound& round = trace.rounds[r];
    for (const auto& result : round.results) {
      last.push_back(r);
      terms.push_back(round.skipped ? 0 : result.size());
    }
    if (round.skipped) continue;
    for (const auto* const list : {&round.rows, &round.pivots})
      for (const TraceRound::Row& row : *list) last[row.polynomial] = r;
  }
  TraceLifetimes lifetimes;
  lifetimes.ends.resize(trace.rounds.size());
  for (std::size_t i = 0; i < std::min(first_wanted, last.size()); ++i)
    lifetimes.ends[last[i]].push_back(static_cast<std::uint32_t>(i));
  std::size_t now = 0;
  std::size_t number = trace.inputs;
  for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
    for (std::size_t i = 0; i < trace.rounds[r].results.size(); ++i) now += terms[number++];
    lifetimes.most_terms = std::max(lifetimes.most_terms, now);
    for (const std::uint32_t i : lifetimes.ends[r]) now -= terms[i];
  }
  return lifetimes;
}

std::optional<std::vector<std::vector<std::uint32_t>>> replay(const F4Trace& trace,
                                                              std::vector<std::vector<std::uint32_t>> inputs,
                                                              const SmallPrime& p, const ExecutionContext& ctx) {
  std::size_t width = 0;
  std::size_t pivots = 0;
  for (const TraceRound& round : trace.rounds) {
    width = std::max(width, round.width);
    pivots = std::max(pivots, round.pivots.size());
  }
  const MemoryReservation held(ctx.memory(),
                               Echelon::bytes_for(width, pivots) +
                                   (result_terms(trace, trace.inputs) + most_columns(trace)) * sizeof(std::uint32_t));
  auto& polynomials = inputs;
  std::vector<std::uint32_t> scratch;
  for (const TraceRound& round : trace.rounds) {
    if (round.skipped) {
      polynomials.resize(polynomials.size() + round.results.size());
      continue;
    }
    const std::uint32_t* const columns = round.columns.words(scratch);
    const auto view = [&](const TraceRound::Row& row) {
      const auto& coefficients = polynomials[row.polynomial];
      return RowView{columns + row.offset, coefficients.data(), coefficients.size()};
    };
    Echelon echelon(round.width, p);
    for (const auto& row : round.pivots) echelon.add_pivot(view(row));
    for (const auto& row : round.rows) {
      ctx.poll();
      if (!echelon.reduce(view(row), round.end)) return std::nullopt;
    }
    const std::vector<SparseRow> results = echelon.finish(round.end, ctx);
    for (std::size_t i = 0; i < results.size(); ++i) {
      auto coefficients = at_columns(results[i], round.results[i]);
      if (!coefficients) return std::nullopt;
      polynomials.push_back(std::move(*coefficients));
    }
  }
  return std::move(polynomials);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
