// What a command takes: time, processor time, memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace polyfork_bench {

struct CommandRun {
  double seconds = 0;
  double processor_seconds = 0;    ///< of the shell and all that it has started
  std::size_t most_kibibytes = 0;  ///< most resident memory of one process
};

/// Runs the command in a shell and waits for it. Empty where it cannot be started or its exit code is not 0.
std::optional<CommandRun> run_command(const std::string& command);

}  // namespace polyfork_bench
