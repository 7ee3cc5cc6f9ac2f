// polyfork isolate: the real roots of a polynomial.
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <fmt/core.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/convert.hpp>
#include <polyfork/poly/io.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>

#include "commands.hpp"
#include "exit_code.hpp"
#include "input_error.hpp"
#include "root_output.hpp"
#include "run_options.hpp"

namespace polyfork_app {

namespace {

constexpr std::size_t default_digits = 20;

struct IsolateOptions {
  std::string file;
  std::string expression;
  bool has_expression = false;
  std::string format = "auto";
  std::string interval;
  std::string width;
  bool count = false;
  std::optional<std::size_t> digits;
  std::string method = "auto";
  std::string output = "text";
  bool output_given = false;
  bool stats = false;
  RunOptions run;
};

polyfork::Rational parse_rational(const std::string& option, const std::string& text) {
  try {
    return polyfork::Rational(text);
  } catch (const polyfork::ParseError& e) {
    throw InputError(option + ": " + e.reason() + " in '" + text + "'");
  } catch (const polyfork::DomainError& e) {
    throw InputError(option + ": " + e.what());
  }
}

polyfork::IsolationOptions isolation_options(const IsolateOptions& o) {
  polyfork::IsolationOptions options;
  options.method = polyfork::isolation_method_from_name(o.method);
  if (!o.interval.empty()) {
    const auto comma = o.interval.find(',');
    if (comma == std::string::npos) throw InputError("--interval: expected A,B");
    options.interval = std::pair(parse_rational("--interval", o.interval.substr(0, comma)),
                                 parse_rational("--interval", o.interval.substr(comma + 1)));
    if (options.interval->first > options.interval->second) throw InputError("--interval: A is greater than B");
  }
  if (!o.width.empty()) {
    options.width = parse_rational("--width", o.width);
    if (options.width->sign() <= 0) throw InputError("--width: must be positive");
  }
  return options;
}

polyfork::PolyZ read_polynomial(const IsolateOptions& o, const polyfork::ExecutionContext& ctx) {
  if (o.has_expression == !o.file.empty()) throw InputError("give either a file (or -) or -e EXPR");
  const std::string source = o.has_expression ? "expression" : (o.file == "-" ? "stdin" : o.file);
  std::string text;
  if (o.has_expression) {
    text = o.expression;
  } else {
    try {
      text = read_input(o.file);
    } catch (const polyfork::Error& e) {
      throw InputError(e.what());
    }
  }
  const auto format = polyfork::poly_format_from_name(o.has_expression && o.format == "auto" ? "infix" : o.format);
  try {
    return polyfork::numerator_polynomial(polyfork::parse_poly(text, format, ctx));
  } catch (const polyfork::ParseError& e) {
    throw InputError(source, e);
  }
}

int print_count(const IsolateOptions& o, const polyfork::PolyZ& f, const polyfork::IsolationOptions& options,
                const polyfork::ExecutionContext& ctx) {
  const std::size_t count = polyfork::count_real_roots(f, options.interval, ctx);
  if (o.output == "json")
    write_output(fmt::format("{{\n \"degree\": {},\n \"count\": {}\n}}\n", f.degree(), count));
  else
    write_output(fmt::format("{}\n", count));
  return exit_ok;
}

int isolate(const IsolateOptions& o, Interruption& interruption) {
  const auto options = isolation_options(o);
  const Run run(o.run, interruption);
  const auto& ctx = run.context();
  const polyfork::PolyZ f = read_polynomial(o, ctx);
  if (f.is_zero()) throw polyfork::DomainError("the zero polynomial: every number is a root");
  if (o.digits && o.output_given && o.output != "decimal" && o.output != "json")
    throw InputError("--digits goes with --output decimal or json");
  if (o.count) {
    const int code = print_count(o, f, options, ctx);
    run.report_profile();
    return code;
  }

  const std::string output = o.digits && !o.output_given ? "decimal" : o.output;
  const auto start = std::chrono::steady_clock::now();
  const auto result = polyfork::isolate_real_roots(f, options, ctx);
  RootReport report{result, {}, std::nullopt, ctx.threads()};
  if (o.stats) report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (o.digits || output == "decimal")
    report.decimals = polyfork::roots_to_decimal(f, result.roots, o.digits.value_or(default_digits), ctx);

  const std::string text = output == "json"      ? roots_as_json(report)
                           : output == "maple"   ? roots_as_maple(report)
                           : output == "decimal" ? roots_as_decimal(report)
                                                 : roots_as_text(report);
  write_output(text);
  if (o.stats && output != "json") write_diagnostic(stats_as_text(report));
  run.report_profile();
  return exit_ok;
}

}  // namespace

void add_isolate_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<IsolateOptions>();
  CLI::App* command = app.add_subcommand("isolate", "Isolate the real roots of a polynomial");
  command->add_option("file", o->file, "File with the polynomial; - is standard input");
  auto* expression = command->add_option("-e,--expr", o->expression, "The polynomial itself, such as 'x^2 - 2'");
  command->add_option("--format", o->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  command->add_option("--interval", o->interval, "A,B: only roots in the closed interval [A, B]");
  command->add_option("--width", o->width, "Largest width of an interval");
  command->add_flag("--count", o->count, "Print only the number of distinct real roots");
  command->add_option("--digits", o->digits, "Digits after the decimal point, correctly rounded")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--method", o->method, "Isolation method")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "vca"}));
  auto* output = command->add_option("--output", o->output, "Output format")
                     ->capture_default_str()
                     ->check(CLI::IsMember({"text", "json", "maple", "decimal"}));
  command->add_flag("--stats", o->stats, "Say what was done, on stderr (in the JSON document with --output json)");
  o->run.add_to(*command);
  command->callback([o, expression, output, &action] {
    o->has_expression = expression->count() != 0;
    o->output_given = output->count() != 0;
    action = [o](Interruption& interruption) { return isolate(*o, interruption); };
  });
}

}  // namespace polyfork_app
