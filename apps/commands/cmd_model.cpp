// polyfork model: what the many-core machine model says of an algorithm of the papers, as a table and as a picture of
// predicted time against the program parameter.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <polyfork/gpu/device.hpp>
#include <polyfork/model/calibrated.hpp>
#include <polyfork/model/families.hpp>

#include "commands/commands.hpp"
#include "plot/line_plot.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/output_files.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

using namespace polyfork;
using namespace polyfork::model;

constexpr std::uint64_t most_n = std::uint64_t{1} << 48;
/// Programs of more kernels are not written down, and have no calibrated prediction.
constexpr std::uint64_t most_kernels = std::uint64_t{1} << 17;

struct ModelOptions {
  std::string algorithm;
  std::uint64_t n = 0;
  std::optional<std::uint64_t> m, base, key_bits;
  std::vector<std::uint64_t> s, threads;  // empty: a default
  std::string transfer = "31";
  ManyCoreMachine machine;
  std::string plot;
  DeviceOptions devices;
};

std::vector<std::uint64_t> doubled(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> values;
  for (; first <= last; first *= 2) values.push_back(first);
  return values;
}

/// "4", "1,3,9", "1..512": the latter doubles. Throws CLI::ValidationError.
std::vector<std::uint64_t> parse_range(const std::string& option, const std::string& text) {
  const auto number = [&](const std::string& part) { return parse_whole_number(option, part, 1, most_n); };
  std::vector<std::uint64_t> values;
  if (const std::size_t dots = text.find(".."); dots != std::string::npos) {
    values = doubled(number(text.substr(0, dots)), number(text.substr(dots + 2)));
    if (values.empty()) throw CLI::ValidationError(option, "a range begins with its least number");
    return values;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(number(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return values;
}

/// One value of what varies, with what the model and a calibrated machine say.
struct ModelRow {
  FamilyParameters p;
  std::uint64_t x;
  Measures measures;
  Rational time;
  bool fits;
  std::optional<double> seconds;
};

struct ModelTable {
  const AlgorithmFamily& family;
  std::string variable;  // of which x is the value
  std::vector<ModelRow> rows;
  std::string left_out;  // lines that say why values are missing
};

void refuse_foreign_options(const ModelOptions& o, const AlgorithmFamily& family) {
  const auto refuse = [&](const char* option, bool given, bool meant) {
    if (given && !meant) throw InputError(fmt::format("{}: the formulas of {} have none", option, family.name));
  };
  refuse("--m", o.m.has_value(), family.has_second_operand);
  refuse("--s", !o.s.empty(), family.has_parameter);
  refuse("--threads", !o.threads.empty(), !family.chooses_threads);
  refuse("--base", o.base.has_value(), family.name.starts_with("cooley-tukey"));
  refuse("--key-bits", o.key_bits.has_value(), family.name == "radix-sort");
}

ModelTable model_table(const ModelOptions& o) {
  const AlgorithmFamily& family = algorithm_family(o.algorithm);
  refuse_foreign_options(o, family);
  const auto given = [](const std::vector<std::uint64_t>& values, const std::vector<std::uint64_t>& otherwise) {
    return values.empty() ? otherwise : values;
  };
  const auto one = [](std::uint64_t value) { return std::vector{value}; };
  const std::vector<std::uint64_t> all_s = given(o.s, family.has_parameter ? doubled(1, 1024) : one(1));
  const std::vector<std::uint64_t> all_threads =
      given(o.threads, family.has_parameter || family.chooses_threads ? one(256) : doubled(32, 1024));
  if (all_s.size() > 1 && all_threads.size() > 1) throw InputError("--threads: one number where s varies");

  FamilyParameters p;
  p.n = o.n;
  // Then the quotient of a division has n / 2 coefficients, which many s divide.
  p.m = o.m.value_or(family.name.starts_with("division") ? o.n / 2 + 1 : o.n);
  p.base = o.base.value_or(p.base);
  p.key_bits = o.key_bits.value_or(p.key_bits);
  const bool s_varies = family.has_parameter && all_threads.size() == 1;
  // The device of this machine, where there is one and it may be asked.
  const ExecutionContext ctx = o.devices.applied_to(ExecutionContext::default_context());
  const bool asks = ctx.device_policy() != DevicePolicy::off && !polyfork::devices().empty();
  const CalibratedMachine calibrated =
      asks ? CalibratedMachine::from(polyfork::device_view(ctx).rates) : CalibratedMachine{};
  ModelTable table{family, s_varies ? "s" : "threads", {}, {}};
  const bool asked = !(s_varies ? o.s : o.threads).empty();  // what a default range has beside the values is no news
  std::string why;
  for (const std::uint64_t s : all_s)
    for (const std::uint64_t threads : all_threads) {
      p.s = s;
      p.threads = threads;
      const std::uint64_t x = s_varies ? s : threads;
      std::optional<std::string> refusal = family.refusal(p);
      Measures measures;
      if (!refusal) measures = family.formulas(p, o.machine.transfer_cycles);
      if (!refusal && measures.antichain < Rational(1)) refusal = "no kernel has a whole block";
      if (refusal) {
        if (why.empty()) why = *refusal;
        if (asked) table.left_out += fmt::format("{} = {} is left out: {}\n", table.variable, x, *refusal);
        continue;
      }
      ModelRow row{.p = p,
                   .x = x,
                   .measures = std::move(measures),
                   .time = predicted_time(family, p, o.machine),
                   .fits = family.private_words(p) <= Rational(o.machine.private_words),
                   .seconds = {}};
      if (family.program_size(p) <= most_kernels) row.seconds = predicted_time(family.program(p), calibrated);
      table.rows.push_back(std::move(row));
    }
  if (table.rows.empty()) throw InputError(fmt::format("{}: {}", family.name, why));
  return table;
}

std::string problem_of(const ModelOptions& o, const ModelTable& table) {
  const FamilyParameters& p = table.rows.front().p;
  std::string text = fmt::format("n = {}", p.n);
  if (table.family.has_second_operand) text += fmt::format(", m = {}", p.m);
  if (table.family.name.starts_with("cooley-tukey")) text += fmt::format(", base {}", p.base);
  if (table.family.name == "radix-sort") text += fmt::format(", keys of {} bits", p.key_bits);
  if (table.variable == "s" && !table.family.chooses_threads) text += fmt::format(", {} threads a block", p.threads);
  if (table.variable != "s" && table.family.has_parameter) text += fmt::format(", s = {}", p.s);
  text += fmt::format("; U = {}, Z = {}", o.machine.transfer_cycles.to_string(), o.machine.private_words);
  if (o.machine.multiprocessors != 0) text += fmt::format(", P = {}", o.machine.multiprocessors);
  return text;
}

std::string table_text(const ModelOptions& o, const ModelTable& table) {
  std::string out = fmt::format("{} ({})\n{}\n\n", table.family.title, table.family.source, problem_of(o, table));
  out += fmt::format("{:>7}", table.variable);
  for (const char* column : {"W", "S", "O", "N", "L", "C", "K", "T", "seconds"}) out += fmt::format(" {:>11}", column);
  out += "\n";
  const ModelRow* best = nullptr;
  for (const ModelRow& row : table.rows) {
    const Measures& m = row.measures;
    out += fmt::format("{:>7}", row.x);
    for (const Rational* figure :
         {&m.work, &m.span, &m.overhead, &m.blocks, &m.levels, &m.block_cycles, &m.antichain, &row.time})
      out += fmt::format(" {:>11.5g}", figure->to_double());
    out += row.seconds ? fmt::format(" {:>11.3e}", *row.seconds) : fmt::format(" {:>11}", "-");
    out += row.fits ? "\n" : "  does not fit in Z\n";
    if (row.fits && (best == nullptr || row.time < best->time)) best = &row;
  }
  out += "\n" + table.left_out;
  return out + (best == nullptr ? "nothing fits in Z\n" : fmt::format("least T: {} = {}\n", table.variable, best->x));
}

/// Both predictions in units of their first values: clock cycles and seconds have no common scale. Of what fits in Z,
/// if anything does.
std::string table_svg(const ModelOptions& o, const ModelTable& table) {
  const std::vector<ModelRow> rows = preferred(table.rows, [](const ModelRow& row) { return row.fits; });
  PlotLine model{.label = "model", .peer = false, .points = {}};
  PlotLine calibrated{.label = "calibrated", .peer = false, .points = {}};
  for (const ModelRow& row : rows) {
    const auto x = static_cast<double>(row.x);
    model.points.emplace_back(x, (row.time / rows.front().time).to_double());
    if (row.seconds && rows.front().seconds) calibrated.points.emplace_back(x, *row.seconds / *rows.front().seconds);
  }
  LinePlot plot{
      .question = fmt::format("How does {} change predicted time? {}",
                              table.variable == "s" ? "s" : "the size of a block", std::string(table.family.title)),
      .subtitle = problem_of(o, table),
      .x_title = table.variable == "s" ? "s" : "threads of a block",
      .y_title = fmt::format("time, that of {} = {} being 1", table.variable, rows.front().x),
      .y_ticks = TickBase::ten,
      .ideal = false,
      .lines = {std::move(model)},
      .rule = fmt::format("Model: the bound (N / {} + L) C. Calibrated: launches, bytes, operations and waves "
                          "of an H200.",
                          o.machine.multiprocessors == 0 ? "K" : "P"),
      .left_out = {}};
  if (!calibrated.points.empty()) plot.lines.push_back(std::move(calibrated));
  return line_plot_svg(plot);
}

std::string family_list() {
  std::string out;
  for (const AlgorithmFamily& family : algorithm_families())
    out += fmt::format("{:<20} {} ({})\n", family.name, family.title, family.source);
  return out;
}

int run_model(ModelOptions o) {
  if (o.algorithm.empty()) {
    write_output(family_list());
    return exit_ok;
  }
  if (o.n == 0) throw InputError("--n: how many coefficients or keys");
  if (o.plot == "-") throw InputError("--plot: a file is needed, since the table goes to standard output");
  o.machine.transfer_cycles = parse_rational("--transfer", o.transfer, ExecutionContext::default_context()).value;
  if (o.machine.transfer_cycles.sign() <= 0) throw InputError("--transfer: a positive number of clock cycles");
  const ModelTable table = model_table(o);
  write_output(table_text(o, table));
  if (!o.plot.empty()) write_file(o.plot, table_svg(o, table));
  return exit_ok;
}

}  // namespace

void add_model_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("model", "What the many-core machine model says of an algorithm");
  const auto o = std::make_shared<ModelOptions>();
  std::vector<std::string> names;
  for (const AlgorithmFamily& family : algorithm_families()) names.emplace_back(family.name);
  command->add_option("ALGORITHM", o->algorithm, "One of those that are listed without it")
      ->check(CLI::IsMember(names));
  const auto number = [&](const char* option, std::optional<std::uint64_t> ModelOptions::*field, const char* help) {
    add_whole_number(*command, option, help, 1, most_n, [o, field](std::uint64_t value) { (*o).*field = value; });
  };
  add_whole_number(*command, "--n", o->n, "Coefficients of the larger operand, length of a transform, or keys", 1,
                   most_n);
  number("--m", &ModelOptions::m, "Coefficients of the smaller operand (default: n; n / 2 + 1 for divisions)");
  const auto range = [&](const char* option, std::vector<std::uint64_t> ModelOptions::*field, const char* help) {
    const auto store = [o, field, option](const std::string& text) { (*o).*field = parse_range(option, text); };
    command->add_option_function<std::string>(option, store, help);
  };
  range("--s", &ModelOptions::s, "Values of s: 4, or 1,3,9, or 1..512, which doubles (default: 1..1024)");
  range("--threads", &ModelOptions::threads,
        "Threads of a block, in the same way (default: 256 where s varies, 32..1024 elsewhere)");
  number("--base", &ModelOptions::base, "Length of the transforms that a thread computes (Cooley-Tukey; default: 16)");
  number("--key-bits", &ModelOptions::key_bits, "Bits of a key (radix sort; default: 32)");
  command->add_option("--transfer", o->transfer, "U: clock cycles for the transfer of a word")->capture_default_str();
  add_whole_number(*command, "--private-words", o->machine.private_words, "Z: words of a private memory", 1, most_n)
      ->default_str(std::to_string(o->machine.private_words));
  add_whole_number(*command, "--multiprocessors", o->machine.multiprocessors,
                   "P: multiprocessors (default: as many as the widest level has blocks)", 1, most_n);
  command->add_option("--plot", o->plot, "Also draw predicted time against s, or against the threads, as SVG");
  o->devices.add_to(*command);
  command->callback([o, &action] { action = [o](Interruption&) { return run_model(*o); }; });
}

}  // namespace polyfork_app
