// The triangular set of conjugate points modulo a prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct ModularChain {
  std::vector<std::size_t> degrees;  ///< by level, the least variable first
  /// x_k^degrees[k] as a combination of the monomials below, for all levels one after another. The monomials in the
  /// variables up to level k count up like digits, that of level 0 being the lowest.
  std::vector<std::uint64_t> tails;
};

/// The reduced lexicographic basis of the polynomials that vanish at the coordinates, which are residues modulo the
/// monic f, those of the least variable first: f is the reduction of a polynomial that is irreducible over Q, so that
/// the coordinates generate a tower of fields there. Empty where the prime is one modulo which the tower is another
/// one. As modular_shape_chain, where that has an answer, else by elimination.
std::optional<ModularChain> modular_chain(const PolyZp& f, std::span<const PolyZp> coordinates, const SmallPrime& p,
                                          const ExecutionContext& ctx);

/// The same where the least coordinate z generates all residues: its minimal polynomial from the values of a functional
/// at z^i (Berlekamp and Massey), the others as polynomials in z from the values at x z^i. D products of residues and
/// O(D^2) operations beside them for degree D. Empty where z does not generate them, or the functional is an unlucky
/// one.
std::optional<ModularChain> modular_shape_chain(const PolyZp& f, std::span<const PolyZp> coordinates,
                                                const SmallPrime& p, const ExecutionContext& ctx);

/// The same for all coordinates, by linear algebra as of Faugere, Gianni, Lazard, Mora, Efficient computation of
/// zero-dimensional Groebner bases by change of ordering, JSC 1993; O(D^3).
std::optional<ModularChain> modular_chain_by_elimination(const PolyZp& f, std::span<const PolyZp> coordinates,
                                                         const SmallPrime& p, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
