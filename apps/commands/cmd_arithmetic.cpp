// polyfork multiply and polyfork shift: products and Taylor shifts, in one variable and in several.
#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/multivariate/multi_shift.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/sparse/sparse_shift.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>

#include "commands/answer_document.hpp"
#include "commands/commands.hpp"
#include "commands/operand_rings.hpp"
#include "commands/result_size.hpp"
#include "input/operand_options.hpp"
#include "input/read_operands.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

struct ArithmeticOptions {
  OperandOptions operands;
  std::string modulus;
  std::string by = "1";
  std::string output = "auto";
  std::string algorithm = "auto";
  RunOptions run;
};

/// The format of the result: "auto" is infix where all operands are expressions, else a list of coefficients.
polyfork::PolyFormat output_format(const ArithmeticOptions& o, const Operands& operands) {
  if (o.output == "json") return polyfork::PolyFormat::infix;
  if (o.output != "auto") return polyfork::poly_format_from_name(o.output);
  return operands.all_infix ? polyfork::PolyFormat::infix : polyfork::PolyFormat::coeffs;
}

std::string as_json(const std::string& command, const ArithmeticOptions& o, const std::vector<std::string>& variables,
                    const std::string& polynomial) {
  auto document = answer_document(command, variables, o.modulus);
  document["polynomial"] = polynomial;
  return document.dump(1) + '\n';
}

/// A polynomial over Z or Q in one variable, in any format.
template <class Poly>
void write_polynomial(const std::string& command, const Poly& f, const ArithmeticOptions& o,
                      polyfork::PolyFormat format, const polyfork::ExecutionContext& ctx) {
  const polyfork::MemoryReservation held(ctx.memory(), f.coefficients().bytes());
  std::string text;
  try {
    text = polyfork::format_poly(f, format, ctx);
  } catch (const polyfork::DomainError& e) {
    throw InputError(e.what());  // the format has no rational coefficients
  }
  if (o.output == "json") text = as_json(command, o, {f.variable()}, text);
  if (text.empty() || text.back() != '\n') text += '\n';
  write_output(text);
}

/// Any other polynomial.
template <class P>
void write_infix(const std::string& command, const P& f, const std::vector<std::string>& variables,
                 const ArithmeticOptions& o, const polyfork::ExecutionContext& ctx) {
  const std::string text = to_string(f);
  const polyfork::MemoryReservation held(ctx.memory(), text.size());
  write_output(o.output == "json" ? as_json(command, o, variables, text) : text + '\n');
}

/// Dense polynomials over Z/pZ: the length of a result is known before it. How many terms a product of sparse ones has
/// nobody knows.
template <class P>
constexpr bool are_residues = std::is_same_v<std::decay_t<P>, polyfork::PolyZp>;

/// Whether the operands are polynomials over Z or Q whose coefficients are listed; for others some options mean
/// nothing.
bool are_listed(const ArithmeticOptions& o, const Operands& operands) {
  if (!operands.dense.empty() && o.modulus.empty()) return true;
  if (o.output != "auto" && o.output != "infix" && o.output != "json")
    throw InputError("--output " + o.output + ": for polynomials in one variable over Z or Q, without huge powers");
  if (o.algorithm != "auto")
    throw InputError("--algorithm: for polynomials in one variable over Z or Q, without huge powers");
  return false;
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

int run_multiply(const ArithmeticOptions& o, Interruption& interruption) {
  const Run run(o.run, interruption);
  const auto& ctx = run.context();
  const OperandSources sources = o.operands.sources();
  if (sources.list.size() != 2) throw InputError("two factors are needed: files, - for standard input, or -e EXPR");
  Operands operands = read_operands(sources, ctx);
  const polyfork::PolyFormat format = output_format(o, operands);
  if (!are_listed(o, operands)) {
    compute(std::move(operands), o.modulus, true, ctx, [&](const auto& list) {
      if constexpr (are_residues<decltype(list[0])>)
        if (!list[0].is_zero() && !list[1].is_zero())
          require_memory_for_residues(list[0].coefficients().size() + list[1].coefficients().size() - 1,
                                      list[0].variable(), list[0].ring().modulus(), ctx);
      write_infix("multiply", mul(list[0], list[1], ctx), variables_of(list), o, ctx);
    });
  } else {
    polyfork::PolyQ& a = operands.dense[0];
    polyfork::PolyQ& b = operands.dense[1];
    if (!a.is_constant() && !b.is_constant() && a.variable() != b.variable())
      throw InputError("the factors are in different variables: " + a.variable() + " and " + b.variable());
    if (is_integral(a) && is_integral(b)) {
      const polyfork::PolyZ first = polyfork::numerator_polynomial(std::move(a));
      const polyfork::PolyZ second = polyfork::numerator_polynomial(std::move(b));
      require_memory_for_product(first, second, format, ctx);
      write_polynomial("multiply", multiply(first, second, o, ctx), o, format, ctx);
    } else {
      require_memory_for_product(a, b, format, ctx);
      write_polynomial("multiply", mul(a, b, ctx), o, format, ctx);
    }
  }
  run.report_profile();
  return exit_ok;
}

/// f with x + c in the place of the variable that the point names, for each of its numbers.
template <class P>
P shifted(P f, const std::vector<NamedNumber>& by, const polyfork::ExecutionContext& ctx) {
  const auto image = [&](const NamedNumber& c) {
    return polyfork::convert(f.ring(), polyfork::Rationals(), c.number.value);
  };
  if constexpr (is_in_one_variable<P>) {
    return taylor_shift(f, image(by.front()), ctx);
  } else {
    for (const NamedNumber& c : by) {
      if (c.name.empty()) throw InputError("--by: expected numbers with names, such as x=2,y=1/3");
      if (!f.variables().contains(c.name)) throw InputError("--by: '" + c.name + "' is no variable of the polynomial");
      f = taylor_shift(f, c.name, image(c), ctx);
    }
    return f;
  }
}

int run_shift(const ArithmeticOptions& o, Interruption& interruption) {
  const Run run(o.run, interruption);
  const auto& ctx = run.context();
  const std::vector<NamedNumber> point = parse_point("--by", o.by, ctx);
  const polyfork::Rational& by = point.front().number.value;
  const OperandSources sources = o.operands.sources();
  if (sources.list.size() != 1) throw InputError(give_one_input);
  Operands operands = read_operands(sources, ctx);
  const polyfork::PolyFormat format = output_format(o, operands);
  if (operands.is_univariate()) {
    const auto fits = [&](const auto& list) {
      return list.empty() || point[0].name.empty() || list[0].is_constant() || point[0].name == list[0].variable();
    };
    if (point.size() != 1 || !fits(operands.dense) || !fits(operands.sparse))
      throw InputError("--by: expected one number, for the variable of the polynomial");
  }
  if (!are_listed(o, operands)) {
    const bool integral = std::all_of(point.begin(), point.end(),
                                      [](const NamedNumber& c) { return c.number.value.denominator().is_one(); });
    compute(std::move(operands), o.modulus, integral, ctx, [&](const auto& list) {
      if constexpr (are_residues<decltype(list[0])>)
        require_memory_for_residues(list[0].coefficients().size(), list[0].variable(), list[0].ring().modulus(), ctx);
      write_infix("shift", shifted(list[0], point, ctx), variables_of(list), o, ctx);
    });
  } else if (polyfork::PolyQ& f = operands.dense[0]; is_integral(f) && by.denominator().is_one()) {
    const polyfork::PolyZ g = polyfork::numerator_polynomial(std::move(f));
    const polyfork::Integer& c = by.numerator();
    require_memory_for_shift(g, c, format, ctx);
    if (o.algorithm == "auto") {
      write_polynomial("shift", taylor_shift(g, c, ctx), o, format, ctx);
    } else {
      const auto algorithm = polyfork::shift_algorithm_from_name(o.algorithm);
      write_polynomial("shift",
                       polyfork::PolyZ::make(polyfork::taylor_shift_with(algorithm, g.coefficients(), c, ctx), g), o,
                       format, ctx);
    }
  } else {
    require_memory_for_shift(f, by, format, ctx);
    write_polynomial("shift", taylor_shift(f, by, ctx), o, format, ctx);
  }
  run.report_profile();
  return exit_ok;
}

void add_common(CLI::App& command, const std::shared_ptr<ArithmeticOptions>& options) {
  command.add_option("--modulus", options->modulus, "Compute modulo this prime below 2^63")->type_name("P");
  command.add_option("--output", options->output, "Output format; auto: infix where the input is, else coeffs")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "json", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  options->run.add_to(command);
}

}  // namespace

void add_multiply_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<ArithmeticOptions>();
  CLI::App* command = app.add_subcommand("multiply", "Write the product of two polynomials");
  options->operands.add_to(*command, "FILES", "Files of the factors, or - for standard input", 2, "x^2 - 2");
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
  options->operands.add_to(*command, "FILE", "File of the polynomial f, or - for standard input", 1, "x^2 - 2");
  command->add_option("--by", options->by, "C, as P/Q, 1.25, 1e-3 or 2^-10; in several variables x=C,y=D")
      ->capture_default_str()
      ->type_name("C");
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
