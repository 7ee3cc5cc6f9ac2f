// The dimension of a system's solutions: what primes tell of it, and what is proved.
#pragma once

#include <optional>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "system/proofs/leading_powers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Of the ideal of equations in one list of variables, by a basis that is proved.
IdealShape proved_shape(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx);

/// How many residue classes the polynomials have modulo the equations, where powers of all variables are leading
/// monomials of them in some order: there are finitely many solutions then, which is proved, and at most so many. Empty
/// for other equations, which are told at once.
std::optional<ResidueClasses> known_residue_classes(const std::vector<MultiPolyQ>& equations,
                                                    const ExecutionContext& ctx);

struct KnownDimension {
  int dimension = 0;
  bool proved = false;
};

/// The dimension that primes have told, proved by a basis where `certify` asks for that, unless it is zero. Throws
/// DomainError where a proof contradicts it. The equations are in one list of variables.
KnownDimension confirmed_dimension(int dimension, const std::vector<MultiPolyQ>& equations, bool certify,
                                   const ExecutionContext& ctx);

/// Throws PositiveDimension where it is, with the names of these variables and whether that is proved.
void require_finitely_many(const KnownDimension& known, const Variables& variables);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
