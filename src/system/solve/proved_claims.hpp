// What is proved of the solutions that a representation describes.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct ProvedClaims {
  bool points = false;    ///< everything that is described is a solution, and no solution is described twice
  bool complete = false;  ///< no other complex solutions exist
  /// The equations are a Groebner basis in some order, by leading monomials that are powers of the variables.
  bool known_basis = false;
};

/// Of a representation of dimension 0 of the equations, which are in its variables. `points` by identities or by
/// resultants, `complete` by resultants, which the representation came from, by leading monomials, by Bezout's theorem
/// or, with `certify`, modulo many primes or by a proved Groebner basis. Without `certify` only proofs that cost a few
/// per cent of what finding the representation did, or milliseconds, are tried, and a cap that does not suffice for one
/// is no reason to lose the answer.
ProvedClaims proved_claims(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool certify,
                           const ExecutionContext& ctx);

/// Of chains in the variables of the equations, whose points a representation describes, too: `points` by normal forms,
/// and `complete` where it is so of the representation and the chains have as many points. Takes long.
ProvedClaims proved_claims_of_chains(const std::vector<MultiPolyQ>& equations,
                                     const std::vector<RegularChain<Rationals>>& chains,
                                     const UnivariateRepresentation& r, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
