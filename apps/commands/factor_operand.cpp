// The options of factor and explain factor, and texts over Q(i).
#include "commands/factor_operand.hpp"

#include <optional>

#include <fmt/format.h>
#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork_app {

void add_factor_operand(CLI::App& command, const std::shared_ptr<FactorOperand>& operand) {
  command.add_option("file", operand->file, "File with the polynomial; - is standard input");
  command.add_option_function<std::string>(
      "-e,--expr",
      [operand](const std::string& text) {
        operand->expression = text;
        operand->has_expression = true;
      },
      "The polynomial itself, such as 'x^24 - 1'");
  command.add_option("--format", operand->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  command.add_option("--variables", operand->variables, "The variables, greatest first; otherwise as they appear")
      ->type_name("X,Y,...");
  command
      .add_option("--modulus", operand->modulus,
                  "Modulo this prime instead of over Q: of any length in one variable, below 2^63 in several")
      ->type_name("P");
  command.add_option("--over", operand->over, "The field: Q, or Qi for Q(i) in one variable")
      ->capture_default_str()
      ->check(CLI::IsMember({"Q", "Qi"}));
}

GaussianText gaussian_text(const FactorOperand& o, const polyfork::ExecutionContext& ctx) {
  if (!o.modulus.empty()) throw InputError("--over Qi: not together with --modulus");
  if (!o.variables.empty()) throw InputError("--over Qi: not together with --variables");
  if (o.format != "auto" && o.format != "infix") throw InputError("--over Qi: polynomials are given in infix notation");
  if (o.has_expression) return {"expression", {o.expression, {}}};
  return {o.file == "-" ? "stdin" : o.file, read_input_file(o.file, ctx)};
}

InputError gaussian_error(const GaussianText& t, const polyfork::ParseError& e, const polyfork::ExecutionContext& ctx) {
  using MultiPoly = polyfork::SparseMultiPoly<polyfork::GaussianRationals>;
  std::optional<polyfork::Variables> variables;
  try {
    variables = polyfork::parse_poly<MultiPoly>(t.input.text, ctx).variables();
  } catch (const polyfork::ParseError&) {
    return InputError(t.source, e);
  }
  if (variables->size() < 2) return InputError(t.source, e);
  return InputError(fmt::format("{}: over Q(i) polynomials have one variable, and this one has {} and {}", t.source,
                                variables->name(0), variables->name(1)));
}

}  // namespace polyfork_app
