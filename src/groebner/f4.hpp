// Reduced Groebner bases modulo a prime below 2^31 in the order grevlex, by Faugere's algorithm F4.
//
// Faugere, A new efficient algorithm for computing Groebner bases (F4), JPAA 1999: all pairs of least degree at once,
// their multiples and those of the reducers of every monomial in them as the rows of one matrix, which is brought to
// reduced echelon form; rows with new leading monomials join the basis. Every matrix is recorded for other primes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "groebner/critical_pairs.hpp"
#include "groebner/f4_trace.hpp"
#include "groebner/growing_charge.hpp"
#include "groebner/monomial_table.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Terms in descending order, without zeros; monomials by their indices in a table.
struct WordPolynomial {
  std::vector<MonomialTable::Index> monomials;
  std::vector<std::uint32_t> coefficients;
};

class F4 {
 public:
  /// Computes the basis. Inputs: not zero, terms descending.
  F4(MonomialTable& monomials, std::vector<WordPolynomial> inputs, const SmallPrime& p, const ExecutionContext& ctx);

  /// Takes polynomials that are a Groebner basis, monic, for normal forms.
  struct KnownBasis {};
  F4(KnownBasis, MonomialTable& monomials, std::vector<WordPolynomial> basis, const SmallPrime& p,
     const ExecutionContext& ctx);

  /// The numbers of the polynomials of the reduced basis, ascending by leading monomials.
  const std::vector<std::uint32_t>& basis() const noexcept { return basis_; }
  /// Those before the reduced basis are gone.
  const WordPolynomial& polynomial(std::size_t number) const noexcept { return polynomials_[number]; }
  std::size_t polynomial_count() const noexcept { return polynomials_.size(); }
  /// The basis is {1}.
  bool is_unit() const noexcept { return !basis_.empty() && polynomials_[basis_[0]].monomials[0] == monomials_.one(); }
  /// Records the reduction of monomials, none of them reduced: the number of the first of as many new polynomials, each
  /// the monomial minus its normal form.
  std::size_t reduce(std::span<const MonomialTable::Index> monomials);
  /// The polynomial's normal form.
  WordPolynomial normal_form(const WordPolynomial& f);

  const F4Trace& trace() const noexcept { return trace_; }
  /// The trace with what these polynomials need, one entry for each polynomial. Nothing may be reduced then.
  F4Trace take_trace(std::vector<bool> wanted);
  const SmallPrime& prime() const noexcept { return p_; }

 private:
  /// A multiple of a polynomial that becomes a row.
  struct Multiple {
    std::uint32_t polynomial;
    MonomialTable::Index factor;
  };
  class Matrix;
  class Elimination;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  void run();
  void interreduce();
  /// Eliminates in the matrix, appends its results to the polynomials and records the round.
  void eliminate(Matrix& matrix, RowEnd end);
  /// The number of a basis polynomial whose leading monomial divides this one, or none. Different monomials may be
  /// looked at at the same time. Precondition: there is room for all monomials of the table.
  std::uint32_t reducer(MonomialTable::Index monomial);
  void make_room_for_reducers();

  MonomialTable& monomials_;
  SmallPrime p_;
  ExecutionContext ctx_;
  std::vector<WordPolynomial> polynomials_;
  CriticalPairs pairs_;
  std::vector<std::uint32_t> elements_;  // the polynomials that are the pairs' basis elements
  std::vector<std::uint32_t> basis_;
  F4Trace trace_;
  // For each monomial: what is known about its reducers.
  struct Known {
    std::uint32_t reducer = none;
    std::uint32_t examined = 0;  // so many elements are known not to divide it
  };
  std::vector<Known> known_;
  bool reduced_ = false;                         // reducers are those of basis_
  std::vector<MemoryReservation> reservations_;  // for results and the trace
  GrowingCharge charge_;                         // for monomials and what is known about them
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
