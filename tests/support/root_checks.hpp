// Checks of an isolation result against Sturm's theorem.
#pragma once

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork::test {

/// Adds a gtest failure for everything that is not as documented: the count, ascending order, exactly one root in each
/// interval, rational roots exact, cells standard and dyadic, closures without other roots and without zero, and no
/// coarser cell with these properties (not narrower than `width` asks for).
void check_canonical(const PolyZ& f, const IsolationResult& result,
                     const std::optional<Rational>& width = std::nullopt);

}  // namespace polyfork::test
