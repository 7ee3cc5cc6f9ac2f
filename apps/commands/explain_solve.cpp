// The plan of a system as text and as a JSON document.
#include "commands/explain_solve.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <polyfork/system/real_solutions.hpp>

#include "commands/answer_document.hpp"
#include "input/read_polynomial.hpp"
#include "input/read_system.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/output_files.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

struct ExplainSystem {
  std::string file;
  std::vector<std::string> equations;
  std::string format = "auto";
  std::string variables;
  std::string method = "auto";
  std::string output = "text";
  RunOptions run;
};

using SystemPlan = std::vector<polyfork::PlannedPart>;

std::string comma_separated(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string plan_as_text(const SystemPlan& plan) {
  std::string out = fmt::format("solve: {} part{}{}\n", plan.size(), plan.size() == 1 ? "" : "s",
                                plan.empty() ? ", the equations contradict each other" : "");
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const polyfork::PlannedPart& part = plan[i];
    const bool chains = part.method == polyfork::SolutionMethod::chains;
    out += fmt::format("\npart {} by {}: {} equations, product of degrees {:g}\n", i + 1,
                       part.taken_apart  ? "chains, which are taken from a representation"
                       : chains          ? "chains"
                       : part.resultants ? "representation, resultants"
                                         : "representation",
                       part.equations, part.degrees);
    if (!part.substituted.empty())
      out += fmt::format("  given by linear equations: {}\n", comma_separated(part.substituted));
    if (!part.variables.empty())
      out += fmt::format("  {}: {}\n", chains && !part.taken_apart ? "found one after another" : "variables",
                         comma_separated(part.variables));
    if (part.known_degree)
      out += fmt::format("  already a Groebner basis in some order: {} complex solutions with multiplicities\n",
                         *part.known_degree);
    if (part.without_real_points) out += "  no real solutions: an equation in one variable has none\n";
  }
  return out;
}

/// The names of PlannedPart.
std::string plan_as_json(const SystemPlan& plan, const std::vector<std::string>& variables) {
  auto document = answer_document("explain solve", variables);
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const polyfork::PlannedPart& part : plan)
    parts.push_back({{"method", polyfork::solution_method_name(part.method)},
                     {"taken_apart", part.taken_apart},
                     {"resultants", part.resultants},
                     {"equations", part.equations},
                     {"degrees", part.degrees},
                     {"known_degree",
                      part.known_degree ? nlohmann::ordered_json(*part.known_degree) : nlohmann::ordered_json(nullptr)},
                     {"substituted", part.substituted},
                     {"variables", part.variables},
                     {"without_real_points", part.without_real_points}});
  document["parts"] = std::move(parts);
  return document.dump(1) + '\n';
}

/// In the context that `solve` with these limits computes in: parts are planned for its memory.
int explain_system(const ExplainSystem& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const auto& ctx = run.context();
  if (o.equations.empty() == o.file.empty()) throw InputError(give_one_input);
  const std::string source = !o.equations.empty() ? "equations" : o.file == "-" ? "stdin" : o.file;
  InputText input;
  if (o.equations.empty())
    input = read_input_file(o.file, ctx);
  else
    input.text = joined_equations(o.equations, o.format);
  polyfork::SolutionOptions options;
  options.method = polyfork::solution_method_from_name(o.method);
  const auto equations = parse_system(source, input.text, o.format, o.variables, ctx);
  const SystemPlan plan = polyfork::plan_real_solutions(equations, options, ctx);
  run.finish_progress();
  write_output(o.output == "json" ? plan_as_json(plan, equations[0].variables().names()) : plan_as_text(plan));
  run.report_profile();
  return exit_ok;
}

}  // namespace

void add_explain_solve(CLI::App& explain, Action& action) {
  CLI::App* solve = explain.add_subcommand("solve", "The real solutions of a system of equations");
  const auto system = std::make_shared<ExplainSystem>();
  solve->add_option("file", system->file, "File with the equations; - is standard input");
  add_repeatable(*solve, "-e,--expr,--equations", system->equations, "The equations themselves; repeatable",
                 "EQUATIONS");
  solve->add_option("--format", system->format, "Input format")->check(CLI::IsMember({"auto", "ms", "infix", "maple"}));
  solve->add_option("--variables", system->variables, "The variables, greatest first")->type_name("X,Y,...");
  solve->add_option("--method", system->method, "Method")->check(CLI::IsMember({"auto", "chains", "rur"}));
  solve->add_option("--output", system->output, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json"}));
  system->run.add_to(*solve);
  solve->callback([system, &action] {
    action = [system](Interruption& interruption) { return explain_system(*system, interruption); };
  });
}

}  // namespace polyfork_app
