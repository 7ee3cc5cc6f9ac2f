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
#include <nlohmann/json.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/system/rational_basis.hpp>
#include <polyfork/system/real_solutions.hpp>
#include <polyfork/system/regular_chain.hpp>
#include <polyfork/system/representation.hpp>

#include "commands/commands.hpp"
#include "commands/decimal_solutions.hpp"
#include "input/read_polynomial.hpp"
#include "input/read_system.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

using json = nlohmann::ordered_json;

struct SolveOptions {
  std::string file;
  std::string equations;
  bool has_equations = false;
  std::string format = "auto";
  std::string variables;
  std::string width;
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
  RunOptions run;
};

std::vector<polyfork::MultiPolyQ> read_equations(const SolveOptions& o, const polyfork::ExecutionContext& ctx) {
  if (o.has_equations == !o.file.empty()) throw InputError("give either a file (or -) or -e EQUATIONS");
  if (o.has_equations) return parse_system("equations", o.equations, o.format, o.variables, ctx);
  const InputText input = read_input_file(o.file, ctx);
  return parse_system(o.file == "-" ? "stdin" : o.file, input.text, o.format, o.variables, ctx);
}

std::string side_as_text(const polyfork::RootInterval& x) {
  return x.exact ? fmt::format("[{}]", x.lower.to_string())
                 : fmt::format("({}, {})", x.lower.to_string(), x.upper.to_string());
}

std::string solutions_as_text(const polyfork::SystemSolutions& s) {
  std::string out;
  const auto& names = s.variables.names();
  for (const auto& solution : s.solutions) {
    for (std::size_t v = 0; v < names.size(); ++v)
      out += fmt::format("{}{} = {}", v == 0 ? "" : ", ", names[v], side_as_text(solution.coordinates[v]));
    out += '\n';
  }
  return out;
}

const char* word_for(bool proved) { return proved ? "proved" : "probable"; }

json solutions_as_json(const polyfork::SystemSolutions& s) {
  json solutions = json::array();
  for (const auto& solution : s.solutions) {
    json box = json::object();
    for (std::size_t v = 0; v < solution.coordinates.size(); ++v) {
      const auto& x = solution.coordinates[v];
      box[s.variables.name(v)] = {{"lower", x.lower.to_string()}, {"upper", x.upper.to_string()}, {"exact", x.exact}};
    }
    solutions.push_back(std::move(box));
  }
  const auto known = [](const std::optional<std::size_t>& number) { return number ? json(*number) : json(nullptr); };
  return {{"variables", s.variables.names()},     {"dimension", s.dimension},
          {"degree", known(s.degree())},          {"complex_solutions", known(s.complex_solutions())},
          {"real_solutions", s.solutions.size()}, {"boxes", word_for(s.boxes_proved)},
          {"complete", word_for(s.complete)},     {"solutions", std::move(solutions)}};
}

std::string form_as_text(const std::vector<std::int64_t>& form, const polyfork::Variables& variables) {
  std::string out;
  for (std::size_t v = 0; v < form.size(); ++v) {
    if (form[v] == 0) continue;
    const auto c = form[v];
    out += out.empty() ? (c < 0 ? "-" : "") : (c < 0 ? " - " : " + ");
    if (c != 1 && c != -1) out += fmt::format("{}*", c < 0 ? -c : c);
    out += variables.name(v);
  }
  return out;
}

json stats_as_json(const polyfork::SystemSolutions& s, double seconds, int threads) {
  json parts = json::array();
  for (const auto& part : s.parts) {
    json entry = {{"method", polyfork::solution_method_name(part.method)}, {"real_solutions", part.real_solutions}};
    if (!part.form.empty()) entry["form"] = form_as_text(part.form, s.variables);
    if (part.primes != 0) entry["primes"] = part.primes;
    parts.push_back(std::move(entry));
  }
  return {{"parts", std::move(parts)}, {"seconds", seconds}, {"threads", threads}};
}

std::string stats_as_text(const polyfork::SystemSolutions& s, double seconds) {
  const auto known = [](const std::optional<std::size_t>& number) {
    return number ? std::to_string(*number) : std::string("unknown");
  };
  std::string out = fmt::format("{} real solutions, {} complex ones, degree {}, boxes {}, completeness {}, {:.6f} s\n",
                                s.solutions.size(), known(s.complex_solutions()), known(s.degree()),
                                word_for(s.boxes_proved), word_for(s.complete), seconds);
  for (const auto& part : s.parts) {
    out +=
        fmt::format("part by {}: {} real solutions", polyfork::solution_method_name(part.method), part.real_solutions);
    if (!part.form.empty())
      out += fmt::format(", form {}, {} primes", form_as_text(part.form, s.variables), part.primes);
    out += '\n';
  }
  return out;
}

/// t = ..., f(t) = 0, x = g(t) / (d f'(t)).
std::string representation_as_text(const polyfork::UnivariateRepresentation& r) {
  if (r.dimension != 0) return fmt::format("dimension {}\n", r.dimension);
  std::string out = fmt::format("t = {}\nf = {}\n", form_as_text(r.form, r.variables),
                                polyfork::format_poly(r.polynomial.with_variable("t")));
  for (std::size_t v = 0; v < r.form.size(); ++v) {
    const std::string by = r.denominators[v].is_one() ? "f'" : fmt::format("({}*f')", r.denominators[v].to_string());
    out += fmt::format("{} = ({}) / {}\n", r.variables.name(v),
                       polyfork::format_poly(r.numerators[v].with_variable("t")), by);
  }
  return out;
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
                        word_for(basis.proved), basis.primes);
  }
  run.finish_progress();
  write_output(out);
  if (o.stats) write_diagnostic(stats + "\n");
  return exit_ok;
}

int solve(const SolveOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const auto& ctx = run.context();
  polyfork::SolutionOptions options;
  std::optional<RationalValue> width;
  if (!o.width.empty()) {
    width = parse_rational("--width", o.width, ctx);
    if (width->value.sign() <= 0) throw InputError("--width: must be positive");
    options.width = width->value;
  }
  options.certify = o.certify;
  options.method = polyfork::solution_method_from_name(o.method);
  const auto equations = read_equations(o, ctx);
  if (!o.groebner && (!o.order.empty() || o.modulus != 0)) throw InputError("--order and --modulus go with --groebner");
  if (o.groebner) return print_groebner(o, equations, run);
  if (o.representation) {
    const std::string text = representation_as_text(polyfork::univariate_representation(equations, ctx));
    run.finish_progress();
    write_output(text);
    return exit_ok;
  }
  if (o.equiprojectable && !o.chains) throw InputError("--equiprojectable goes with --chains");
  if (o.chains) {
    const auto shape = o.equiprojectable ? polyfork::ChainShape::equiprojectable : polyfork::ChainShape::conjugate;
    std::string text;
    for (const auto& chain : polyfork::triangular_decomposition(equations, shape, ctx))
      text += chain.to_string() + "\n";
    run.finish_progress();
    write_output(text);
    return exit_ok;
  }
  if (o.count) {
    const std::size_t count = polyfork::count_real_solutions(equations, ctx);
    run.finish_progress();
    write_output(o.output == "json" ? fmt::format("{{\n \"count\": {}\n}}\n", count) : fmt::format("{}\n", count));
    return exit_ok;
  }
  if (o.digits) {
    if (o.output != "text" || o.stats) throw InputError("--digits goes with --output text and without --stats");
    const std::string text = decimal_solutions(equations, options, *o.digits, ctx);
    run.finish_progress();
    write_output(text);
    run.report_profile();
    return exit_ok;
  }
  const auto start = std::chrono::steady_clock::now();
  const polyfork::SystemSolutions solutions = polyfork::real_solutions(equations, options, ctx);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.finish_progress();
  if (o.output == "json") {
    json document = solutions_as_json(solutions);
    if (o.stats) document["stats"] = stats_as_json(solutions, seconds, ctx.threads());
    write_output(document.dump(1) + "\n");
  } else {
    write_output(solutions_as_text(solutions));
    if (o.stats) write_diagnostic(stats_as_text(solutions, seconds));
  }
  run.report_profile();
  return exit_ok;
}

}  // namespace

void add_solve_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<SolveOptions>();
  CLI::App* command = app.add_subcommand("solve", "Find all real solutions of a system of polynomial equations");
  command->add_option("file", o->file, "File with the equations; - is standard input");
  auto* equations =
      command->add_option("-e,--equations", o->equations, "The equations themselves, such as 'x*y = 1, x = y'");
  command->add_option("--format", o->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "ms", "infix"}));
  command->add_option("--variables", o->variables, "The variables, greatest first; otherwise as they appear")
      ->type_name("X,Y,...");
  command->add_option("--width", o->width, "Largest width of a coordinate's interval, such as 1/1000 or 1e-3")
      ->type_name("W");
  add_whole_number(*command, "--digits", "Digits after the decimal point, correctly rounded", 0, 1000000,
                   [o](std::uint64_t digits) { o->digits = digits; });
  command->add_option("--output", o->output, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
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
  o->run.add_to(*command);
  command->callback([o, equations, &action] {
    o->has_equations = equations->count() != 0;
    action = [o](Interruption& interruption) { return solve(*o, interruption); };
  });
}

}  // namespace polyfork_app
