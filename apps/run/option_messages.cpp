// What the command says of words that it does not understand: the nearest command, the words that were not expected.
#include "run/option_messages.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace polyfork_app {

namespace {

/// The least number of letters that are put in, left out or changed between two words (Levenshtein).
std::size_t edits_between(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

[[noreturn]] void refuse(const std::string& message) { throw CLI::ParseError(message, CLI::ExitCodes::ExtrasError); }

/// The command of this name, or the operation of a command that has several.
const CLI::App& command_named(const CLI::App& app, const std::string& word) {
  const auto commands = commands_of(app);
  for (const CLI::App* command : commands)
    if (command->check_name(word)) return *command;
  constexpr std::size_t few = 2;
  const auto nearest = std::min_element(commands.begin(), commands.end(), [&](const CLI::App* a, const CLI::App* b) {
    return edits_between(word, a->get_name()) < edits_between(word, b->get_name());
  });
  const bool is_main = app.get_parent() == nullptr;
  const std::string unknown = fmt::format("unknown {} '{}'", is_main ? "command" : "operation", word);
  if (edits_between(word, (*nearest)->get_name()) <= few)
    refuse(fmt::format("{}; is '{}' meant?", unknown, (*nearest)->get_name()));
  refuse(fmt::format("{}; polyfork help{} lists them", unknown, is_main ? "" : ' ' + app.get_name()));
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  if (const std::size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
}

}  // namespace

std::vector<std::string> command_words(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty()) refuse("a command is needed; polyfork help lists them");
  if (words[0] == "help") {
    words.erase(words.begin());
    if (!words.empty() && words[0][0] != '-') command_named(app, words[0]);
    words.emplace_back("--help");
    return words;
  }
  const std::string& first = words[0];
  if (first == "-h" || first == "--help" || first == "--version") return words;
  if (first[0] == '-') refuse(fmt::format("'{}' stands where a command is needed: options follow the command", first));
  const CLI::App& command = command_named(app, first);
  if (words.size() > 1 && words[1][0] != '-' && !commands_of(command).empty()) command_named(command, words[1]);
  return words;
}

std::string PlainFormatter::make_option_usage(const CLI::Option* option) const {
  const std::string name = option->get_name(true) + (option->get_expected_max() > 1 ? " ..." : "");
  return option->get_required() ? name : '[' + name + ']';
}

std::string option_message(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {  // its name is the subcommand's
    const std::vector<std::string> words = app.remaining(true);
    if (words.empty()) return error.what();
    const auto chosen = app.get_subcommands();
    return fmt::format(
        "not expected: {}{}", fmt::join(words, " "),
        chosen.empty() ? "" : fmt::format(" (polyfork {} --help lists the options)", chosen[0]->get_name()));
  }
  std::string text = error.what();
  replace(text, "At Most ", "at most ");
  replace(text, "At Least ", "at least ");
  replace(text, " required but received ", " allowed, given ");
  for (const char* type : {"TEXT", "EXPR", "EQUATIONS", "FILE", "N", "POINT"})
    replace(text, std::string("1 required ") + type + " missing", "a value is missing");
  replace(text, "A subcommand is required", "an operation is needed, --help lists them");
  return text;
}

}  // namespace polyfork_app
