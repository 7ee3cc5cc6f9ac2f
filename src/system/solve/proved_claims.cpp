// The proofs about a representation, one after the other.
#include "system/solve/proved_claims.hpp"

#include <algorithm>
#include <cstddef>

#include <polyfork/core/error.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/proofs/chain_proof.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/proofs/resultant_proof.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double quick_work = 2.5e5;  // operations with words: less than a millisecond
constexpr double share_of_solving = 6;

/// Whether the identities take a few per cent of what finding the representation did. That takes at least the square of
/// the number of solutions for every prime, of which there are as many as the answer is long: identities may take six
/// operations for each of these.
bool are_cheap(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
               const ExecutionContext& ctx) {
  constexpr double prime_bits = 31;
  const double work = work_of_identities(equations, r, ctx);
  const double primes = static_cast<double>(bits_to_reconstruct(r, ctx)) / prime_bits + 2;
  const auto degree = static_cast<double>(r.degree);
  return work <= std::max(quick_work, share_of_solving * primes * degree * degree);
}

/// Proofs by what the representation and the degrees say.
ProvedClaims claims_without_basis(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                                  bool certify, const ExecutionContext& ctx) {
  const bool by_resultants = retry_on_one_thread(
      ctx, [&](const ExecutionContext& with) { return is_proved_by_resultants(equations, r, certify, with); });
  if (by_resultants) return {true, true};
  if (!certify && !are_cheap(equations, r, ctx)) return {};
  ProvedClaims claims;
  claims.points = describes_solutions(equations, r, ctx);
  claims.complete = claims.points && describes_as_many_as_bezout(equations, r, ctx);
  return claims;
}

}  // namespace

ProvedClaims proved_claims(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, bool certify,
                           const ExecutionContext& ctx) {
  const PhasedProgress progress(ctx);
  ProvedClaims claims;
  try {
    claims = claims_without_basis(equations, r, certify, progress.phase(certify ? 0.2 : 1.0));
  } catch (const MemoryLimit&) {
    if (certify) throw;
    return {};
  }
  if (!certify || !claims.points || claims.complete) return claims;
  // There are at most as many points as residue classes are independent, and those that are described are so many.
  const auto points = static_cast<std::size_t>(r.polynomial.degree());
  if (r.degree != points) return claims;
  const IdealShape shape = proved_shape(equations, progress.phase(0.8));
  claims.complete = shape.dimension == 0 && shape.degree == points;
  return claims;
}

ProvedClaims proved_claims_of_chains(const std::vector<MultiPolyQ>& equations,
                                     const std::vector<RegularChain<Rationals>>& chains,
                                     const UnivariateRepresentation& r, const ExecutionContext& ctx) {
  std::vector<std::vector<MultiPolyQ>> polynomials;
  std::size_t points = 0;
  for (const auto& chain : chains) {
    polynomials.push_back(chain.polynomials());
    points += chain.degree();
  }
  const PhasedProgress progress(ctx);
  ProvedClaims claims;
  claims.points = chains_describe_solutions(equations, polynomials, progress.phase(0.4));
  if (!claims.points || points != static_cast<std::size_t>(r.polynomial.degree())) return claims;
  // Both describe as many solutions.
  claims.complete = proved_claims(equations, r, true, progress.phase(0.6)).complete;
  return claims;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
