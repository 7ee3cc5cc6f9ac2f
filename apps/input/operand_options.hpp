// The options that give a command its operands: files and expressions, in the order in which they are typed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "input/read_operands.hpp"

namespace polyfork_app {

class OperandOptions {
 public:
  /// At most `most` files under a positional name, and -e, --format and --variables. This object has to live as long as
  /// the command, which has to live until the last call of sources().
  void add_to(CLI::App& command, const std::string& files_name, const std::string& files_help, std::size_t most,
              const std::string& example);

  /// The operands that the parsed command line names, in the order in which they were typed.
  OperandSources sources() const;

 private:
  const CLI::App* command_ = nullptr;
  const CLI::Option* file_option_ = nullptr;
  const CLI::Option* expression_option_ = nullptr;
  std::vector<std::string> files_;
  std::vector<std::string> expressions_;
  std::string format_ = "auto";
  std::string variables_;
};

}  // namespace polyfork_app
