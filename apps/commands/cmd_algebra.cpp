// polyfork gcd, resultant, squarefree, divide and evaluate: algebra of polynomials in one and in several variables.
//
// Operands with integer coefficients are taken over Z by gcd, resultant and squarefree, all others over Q; with
// --modulus they are taken modulo a prime.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>

#include "commands/commands.hpp"
#include "input/read_operands.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

using polyfork::ExecutionContext;
using polyfork::to_string;

struct AlgebraOptions {
  OperandSources sources;
  std::string modulus;
  std::string variable;
  std::vector<std::string> points;
  std::string output = "text";
  RunOptions run;
};

/// A result: a name and a text for each of its parts.
struct Part {
  std::string name;
  std::string text;
  std::uint64_t multiplicity = 1;
};
using Parts = std::vector<Part>;

template <class P>
constexpr bool is_dense = false;
template <class R>
constexpr bool is_dense<polyfork::DensePoly<R>> = true;

polyfork::PrimeField field_of(const std::string& text) {
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.empty() || !digits || text.size() > 19) throw InputError("--modulus: expected a prime below 2^63");
  const polyfork::Integer p(text);
  try {
    if (p.bit_length() <= 63) return polyfork::PrimeField(static_cast<std::uint64_t>(p.to_int64()));
  } catch (const polyfork::DomainError&) {  // it is no prime
  }
  throw InputError("--modulus: expected a prime below 2^63");
}

/// f(polynomials) over the ring that is asked for.
template <class F>
void compute(Operands&& operands, const std::string& modulus, bool over_integers, const ExecutionContext& ctx,
             const F& f) {
  const auto run = [&](auto& list, auto integral) {
    using P = typename std::decay_t<decltype(list)>::value_type;
    if (!modulus.empty()) {
      const polyfork::PrimeField field = field_of(modulus);
      std::vector<decltype(reduce(list.front(), field, ctx))> reduced;
      reduced.reserve(list.size());
      for (const P& a : list) reduced.push_back(reduce(a, field, ctx));
      return f(reduced);
    }
    if (over_integers && std::all_of(list.begin(), list.end(), integral)) {
      std::vector<decltype(numerator_polynomial(list.front()))> integers;
      integers.reserve(list.size());
      for (const P& a : list) integers.push_back(numerator_polynomial(a));
      return f(integers);
    }
    f(list);
  };
  const auto integral = [](const auto& a) { return a.coefficients().denominator().is_one(); };
  operands.is_univariate() ? run(operands.dense, integral) : run(operands.several, integral);
}

Parts gcd_of(Operands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  Parts parts;
  compute(std::move(operands), o.modulus, true, ctx, [&](const auto& list) {
    auto g = gcd(list[0], list[1], ctx);
    for (std::size_t i = 2; i < list.size(); ++i) g = gcd(g, list[i], ctx);
    parts.push_back({"", to_string(g)});
  });
  return parts;
}

Parts resultant_of(Operands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  if (!operands.is_univariate() && o.variable.empty())
    throw InputError("in several variables, --variable names the one to eliminate");
  if (!o.variable.empty()) {
    const auto has_it = [&](const auto& f) { return f.variables().contains(o.variable); };
    const auto may_have_it = [&](const auto& f) { return f.is_constant() || f.variable() == o.variable; };
    if (operands.is_univariate() ? !std::all_of(operands.dense.begin(), operands.dense.end(), may_have_it)
                                 : !has_it(operands.several.front()))
      throw InputError("--variable: '" + o.variable + "' is no variable of the polynomials");
  }
  Parts parts;
  compute(std::move(operands), o.modulus, true, ctx, [&](const auto& list) {
    if constexpr (is_dense<std::decay_t<decltype(list[0])>>)
      parts.push_back({"", list[0].ring().to_string(resultant(list[0], list[1], ctx))});
    else
      parts.push_back({"", to_string(resultant(list[0], list[1], o.variable, ctx))});
  });
  return parts;
}

Parts square_free_of(Operands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  Parts parts;
  compute(std::move(operands), o.modulus, true, ctx, [&](const auto& list) {
    const auto decomposition = square_free_decomposition(list[0], ctx);
    parts.push_back({"unit", list[0].ring().to_string(decomposition.unit)});
    for (const auto& [factor, multiplicity] : decomposition.factors)
      parts.push_back({"", to_string(factor), multiplicity});
  });
  if (parts.size() > 1 && parts.front().text == "1" && o.output == "text") parts.erase(parts.begin());
  return parts;
}

Parts quotients_of(Operands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  if (operands.is_univariate() && operands.dense.size() != 2)
    throw InputError("in one variable a dividend and one divisor are needed");
  Parts parts;
  compute(std::move(operands), o.modulus, false, ctx, [&](const auto& list) {
    using P = std::decay_t<decltype(list[0])>;
    if constexpr (is_dense<P>) {
      const auto [quotient, remainder] = div_rem(list[0], list[1], ctx);
      parts = {{"quotient", to_string(quotient)}, {"remainder", to_string(remainder)}};
    } else {
      const auto division = div_rem(list[0], std::vector<P>(list.begin() + 1, list.end()), ctx);
      for (const P& quotient : division.quotients) parts.push_back({"quotient", to_string(quotient)});
      parts.push_back({"remainder", to_string(division.remainder)});
    }
  });
  return parts;
}

/// "2", or "x=2,y=1/3": names, empty where there is none, and values.
std::vector<std::pair<std::string, RationalValue>> parse_point(const std::string& text, const ExecutionContext& ctx) {
  std::vector<std::pair<std::string, RationalValue>> point;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t equals = part.find('=');
    std::string name = equals == std::string::npos ? "" : part.substr(0, equals);
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    point.emplace_back(std::move(name),
                       parse_rational("--at", equals == std::string::npos ? part : part.substr(equals + 1), ctx));
    begin = end + 1;
  }
  return point;
}

template <class R>
std::string value_at(const polyfork::DensePoly<R>& f, const std::string& text, const ExecutionContext& ctx) {
  const auto point = parse_point(text, ctx);
  const std::string& name = point.front().first;
  if (point.size() != 1 || (!name.empty() && !f.is_constant() && name != f.variable()))
    throw InputError("--at: expected a value for " + f.variable());
  const auto x = polyfork::convert(f.ring(), polyfork::Rationals(), point.front().second.value);
  return f.ring().to_string(evaluate(f, x, ctx));
}

template <class R>
std::string value_at(polyfork::SparseMultiPoly<R> f, const std::string& text, const ExecutionContext& ctx) {
  std::vector<std::string> names;
  for (const auto& [name, value] : parse_point(text, ctx)) {
    if (name.empty()) throw InputError("--at: expected values with names, such as x=2,y=1/3");
    if (!f.variables().contains(name)) throw InputError("--at: '" + name + "' is no variable of the polynomial");
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw InputError("--at: " + name + " is given twice");
    names.push_back(name);
    f = evaluate_at(f, name, polyfork::convert(f.ring(), polyfork::Rationals(), value.value), ctx);
  }
  return to_string(f);
}

Parts values_of(Operands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  Parts parts;
  compute(std::move(operands), o.modulus, false, ctx, [&](const auto& list) {
    for (const std::string& point : o.points) parts.push_back({"", value_at(list[0], point, ctx)});
  });
  return parts;
}

std::string as_text(const Parts& parts) {
  std::string text;
  for (const Part& part : parts) {
    text += part.name.empty() ? part.text : fmt::format("{} {}", part.name, part.text);
    text += part.multiplicity == 1 ? "\n" : fmt::format(" mult {}\n", part.multiplicity);
  }
  return text;
}

std::string as_json(const std::string& operation, const Parts& parts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Part& part : parts) {
    nlohmann::ordered_json entry = {{part.name.empty() ? "value" : part.name, part.text}};
    if (operation == "squarefree" && part.name.empty()) entry["multiplicity"] = part.multiplicity;
    list.push_back(std::move(entry));
  }
  return nlohmann::ordered_json{{"operation", operation}, {"result", std::move(list)}}.dump(1) + '\n';
}

/// One of the commands.
struct Algebra {
  const char* name;
  const char* help;
  std::size_t least;  // operands
  std::size_t most;
  const char* wanted;
  Parts (*run)(Operands&&, const AlgebraOptions&, const ExecutionContext&);
};

constexpr std::size_t any_number = 1000;
constexpr Algebra commands[] = {
    {"gcd", "Write the greatest common divisor of polynomials", 2, any_number, "two polynomials or more are needed",
     gcd_of},
    {"resultant", "Write the resultant of two polynomials", 2, 2, "two polynomials are needed", resultant_of},
    {"squarefree", "Write a polynomial as powers of square-free ones", 1, 1, "one polynomial is needed",
     square_free_of},
    {"divide", "Write quotients and the remainder", 2, any_number, "a dividend and a divisor are needed", quotients_of},
    {"evaluate", "Write the values of a polynomial", 1, 1, "one polynomial is needed", values_of},
};

int run_algebra(const Algebra& algebra, const AlgebraOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const std::size_t count = o.sources.count();
  if (count < algebra.least || count > algebra.most)
    throw InputError(fmt::format("{}: files, - for standard input, or -e EXPR", algebra.wanted));
  if (!o.modulus.empty()) (void)field_of(o.modulus);
  const Parts parts = algebra.run(read_operands(o.sources, run.context()), o, run.context());
  run.finish_progress();
  write_output(o.output == "json" ? as_json(algebra.name, parts) : as_text(parts));
  run.report_profile();
  return exit_ok;
}

void add_command(CLI::App& app, Action& action, const Algebra& algebra) {
  auto o = std::make_shared<AlgebraOptions>();
  CLI::App* command = app.add_subcommand(algebra.name, algebra.help);
  command->add_option("FILES", o->sources.files, "Files of the polynomials, or - for standard input")
      ->expected(0, static_cast<int>(algebra.most));
  command
      ->add_option("-e,--expr", o->sources.expressions, "A polynomial itself in the place of a file, such as 'x*y - 2'")
      ->type_name("EXPR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--format", o->sources.format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  command->add_option("--variables", o->sources.variables, "Names separated by commas, the greatest first; infix only");
  command->add_option("--modulus", o->modulus, "Compute modulo this prime below 2^63")->type_name("P");
  const std::string name = algebra.name;
  if (name == "resultant")
    command->add_option("--variable", o->variable, "The one to eliminate, where there are several");
  if (name == "evaluate")
    command
        ->add_option("--at", o->points, "A value, or x=2,y=1/3 in several variables; one line of output for each --at")
        ->type_name("POINT")
        ->required()
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--output", o->output, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  o->run.add_to(*command);
  command->callback([o, &algebra, &action] {
    action = [o, &algebra](Interruption& interruption) { return run_algebra(algebra, *o, interruption); };
  });
}

}  // namespace

void add_algebra_commands(CLI::App& app, Action& action) {
  for (const Algebra& algebra : commands) add_command(app, action, algebra);
}

}  // namespace polyfork_app
