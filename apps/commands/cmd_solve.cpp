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
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/solution_values.hpp>

#include "commands/answer_document.hpp"
#include "commands/commands.hpp"
#include "commands/solution_output.hpp"
#include "commands/system_forms.hpp"
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

constexpr std::uint64_t most_modulus = (std::uint64_t{1} << 31) - 1;

struct SolveOptions {
  std::string file;
  std::vector<std::string> equations;
  std::string format = "auto";
  std::string variables;
  std::string width;
  std::vector<std::string> intervals;  // of coordinates: "x=A,B"
  std::vector<std::string> values;     // expressions
  std::optional<std::size_t> digits;
  std::optional<std::size_t> called_digits;  // by a call of Maple's
  std::string output = "text";
  bool count = false;
  bool representation = false;
  bool chains = false;
  bool conjugate = false;
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

/// Files of msolve name a characteristic: that of the basis with --groebner, otherwise 0.
std::vector<polyfork::MultiPolyQ> read_equations(SolveOptions& o, const polyfork::ExecutionContext& ctx) {
  if (!o.equations.empty() == !o.file.empty()) throw InputError(give_one_input);
  std::uint64_t characteristic = 0;
  std::uint64_t* const wanted = o.groebner ? &characteristic : nullptr;
  std::vector<polyfork::MultiPolyQ> equations;
  if (!o.equations.empty()) {
    const std::string text = joined_equations(o.equations, o.format);
    equations = parse_system("equations", text, o.format, o.variables, ctx, wanted, &o.called_digits);
  } else {
    const InputText input = read_input_file(o.file, ctx);
    equations = parse_system(o.file == "-" ? "stdin" : o.file, input.text, o.format, o.variables, ctx, wanted,
                             &o.called_digits);
  }
  if (characteristic != 0 && o.modulus != 0 && o.modulus != characteristic)
    throw InputError(fmt::format("--modulus is not the characteristic of the file, {}", characteristic));
  if (characteristic > most_modulus)
    throw InputError(fmt::format("bases are computed modulo primes of at most {}", most_modulus));
  if (characteristic != 0) o.modulus = characteristic;
  return equations;
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

/// What describes boxes does not go with other forms of the answer, of which there is one at a time.
void check_form(const SolveOptions& o) {
  const int forms = int{o.groebner} + int{o.representation} + int{o.chains};
  if (forms > 1) throw InputError("--groebner, --rur and --chains exclude each other");
  if (!o.groebner && (!o.order.empty() || o.modulus != 0)) throw InputError("--order and --modulus go with --groebner");
  if ((o.conjugate || o.equiprojectable) && !o.chains)
    throw InputError("--conjugate and --equiprojectable go with --chains");
  if (o.conjugate && o.equiprojectable) throw InputError("--conjugate and --equiprojectable exclude each other");
  if (forms == 0) return;
  const bool for_boxes = o.count || o.digits || !o.width.empty() || !o.intervals.empty() || !o.values.empty() ||
                         !o.plot.empty() || o.method != "auto";
  if (for_boxes)
    throw InputError(
        "--count, --digits, --interval, --method, --plot, --value and --width go with the solutions, not with "
        "--groebner, --rur and --chains");
  if (o.output != "text" && o.output != "json")
    throw InputError("--groebner, --rur and --chains go with --output text or json");
}

polyfork::ChainOptions chain_options(const SolveOptions& o) {
  polyfork::ChainOptions options;
  options.shape = o.equiprojectable ? polyfork::ChainShape::equiprojectable
                  : o.conjugate     ? polyfork::ChainShape::conjugate
                                    : polyfork::ChainShape::regular;
  options.any_order = o.variables.empty();
  return options;
}

/// The representation, chains or basis that is wanted in the place of solutions.
int print_form(const SolveOptions& o, const std::vector<polyfork::MultiPolyQ>& equations, Run& run) {
  const auto& ctx = run.context();
  if (o.groebner && o.modulus != 0 && o.certify)
    throw InputError("--certify: bases modulo a prime are computed there, so that there is nothing to prove");
  const FormOptions options{o.certify, o.output == "json", o.stats};
  const SystemForm form = o.groebner ? groebner_form(equations, o.order == "lex", o.modulus, options, ctx)
                          : o.chains ? chains_form(equations, chain_options(o), options, ctx)
                                     : representation_form(equations, options, ctx);
  run.finish_progress();
  write_output(form.text);
  if (form.empty && !options.json)
    note_for_readers(form.proved ? "no solutions" : "no solutions (probable, not proved)");
  if (o.stats && !form.stats.empty()) write_diagnostic(form.stats + "\n");
  run.report_profile();
  return exit_ok;
}

int print_count(const SolveOptions& o, const std::vector<polyfork::MultiPolyQ>& equations,
                const polyfork::SolutionOptions& options, Run& run) {
  const auto count = polyfork::count_real_solutions(equations, options, run.context());
  run.finish_progress();
  const char* const known = count.complete ? "proved" : "probable";
  if (o.output == "json") {
    auto document = answer_document("solve", equations[0].variables().names());
    document["count"] = count.real_solutions;
    document["complete"] = known;
    write_output(document.dump(1) + '\n');
  } else {
    write_output(fmt::format("{}\n", count.real_solutions));
  }
  if (o.stats) write_diagnostic(fmt::format("{} real solutions, completeness {}\n", count.real_solutions, known));
  run.report_profile();
  return exit_ok;
}

/// At a terminal: what the answer does not show.
void note_completeness(const polyfork::SystemSolutions& found) {
  if (found.solutions.empty())
    note_for_readers(found.complete ? "no real solutions" : "no real solutions (probable, not proved)");
  else if (!found.complete)
    note_for_readers("that there are no other real solutions is probable, not proved; --certify tries to prove it");
}

void check_plot(const SolveOptions& o, std::size_t variables) {
  if (o.plot.empty()) return;
  if (o.plot == "-") throw InputError("--plot: a file is needed, since the answer goes to standard output");
  if (variables != 2) throw InputError("--plot draws systems in two variables");
  if (o.count || o.digits) throw InputError("--plot draws boxes, which --count and --digits do not print");
  refuse_overwriting({{"--plot", o.plot}}, {o.file});
}

/// A call of Maple's asks for digits: decimals, or intervals as wide as their last place in formats that have no
/// decimals. Options of the command come first, and other forms of the answer have no digits.
void use_called_digits(SolveOptions& o, polyfork::SolutionOptions& options) {
  if (!o.called_digits || o.digits || !o.width.empty() || !o.plot.empty() || o.count || o.groebner ||
      o.representation || o.chains)
    return;
  if (o.output == "text" || o.output == "json")
    o.digits = o.called_digits;
  else
    options.width = pow(polyfork::Rational(1, 10), *o.called_digits);
}

int solve_equations(SolveOptions& o, const std::vector<polyfork::MultiPolyQ>& equations,
                    polyfork::SolutionOptions options, Run& run) {
  const auto& ctx = run.context();
  const polyfork::Variables& variables = equations[0].variables();
  check_plot(o, variables.size());
  SideOutputs side;
  side.expect(o.plot);
  options.bounds = parse_bounds(o.intervals, variables, ctx);
  if (o.count) return print_count(o, equations, options, run);
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
    if (o.output == "text") note_completeness(report.found);
    if (o.stats) write_diagnostic(solution_stats_as_text(report, seconds));
  }
  side.write(
      o.plot, [&] { return system_svg(equations, report.found.solutions, ctx); }, ctx);
  run.report_profile();
  return side.finish();
}

int solve(SolveOptions& o, Interruption& interruption) {
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
  check_form(o);
  const auto equations = read_equations(o, ctx);
  if (o.count && (!o.values.empty() || o.digits || !o.width.empty()))
    throw InputError("--digits, --value and --width describe solutions, which --count does not compute");
  if (o.count && o.output != "text" && o.output != "json") throw InputError("--count goes with --output text or json");
  if (o.digits && o.output != "text" && o.output != "json")
    throw InputError("--digits goes with --output text or json");
  use_called_digits(o, options);
  try {
    if (o.groebner || o.representation || o.chains) return print_form(o, equations, run);
    return solve_equations(o, equations, std::move(options), run);
  } catch (const polyfork::PositiveDimension& found) {
    run.finish_progress();
    const auto& names = equations[0].variables().names();
    if (o.output == "json") write_output(infinity_as_json(found, names));
    if (o.output == "msolve") write_output(infinity_as_msolve(names.size()));
    throw;
  }
}

}  // namespace

void add_solve_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<SolveOptions>();
  CLI::App* command = app.add_subcommand("solve", "Find all real solutions of a system of polynomial equations");
  command->add_option("file", o->file, "File with the equations; - is standard input");
  add_repeatable(*command, "-e,--expr,--equations", o->equations,
                 "The equations themselves, such as 'x*y = 1, x = y'; several -e are several equations", "EQUATIONS");
  command->add_option("--format", o->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "ms", "infix", "maple"}));
  command->add_option("--variables", o->variables, "The variables, greatest first; otherwise as they appear")
      ->type_name("X,Y,...");
  command->add_option("--width", o->width, "Largest width of a coordinate's interval, such as 1/1000, 1e-3 or 2^-128")
      ->type_name("W");
  add_repeatable(*command, "--interval", o->intervals,
                 "Only solutions with X in the closed interval [A, B]; A may be -inf, B inf; once for each variable",
                 "X=A,B");
  add_repeatable(*command, "--value", o->values,
                 "Also the value of this expression, such as 'x^2 - y', in an interval that tells its sign; repeatable",
                 "EXPR");
  add_whole_number(*command, "--digits", "Digits after the decimal point, correctly rounded", 0, 1000000,
                   [o](std::uint64_t digits) { o->digits = digits; });
  command->add_option("--output", o->output, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "maple", "msolve"}));
  command->add_flag("--count", o->count, "Print only the number of real solutions");
  command->add_flag("--rur", o->representation, "Print the univariate representation instead");
  command->add_flag("--chains", o->chains,
                    "Print the solutions as regular chains instead, in an order of the variables that suits the "
                    "equations unless --variables says which");
  command->add_flag("--conjugate", o->conjugate, "With --chains: chains of conjugate points");
  command->add_flag("--equiprojectable", o->equiprojectable,
                    "With --chains: few chains, which depend on the set of solutions alone");
  command->add_flag("--groebner", o->groebner, "Print the reduced Groebner basis instead, of any dimension");
  command->add_option("--order", o->order, "Order of the basis: grevlex, if not given, or lex")
      ->check(CLI::IsMember({"grevlex", "lex"}));
  add_whole_number(*command, "--modulus", "The basis modulo this prime instead of over Q", 2, most_modulus,
                   [o](std::uint64_t p) { o->modulus = p; });
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
