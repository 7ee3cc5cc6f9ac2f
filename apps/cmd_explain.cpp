// polyfork explain: the plan that a dispatcher would choose, and why, without running it.
#include <memory>
#include <string>

#include <fmt/core.h>
#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/multiplication.hpp>

#include "commands.hpp"
#include "exit_code.hpp"
#include "option_values.hpp"
#include "run_options.hpp"

namespace polyfork_app {

namespace {

struct ExplainOptions {
  std::size_t length = 0;
  std::size_t length2 = 0;  // 0: as length
  std::size_t bits = 64;
  std::size_t bits2 = 0;  // 0: as bits
  int threads = 0;
  std::string memory_limit;
};

int explain_multiply(const ExplainOptions& o) {
  const auto& ctx = polyfork::ExecutionContext::default_context();
  const polyfork::MulShape shape{o.length, o.length2 != 0 ? o.length2 : o.length, o.bits,
                                 o.bits2 != 0 ? o.bits2 : o.bits, false};
  const int threads = o.threads != 0 ? o.threads : ctx.threads();
  const std::size_t memory =
      o.memory_limit.empty() ? ctx.memory().available() : parse_size("--memory-limit", o.memory_limit);
  const auto tuning = ctx.tuning().section<polyfork::MulTuning>();
  const auto candidates = polyfork::plan_mul_candidates(shape, threads, memory, tuning);
  fmt::print("multiply: length {} x {}, {} x {} bits, {} threads\n\nchosen:\n{}", shape.length_a, shape.length_b,
             shape.bits_a, shape.bits_b, threads,
             polyfork::plan_mul(shape, threads, memory, tuning).describe().to_text());
  fmt::print("\n{:<12} {:>14} {:>16} {:>16}\n", "candidate", "predicted s", "workspace bytes", "result bytes");
  for (const auto& plan : candidates)
    fmt::print("{:<12} {:>14.3e} {:>16} {:>16}\n", polyfork::mul_algorithm_name(plan.algorithm), plan.predicted_seconds,
               plan.workspace_bytes, plan.result_bytes);
  return exit_ok;
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("explain", "Show which algorithm an operation would use, and why");
  command->require_subcommand(1);
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* multiply = command->add_subcommand("multiply", "A product in Z[x]");
  add_whole_number(*multiply, "--length", options->length, "Coefficients of the first operand", 1)->required();
  add_whole_number(*multiply, "--length2", options->length2, "Coefficients of the second operand (default: the same)");
  add_whole_number(*multiply, "--bits", options->bits, "Bits of the first operand's coefficients", 1)
      ->default_str(std::to_string(options->bits));
  add_whole_number(*multiply, "--bits2", options->bits2,
                   "Bits of the second operand's coefficients (default: the same)");
  add_whole_number(*multiply, "-t,--threads", options->threads, "Threads (default: all)");
  multiply->add_option("--memory-limit", options->memory_limit, "Cap in bytes, with K, M, G or T");
  multiply->callback([options, &action] { action = [options](Interruption&) { return explain_multiply(*options); }; });
}

}  // namespace polyfork_app
