// A univariate representation of some of the points that another one describes.
#pragma once

#include <optional>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/system/representation.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The representation of the points at the roots of a factor h of r's polynomial f: h is primitive, not constant and
/// has a positive leading coefficient. Its numbers are mostly far shorter than those of r. Lifted from primes and
/// compared with one more: nothing is proved. Empty where many primes do not tell. Multiplicities are left out.
std::optional<UnivariateRepresentation> restricted(const UnivariateRepresentation& r, const PolyZ& h,
                                                   const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
