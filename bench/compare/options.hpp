// The options of the compare programs.
#pragma once

#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "support/statistics.hpp"

namespace polyfork_bench {

struct CompareOptions {
  int threads = 1;
  bool all = false;
  bool cpu_time = false;
  bool memory = false;
  bool scaling = false;
  bool list = false;
  double stop_after = 60;  ///< seconds per run
  double batch = batch_milliseconds;
  std::optional<std::regex> filter;
  std::vector<std::pair<std::string, std::string>> commands;  ///< --peer NAME=COMMAND
  std::vector<std::string> only;                              ///< names of the peers to run; empty: all
  std::string json;                                           ///< file; empty: none
};

/// Nothing when the program is to end with `exit_code` (help, or a usage error that was reported).
std::optional<CompareOptions> parse_options(int argc, char** argv, const std::string& suite, int& exit_code);

}  // namespace polyfork_bench
