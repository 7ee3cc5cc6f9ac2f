// Files that a command writes beside its answer.
#pragma once

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "run/exit_code.hpp"
#include "run/output_files.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

/// What is written beside the answer has no say in whether that is printed: failures wait until everything is through.
class SideOutputs {
 public:
  /// Reports at once, before the work, what is known to fail.
  void expect(const std::string& path) {
    if (path.empty()) return;
    const std::string problem = problem_of_output(path);
    if (problem.empty()) return;
    write_diagnostic(fmt::format("polyfork: {}: {}\n", path, problem));
    reported_.push_back(path);
  }
  template <class Do>
  void attempt(const Do& action) {
    try {
      action();
    } catch (...) {
      if (!error_) error_ = std::current_exception();
    }
  }
  template <class MakeText>
  void write(const std::string& path, const MakeText& make_text, const polyfork::ExecutionContext& ctx) {
    if (path.empty() || std::find(reported_.begin(), reported_.end(), path) != reported_.end()) return;
    attempt([&] {
      const std::string text = make_text();
      const polyfork::MemoryReservation held(ctx.memory(), text.size());
      write_file(path, text);
    });
  }
  /// Throws the first error; the exit code otherwise.
  int finish() const {
    if (error_) std::rethrow_exception(error_);
    return reported_.empty() ? exit_ok : exit_failure;
  }

 private:
  std::vector<std::string> reported_;
  std::exception_ptr error_;
};

}  // namespace polyfork_app
