// Many products over Z/pZ at once.
#pragma once

#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {

/// f[i] g[i] for all i, in parallel over the pairs. Short ones, of at most 512 coefficients in one operand, go to a
/// device together, where that is predicted to be faster than all threads; no device would take one of them alone.
/// Throws DomainError for lists of different lengths, ModulusMismatch for polynomials over different fields and what
/// mul() throws.
POLYFORK_EXPORT std::vector<PolyZp> mul_pairs(std::span<const PolyZp> f, std::span<const PolyZp> g,
                                              const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
