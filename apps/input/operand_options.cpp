// The parser keeps the values of each option by themselves, and beside them the sequence of the options.
#include "input/operand_options.hpp"

#include "run/option_values.hpp"

namespace polyfork_app {

void OperandOptions::add_to(CLI::App& command, const std::string& files_name, const std::string& files_help,
                            std::size_t most, const std::string& example) {
  command_ = &command;
  file_option_ = command.add_option(files_name, files_, files_help)
                     ->expected(1, static_cast<int>(most));  // from 1 on: "--" looks for those that are missing
  expression_option_ = add_repeatable(command, "-e,--expr", expressions_,
                                      "A polynomial itself in the place of a file, such as '" + example + "'", "EXPR");
  command.add_option("--format", format_, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  command.add_option("--variables", variables_, "The variables, greatest first; for infix notation")
      ->type_name("X,Y,...");
}

OperandSources OperandOptions::sources() const {
  OperandSources sources{{}, format_, variables_};
  auto file = files_.begin();
  auto expression = expressions_.begin();
  for (const CLI::Option* option : command_->parse_order()) {
    if (option == file_option_ && file != files_.end()) sources.list.push_back({*file++, false});
    if (option == expression_option_ && expression != expressions_.end()) sources.list.push_back({*expression++, true});
  }
  return sources;
}

}  // namespace polyfork_app
