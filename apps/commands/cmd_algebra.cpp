// polyfork gcd, resultant, squarefree, divide and evaluate: algebra of polynomials in one and in several variables.
//
// Operands with integer coefficients are taken over Z by gcd, resultant and squarefree, all others over Q; with
// --modulus they are taken modulo a prime, with --over Qi over Q(i).
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>
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
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/sparse/sparse_resultant.hpp>

#include "commands/answer_document.hpp"
#include "commands/commands.hpp"
#include "commands/factor_output.hpp"
#include "commands/operand_rings.hpp"
#include "commands/ring_points.hpp"
#include "input/operand_options.hpp"
#include "input/read_operands.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

using polyfork::ExecutionContext;
using polyfork::to_string;

struct AlgebraOptions {
  OperandOptions operands;
  OperandRing ring;
  std::string variable;
  std::vector<std::string> points;
  std::string output = "text";
  RunOptions run;
};

/// A part of an answer: in JSON under this name, in a list where there may be several of them.
struct Part {
  std::string name;
  std::string text;
  bool listed = false;
  std::string point = {};  // of a value
};

struct Answer {
  std::vector<std::string> variables;
  std::vector<Part> parts;
  std::optional<FactorReport> factors;  // in the place of parts
};

template <class P>
std::size_t degree_of(const P& f) {
  if constexpr (is_in_one_variable<P>)
    return static_cast<std::size_t>(f.degree());
  else
    return static_cast<std::size_t>(f.total_degree());
}

Answer gcd_of(AnyOperands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  Answer answer;
  compute(std::move(operands), o.ring, true, ctx, [&](const auto& list) {
    auto g = gcd(list[0], list[1], ctx);
    for (std::size_t i = 2; i < list.size(); ++i) g = gcd(g, list[i], ctx);
    answer.variables = variables_of(list);
    answer.parts.push_back({"polynomial", to_string(g)});
  });
  return answer;
}

Answer resultant_of(AnyOperands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  with_list(operands, [&](const auto& list) {
    constexpr bool in_one_variable = is_in_one_variable<std::decay_t<decltype(list[0])>>;
    if (!in_one_variable && o.variable.empty())
      throw InputError("in several variables, --variable names the one to eliminate");
    for (const auto& f : list) {
      const bool has_it = [&] {
        if constexpr (in_one_variable)
          return f.is_constant() || f.variable() == o.variable;
        else
          return f.variables().contains(o.variable);
      }();
      if (!o.variable.empty() && !has_it)
        throw InputError("--variable: '" + o.variable + "' is no variable of the polynomials");
    }
  });
  Answer answer;
  compute(std::move(operands), o.ring, true, ctx, [&](const auto& list) {
    answer.variables = variables_of(list);
    if constexpr (is_in_one_variable<std::decay_t<decltype(list[0])>>)
      answer.parts.push_back({"polynomial", list[0].ring().to_string(resultant(list[0], list[1], ctx))});
    else
      answer.parts.push_back({"polynomial", to_string(resultant(list[0], list[1], o.variable, ctx))});
  });
  return answer;
}

Answer square_free_of(AnyOperands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  Answer answer;
  compute(std::move(operands), o.ring, true, ctx, [&](const auto& list) {
    const auto decomposition = square_free_decomposition(list[0], ctx);
    FactorReport report;
    report.command = "squarefree";
    report.variables = variables_of(list);
    report.modulus = o.ring.modulus;
    if (o.ring.is_gaussian()) report.over = o.ring.over;
    report.degree = degree_of(list[0]);
    report.unit = list[0].ring().to_string(decomposition.unit);
    report.factors.reserve(decomposition.factors.size());
    for (const auto& [factor, multiplicity] : decomposition.factors)
      report.factors.push_back({to_string(factor), degree_of(factor), static_cast<std::size_t>(multiplicity)});
    answer.factors = std::move(report);
  });
  return answer;
}

Answer quotients_of(AnyOperands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  with_list(operands, [](const auto& list) {
    if (is_in_one_variable<std::decay_t<decltype(list[0])>> && list.size() != 2)
      throw InputError("in one variable a dividend and one divisor are needed");
  });
  Answer answer;
  compute(std::move(operands), o.ring, false, ctx, [&](const auto& list) {
    using P = std::decay_t<decltype(list[0])>;
    answer.variables = variables_of(list);
    if constexpr (is_in_one_variable<P>) {
      const auto [quotient, remainder] = div_rem(list[0], list[1], ctx);
      answer.parts = {{"quotient", to_string(quotient), true}, {"remainder", to_string(remainder)}};
    } else {
      const auto division = div_rem(list[0], std::vector<P>(list.begin() + 1, list.end()), ctx);
      for (const P& quotient : division.quotients) answer.parts.push_back({"quotient", to_string(quotient), true});
      answer.parts.push_back({"remainder", to_string(division.remainder)});
    }
  });
  return answer;
}

/// The values of a polynomial in one variable, dense or sparse, and in several.
template <class P>
std::string value_at(P f, const std::string& text, const ExecutionContext& ctx) {
  const auto point = point_in(f.ring(), "--at", text, ctx);
  if constexpr (is_in_one_variable<P>) {
    const std::string& name = point.front().first;
    if (point.size() > 1 && !name.empty() && name == point[1].first)
      throw InputError("--at: " + name + " is given twice");
    if (point.size() != 1 || (!name.empty() && !f.is_constant() && name != f.variable()))
      throw InputError("--at: expected a value for " + f.variable());
    return f.ring().to_string(evaluate(f, point.front().second, ctx));
  } else {
    std::vector<std::string> names;
    for (const auto& [name, value] : point) {
      if (name.empty()) throw InputError("--at: expected values with names, such as x=2,y=1/3");
      if (!f.variables().contains(name)) throw InputError("--at: '" + name + "' is no variable of the polynomial");
      if (std::find(names.begin(), names.end(), name) != names.end())
        throw InputError("--at: " + name + " is given twice");
      names.push_back(name);
      f = evaluate_at(f, name, value, ctx);
    }
    return to_string(f);
  }
}

Answer values_of(AnyOperands&& operands, const AlgebraOptions& o, const ExecutionContext& ctx) {
  Answer answer;
  compute(std::move(operands), o.ring, false, ctx, [&](const auto& list) {
    answer.variables = variables_of(list);
    for (const std::string& point : o.points)
      answer.parts.push_back({"value", value_at(list[0], point, ctx), true, point});
  });
  return answer;
}

std::string as_text(const Answer& answer) {
  std::string text;
  for (const Part& part : answer.parts) {
    const bool named = part.name == "quotient" || part.name == "remainder";
    text += named ? fmt::format("{} {}\n", part.name, part.text) : part.text + '\n';
  }
  return text;
}

/// One part by itself, several as a list.
std::string as_maple(const OperandRing& ring, const Answer& answer) {
  std::string list;
  for (const Part& part : answer.parts) list += (list.empty() ? "" : ", ") + part.text;
  if (ring.is_gaussian()) list = with_capital_unit(std::move(list));
  return answer.parts.size() == 1 ? list + '\n' : fmt::format("[{}]\n", list);
}

std::string as_json(const std::string& command, const OperandRing& ring, const Answer& answer) {
  auto document = answer_document(command, answer.variables, ring.modulus, ring.is_gaussian() ? ring.over : "");
  for (const Part& part : answer.parts) {
    if (!part.listed)
      document[part.name] = part.text;
    else if (part.point.empty())
      document[part.name + 's'].push_back(part.text);
    else
      document[part.name + 's'].push_back({{"at", part.point}, {part.name, part.text}});
  }
  return document.dump(1) + '\n';
}

/// One of the commands.
struct Algebra {
  const char* name;
  const char* help;
  std::size_t least;  // operands
  std::size_t most;
  const char* wanted;
  Answer (*run)(AnyOperands&&, const AlgebraOptions&, const ExecutionContext&);
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
  const OperandSources sources = o.operands.sources();
  const std::size_t count = sources.list.size();
  if (count < algebra.least || count > algebra.most)
    throw InputError(fmt::format("{}: files, - for standard input, or -e EXPR", algebra.wanted));
  const Answer answer = algebra.run(read_operands_in(o.ring, sources, run.context()), o, run.context());
  run.finish_progress();
  write_output(answer.factors        ? factors_as(o.output, *answer.factors)
               : o.output == "json"  ? as_json(algebra.name, o.ring, answer)
               : o.output == "maple" ? as_maple(o.ring, answer)
                                     : as_text(answer));
  run.report_profile();
  return exit_ok;
}

void add_command(CLI::App& app, Action& action, const Algebra& algebra) {
  auto o = std::make_shared<AlgebraOptions>();
  CLI::App* command = app.add_subcommand(algebra.name, algebra.help);
  o->operands.add_to(*command, "FILES", "Files of the polynomials, or - for standard input", algebra.most, "x*y - 2");
  o->ring.add_to(*command);
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
      ->check(name == "squarefree" ? CLI::IsMember({"text", "json", "maple", "infix"})
                                   : CLI::IsMember({"text", "json", "maple"}));
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
