// The polyfork command: options, exceptions to exit codes, nothing else.
#include <cstdio>
#include <exception>
#include <new>

#include <fmt/core.h>
#include <CLI/CLI.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/version.hpp>

#include "cmd_bench.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "input_error.hpp"
#include "interruption.hpp"
#include "run_options.hpp"

namespace {

using namespace polyfork_app;

int fail(int code, const char* message) {
  write_diagnostic(fmt::format("polyfork: {}\n", message));
  return code;
}

int run(const Action& action, Interruption& interruption) {
  try {
    return action(interruption);
  } catch (const InputError& e) {
    return fail(exit_usage, e.what());
  } catch (const polyfork::Cancelled&) {
    return fail(interruption.exit_code(), interruption.message());
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
  CLI::App app("Exact polynomial computation on many cores");
  app.set_version_flag("--version", polyfork::version_string());
  app.require_subcommand(1);
  Action action;
  add_isolate_command(app, action);
  add_generate_command(app, action);
  add_info_command(app, action);
  add_explain_command(app, action);
  std::function<int()> bench;
  add_bench_command(app, bench);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? exit_ok : exit_usage;
  }
  if (bench) action = [&](Interruption&) { return bench(); };
  int code = run(action, interruption);
  if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && code == exit_ok)
    code = fail(exit_failure, "cannot write to standard output");
  return code;
}
