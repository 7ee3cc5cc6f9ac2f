// From a grevlex basis of a zero-dimensional ideal to the lexicographic one, modulo a prime below 2^31.
//
// Faugere, Gianni, Lazard, Mora, Efficient computation of zero-dimensional Groebner bases by change of ordering, JSC
// 1993: monomials in ascending lex order, each a vector of residue classes; one that depends on those before leads a
// basis polynomial, and its multiples are not looked at. O(n D^3) for n variables and degree D.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>

#include "groebner/quotient.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct LexicographicBasis {
  using Exponents = std::vector<std::uint64_t>;
  /// The monomials that no leading one divides, ascending.
  std::vector<Exponents> staircase;
  /// Ascending. Basis polynomial i is leading[i] - tails[i][0] staircase[0] - tails[i][1] staircase[1] - ..., over all
  /// smaller monomials of the staircase.
  std::vector<Exponents> leading;
  std::vector<std::vector<std::uint32_t>> tails;
};

/// coefficients: of all polynomials of the trace modulo p. The plan must be prepared for every variable.
LexicographicBasis lexicographic_basis(const QuotientPlan& plan, std::size_t variables,
                                       std::span<const std::vector<std::uint32_t>> coefficients, const SmallPrime& p,
                                       const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
