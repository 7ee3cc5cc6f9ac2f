// polyfork multiply and polyfork shift: products and Taylor shifts of polynomials in files.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/text/io.hpp>

#include "commands/commands.hpp"
#include "commands/result_size.hpp"
#include "input/read_polynomial.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

struct ArithmeticOptions {
  std::vector<std::string> files;
  std::vector<std::string> expressions;
  std::string by = "1";
  std::string format = "auto";
  std::string output = "auto";
  std::string algorithm = "auto";
  RunOptions run;
};

bool is_integral(const polyfork::PolyQ& f) { return f.coefficients().denominator().is_one(); }

/// The format of the result: "auto" is infix where all operands are expressions, else a list of coefficients.
polyfork::PolyFormat output_format(const ArithmeticOptions& o, const std::vector<ReadPolynomial>& operands) {
  if (o.output != "auto") return polyfork::poly_format_from_name(o.output);
  const bool infix = std::all_of(operands.begin(), operands.end(), [](const auto& f) { return f.is_infix; });
  return infix ? polyfork::PolyFormat::infix : polyfork::PolyFormat::coeffs;
}

template <class Poly>
void write_polynomial(const Poly& f, polyfork::PolyFormat format, const polyfork::ExecutionContext& ctx) {
  const polyfork::MemoryReservation held(ctx.memory(), f.coefficients().bytes());
  std::string text;
  try {
    text = polyfork::format_poly(f, format, ctx);
  } catch (const polyfork::DomainError& e) {
    throw InputError(e.what());  // the format has no rational coefficients
  }
  if (text.empty() || text.back() != '\n') text += '\n';
  write_output(text);
}

/// By the named algorithm, or the dispatcher's choice.
polyfork::PolyZ multiply(const polyfork::PolyZ& a, const polyfork::PolyZ& b, const ArithmeticOptions& o,
                         const polyfork::ExecutionContext& ctx) {
  if (o.algorithm == "auto") return mul(a, b, ctx);
  const polyfork::PolyZ& named = polyfork::PolyZ::check(a, b);
  polyfork::PolyZ product(
      polyfork::mul_with(polyfork::mul_algorithm_from_name(o.algorithm), a.coefficients(), b.coefficients(), ctx));
  return std::move(product).with_variable(named.variable());
}

/// The operands, files first. Throws InputError unless there are so many.
std::vector<ReadPolynomial> read_operands(const ArithmeticOptions& o, std::size_t count, const std::string& wanted,
                                          const polyfork::ExecutionContext& ctx) {
  if (o.files.size() + o.expressions.size() != count) throw InputError(wanted);
  if (std::count(o.files.begin(), o.files.end(), "-") > 1)
    throw InputError("only one of the factors can come from standard input");
  std::vector<ReadPolynomial> operands;
  for (const std::string& file : o.files) operands.push_back(read_polynomial(file, o.format, ctx));
  for (const std::string& text : o.expressions) operands.push_back(parse_expression(text, o.format, ctx));
  return operands;
}

int run_multiply(const ArithmeticOptions& o, Interruption& interruption) {
  const Run run(o.run, interruption);
  const auto& ctx = run.context();
  std::vector<ReadPolynomial> operands =
      read_operands(o, 2, "two factors are needed: files, - for standard input, or -e EXPR", ctx);
  const polyfork::PolyFormat format = output_format(o, operands);
  ReadPolynomial& a = operands[0];
  ReadPolynomial& b = operands[1];
  if (!a.value.is_constant() && !b.value.is_constant() && a.value.variable() != b.value.variable())
    throw InputError("the factors are in different variables: " + a.value.variable() + " and " + b.value.variable());
  if (is_integral(a.value) && is_integral(b.value)) {
    const polyfork::PolyZ first = polyfork::numerator_polynomial(std::move(a.value));
    const polyfork::PolyZ second = polyfork::numerator_polynomial(std::move(b.value));
    require_memory_for_product(first, second, format, ctx);
    write_polynomial(multiply(first, second, o, ctx), format, ctx);
  } else {
    require_memory_for_product(a.value, b.value, format, ctx);
    write_polynomial(mul(a.value, b.value, ctx), format, ctx);
  }
  run.report_profile();
  return exit_ok;
}

int run_shift(const ArithmeticOptions& o, Interruption& interruption) {
  const Run run(o.run, interruption);
  const auto& ctx = run.context();
  const RationalValue by = parse_rational("--by", o.by, ctx);
  std::vector<ReadPolynomial> operands = read_operands(o, 1, "give either a file (or -) or -e EXPR", ctx);
  const polyfork::PolyFormat format = output_format(o, operands);
  ReadPolynomial f = std::move(operands.front());
  if (is_integral(f.value) && by.value.denominator().is_one()) {
    const polyfork::PolyZ g = polyfork::numerator_polynomial(std::move(f.value));
    const polyfork::Integer& c = by.value.numerator();
    require_memory_for_shift(g, c, format, ctx);
    if (o.algorithm == "auto") {
      write_polynomial(taylor_shift(g, c, ctx), format, ctx);
    } else {
      const auto algorithm = polyfork::shift_algorithm_from_name(o.algorithm);
      write_polynomial(polyfork::PolyZ::make(polyfork::taylor_shift_with(algorithm, g.coefficients(), c, ctx), g),
                       format, ctx);
    }
  } else {
    require_memory_for_shift(f.value, by.value, format, ctx);
    write_polynomial(taylor_shift(f.value, by.value, ctx), format, ctx);
  }
  run.report_profile();
  return exit_ok;
}

void add_common(CLI::App& command, const std::shared_ptr<ArithmeticOptions>& options) {
  command
      .add_option("-e,--expr", options->expressions, "A polynomial itself in the place of a file, such as 'x^2 - 2'")
      ->type_name("EXPR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--format", options->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  command.add_option("--output", options->output, "Output format; auto: infix where the input is, else coeffs")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  options->run.add_to(command);
}

}  // namespace

void add_multiply_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<ArithmeticOptions>();
  CLI::App* command = app.add_subcommand("multiply", "Write the product of two polynomials");
  command->add_option("FILES", options->files, "Files of the factors, or - for standard input")->expected(0, 2);
  command->add_option("--algorithm", options->algorithm, "Integer coefficients: how")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "classical", "karatsuba", "plain_divide_and_conquer", "toom_cook_4", "toom_cook_8",
                             "kronecker", "kronecker_two_point", "multimodular", "blocked", "bivariate"}));
  add_common(*command, options);
  command->callback([options, &action] {
    action = [options](Interruption& interruption) { return run_multiply(*options, interruption); };
  });
}

void add_shift_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<ArithmeticOptions>();
  CLI::App* command = app.add_subcommand("shift", "Write f(x + C)");
  command->add_option("FILE", options->files, "File of the polynomial f, or - for standard input")->expected(0, 1);
  command->add_option("--by", options->by, "C, as P/Q, 1.25 or 1e-3")->capture_default_str()->type_name("C");
  command->add_option("--algorithm", options->algorithm, "Integer coefficients and C: how")
      ->capture_default_str()
      ->check(
          CLI::IsMember({"auto", "horner", "tableau", "tableau_bands", "tableau_halves", "products", "convolution"}));
  add_common(*command, options);
  command->callback([options, &action] {
    action = [options](Interruption& interruption) { return run_shift(*options, interruption); };
  });
}

}  // namespace polyfork_app
