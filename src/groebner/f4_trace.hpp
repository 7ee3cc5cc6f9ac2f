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

/// Columns of one matrix, in half words where it has few: they are most of a trace.
class TraceColumns {
 public:
  TraceColumns() = default;
  /// width: of the matrix, above all columns.
  TraceColumns(std::vector<std::uint32_t> columns, std::size_t width);

  /// As words, which may lie in the scratch.
  const std::uint32_t* words(std::vector<std::uint32_t>& scratch) const;
  std::size_t size() const noexcept { return halves_.size() + words_.size(); }
  std::size_t bytes() const noexcept {
    return halves_.capacity() * sizeof(std::uint16_t) + words_.capacity() * sizeof(std::uint32_t);
  }
  friend bool operator==(const TraceColumns&, const TraceColumns&) = default;

 private:
  std::vector<std::uint16_t> halves_;
  std::vector<std::uint32_t> words_;
};

/// One matrix. Polynomials are numbered: the inputs, then the results of all rounds in their order.
struct TraceRound {
  struct Row {
    std::uint32_t polynomial;
    std::size_t offset;  ///< of its columns in `columns`; there are as many as the polynomial has terms
  };
  RowEnd end = RowEnd::eliminated;
  bool skipped = false;  ///< nobody needs the results: a replay leaves them empty
  std::size_t width = 0;
  TraceColumns columns;
  std::vector<Row> pivots;
  std::vector<Row> rows;
  std::vector<std::uint32_t> leads;  ///< for each row the leading column after its reduction; of eliminated rows only
  std::vector<std::vector<std::uint32_t>> results;  ///< the columns of each result

  std::size_t bytes() const noexcept;
};

struct F4Trace {
  std::size_t inputs = 0;
  std::vector<TraceRound> rounds;
};

/// For each polynomial of a trace, inputs first, its coefficients modulo a prime.
using TracedCoefficients = std::vector<std::vector<std::uint32_t>>;

/// How many columns the longest round's rows have.
std::size_t most_columns(const F4Trace& trace) noexcept;

/// How many terms the polynomials from this number on have that a replay computes, without inputs.
std::size_t result_terms(const F4Trace& trace, std::size_t first) noexcept;

/// Until when a replay needs what it computes.
struct TraceLifetimes {
  std::vector<std::vector<std::uint32_t>> ends;  ///< for each round the polynomials that nobody needs after it
  std::size_t most_terms = 0;                    ///< of the results that there are at one time
};

/// Polynomials from `first_wanted` on are needed to the end.
TraceLifetimes lifetimes_of(const F4Trace& trace, std::size_t first_wanted);

/// The coefficients of all polynomials modulo p, inputs first; empty where p does not follow the trace. inputs: those
/// of the input polynomials, of as many terms each as in the computation that was traced.
std::optional<std::vector<std::vector<std::uint32_t>>> replay(const F4Trace& trace,
                                                              std::vector<std::vector<std::uint32_t>> inputs,
                                                              const SmallPrime& p, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
