// A picture of a polynomial's real roots, their isolating intervals and its signs, as SVG.
//
// Equal inputs give equal bytes. Whatever the number of roots, a picture has at most some thousand elements:
// markers that would cover one another become one, and where the signs change too often to be seen the bands between
// the roots become one band.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork_app {

/// `result` is what isolate_real_roots says about f (in the interval). Throws DomainError for numbers beyond
/// 2^4194304, Cancelled and MemoryLimit as the context says.
std::string roots_svg(const polyfork::PolyZ& f, const polyfork::IsolationResult& result,
                      const std::optional<std::pair<polyfork::Rational, polyfork::Rational>>& interval,
                      const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
