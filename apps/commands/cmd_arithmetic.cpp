// polyfork multiply and polyfork shift: products and Taylor shifts, in one variable and in several.
#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/multivariate/multi_shift.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/poly/sparse/sparse_shift.hpp>
#include <polyfork/poly/text/io.hpp>

#include "commands/answer_document.hpp"
#include "commands/commands.hpp"
#include "commands/operand_rings.hpp"
#include "commands/result_size.hpp"
#include "commands/ring_points.hpp"
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
  OperandRing ring;
  std::string by = "1";
  std::string output = "auto";
  std::string algorithm = "auto";
  RunOptions run;
};

/// The format of the result: "auto" is infix where all operands are expressions, else a list of coefficients.
polyfork::PolyFormat output_format(const ArithmeticOptions& o, const AnyOperands& operands) {
  if (o.output == "json") return polyfork::PolyFormat::infix;
  if (o.output != "auto") return polyfork::poly_format_from_name(o.output);
  const bool infix = std::visit([](const auto& some) { return some.all_infix; }, operands);
  return infix ? polyfork::PolyFormat::infix : polyfork::PolyFormat::coeffs;
}

std::string as_json(const std::string& command, const ArithmeticOptions& o, const std::vector<std::string>& variables,
                    const std::string& polynomial) {
  auto document = answer_document(command, variables, o.ring.modulus, o.ring.is_gaussian() ? o.ring.over : "");
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

/// The polynomials where they are over Z or Q and their coefficients are listed; for others, nullptr, some options mean
/// nothing.
std::vector<polyfork::PolyQ>* listed(const ArithmeticOptions& o, AnyOperands& operands) {
  auto* const rational = std::get_if<Operands>(&operands);
  if (rational != nullptr && !rational->dense.empty() && o.ring.is_rational()) return &rational->dense;
  if (o.output != "auto" && o.output != "infix" && o.output != "json")
    throw InputError("--output " + o.output + ": for polynomials in one variable over Z or Q, without huge powers");
  if (o.algorithm != "auto")
    throw InputError("--algorithm: for polynomials in one variable over Z or Q, without huge powers");
  return nullptr;
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
  AnyOperands operands = read_operands_in(o.ring, sources, ctx);
  const polyfork::PolyFormat format = output_format(o, operands);
  auto* const lists = listed(o, operands);
  if (lists == nullptr) {
    compute(std::move(operands), o.ring, true, ctx, [&](const auto& list) {
      if constexpr (are_residues<decltype(list[0])>)
        if (!list[0].is_zero() && !list[1].is_zero())
          require_memory_for_residues(list[0].coefficients().size() + list[1].coefficients().size() - 1,
                                      list[0].variable(), list[0].ring().modulus(), ctx);
      write_infix("multiply", mul(list[0], list[1], ctx), variables_of(list), o, ctx);
    });
  } else {
    polyfork::PolyQ& a = (*lists)[0];
    polyfork::PolyQ& b = (*lists)[1];
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

/// Throws InputError unless the point is one number for the variable of f.
template <class P, class Point>
void require_one_number(const P& f, const Point& point) {
  const auto& [name, number] = point.front();
  if (point.size() != 1 || (!name.empty() && !f.is_constant() && name != f.variable()))
    throw InputError("--by: expected one number, for the variable of the polynomial");
}

/// f with x + c in the place of the variable that the point names, for each of its numbers.
template <class P>
P shifted(P f, const std::string& by, const polyfork::ExecutionContext& ctx) {
  const auto point = point_in(f.ring(), "--by", by, ctx);
  if constexpr (is_in_one_variable<P>) {
    require_one_number(f, point);
    return taylor_shift(f, point.front().second, ctx);
  } else {
    for (const auto& [name, c] : point) {
      if (name.empty()) throw InputError("--by: expected numbers with names, such as x=2,y=1/3");
      if (!f.variables().contains(name)) throw InputError("--by: '" + name + "' is no variable of the polynomial");
      f = taylor_shift(f, name, c, ctx);
    }
    return f;
  }
}

/// f(x + by) over Z or Q.
void write_listed_shift(polyfork::PolyQ& f, const polyfork::Rational& by, const ArithmeticOptions& o,
                        polyfork::PolyFormat format, const polyfork::ExecutionContext& ctx) {
  if (!is_integral(f) || !by.denominator().is_one()) {
    require_memory_for_shift(f, by, format, ctx);
    return write_polynomial("shift", taylor_shift(f, by, ctx), o, format, ctx);
  }
  const polyfork::PolyZ g = polyfork::numerator_polynomial(std::move(f));
  const polyfork::Integer& c = by.numerator();
  require_memory_for_shift(g, c, format, ctx);
  if (o.algorithm == "auto") return write_polynomial("shift", taylor_shift(g, c, ctx), o, format, ctx);
  const auto algorithm = polyfork::shift_algorithm_from_name(o.algorithm);
  write_polynomial("shift", polyfork::PolyZ::make(polyfork::taylor_shift_with(algorithm, g.coefficients(), c, ctx), g),
                   o, format, ctx);
}

int run_shift(const ArithmeticOptions& o, Interruption& interruption) {
  const Run run(o.run, interruption);
  const auto& ctx = run.context();
  const OperandSources sources = o.operands.sources();
  if (sources.list.size() != 1) throw InputError(give_one_input);
  std::vector<NamedNumber> point;  // over Q(i) it is read later
  if (!o.ring.is_gaussian()) point = parse_point("--by", o.by, ctx);
  AnyOperands operands = read_operands_in(o.ring, sources, ctx);
  const polyfork::PolyFormat format = output_format(o, operands);
  if (auto* const lists = listed(o, operands)) {
    polyfork::PolyQ& f = lists->front();
    require_one_number(f, point);
    write_listed_shift(f, point.front().number.value, o, format, ctx);
  } else {
    const bool integral = std::all_of(point.begin(), point.end(),
                                      [](const NamedNumber& c) { return c.number.value.denominator().is_one(); });
    compute(std::move(operands), o.ring, integral, ctx, [&](const auto& list) {
      if constexpr (are_residues<decltype(list[0])>)
        require_memory_for_residues(list[0].coefficients().size(), list[0].variable(), list[0].ring().modulus(), ctx);
      write_infix("shift", shifted(list[0], o.by, ctx), variables_of(list), o, ctx);
    });
  }
  run.report_profile();
  return exit_ok;
}

void add_common(CLI::App& command, const std::shared_ptr<ArithmeticOptions>& options) {
  options->ring.add_to(command);
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
                             "kronecker", "kronecker_two_point", "multimodular", "blocked", "bivariate", "pieces"}));
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
