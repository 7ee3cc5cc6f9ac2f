// The options of factor and explain factor, and texts over Q(i).
#include "commands/factor_operand.hpp"

#include <polyfork/core/error.hpp>

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
  command.add_option("--modulus", operand->modulus, "Modulo this prime, of any length, instead of over Q")
      ->type_name("P");
  command.add_option("--over", operand->over, "The field: Q, or Qi for Q(i)")
      ->capture_default_str()
      ->check(CLI::IsMember({"Q", "Qi"}));
}

GaussianText gaussian_text(const FactorOperand& o, const polyfork::ExecutionContext& ctx) {
  if (!o.modulus.empty()) throw InputError("--over Qi: not together with --modulus");
  if (o.format != "auto" && o.format != "infix") throw InputError("--over Qi: polynomials are given in infix notation");
  if (o.has_expression) return {"expression", {o.expression, {}}};
  return {o.file == "-" ? "stdin" : o.file, read_input_file(o.file, ctx)};
}

GaussianMulti gaussian_multi(const FactorOperand& o, const GaussianText& t, const polyfork::ExecutionContext& ctx) {
  try {
    if (o.variables.empty()) return polyfork::parse_poly<GaussianMulti>(t.input.text, ctx);
    return polyfork::parse_poly<GaussianMulti>(t.input.text, variables_of_names(names_of_list(o.variables)), ctx);
  } catch (const polyfork::ParseError& e) {
    throw InputError(t.source, e);
  }
}

}  // namespace polyfork_app
