// polyfork solve: the real solutions of a system of polynomial equations.
#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <polyfork/core/error.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/ring/primes.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>
#include <polyfork/system/solution_values.hpp>

#include "commands/answer_document.hpp"
#include "commands/commands.hpp"
#include "commands/solution_output.hpp"
#include "input/read_polynomial.hpp"
#include "input/read_system.hpp"
#include "plot/system_plot.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/output_files.hpp"
#include "run/run_options.hpp"
#include "run/side_outputs.hpp"

namespace polyfork_app {

namespace {

struct SolveOptions {
  std::string file;
  std::vector<std::string> equations;
  std::string format = "auto";
  std::string variables;
  std::string width;
  std::vector<std::string> intervals;  // of coordinates: "x=A,B"
  std::vector<std::string> values;     // expressions
  std::optional<std::size_t> digits;
  std::string output = "text";
  bool count = false;
  bool representation = false;
  bool chains = false;
  bool equiprojectable = false;
  bool groebner = false;
  std::string order;          // of the basis
  std::uint64_t modulus = 0;  // a prime; 0: over Q
  std::string method = "auto";
  bool certify = false;
  bool stats = false;
  std::string plot;
  RunOptions run;
};

std::vector<polyfork::MultiPolyQ> read_equations(const SolveOptions& o, const polyfork::ExecutionContext& ctx) {
  if (!o.equations.empty() == !o.file.empty()) throw InputError(give_one_input);
  if (!o.equations.empty())
    return parse_system("equations", joined_equations(o.equations, o.format), o.format, o.variables, ctx);
  const InputText input = read_input_file(o.file, ctx);
  return parse_system(o.file == "-" ? "stdin" : o.file, input.text, o.format, o.variables, ctx);
}

/// t = ..., f(t) = 0, x = g(t) / (d f'(t)).
std::string representation_as_text(const polyfork::UnivariateRepresentation& r) {
  if (r.dimension != 0) return fmt::format("dimension {}\n", r.dimension);
  std::string out = fmt::format("t = {}\nf = {}\n", form_as_text(r.form, r.variables.names()),
                                polyfork::format_poly(r.polynomial.with_variable("t")));
  if (r.degree > static_cast<std::size_t>(r.polynomial.degree()))
    for (const auto& [multiplicity, f] : r.multiplicities)
      out += fmt::format("mult {}: {}\n", multiplicity, polyfork::format_poly(f.with_variable("t")));
  for (std::size_t v = 0; v < r.form.size(); ++v) {
    const std::string by = r.denominators[v].is_one() ? "f'" : fmt::format("({}*f')", r.denominators[v].to_string());
    const std::string numerator = polyfork::format_poly(r.numerators[v].with_variable("t"));
    out += fmt::format("{} = {} / {}\n", r.variables.name(v),
                       r.numerators[v].is_constant() ? numerator : '(' + numerator + ')', by);
  }
  return out;
}

/// An end of an interval: empty for -inf and inf.
std::optional<polyfork::Rational> parse_end(const std::string& text, const polyfork::ExecutionContext& ctx) {
  if (text == "inf" || text == "+inf" || text == "-inf") return std::nullopt;
  return parse_short_rational("--interval", text, ctx).value;
}

std::vector<polyfork::CoordinateBounds> parse_bounds(const std::vector<std::string>& intervals,
                                                     const polyfork::Variables& variables,
                                                     const polyfork::ExecutionContext& ctx) {
  std::vector<polyfork::CoordinateBounds> bounds;
  for (const std::string& text : intervals) {
    const auto equals = text.find('=');
    const auto comma = text.find(',', equals == std::string::npos ? 0 : equals);
    if (equals == std::string::npos || comma == std::string::npos) throw InputError("--interval: expected X=A,B");
    const std::string name = without_outer_blanks(text.substr(0, equals));
    const auto& names = variables.names();
    const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (at == names.size()) throw InputError(fmt::format("--interval: '{}' is no variable of the system", name));
    const std::string lower = without_outer_blanks(text.substr(equals + 1, comma - equals - 1));
    const std::string upper = without_outer_blanks(text.substr(comma + 1));
    if (lower == "inf" || lower == "+inf") throw InputError("--interval: A is inf");
    if (upper == "-inf") throw InputError("--interval: B is -inf");
    bounds.resize(names.size());
    polyfork::CoordinateBounds& b = bounds[at];
    if (b.lower || b.upper) throw InputError(fmt::format("--interval: '{}' is given twice", name));
    b = {parse_end(lower, ctx), parse_end(upper, ctx)};
    if (b.lower && b.upper && *b.lower > *b.upper) throw InputError("--interval: A is greater than B");
  }
  return bounds;
}

/// The expressions under names that no variable has.
std::vector<polyfork::NamedValue> parse_values(const std::vector<std::string>& expressions,
                                               const polyfork::Variables& variables,
                                               const polyfork::ExecutionContext& ctx) {
  std::vector<polyfork::NamedValue> values;
  for (const std::string& text : expressions) {
    std::string name = fmt::format("value{}", values.size() + 1);
    const auto& names = variables.names();
    while (std::find(names.begin(), names.end(), name) != names.end()) name += '_';
    try {
      values.push_back({name, polyfork::parse_poly<polyfork::MultiPolyQ>(text, variables, ctx)});
    } catch (const polyfork::ParseError& e) {
      throw InputError("--value", e);
    }
  }
  return values;
}

std::string shape_as_text(const polyfork::IdealShape& shape) {
  std::string out = fmt::format("dimension {}", shape.dimension);
  if (shape.degree) out += fmt::format(", degree {}", *shape.degree);
  return out;
}

int print_groebner(const SolveOptions& o, const std::vector<polyfork::MultiPolyQ>& equations, Run& run) {
  const auto& ctx = run.context();
  const std::size_t variables = equations[0].variables().size();
  const auto order = o.order == "lex" ? polyfork::MonomialOrder::lex : polyfork::MonomialOrder::graded_reverse_lex;
  std::string out;
  std::string stats;
  if (o.modulus != 0) {
    if (!polyfork::is_prime(o.modulus)) throw InputError(fmt::format("--modulus: {} is no prime", o.modulus));
    const polyfork::PrimeField field(o.modulus);
    std::vector<polyfork::MultiPolyZp> reduced;
    reduced.reserve(equations.size());
    for (const auto& f : equations) reduced.push_back(polyfork::reduce(f, field, ctx));
    const auto basis = polyfork::groebner_basis(reduced, order, ctx);
    for (const auto& g : basis) out += polyfork::to_string(g) + "\n";
    stats = shape_as_text(polyfork::ideal_shape(basis, variables, ctx));
  } else {
    const auto basis = polyfork::rational_groebner_basis(equations, {order, o.certify}, ctx);
    for (const auto& g : basis.polynomials) out += polyfork::to_string(g) + "\n";
    stats = fmt::format("{}, {}, {} primes", shape_as_text(polyfork::ideal_shape(basis.polynomials, variables, ctx)),
                        basis.proved ? "proved" : "probable", basis.primes);
  }
  run.finish_progress();
  write_output(out);
  if (o.stats) write_diagnostic(stats + "\n");
  return exit_ok;
}

/// What describes boxes does not go with other forms of the answer, of which there is one at a time.
void check_form(const SolveOptions& o) {
  const int forms = int{o.groebner} + int{o.representation} + int{o.chains};
  if (forms > 1) throw InputError("--groebner, --rur and --chains exclude each other");
  if (forms == 0) return;
  const bool for_boxes = o.count || o.digits || !o.width.empty() || o.output != "text" || !o.intervals.empty() ||
                         !o.values.empty() || !o.plot.empty();
  if (for_boxes)
    throw InputError(
        "--count, --digits, --interval, --output, --plot, --value and --width go with the solutions, not with "
        "--groebner, --rur and --chains");
}

void check_plot(const SolveOptions& o, std::size_t variables) {
  if (o.plot.empty()) return;
  if (o.plot == "-") throw InputError("--plot: a file is needed, since the answer goes to standard output");
  if (variables != 2) throw InputError("--plot draws systems in two variables");
  if (o.count || o.digits) throw InputError("--plot draws boxes, which --count and --digits do not print");
  refuse_overwriting({{"--plot", o.plot}}, {o.file});
}

int solve(const SolveOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const auto& ctx = run.context();
  polyfork::SolutionOptions options;
  std::optional<RationalValue> width;
  if (!o.width.empty()) {
    width = parse_short_rational("--width", o.width, ctx);
    if (width->value.sign() <= 0) throw InputError("--width: must be positive");
    options.width = width->value;
  }
  options.certify = o.certify;
  options.method = polyfork::solution_method_from_name(o.method);
  const auto equations = read_equations(o, ctx);
  if (!o.groebner && (!o.order.empty() || o.modulus != 0)) throw InputError("--order and --modulus go with --groebner");
  check_form(o);
  if (o.count && (!o.values.empty() || o.digits || !o.width.empty() || o.stats))
    throw InputError("--digits, --stats, --value and --width describe solutions, which --count does not compute");
  if (o.count && o.output != "text" && o.output != "json") throw InputError("--count goes with --output text or json");
  if (o.digits && o.output != "text" && o.output != "json")
    throw InputError("--digits goes with --output text or json");
  if (o.groebner) return print_groebner(o, equations, run);
  if (o.representation) {
    const std::string text = representation_as_text(polyfork::univariate_representation(equations, ctx));
    run.finish_progress();
    write_output(text);
    return exit_ok;
  }
  if (o.equiprojectable && !o.chains) throw InputError("--equiprojectable goes with --chains");
  if (o.chains) {
    polyfork::ChainOptions decomposition;
    if (o.equiprojectable) decomposition.shape = polyfork::ChainShape::equiprojectable;
    decomposition.certify = o.certify;
    std::string text;
    for (const auto& chain : polyfork::triangular_decomposition(equations, decomposition, ctx))
      text += chain.to_string() + "\n";
    run.finish_progress();
    write_output(text);
    return exit_ok;
  }
  const polyfork::Variables& variables = equations[0].variables();
  check_plot(o, variables.size());
  SideOutputs side;
  side.expect(o.plot);
  options.bounds = parse_bounds(o.intervals, variables, ctx);
  if (o.count) {
    const std::size_t count = options.bounds.empty() && !options.certify
                                  ? polyfork::count_real_solutions(equations, ctx)
                                  : polyfork::real_solutions(equations, options, ctx).solutions.size();
    run.finish_progress();
    auto document = answer_document("solve", variables.names());
    document["count"] = count;
    write_output(o.output == "json" ? document.dump(1) + '\n' : fmt::format("{}\n", count));
    return exit_ok;
  }
  const auto values = parse_values(o.values, variables, ctx);
  std::vector<std::string> labels = variables.names();
  labels.insert(labels.end(), o.values.begin(), o.values.end());
  const auto start = std::chrono::steady_clock::now();
  SolutionReport report{polyfork::solutions_with_values(equations, values, options, ctx), labels, variables.size()};
  if (o.digits)
    for (const polyfork::RealSolution& solution : report.found.solutions)
      report.decimals.push_back(polyfork::to_decimal(solution, *o.digits, ctx));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.finish_progress();
  if (o.output == "json") {
    write_output(solutions_as_json(report, o.stats ? std::optional(seconds) : std::nullopt, ctx.threads()));
  } else {
    write_output(o.output == "maple"    ? solutions_as_maple(report)
                 : o.output == "msolve" ? solutions_as_msolve(report)
                 : o.digits             ? solutions_as_decimals(report)
                                        : solutions_as_text(report));
    if (report.found.solutions.empty() && o.output == "text")
      note_empty_answer(report.found.complete ? "no real solutions" : "no real solutions (probable, not proved)");
    if (o.stats) write_diagnostic(solution_stats_as_text(report, seconds));
  }
  side.write(
      o.plot, [&] { return system_svg(equations, report.found.solutions, ctx); }, ctx);
  run.report_profile();
  return side.finish();
}

}  // namespace

void add_solve_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<SolveOptions>();
  CLI::App* command = app.add_subcommand("solve", "Find all real solutions of a system of polynomial equations");
  command->add_option("file", o->file, "File with the equations; - is standard input");
  command
      ->add_option("-e,--expr,--equations", o->equations,
                   "The equations themselves, such as 'x*y = 1, x = y'; several -e are several equations")
      ->type_name("EQUATIONS")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--format", o->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "ms", "infix", "maple"}));
  command->add_option("--variables", o->variables, "The variables, greatest first; otherwise as they appear")
      ->type_name("X,Y,...");
  command->add_option("--width", o->width, "Largest width of a coordinate's interval, such as 1/1000 or 1e-3")
      ->type_name("W");
  command
      ->add_option("--interval", o->intervals,
                   "Only solutions with X in the closed interval [A, B]; A may be -inf, B inf; once for each variable")
      ->type_name("X=A,B");
  command
      ->add_option(
          "--value", o->values,
          "Also the value of this expression, such as 'x^2 - y', in an interval that tells its sign; repeatable")
      ->type_name("EXPR");
  add_whole_number(*command, "--digits", "Digits after the decimal point, correctly rounded", 0, 1000000,
                   [o](std::uint64_t digits) { o->digits = digits; });
  command->add_option("--output", o->output, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "maple", "msolve"}));
  command->add_flag("--count", o->count, "Print only the number of real solutions");
  command->add_flag("--rur", o->representation, "Print the univariate representation instead");
  command->add_flag("--chains", o->chains, "Print the solutions as regular chains of conjugate points instead");
  command->add_flag("--equiprojectable", o->equiprojectable,
                    "With --chains: few chains, which depend on the set of solutions alone");
  command->add_flag("--groebner", o->groebner, "Print the reduced Groebner basis instead, of any dimension");
  command->add_option("--order", o->order, "Order of the basis: grevlex, if not given, or lex")
      ->check(CLI::IsMember({"grevlex", "lex"}));
  add_whole_number(*command, "--modulus", "The basis modulo this prime instead of over Q", 2,
                   (std::uint64_t{1} << 31) - 1, [o](std::uint64_t p) { o->modulus = p; });
  command->add_option("--method", o->method, "How solutions are found; the answer is the same")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "chains", "rur"}));
  command->add_flag("--certify", o->certify, "Prove what can be proved, also where that takes long");
  command->add_flag("--stats", o->stats, "Say what was done, on stderr (in the JSON document with --output json)");
  command->add_option("--plot", o->plot, "Also draw the curves and boxes of a system in two variables, as SVG")
      ->type_name("FILE");
  o->run.add_to(*command);
  command->callback([o, &action] { action = [o](Interruption& interruption) { return solve(*o, interruption); }; });
}

}  // namespace polyfork_app
