// polyfork factor: irreducible factors over Q or modulo a prime, in one variable or several, or over Q(i).
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

#include "commands/commands.hpp"
#include "commands/factor_operand.hpp"
#include "commands/factor_output.hpp"
#include "commands/operand_rings.hpp"
#include "run/exit_code.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

struct FactorOptions {
  std::shared_ptr<FactorOperand> operand = std::make_shared<FactorOperand>();
  std::string output = "text";
  RunOptions run;
};

template <class R>
std::size_t degree_of(const polyfork::DensePoly<R>& f) {
  return static_cast<std::size_t>(f.degree());
}
template <class R>
std::size_t degree_of(const polyfork::SparsePoly<R>& f) {
  return static_cast<std::size_t>(f.degree());
}
template <class R>
std::size_t degree_of(const polyfork::SparseMultiPoly<R>& f) {
  return static_cast<std::size_t>(f.total_degree());
}

/// denominator: of a polynomial over Q that is given by its numerators.
template <class Polynomial>
FactorReport report_of(const Polynomial& f, const polyfork::Integer& denominator,
                       const polyfork::ExecutionContext& ctx) {
  const auto factors = factor(f, ctx);
  FactorReport report;
  report.command = "factor";
  report.degree = degree_of(f);
  report.variables = variables_of(f);
  if constexpr (std::is_same_v<std::decay_t<decltype(f.ring())>, polyfork::Integers>)
    report.unit = polyfork::Rational(factors.unit, denominator).to_string();
  else
    report.unit = f.ring().to_string(factors.unit);
  for (const auto& [polynomial, multiplicity] : factors.factors)
    report.factors.push_back({to_string(polynomial), degree_of(polynomial), static_cast<std::size_t>(multiplicity)});
  return report;
}

int run_factor(const FactorOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const auto& ctx = run.context();
  FactorReport report = with_factor_operand(*o.operand, ctx, [&](const auto& f, const polyfork::Integer& denominator) {
    return report_of(f, denominator, ctx);
  });
  if (!o.operand->modulus.empty()) report.modulus = parse_modulus(o.operand->modulus).to_string();
  if (o.operand->over != "Q") report.over = o.operand->over;
  run.finish_progress();
  write_output(factors_as(o.output, report));
  run.report_profile();
  return exit_ok;
}

}  // namespace

void add_factor_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<FactorOptions>();
  CLI::App* command = app.add_subcommand("factor", "Factor a polynomial over Q, over Q(i) or modulo a prime");
  add_factor_operand(*command, o->operand);
  command->add_option("--output", o->output, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "maple", "infix"}));
  o->run.add_to(*command);
  command->callback(
      [o, &action] { action = [o](Interruption& interruption) { return run_factor(*o, interruption); }; });
}

}  // namespace polyfork_app
