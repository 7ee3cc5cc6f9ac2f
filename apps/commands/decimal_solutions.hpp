// The solutions of a system as decimal numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/system/real_solutions.hpp>

namespace polyfork_app {

/// All real solutions that `find` returns for narrower and narrower boxes, one a line, "x = 1.41, y = -0.50", with a
/// label for each coordinate: so many digits after the point, correctly rounded, ties to even. Throws as `find` does.
std::string decimal_solutions(const std::function<polyfork::SystemSolutions(const polyfork::SolutionOptions&)>& find,
                              const std::vector<std::string>& labels, polyfork::SolutionOptions options,
                              std::size_t digits, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
