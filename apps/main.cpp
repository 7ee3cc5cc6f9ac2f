// The polyfork command: options, exceptions to exit codes, nothing else.
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <CLI/CLI.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/version.hpp>

#include "commands/commands.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/interruption.hpp"
#include "run/option_messages.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

namespace {

using namespace polyfork_app;

struct Command {
  std::string_view name;
  void (*add)(CLI::App& app, Action& action);
};

/// In the sequence of the help; what is added together stands together.
constexpr std::array all_commands{
    Command{"isolate", add_isolate_command},    Command{"verify", add_verify_command},
    Command{"solve", add_solve_command},        Command{"generate", add_generate_command},
    Command{"factor", add_factor_command},      Command{"gcd", add_algebra_commands},
    Command{"resultant", add_algebra_commands}, Command{"squarefree", add_algebra_commands},
    Command{"divide", add_algebra_commands},    Command{"evaluate", add_algebra_commands},
    Command{"multiply", add_multiply_command},  Command{"shift", add_shift_command},
    Command{"info", add_info_command},          Command{"explain", add_explain_command},
    Command{"model", add_model_command},        Command{"bench", add_bench_command},
    Command{"tune", add_tune_command}};

/// The command of this name, or all where there is none: the options of all take longer to make than many answers.
void add_commands(CLI::App& app, Action& action, std::string_view name) {
  const auto named =
      std::find_if(all_commands.begin(), all_commands.end(), [&](const Command& c) { return c.name == name; });
  if (named != all_commands.end()) return named->add(app, action);
  void (*added)(CLI::App&, Action&) = nullptr;
  for (const Command& c : all_commands) {
    if (c.add != added) c.add(app, action);
    added = c.add;
  }
}

/// One line, whatever the message quotes.
int fail(int code, std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  write_diagnostic(fmt::format("polyfork: {}\n", message));
  return code;
}

/// What was asked for (help, the version), or what was wrong with the options.
int report(const CLI::App& app, const CLI::ParseError& e) {
  std::ostringstream text;
  if (app.exit(e, text, text) != 0) throw InputError(option_message(app, e));
  write_output(text.str());
  return exit_ok;
}

int run(const Action& action, Interruption& interruption) {
  try {
    return action(interruption);
  } catch (const InputError& e) {
    return fail(exit_usage, e.what());
  } catch (const polyfork::Cancelled&) {
    // At the end of the grace period the watcher says the same, and ends the process.
    return interruption.announce() ? fail(interruption.exit_code(), interruption.message()) : interruption.exit_code();
  } catch (const polyfork::MemoryLimit& e) {
    return fail(exit_limit, e.what());
  } catch (const std::bad_alloc&) {
    return fail(exit_limit, "out of memory");
  } catch (const std::exception& e) {
    return fail(exit_failure, e.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  Interruption interruption;
  CLI::App app("Exact polynomial computation on many cores", "polyfork");
  app.set_version_flag("--version", polyfork::version_string());
  app.require_subcommand(1);
  app.formatter(std::make_shared<PlainFormatter>());
  Action action;
  add_commands(app, action, argc > 1 ? argv[1] : "");
  try {
    std::vector<std::string> words = command_words(app, argc, argv);
    std::reverse(words.begin(), words.end());  // as the parser takes lists
    app.parse(std::move(words));
    refuse_empty_values(app);
  } catch (const CLI::ParseError& e) {
    return run([&](Interruption&) { return report(app, e); }, interruption);
  }
  int code = run(action, interruption);
  if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && code == exit_ok)
    code = fail(exit_failure, "cannot write to standard output");
  return code;
}
