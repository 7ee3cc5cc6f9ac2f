// What the command says of words that it does not understand.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace polyfork_app {

/// The words of a command line, the program's name left out: "help", "help COMMAND" become --help of the command.
/// Throws CLI::ParseError where no command comes first, with what may have been meant.
std::vector<std::string> command_words(const CLI::App& app, int argc, char** argv);

/// The parser's error in plain words.
std::string option_message(const CLI::App& app, const CLI::ParseError& error);

/// Help whose first line names operands without numbers: "[FILES ...]".
class PlainFormatter : public CLI::Formatter {
 public:
  std::string make_option_usage(const CLI::Option* option) const override;
};

}  // namespace polyfork_app
