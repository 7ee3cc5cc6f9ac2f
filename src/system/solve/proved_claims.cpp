// The proofs about a representation, one after the other.
#include "system/solve/proved_claims.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <polyfork/core/error.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/proofs/chain_proof.hpp"
#include "system/proofs/representation_proof.hpp"
#include "system/proofs/resultant_proof.hpp"
#include "system/solve/completeness_by_primes.hpp"
#include "system/solve/radical_proof.hpp"
#include "system/solve/system_dimension.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

// Operations with words, of which a million takes about two milliseconds.
constexpr double quick_work = 5e5;
constexpr double quick_work_for_all = 1.5e6;  // where all claims follow from the identities
// Operations for each of work_of_solving: some per cent of the time that solving takes, and up to about a third.
constexpr double small_share = 6;
constexpr double share_for_boxes = 24;

/// quick: what the identities may take in any case.
bool are_cheap(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r, double quick, double share,
               const ExecutionContext& ctx) {
  return work_of_identities(equations, r, ctx) <= std::max(quick, share * work_of_solving(r, ctx));
}

/// Whether there are as many points as the equations' degrees, or their leading monomials, allow at most.
struct Greatest {
  bool by_classes;
  bool by_degrees;
  bool known_basis;  // the equations are a Groebner basis in some order
};
Greatest greatest_number(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                         const ExecutionContext& ctx) {
  const auto points = static_cast<std::uint64_t>(r.polynomial.degree());
  const auto classes = known_residue_classes(equations, ctx);
  double product = 1;
  for (const MultiPolyQ& f : equations) product *= static_cast<double>(f.total_degree());
  return {classes && classes->count == points,
          equations.size() == r.variables.size() && product == static_cast<double>(points), classes && classes->exact};
}

/// Proofs by what the representation and the degrees say.
ProvedClaims claims_without_basis(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                                  bool certify, const ExecutionContext& ctx) {
  const Greatest greatest = greatest_number(equations, r, ctx);
  ProvedClaims claims;
  claims.known_basis = greatest.known_basis;
  claims.points = claims.complete = retry_on_one_thread(
      ctx, [&](const ExecutionContext& with) { return is_proved_by_resultants(equations, r, certify, with); });
  if (claims.complete) return claims;
  const bool is_greatest = greatest.by_classes || greatest.by_degrees;
  const double quick = is_greatest ? quick_work_for_all : quick_work;
  // Boxes of as many equations as variables are proved one by one otherwise: for large systems with a small part of the
  // work, and of the memory, which would be several times what all else takes. Boxes of others are by identities alone.
  const bool is_square = equations.size() == r.variables.size();
  const double share = !is_square ? share_for_boxes : is_greatest ? small_share : 0;
  if (!certify && !are_cheap(equations, r, quick, share, ctx)) return claims;
  claims.points = describes_solutions(equations, r, ctx);
  if (!claims.points) return claims;
  claims.complete = greatest.by_classes || (greatest.by_degrees && describes_as_many_as_bezout(equations, r, ctx));
  return claims;
}

/// Two equations in two variables that resultants do not serve, such as curves that meet where both have several
/// branches, and multiple solutions of equations that are a Groebner basis already: where they are few the proof takes
/// some milliseconds.
bool small_system_has_no_others(const std::vector<MultiPolyQ>& equations, const UnivariateRepresentation& r,
                                bool known_basis, const ExecutionContext& ctx) {
  constexpr std::size_t most_classes = 40;
  if (r.degree > most_classes) return false;
  const auto points = static_cast<std::size_t>(r.polynomial.degree());
  const bool is_bivariate = equations.size() == 2 && r.variables.size() == 2;
  try {
    return (is_bivariate && has_no_others_modulo_primes(equations, r, ctx)) ||
           (known_basis && r.degree != points && has_no_other_points(equations, r, ctx));
  } catch (const MemoryLimit&) {
    return false;
  }
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
  if (!claims.points || claims.complete) return claims;
  if (!certify) {
    claims.complete = small_system_has_no_others(equations, r, claims.known_basis, ctx);
    return claims;
  }
  const auto proving = progress.phase(0.8);
  const auto points = static_cast<std::size_t>(r.polynomial.degree());
  if (r.degree != points) {
    claims.complete = has_no_others_modulo_primes(equations, r, proving) || has_no_other_points(equations, r, proving);
    return claims;
  }
  claims.complete = has_no_others_modulo_primes(equations, r, proving);
  if (claims.complete) return claims;
  // There are at most as many points as residue classes are independent, and those that are described are so many.
  const IdealShape shape = proved_shape(equations, proving);
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
