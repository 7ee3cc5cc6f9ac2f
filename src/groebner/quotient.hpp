// The residue classes modulo a zero-dimensional ideal, a vector space on the monomials under the staircase, and the
// multiplication by linear forms there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/f4.hpp"
#include "groebner/growing_charge.hpp"
#include "groebner/monomial_table.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The Krull dimension of the ideal that has these leading monomials; -1 for the unit ideal. Throws Cancelled.
int dimension_of(const MonomialTable& monomials, std::span<const MonomialTable::Index> leading,
                 const ExecutionContext& ctx);

/// The monomials that no leading monomial divides, ascending. Precondition: dimension 0. Throws MemoryLimit.
std::vector<MonomialTable::Index> staircase_of(MonomialTable& monomials, std::span<const MonomialTable::Index> leading,
                                               const ExecutionContext& ctx);

/// A linear form c_1 x_1 + ... + c_n x_n with small integers.
using LinearForm = std::vector<std::int32_t>;

/// The basis of the quotient and where products with variables lie, for every prime that follows the trace.
class QuotientPlan {
 public:
  /// A polynomial whose leading monomial is a product's, so that the product is the rest, negated.
  struct Border {
    std::uint32_t polynomial;
    std::vector<std::uint32_t> places;  ///< in the staircase, of the terms after the leading one
  };
  /// An element of the staircase, or of the list of border polynomials.
  struct Place {
    bool inside;
    std::uint32_t index;
  };

  QuotientPlan(F4& f4, MonomialTable& monomials, const ExecutionContext& ctx);

  std::size_t degree() const noexcept { return degree_; }
  /// Where x_v is itself.
  const Place& variable(std::size_t v) const noexcept { return variables_[v]; }
  /// Where the products of the staircase with x_v are; prepare(v) first.
  const std::vector<Place>& products(std::size_t v) const noexcept { return products_[v]; }
  const Border& border(std::size_t i) const noexcept { return borders_[i]; }
  /// Reduces the products with x_v that are needed; lengthens the trace.
  void prepare(std::size_t v);
  /// For each polynomial whether its coefficients are read: for products with the variables of the form and for the
  /// values at variables.
  std::vector<bool> needed_for(const LinearForm& form) const;
  /// Leaves what products with the form and values at variables need. Nothing can be prepared then, and the basis and
  /// the monomials need not exist any more.
  void settle(const LinearForm& form);

 private:
  /// The places of monomials; those that no basis polynomial leads are reduced together.
  std::vector<Place> places_of(std::span<const MonomialTable::Index> monomials);

  F4& f4_;
  MonomialTable& monomials_;
  std::size_t degree_ = 0;
  std::vector<MonomialTable::Index> staircase_;
  std::vector<std::uint32_t> place_of_;   // place + 1 in the staircase, by monomial
  std::vector<std::uint32_t> border_of_;  // number + 1 of the border polynomial, by monomial
  std::vector<Border> borders_;
  std::vector<Place> variables_;
  std::vector<std::vector<Place>> products_;
  std::size_t border_bytes_ = 0;
  GrowingCharge charge_;  // for places and borders
};

/// Multiplication by a linear form modulo p, transposed: functionals in, functionals out.
class TransposedMultiplication {
 public:
  /// coefficients: those of all polynomials modulo p. Precondition: the plan is prepared for the form's variables.
  TransposedMultiplication(const QuotientPlan& plan, const LinearForm& form,
                           std::span<const std::vector<std::uint32_t>> coefficients, const SmallPrime& p);

  std::size_t bytes() const noexcept {
    return units_.capacity() * sizeof(Unit) + pairs_.capacity() * sizeof(Brief<2>) +
           quadruples_.capacity() * sizeof(Brief<4>) + (sparse_.capacity() + dense_.capacity()) * sizeof(Long) +
           (values_.capacity() + places_.capacity() + entries_.capacity()) * sizeof(std::uint32_t);
  }
  /// out[b] = in(form b) for every b of the staircase.
  void apply(std::span<const std::uint32_t> in, std::span<std::uint32_t> out) const;

 private:
  /// Adds a row with entries at these places, ascending, alone.
  void add_row(std::uint32_t index, std::span<const std::uint32_t> row, std::span<const std::uint32_t> places);

  // Rows by kinds, so that each kind is a loop without branches; most rows of sparse systems are short.
  struct Unit {
    std::uint32_t row;
    std::uint32_t place;  ///< of the one entry, 1
  };
  /// At most N entries, whose products with words below 2^31 make up a word; those that are missing are 0 at place 0.
  template <std::size_t N>
  struct Brief {
    std::uint32_t row;
    std::array<std::uint32_t, N> places{};
    std::array<std::uint32_t, N> entries{};
  };
  template <std::size_t N>
  static Brief<N> brief(std::uint32_t index, std::span<const std::uint32_t> row, std::span<const std::uint32_t> places);
  template <std::size_t N>
  void apply(const std::vector<Brief<N>>& rows, std::span<const std::uint32_t> in, std::span<std::uint32_t> out) const;
  struct Long {
    std::uint32_t row;
    std::size_t begin;  ///< of lists
    std::size_t end;
  };
  SmallPrime p_;
  std::vector<Unit> units_;
  std::vector<Brief<2>> pairs_;
  std::vector<Brief<4>> quadruples_;
  std::vector<Long> sparse_;  // in places_ and entries_
  std::vector<Long> dense_;   // in values_, one for each place
  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> entries_;
};

/// The value of a functional at x_v.
std::uint32_t value_at_variable(const QuotientPlan& plan, std::size_t v, std::span<const std::uint32_t> functional,
                                std::span<const std::vector<std::uint32_t>> coefficients, const SmallPrime& p);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
