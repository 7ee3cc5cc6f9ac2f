// polyfork factor: irreducible factors over Q or modulo a prime, in one variable or several, or over Q(i).
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "commands/commands.hpp"
#include "commands/factor_modulus.hpp"
#include "commands/factor_output.hpp"
#include "commands/operand_rings.hpp"
#include "input/read_polynomial.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

struct FactorOptions {
  std::string file;
  std::string expression;
  bool has_expression = false;
  std::string format = "auto";
  std::string variables;
  std::string modulus;
  std::string over = "Q";
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
FactorReport report_of(const Polynomial& f, const polyfork::Integer& denominator, const std::string& modulus,
                       const polyfork::ExecutionContext& ctx) {
  const auto factors = factor(f, ctx);
  FactorReport report;
  report.command = "factor";
  report.degree = degree_of(f);
  report.variables = variables_of(f);
  report.modulus = modulus;
  if constexpr (std::is_same_v<std::decay_t<decltype(f.ring())>, polyfork::Integers>)
    report.unit = polyfork::Rational(factors.unit, denominator).to_string();
  else
    report.unit = f.ring().to_string(factors.unit);
  for (const auto& [polynomial, multiplicity] : factors.factors)
    report.factors.push_back({to_string(polynomial), degree_of(polynomial), static_cast<std::size_t>(multiplicity)});
  return report;
}

template <class Polynomial>
FactorReport factor_modulo(const Polynomial& f, const polyfork::Integer& p, const polyfork::ExecutionContext& ctx) {
  return with_residues(f, p, ctx, [&](const auto& g) { return report_of(g, 1, p.to_string(), ctx); });
}

/// The numerators of f, which is used up.
polyfork::PolyZ numerators(polyfork::PolyQ&& f) { return polyfork::numerator_polynomial(std::move(f)); }
polyfork::MultiPolyZ numerators(polyfork::MultiPolyQ&& f) { return polyfork::numerator_polynomial(f); }
polyfork::SparsePoly<polyfork::Integers> numerators(polyfork::SparsePoly<polyfork::Rationals>&& f) {
  return polyfork::numerator_polynomial(f);
}

template <class Polynomial>
polyfork::Integer denominator_of(const Polynomial& f) {
  return f.coefficients().denominator();
}
polyfork::Integer denominator_of(const polyfork::SparsePoly<polyfork::Rationals>& f) {
  return f.packed_terms().coefficients.denominator();
}

/// p: 0 over Q.
template <class Polynomial>
FactorReport factor_over(Polynomial&& f, const polyfork::Integer& p, const polyfork::ExecutionContext& ctx) {
  if (!p.is_zero()) return factor_modulo(f, p, ctx);
  const polyfork::Integer denominator = denominator_of(f);
  return report_of(numerators(std::forward<Polynomial>(f)), denominator, "", ctx);
}

FactorReport factor_over_rationals(const FactorOptions& o, const polyfork::ExecutionContext& ctx) {
  polyfork::Integer p;
  if (!o.modulus.empty()) p = parse_modulus(o.modulus);
  auto input = o.has_expression ? parse_any_form(o.expression, o.format, o.variables, ctx)
                                : read_any_form(o.file, o.format, o.variables, ctx);
  if (auto* const f = std::get_if<ReadPolynomial>(&input)) return factor_over(std::move(f->value), p, ctx);
  if (auto* const f = std::get_if<polyfork::MultiPolyQ>(&input)) return factor_over(std::move(*f), p, ctx);
  return factor_over(std::get<polyfork::SparsePoly<polyfork::Rationals>>(std::move(input)), p, ctx);
}

template <class Polynomial>
FactorReport gaussian_report(const std::string& text, const polyfork::ExecutionContext& ctx) {
  FactorReport report = report_of(polyfork::parse_poly<Polynomial>(text, ctx), 1, "", ctx);
  report.over = "Qi";
  return report;
}

FactorReport factor_over_gaussian(const FactorOptions& o, const polyfork::ExecutionContext& ctx) {
  if (!o.modulus.empty()) throw InputError("--over Qi: not together with --modulus");
  if (!o.variables.empty()) throw InputError("--over Qi: not together with --variables");
  if (o.format != "auto" && o.format != "infix") throw InputError("--over Qi: polynomials are given in infix notation");
  const std::string source = o.has_expression ? "expression" : o.file == "-" ? "stdin" : o.file;
  const InputText file = o.has_expression ? InputText{} : read_input_file(o.file, ctx);
  try {
    const std::string& text = o.has_expression ? o.expression : file.text;
    if (has_high_power(text)) return gaussian_report<polyfork::SparsePoly<polyfork::GaussianRationals>>(text, ctx);
    return gaussian_report<polyfork::DensePoly<polyfork::GaussianRationals>>(text, ctx);
  } catch (const polyfork::ParseError& e) {
    throw InputError(source, e);
  }
}

int run_factor(const FactorOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const auto& ctx = run.context();
  if (o.has_expression == !o.file.empty()) throw InputError(give_one_input);
  const FactorReport report = o.over == "Qi" ? factor_over_gaussian(o, ctx) : factor_over_rationals(o, ctx);
  run.finish_progress();
  write_output(factors_as(o.output, report));
  run.report_profile();
  return exit_ok;
}

}  // namespace

void add_factor_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<FactorOptions>();
  CLI::App* command = app.add_subcommand("factor", "Factor a polynomial over Q, over Q(i) or modulo a prime");
  command->add_option("file", o->file, "File with the polynomial; - is standard input");
  auto* expression = command->add_option("-e,--expr", o->expression, "The polynomial itself, such as 'x^24 - 1'");
  command->add_option("--format", o->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  command->add_option("--variables", o->variables, "The variables, greatest first; otherwise as they appear")
      ->type_name("X,Y,...");
  command
      ->add_option("--modulus", o->modulus,
                   "Factor modulo this prime instead of over Q: of any length in one variable, below 2^63 in several")
      ->type_name("P");
  command->add_option("--over", o->over, "The field: Q, or Qi for Q(i) in one variable")
      ->capture_default_str()
      ->check(CLI::IsMember({"Q", "Qi"}));
  command->add_option("--output", o->output, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "maple", "infix"}));
  o->run.add_to(*command);
  command->callback([o, expression, &action] {
    o->has_expression = expression->count() != 0;
    action = [o](Interruption& interruption) { return run_factor(*o, interruption); };
  });
}

}  // namespace polyfork_app
