// The solutions of a system as decimal numbers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

namespace polyfork_app {

/// All real solutions, one a line, "x = 1.41, y = -0.50": so many digits after the point, correctly rounded, ties to
/// even. Throws as real_solutions does.
std::string decimal_solutions(const std::vector<polyfork::MultiPolyQ>& equations, polyfork::SolutionOptions options,
                              std::size_t digits, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
