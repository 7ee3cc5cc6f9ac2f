// Options that every computing command has, and the execution context made of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/profile.hpp>

#include "run/device_options.hpp"
#include "run/interruption.hpp"
#include "run/progress_bar.hpp"

namespace polyfork_app {

struct RunOptions {
  int threads = 0;  // 0: the default context's
  std::string backend;
  std::string memory_limit;
  DeviceOptions devices;
  std::optional<double> timeout;
  bool quiet = false;

  /// --threads, --backend, --memory-limit, --timeout, --quiet and those of DeviceOptions
  void add_to(CLI::App& command);
};

/// What a command runs in: the context with its limits, the progress bar, the profile if that back end was chosen.
class Run {
 public:
  Run(const RunOptions& options, Interruption& interruption);

  const polyfork::ExecutionContext& context() const noexcept { return *context_; }
  /// Before results are printed: ends the progress bar, which may be on the same terminal.
  void finish_progress() { bar_.finish(); }
  /// Prints the profile to stderr when the back end is `profile`.
  void report_profile() const;

 private:
  ProgressBar bar_;
  polyfork::Profile profile_;
  bool profiled_ = false;
  std::optional<polyfork::ExecutionContext> context_;  // made in the constructor: reading the environment can fail
};

/// Writes to standard error; a failure there is nobody's business.
void write_diagnostic(const std::string& text) noexcept;

/// On a terminal, for readers who see no more than the answer, which may be empty: "polyfork: note: WHAT" on standard
/// error.
void note_for_readers(const std::string& what) noexcept;

/// Writes to standard output; throws polyfork::Error when that fails.
void write_output(const std::string& text);

/// A text and what it is charged with while it lives.
struct InputText {
  std::string text;
  polyfork::MemoryReservation reservation;
};

/// The whole text of a file, or of standard input for "-". Throws polyfork::Error when it cannot be read.
InputText read_input(const std::string& path, const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
