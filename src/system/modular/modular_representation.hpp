// The univariate representation of a zero-dimensional ideal modulo one prime.
//
// For a linear functional l on the residue classes, the series of l(t^i) z^(-i-1) is N / f with the minimal polynomial
// f of the form t (for nearly all l), and that of l(x_j t^i) is N_j / f. At a root of f the coordinate is N_j / N:
// where the root is multiple, the poles of highest order tell it, provided that t has the largest index of nilpotency
// there, as nearly all forms have. With the square-free part F of f, x_j F' = g_j = N_j N^-1 F' modulo F. The
// functionals l(. t^i) come from 2 deg f transposed products with the matrix of t (Wiedemann, IEEE TIT 1986).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "groebner/f4.hpp"
#include "groebner/quotient.hpp"
#include "groebner/word_arithmetic.hpp"
#include "system/modular/lane_sequences.hpp"
#include "system/modular/term_groups.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct ModularRepresentation {
  explicit ModularRepresentation(const PrimeField& field) : minimal(field), polynomial(field) {}

  std::size_t minimal_degree = 0;  ///< of f
  PolyZp minimal;                  ///< f, monic
  PolyZp polynomial;               ///< F, monic
  std::vector<PolyZp> numerators;  ///< g_1, ..., g_n, of lower degree
  /// So many values of all sequences together have told f, with a few to spare; 0 where one sequence has.
  std::size_t together = 0;
};

/// How many values l(t^i) to look at.
struct SequenceLength {
  std::size_t most;  ///< 2 deg f or more, > 0; with `recognized` fewer where they tell the recurrence already, alone or
                     ///< together with the values l(x_j t^i)
  bool recognized = false;
  /// Where the degree of f is known and so many values of l(t^i) and l(x_j t^i) together are likely to tell f: those
  /// are looked at first. 0: nothing is known.
  std::size_t together = 0;
};

/// coefficients: of all polynomials of the trace modulo p. The plan must be prepared for the form. Empty where the
/// functional, drawn from p, was unlucky, and where F has a degree below `least`. Tells in `settled`, if it is not
/// null, how many values of all sequences together would have told f; computes them all for that.
std::optional<ModularRepresentation> modular_representation(const QuotientPlan& plan, const LinearForm& form,
                                                            std::span<const std::vector<std::uint32_t>> coefficients,
                                                            const SequenceLength& length, std::size_t least,
                                                            const SmallPrime& p, const ExecutionContext& ctx,
                                                            std::size_t* settled = nullptr);

/// The same from sequences that are known already, where f has the given degree. Empty also where they do not tell f.
std::optional<ModularRepresentation> representation_from(const FormSequences& sequences, std::size_t degree,
                                                         std::size_t least, const SmallPrime& p,
                                                         const ExecutionContext& ctx);

/// Whether every equation vanishes modulo F at the coordinates and the form has the value t there. The equations'
/// monomials are in the table, the groups are those of their terms.
bool satisfies(const ModularRepresentation& r, const LinearForm& form, std::span<const WordPolynomial> equations,
               std::span<const TermGroups> groups, const MonomialTable& monomials, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
