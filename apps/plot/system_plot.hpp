// A picture of a system in two variables: the curves of its equations and the boxes of its real solutions, as SVG.
//
// The boxes are those of the answer; the curves are sampled, a drawing and no proof. The background is transparent, and
// the colours follow the reader's light or dark scheme. Equal inputs give equal bytes.
#pragma once

#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

namespace polyfork_app {

/// At most six curves, the first ones; the caption says how many are left out. The window holds all solutions with some
/// room around them; where there are none, the square from -2 to 2. Precondition: two variables, and coordinates of two
/// or more in every solution. Throws Cancelled and MemoryLimit as the context says.
std::string system_svg(const std::vector<polyfork::MultiPolyQ>& equations,
                       const std::vector<polyfork::RealSolution>& solutions, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
