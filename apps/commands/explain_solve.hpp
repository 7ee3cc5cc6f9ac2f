// polyfork explain solve: the parts of a system and how each would be solved.
#pragma once

#include <CLI/CLI.hpp>

#include "commands/commands.hpp"

namespace polyfork_app {

void add_explain_solve(CLI::App& explain, Action& action);

}  // namespace polyfork_app
