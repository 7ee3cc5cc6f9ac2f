// The replay of a basis computation modulo another prime.
#include "groebner/f4_trace.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// About what takes a tenth of a millisecond to encode.
constexpr std::size_t terms_of_task = std::size_t{1} << 15;

/// The coefficients of a row at the columns that it is expected to have; empty where it has others.
std::optional<std::vector<std::uint32_t>> at_columns(const SparseRow& row, std::span<const std::uint32_t> expected) {
  if (row.columns.empty() || row.columns[0] != expected[0]) return std::nullopt;
  if (std::ranges::equal(row.columns, expected)) return row.coefficients;
  std::vector<std::uint32_t> coefficients(expected.size(), 0);
  std::size_t i = 0;
  for (std::size_t k = 0; k < expected.size() && i < row.columns.size(); ++k)
    if (row.columns[i] == expected[k]) coefficients[k] = row.coefficients[i++];
  if (i != row.columns.size()) return std::nullopt;
  return coefficients;
}

}  // namespace

void TraceColumns::append(std::vector<std::uint8_t>& codes, std::span<const std::uint32_t> columns,
                          std::uint32_t before) {
  for (const std::uint32_t column : columns) {
    const std::int64_t difference = std::int64_t{column} - std::int64_t{before};
    const auto add_bytes = [&](std::uint32_t value, int count) {
      for (int i = 0; i < count; ++i) codes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    };
    if (difference >= 0 && difference < half_follows) {
      codes.push_back(static_cast<std::uint8_t>(difference));
    } else if (difference == static_cast<std::int16_t>(difference)) {
      codes.push_back(half_follows);
      add_bytes(static_cast<std::uint32_t>(difference), 2);
    } else {
      codes.push_back(word_follows);
      add_bytes(column, 4);
    }
    before = column;
  }
}

TraceColumns::TraceColumns(std::span<const std::uint32_t> columns) : size_(columns.size()) {
  append(codes_, columns, 0);
  codes_.shrink_to_fit();
}

TraceColumns::TraceColumns(std::span<const RowView> rows, const ExecutionContext& ctx) {
  std::vector<std::size_t> begins;  // of the rows that one task takes
  std::size_t of_task = terms_of_task;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (of_task >= terms_of_task) {
      begins.push_back(i);
      of_task = 0;
    }
    of_task += rows[i].size;
    size_ += rows[i].size;
  }
  begins.push_back(rows.size());
  std::vector<std::vector<std::uint8_t>> codes(begins.size() - 1);
  parallel_for(ctx, codes.size(), 1, [&](std::size_t from, std::size_t to) {
    for (std::size_t task = from; task < to; ++task) {
      ctx.poll();
      std::uint32_t before = begins[task] == 0 ? 0 : rows[begins[task] - 1].columns[rows[begins[task] - 1].size - 1];
      for (std::size_t i = begins[task]; i < begins[task + 1]; ++i) {
        append(codes[task], {rows[i].columns, rows[i].size}, before);
        before = rows[i].columns[rows[i].size - 1];
      }
    }
  });
  std::size_t bytes = 0;
  for (const auto& part : codes) bytes += part.size();
  codes_.reserve(bytes);
  for (const auto& part : codes) codes_.insert(codes_.end(), part.begin(), part.end());
}

const std::uint32_t* TraceColumns::words(std::vector<std::uint32_t>& scratch) const {
  scratch.resize(size_);
  const std::uint8_t* code = codes_.data();
  std::uint32_t column = 0;
  for (std::uint32_t& word : scratch) {
    const std::uint8_t first = *code++;
    if (first < half_follows) {
      column += first;
    } else if (first == half_follows) {
      const auto half = static_cast<std::uint16_t>(code[0] | code[1] << 8);
      column += static_cast<std::uint32_t>(static_cast<std::int16_t>(half));
      code += 2;
    } else {
      column = 0;
      for (int i = 0; i < 4; ++i) column |= std::uint32_t{code[i]} << (8 * i);
      code += 4;
    }
    word = column;
  }
  return scratch.data();
}

std::size_t TraceRound::bytes() const noexcept {
  std::size_t bytes = results.capacity() * sizeof(TraceColumns) + leads.capacity() * sizeof(std::uint32_t);
  for (const TraceColumns& result : results) bytes += result.bytes();
  return bytes + columns.bytes() + (pivots.capacity() + rows.capacity()) * sizeof(Row);
}

std::size_t F4Trace::bytes() const noexcept {
  std::size_t bytes = rounds.capacity() * sizeof(TraceRound);
  for (const TraceRound& round : rounds) bytes += round.bytes();
  return bytes;
}

void keep_only(F4Trace& trace, std::vector<bool> wanted) {
  std::vector<bool> needed = wanted;
  trace.wanted = std::move(wanted);
  std::size_t end = needed.size();
  for (std::size_t r = trace.rounds.size(); r-- > 0;) {
    TraceRound& round = trace.rounds[r];
    const std::size_t count = round.results.size();
    const std::size_t first = end - count;
    const auto is_needed = [&](std::size_t i) { return needed[first + i]; };
    end = first;
    if (std::none_of(needed.begin() + static_cast<std::ptrdiff_t>(first),
                     needed.begin() + static_cast<std::ptrdiff_t>(first + count), [](bool b) { return b; })) {
      const RowEnd kind = round.end;
      round = {};
      round.end = kind;
      round.results.resize(count);
      continue;
    }
    for (const TraceRound::Row& pivot : round.pivots) needed[pivot.polynomial] = true;
    for (std::size_t i = 0; i < round.rows.size(); ++i) {
      // Rows that are kept do not reduce one another: each of them is a result.
      if (round.end == RowEnd::kept && !is_needed(i))
        round.results[i] = {};
      else
        needed[round.rows[i].polynomial] = true;
    }
  }
}

std::size_t greatest_width(const F4Trace& trace) noexcept {
  std::size_t width = 0;
  for (const TraceRound& round : trace.rounds) width = std::max(width, round.width);
  return width;
}

std::size_t most_columns(const F4Trace& trace) noexcept {
  std::size_t most = 0;
  for (const TraceRound& round : trace.rounds) most = std::max(most, round.columns.size());
  return most;
}

std::size_t wanted_terms(const F4Trace& trace) noexcept {
  std::size_t terms = 0;
  std::size_t number = trace.inputs;
  for (const TraceRound& round : trace.rounds) {
    for (const auto& result : round.results)
      if (trace.is_wanted(number++)) terms += result.size();
  }
  return terms;
}

TraceLifetimes lifetimes_of(const F4Trace& trace) {
  std::vector<std::size_t> last(trace.inputs, 0);
  std::vector<std::size_t> terms(trace.inputs, 0);
  for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
    const TraceRound& round = trace.rounds[r];
    for (const auto& result : round.results) {
      last.push_back(r);
      terms.push_back(result.size());
    }
    for (const auto* const list : {&round.rows, &round.pivots})
      for (const TraceRound::Row& row : *list) last[row.polynomial] = r;
  }
  TraceLifetimes lifetimes;
  lifetimes.ends.resize(trace.rounds.size());
  for (std::size_t i = 0; i < last.size(); ++i)
    if (!trace.is_wanted(i)) lifetimes.ends[last[i]].push_back(static_cast<std::uint32_t>(i));
  std::size_t now = 0;
  std::size_t number = trace.inputs;
  for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
    for (std::size_t i = 0; i < trace.rounds[r].results.size(); ++i) now += terms[number++];
    lifetimes.most_terms = std::max(lifetimes.most_terms, now);
    for (const std::uint32_t i : lifetimes.ends[r]) now -= terms[i];
  }
  return lifetimes;
}

std::size_t one_replay_bytes(const F4Trace& trace, const TraceLifetimes& lifetimes) {
  std::size_t pivots = 0;
  for (const TraceRound& round : trace.rounds) pivots = std::max(pivots, round.pivots.size());
  const std::size_t words = std::max(lifetimes.most_terms, wanted_terms(trace)) + most_columns(trace);
  return Echelon::bytes_for(greatest_width(trace), pivots) + words * sizeof(std::uint32_t);
}

std::optional<std::vector<std::vector<std::uint32_t>>> replay(const F4Trace& trace,
                                                              std::vector<std::vector<std::uint32_t>> inputs,
                                                              const SmallPrime& p, const ExecutionContext& ctx) {
  const TraceLifetimes lifetimes = lifetimes_of(trace);
  const MemoryReservation held(ctx.memory(), one_replay_bytes(trace, lifetimes));
  auto& polynomials = inputs;
  std::vector<std::uint32_t> scratch;
  std::vector<std::uint32_t> of_result;
  for (std::size_t r = 0; r < trace.rounds.size(); ++r) {
    const TraceRound& round = trace.rounds[r];
    const std::uint32_t* const columns = round.columns.words(scratch);
    const auto view = [&](const TraceRound::Row& row) {
      const auto& coefficients = polynomials[row.polynomial];
      return RowView{columns + row.offset, coefficients.data(), coefficients.size()};
    };
    Echelon echelon(round.width, p);
    for (const auto& row : round.pivots) echelon.add_pivot(view(row));
    for (std::size_t i = 0; i < round.rows.size(); ++i) {
      ctx.poll();
      if (round.leaves_out(i)) continue;
      if (!echelon.reduce(view(round.rows[i]), round.end)) return std::nullopt;
    }
    const std::vector<SparseRow> results = echelon.finish(round.end, ctx);
    auto result = results.begin();
    for (const auto& expected : round.results) {
      auto& next = polynomials.emplace_back();
      if (expected.empty()) continue;
      auto coefficients = at_columns(*result++, {expected.words(of_result), expected.size()});
      if (!coefficients) return std::nullopt;
      next = std::move(*coefficients);
    }
    for (const std::uint32_t last : lifetimes.ends[r]) std::vector<std::uint32_t>().swap(polynomials[last]);
  }
  return std::move(polynomials);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
