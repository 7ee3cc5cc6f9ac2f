// `polyfork bench`: run times of every operation of the library on this machine.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace polyfork_app {

struct BenchOptions {
  std::vector<int> threads;            ///< empty: 1, 2, 4, ... and all available threads
  std::string suite;                   ///< regular expression on the names; empty: everything
  std::string out = "polyfork-bench";  ///< directory of the results, made if need be
  double min_time = 0.2;               ///< seconds that each benchmark is repeated for, at least
  bool list = false;                   ///< print the names only
};

/// Runs, prints a table on stdout, writes bench.json, bench.csv and speedup.svg. Returns the exit code.
int run_bench(const BenchOptions& options);

/// Adds the subcommand; when the user chose it, action is set to what runs it.
void add_bench_command(CLI::App& app, std::function<int()>& action);

}  // namespace polyfork_app
