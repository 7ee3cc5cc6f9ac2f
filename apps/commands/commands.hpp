// The subcommands. Each add_* function registers its options and, when chosen, sets `action` to what runs it.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "run/interruption.hpp"

namespace polyfork_app {

using Action = std::function<int(Interruption&)>;

void add_isolate_command(CLI::App& app, Action& action);
void add_verify_command(CLI::App& app, Action& action);
void add_solve_command(CLI::App& app, Action& action);
void add_generate_command(CLI::App& app, Action& action);
void add_factor_command(CLI::App& app, Action& action);
void add_algebra_commands(CLI::App& app, Action& action);  // gcd, resultant, squarefree, divide, evaluate
void add_multiply_command(CLI::App& app, Action& action);
void add_shift_command(CLI::App& app, Action& action);
void add_info_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_model_command(CLI::App& app, Action& action);
void add_bench_command(CLI::App& app, Action& action);
void add_tune_command(CLI::App& app, Action& action);

}  // namespace polyfork_app
