// What a basis computation modulo one prime teaches about the others: its matrices without their coefficients.
//
// Modulo nearly all primes the matrices have the same rows, the same rows reduce to zero, and new rows have the same
// terms. A replay fills in coefficients, leaves out the rows that became zero and the pivots that nobody needed, and
// looks up no monomial. A prime modulo which something turns out otherwise is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/echelon.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The columns of the rows of one matrix, as differences of mostly one byte: they are most of a trace.
class TraceColumns {
 public:
  TraceColumns() = default;
  explicit TraceColumns(std::span<const std::uint32_t> columns);
  /// Makes the codes of the rows, one row after another, on the threads of the context.
  TraceColumns(std::span<const RowView> rows, const ExecutionContext& ctx);

  /// As words, which lie in the scratch.
  const std::uint32_t* words(std::vector<std::uint32_t>& scratch) const;
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::size_t bytes() const noexcept { return codes_.capacity(); }
  friend bool operator==(const TraceColumns&, const TraceColumns&) = default;

 private:
  static constexpr std::uint8_t half_follows = 254;  // a signed difference of 16 bits, the lower byte first
  static constexpr std::uint8_t word_follows = 255;  // the column itself
  static void append(std::vector<std::uint8_t>& codes, std::span<const std::uint32_t> columns, std::uint32_t before);
  std::size_t size_ = 0;
  std::vector<std::uint8_t> codes_;
};

/// One matrix. Polynomials are numbered: the inputs, then the results of all rounds in their order.
struct TraceRound {
  struct Row {
    std::uint32_t polynomial;
    std::size_t offset;  ///< of its columns in `columns`; there are as many as the polynomial has terms
  };
  RowEnd end = RowEnd::eliminated;
  std::size_t width = 0;
  TraceColumns columns;
  std::vector<Row> pivots;
  std::vector<Row> rows;
  std::vector<std::uint32_t> leads;  ///< for each row the leading column after its reduction; of eliminated rows only
  /// The columns of each result. None where nobody needs it: a replay leaves it empty. All or none where rows are
  /// eliminated.
  std::vector<TraceColumns> results;

  /// Whether a replay leaves out row i, a kept one, since nobody needs its result.
  bool leaves_out(std::size_t i) const noexcept { return end == RowEnd::kept && results[i].empty(); }
  std::size_t bytes() const noexcept;
};

struct F4Trace {
  std::size_t inputs = 0;
  std::vector<TraceRound> rounds;
  std::vector<bool> wanted;  ///< for each polynomial whether a replay keeps it to the end; empty: all of them

  bool is_wanted(std::size_t polynomial) const noexcept { return wanted.empty() || wanted[polynomial]; }
  std::size_t bytes() const noexcept;
};

/// Leaves to the trace what these polynomials need, one entry for each polynomial. Replays then leave the other ones
/// empty.
void keep_only(F4Trace& trace, std::vector<bool> wanted);

/// For each polynomial of a trace, inputs first, its coefficients modulo a prime.
using TracedCoefficients = std::vector<std::vector<std::uint32_t>>;

/// The number of columns of the widest matrix.
std::size_t greatest_width(const F4Trace& trace) noexcept;

/// How many columns the longest round's rows have.
std::size_t most_columns(const F4Trace& trace) noexcept;

/// How many terms the wanted results have.
std::size_t wanted_terms(const F4Trace& trace) noexcept;

/// Until when a replay needs what it computes.
struct TraceLifetimes {
  std::vector<std::vector<std::uint32_t>> ends;  ///< for each round the polynomials that nobody needs after it
  std::size_t most_terms = 0;                    ///< of the results that there are at one time
};

TraceLifetimes lifetimes_of(const F4Trace& trace);

/// What `replay` charges.
std::size_t one_replay_bytes(const F4Trace& trace, const TraceLifetimes& lifetimes);

/// The coefficients of the wanted polynomials modulo p; empty where p does not follow the trace. inputs: those
/// of the input polynomials, of as many terms each as in the computation that was traced.
std::optional<std::vector<std::vector<std::uint32_t>>> replay(const F4Trace& trace,
                                                              std::vector<std::vector<std::uint32_t>> inputs,
                                                              const SmallPrime& p, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
