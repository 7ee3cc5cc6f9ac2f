// Options that say what a command may use of the machine's devices.
#pragma once

#include <string>

#include <CLI/CLI.hpp>
#include <polyfork/core/context.hpp>

namespace polyfork_app {

struct DeviceOptions {
  std::string policy;  // empty: the default context's
  int number = -1;     // any
  std::string memory;  // empty: the environment's

  /// --gpu auto|on|off, --device N and --gpu-memory SIZE.
  void add_to(CLI::App& command);
  /// The context with what they say. For `on` without a device, throws polyfork::DeviceError before any work.
  polyfork::ExecutionContext applied_to(const polyfork::ExecutionContext& ctx) const;
};

}  // namespace polyfork_app
