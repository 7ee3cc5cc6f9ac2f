// polyfork explain: the plan that a dispatcher would choose, and why, without running it.
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/core.h>
#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/division/division_plan.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/gcd/gcd_plan.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/explain_gcd.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/rootiso/plan.hpp>

#include "commands/commands.hpp"
#include "commands/explain_solve.hpp"
#include "commands/factor_operand.hpp"
#include "commands/operand_rings.hpp"
#include "input/operand_options.hpp"
#include "input/read_operands.hpp"
#include "input/read_polynomial.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

struct ExplainOptions {
  std::size_t length = 0;
  std::size_t length2 = 0;  // 0: as length, or half of it
  std::size_t bits = 64;
  std::size_t bits2 = 0;  // 0: as bits
  std::size_t lead_bits = 0;
  std::optional<std::uint64_t> modulus;
  bool exact = false;
  int threads = 0;
  std::string memory_limit;
  DeviceOptions devices;

  int planned_threads() const {
    return threads != 0 ? threads : polyfork::ExecutionContext::default_context().threads();
  }
  std::size_t memory() const {
    return memory_limit.empty() ? polyfork::ExecutionContext::default_context().memory().available()
                                : parse_size("--memory-limit", memory_limit);
  }
  polyfork::ExecutionContext context() const {
    return devices.applied_to(polyfork::ExecutionContext::default_context());
  }
  /// The driver is asked for its devices, as long work does.
  polyfork::PlanBudget budget() const {
    const polyfork::ExecutionContext ctx = context();
    if (ctx.device_policy() != polyfork::DevicePolicy::off) polyfork::devices();
    return polyfork::PlanBudget(ctx)
        .with_threads(planned_threads())
        .with_memory(memory())
        .with_device(polyfork::device_view(ctx));
  }
  /// With a modulus, coefficients have the bits of p - 1.
  void apply_modulus() {
    if (!modulus) return;
    try {
      bits = bits2 = static_cast<std::size_t>(64 - __builtin_clzll((polyfork::PrimeField(*modulus).modulus() - 1) | 1));
    } catch (const polyfork::DomainError& e) {
      throw InputError(std::string("--modulus: ") + e.what());
    }
  }
};

std::string ring_name(const ExplainOptions& o) { return o.modulus ? fmt::format("Z/{}Z", *o.modulus) : "Z"; }

std::string heading(const char* operation, const ExplainOptions& o, std::size_t length2, std::size_t bits2) {
  return fmt::format("{} over {}: length {} and {}, {} and {} bits, {} threads\n\nchosen:\n", operation, ring_name(o),
                     o.length, length2, o.bits, bits2, o.planned_threads());
}

/// One line for each candidate; `width` columns for its name. What cannot be carried out has no costs.
std::string candidate_table(int width, const std::vector<polyfork::PlanDescription>& candidates) {
  std::string out = fmt::format("\n{:<{}} {:>8} {:>14} {:>16} {:>14} {:>14}  {}\n", "candidate", width, "threads",
                                "predicted s", "workspace bytes", "result bytes", "table bytes", "why");
  for (const polyfork::PlanDescription& c : candidates) {
    const bool possible = !polyfork::Bytes(c.workspace_bytes).is_never();
    const auto cost = [&](std::size_t bytes) { return possible ? std::to_string(bytes) : "-"; };
    out += fmt::format("{:<{}} {:>8} {:>14} {:>16} {:>14} {:>14}  {}\n", c.algorithm, width, c.threads,
                       possible ? fmt::format("{:.3e}", c.predicted_seconds) : "-", cost(c.workspace_bytes),
                       cost(c.result_bytes), cost(c.table_bytes), c.reason);
  }
  return out;
}

/// A line that says why no device is among the candidates; empty where one is.
std::string without_device(const ExplainOptions& o, const polyfork::PlanBudget& budget) {
  if (budget.device.usable) return "";
  const auto reason = [&]() -> std::string {
    if (o.context().device_policy() == polyfork::DevicePolicy::off) return "the policy is off";
    std::string absence = polyfork::device_absence_reason();
    if (!absence.empty()) return absence;
    const int number = o.context().device();
    if (number >= 0 && static_cast<std::size_t>(number) >= polyfork::devices().size())
      return fmt::format("there is no device number {}", number);
    return "it was given up after an earlier error";
  };
  return fmt::format("\nno device is considered: {}\n", reason());
}

int explain_multiply(ExplainOptions o) {
  o.apply_modulus();
  const polyfork::MulShape shape{o.length, o.length2 != 0 ? o.length2 : o.length,
                                 o.bits,   o.bits2 != 0 ? o.bits2 : o.bits,
                                 false,    o.modulus.value_or(0)};
  const auto explain = o.modulus ? polyfork::explain_mul_zp : polyfork::explain_mul;
  const auto candidates = o.modulus ? polyfork::explain_mul_zp_candidates : polyfork::explain_mul_candidates;
  const polyfork::PlanBudget budget = o.budget();
  write_output(heading("multiply", o, shape.length_b, shape.bits_b) + explain(shape, budget).to_text() +
               candidate_table(24, candidates(shape, budget)) + without_device(o, budget));
  return exit_ok;
}

int explain_divide(ExplainOptions o) {
  o.apply_modulus();
  polyfork::DivisionShape shape;
  shape.length_a = o.length;
  shape.length_b = o.length2 != 0 ? o.length2 : (o.length + 1) / 2;
  shape.bits_a = o.bits;
  shape.bits_b = o.bits2 != 0 ? o.bits2 : o.bits;
  shape.lead_bits = o.lead_bits != 0 ? o.lead_bits : shape.bits_b;
  shape.exact = o.exact;
  shape.modulus = o.modulus.value_or(0);
  if (shape.length_b > shape.length_a) throw InputError("--length2: a longer divisor leaves nothing to divide");
  if (shape.lead_bits > shape.bits_b) throw InputError("--lead-bits: more than the divisor's coefficients have");
  const auto explain = o.modulus ? polyfork::explain_division_zp : polyfork::explain_division;
  write_output(heading(o.exact ? "divide exactly" : "divide", o, shape.length_b, shape.bits_b) +
               explain(shape, o.budget()).to_text());
  return exit_ok;
}

std::string steps_text(const polyfork::PlanDescription& plan, std::size_t depth = 0);

/// The plan of a gcd of polynomials in several variables; that of one variable follows from sizes alone.
int explain_gcd_of(const ExplainOptions& o, const OperandSources& sources) {
  const auto ctx = o.context().with_threads(o.planned_threads()).with_memory_limit(o.memory());
  if (sources.list.size() != 2) throw InputError("two polynomials are needed, or --length");
  OperandRing ring;
  if (o.modulus) ring.modulus = std::to_string(*o.modulus);
  compute(read_operands(sources, ctx), ring, true, ctx, [&](const auto& list) {
    using P = std::decay_t<decltype(list[0])>;
    if constexpr (is_in_one_variable<P>)
      throw InputError("in one variable the plan depends on sizes alone: --length, --bits");
    else if constexpr (std::is_same_v<typename P::ring_type, polyfork::BigPrimeField>)
      throw InputError("--modulus: expected a prime below 2^63");
    else
      write_output(steps_text(polyfork::explain_gcd(list[0], list[1], ctx)));
  });
  return exit_ok;
}

int explain_gcd(ExplainOptions o) {
  if (o.length == 0) throw InputError("--length, or two polynomials in several variables, are needed");
  o.apply_modulus();
  polyfork::GcdShape shape;
  shape.length_a = o.length;
  shape.length_b = o.length2 != 0 ? o.length2 : o.length;
  shape.bits_a = o.bits;
  shape.bits_b = o.bits2 != 0 ? o.bits2 : o.bits;
  shape.lead_bits = o.lead_bits != 0 ? o.lead_bits : std::min(shape.bits_a, shape.bits_b);
  const auto plan = o.modulus ? polyfork::explain_gcd_zp(shape, o.budget()) : polyfork::explain_gcd(shape, o.budget());
  write_output(heading("gcd", o, shape.length_b, shape.bits_b) + plan.to_text());
  return exit_ok;
}

int explain_shift(const ExplainOptions& o, const std::string& by) {
  const auto& ctx = polyfork::ExecutionContext::default_context();
  const polyfork::Rational c = parse_rational("--by", by, ctx).value;
  if (!c.denominator().is_one() || c.is_zero()) throw InputError("--by: a whole number other than zero");
  const polyfork::ShiftShape shape{o.length, o.bits, c.numerator().bit_length()};
  const polyfork::PlanBudget budget = o.budget();
  write_output(fmt::format("shift over Z by {}: length {}, {} bits, {} threads\n\nchosen:\n", by, o.length, o.bits,
                           budget.threads) +
               polyfork::explain_shift(shape, budget).to_text() +
               candidate_table(14, polyfork::explain_shift_candidates(shape, budget)) + without_device(o, budget));
  return exit_ok;
}

int explain_isolate(const ExplainOptions& o, const std::string& method) {
  const auto plan =
      polyfork::explain_isolation({o.length, o.bits}, polyfork::isolation_method_from_name(method), o.budget());
  write_output(fmt::format("isolate over Z: degree {}, {} bits, {} threads\n\nchosen:\n", o.length, o.bits,
                           o.planned_threads()) +
               plan.to_text());
  return exit_ok;
}

/// A plan that predicts neither sizes nor times: one line for each node, children indented.
std::string steps_text(const polyfork::PlanDescription& plan, std::size_t depth) {
  std::string text = std::string(2 * depth, ' ') + plan.algorithm;
  for (const auto& [name, value] : plan.parameters) text += fmt::format(" {}={}", name, value);
  text += fmt::format("  ({})\n", plan.reason);
  for (const polyfork::PlanDescription& child : plan.children) text += steps_text(child, depth + 1);
  return text;
}

struct ExplainFactor {
  std::shared_ptr<FactorOperand> operand = std::make_shared<FactorOperand>();
  DeviceOptions devices;
};

int explain_factor(const ExplainFactor& o) {
  const auto ctx = o.devices.applied_to(polyfork::ExecutionContext::default_context());
  write_output(with_factor_operand(
      *o.operand, ctx, [&](const auto& f, const polyfork::Integer&) { return steps_text(explain_factor(f, ctx)); }));
  return exit_ok;
}

using Options = std::shared_ptr<ExplainOptions>;

void add_limits(CLI::App& command, const Options& options) {
  add_whole_number(command, "-t,--threads", options->threads, "Threads (default: all)", 0, most_threads);
  command.add_option("--memory-limit", options->memory_limit, "Cap in bytes, with K, M, G or T");
  options->devices.add_to(command);
}

void add_shape(CLI::App& command, const Options& options, const char* default_length2, bool required = true) {
  add_whole_number(command, "--length", options->length, "Coefficients of the first operand", 1)->required(required);
  add_whole_number(command, "--length2", options->length2,
                   fmt::format("Coefficients of the second operand (default: {})", default_length2));
  CLI::Option* bits = add_whole_number(command, "--bits", options->bits, "Bits of the first operand's coefficients", 1)
                          ->default_str(std::to_string(options->bits));
  CLI::Option* bits2 = add_whole_number(command, "--bits2", options->bits2,
                                        "Bits of the second operand's coefficients (default: the same)");
  add_whole_number(command, "--modulus", "Over Z/PZ instead of Z, for a prime P below 2^63", 0,
                   std::numeric_limits<std::uint64_t>::max(), [options](std::uint64_t p) { options->modulus = p; })
      ->excludes(bits)
      ->excludes(bits2);
  add_limits(command, options);
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("explain", "Show which algorithm an operation would use, and why");
  command->require_subcommand(1);
  const auto options = std::make_shared<ExplainOptions>();

  CLI::App* multiply = command->add_subcommand("multiply", "A product in Z[x] or Z/PZ[x]");
  add_shape(*multiply, options, "the same");
  multiply->callback([options, &action] { action = [options](Interruption&) { return explain_multiply(*options); }; });

  CLI::App* divide = command->add_subcommand("divide", "A division with remainder, or an exact one");
  add_shape(*divide, options, "half");
  add_whole_number(*divide, "--lead-bits", options->lead_bits,
                   "Bits of the divisor's leading coefficient (default: --bits2)");
  divide->add_flag("--exact", options->exact, "Only an exact quotient is wanted");
  divide->callback([options, &action] { action = [options](Interruption&) { return explain_divide(*options); }; });

  CLI::App* gcd = command->add_subcommand("gcd", "A greatest common divisor");
  add_shape(*gcd, options, "the same", false);
  add_whole_number(*gcd, "--lead-bits", options->lead_bits, "Bits of the leading coefficients' gcd (default: --bits)");
  const auto operands = std::make_shared<OperandOptions>();
  operands->add_to(*gcd, "FILES", "Files of two polynomials in several variables, in the place of sizes", 2, "x*y - 2");
  gcd->callback([options, operands, &action] {
    action = [options, sources = operands->sources(), operands](Interruption&) {
      return sources.list.empty() ? explain_gcd(*options) : explain_gcd_of(*options, sources);
    };
  });

  CLI::App* factor = command->add_subcommand("factor", "The factorization of a polynomial");
  const auto factored = std::make_shared<ExplainFactor>();
  add_factor_operand(*factor, factored->operand);
  factored->devices.add_to(*factor);
  factor->callback([factored, &action] { action = [factored](Interruption&) { return explain_factor(*factored); }; });

  CLI::App* shift = command->add_subcommand("shift", "A Taylor shift f(x + C) in Z[x]");
  const auto by = std::make_shared<std::string>("1");
  add_whole_number(*shift, "--length", options->length, "Coefficients", 1)->required();
  add_whole_number(*shift, "--bits", options->bits, "Bits of the coefficients", 1)
      ->default_str(std::to_string(options->bits));
  shift->add_option("--by", *by, "C")->capture_default_str();
  add_limits(*shift, options);
  shift->callback(
      [options, by, &action] { action = [options, by](Interruption&) { return explain_shift(*options, *by); }; });

  CLI::App* isolate = command->add_subcommand("isolate", "A real root isolation");
  const auto method = std::make_shared<std::string>("auto");
  add_whole_number(*isolate, "--degree", options->length, "Degree", 1)->required();
  add_whole_number(*isolate, "--bits", options->bits, "Bits of the coefficients", 1)
      ->default_str(std::to_string(options->bits));
  isolate->add_option("--method", *method, "Method")->check(CLI::IsMember({"auto", "vca", "local"}));
  add_limits(*isolate, options);
  isolate->callback([options, method, &action] {
    action = [options, method](Interruption&) { return explain_isolate(*options, *method); };
  });

  add_explain_solve(*command, action);
}

}  // namespace polyfork_app
