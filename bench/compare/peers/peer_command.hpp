// Peers that are commands: mpsolve, msolve, and any other command that prints one line per real root.
#pragma once

#include <string>
#include <vector>

#include "compare/problem.hpp"

namespace polyfork_bench {

/// A peer that runs `command`. By its name: "mpsolve" and "msolve" are called with their own options and input
/// formats; any other command is called with a file of coefficients as its last argument and prints a line per root.
/// Its time is charged minus that of its run on x - 1.
Peer command_peer(const std::string& name, const std::string& command);

/// A directory for the commands' files, removed at the end of its scope. Make one before any command runs.
class CommandDirectory {
 public:
  CommandDirectory();
  ~CommandDirectory();
  CommandDirectory(const CommandDirectory&) = delete;
  CommandDirectory& operator=(const CommandDirectory&) = delete;
};

/// mpsolve and msolve where they are on PATH.
std::vector<Peer> commands_on_path();

}  // namespace polyfork_bench
