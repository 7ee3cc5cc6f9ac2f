// What `polyfork bench` times: every operation, each algorithm and the dispatcher's choice.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <polyfork/core/context.hpp>

namespace polyfork_app {

/// A benchmark with its input made; run(ctx) is what is timed.
struct PreparedCase {
  std::function<void(const polyfork::ExecutionContext&)> run;
  std::string label;
};

/// A benchmark by name; its input is made when it is its turn.
struct BenchCase {
  std::string name;  ///< "suite/arguments/algorithm"
  std::function<PreparedCase(const polyfork::ExecutionContext&)> prepare;
};

std::vector<BenchCase> bench_cases();

}  // namespace polyfork_app
