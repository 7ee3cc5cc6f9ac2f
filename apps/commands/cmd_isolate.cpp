// polyfork isolate: the real roots of a polynomial.
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/rootiso/certificate.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>

#include "commands/commands.hpp"
#include "commands/root_output.hpp"
#include "input/read_polynomial.hpp"
#include "plot/roots_plot.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

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
  std::string certificate;
  bool output_given = false;
  bool stats = false;
  std::string plot;
  RunOptions run;
};

/// The options of the library, and what their numbers are charged with.
struct ReadOptions {
  polyfork::IsolationOptions options;
  std::vector<polyfork::MemoryReservation> reservations;

  polyfork::Rational keep(RationalValue&& number) {
    reservations.push_back(std::move(number.reservation));
    return std::move(number.value);
  }
};

ReadOptions isolation_options(const IsolateOptions& o, const polyfork::ExecutionContext& ctx) {
  ReadOptions read;
  polyfork::IsolationOptions& options = read.options;
  options.method = polyfork::isolation_method_from_name(o.method);
  if (!o.interval.empty()) {
    const auto comma = o.interval.find(',');
    if (comma == std::string::npos) throw InputError("--interval: expected A,B");
    polyfork::Rational lower = read.keep(parse_rational("--interval", o.interval.substr(0, comma), ctx));
    polyfork::Rational upper = read.keep(parse_rational("--interval", o.interval.substr(comma + 1), ctx));
    if (lower > upper) throw InputError("--interval: A is greater than B");
    options.interval = std::pair(std::move(lower), std::move(upper));
  }
  if (!o.width.empty()) {
    options.width = read.keep(parse_rational("--width", o.width, ctx));
    if (options.width->sign() <= 0) throw InputError("--width: must be positive");
  }
  return read;
}

ReadPolynomial read_input_of(const IsolateOptions& o, const polyfork::ExecutionContext& ctx) {
  if (o.has_expression == !o.file.empty()) throw InputError("give either a file (or -) or -e EXPR");
  return o.has_expression ? parse_expression(o.expression, o.format, ctx) : read_polynomial(o.file, o.format, ctx);
}

int print_count(const IsolateOptions& o, const polyfork::PolyZ& f, const polyfork::IsolationOptions& options,
                Run& run) {
  const std::size_t count = polyfork::count_real_roots(f, options, run.context());
  run.finish_progress();
  if (o.output == "json")
    write_output(fmt::format("{{\n \"degree\": {},\n \"count\": {}\n}}\n", f.degree(), count));
  else
    write_output(fmt::format("{}\n", count));
  return exit_ok;
}

void write_certificate(const std::string& path, const polyfork::IsolationCertificate& certificate,
                       const polyfork::ExecutionContext& ctx) {
  const std::string text = polyfork::to_text(certificate, ctx);
  const polyfork::MemoryReservation held(ctx.memory(), text.size());
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) throw polyfork::Error(path + ": " + std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (std::fclose(file) != 0 || !written) throw polyfork::Error(path + ": " + std::strerror(written ? errno : error));
}

/// The isolation; with --certify the certificate is written, too. Only the former counts in the statistics' time.
polyfork::IsolationResult isolate_roots(const IsolateOptions& o, const polyfork::PolyZ& f,
                                        const polyfork::IsolationOptions& options,
                                        const polyfork::ExecutionContext& ctx, double& seconds) {
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  if (o.certificate.empty()) {
    polyfork::IsolationResult result = polyfork::isolate_real_roots(f, options, ctx);
    seconds = elapsed();
    return result;
  }
  polyfork::CertifiedIsolation certified = polyfork::isolate_with_certificate(f, options, ctx);
  seconds = elapsed();
  write_certificate(o.certificate, certified.certificate, ctx);
  return std::move(certified.result);
}

int isolate(const IsolateOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const auto& ctx = run.context();
  const ReadOptions read = isolation_options(o, ctx);
  const auto& options = read.options;
  ReadPolynomial input = read_input_of(o, ctx);
  const polyfork::PolyZ f = polyfork::numerator_polynomial(std::move(input.value));  // its roots are the same
  if (f.is_zero()) throw polyfork::DomainError("the zero polynomial: every number is a root");
  if (o.digits && o.output_given && o.output != "decimal" && o.output != "json")
    throw InputError("--digits goes with --output decimal or json");
  if (o.plot == "-") throw InputError("--plot: a file is needed, since the answer goes to standard output");
  if (o.certificate == "-") throw InputError("--certify: a file is needed, since the answer goes to standard output");
  if (o.count && !o.plot.empty()) throw InputError("--plot draws the roots, which --count does not compute");
  if (!o.certificate.empty() && o.count) throw InputError("--certify does not go with --count");
  if (!o.certificate.empty() && o.method == "vca") throw InputError("--certify needs the method local");
  if (o.count) {
    const int code = print_count(o, f, options, run);
    run.report_profile();
    return code;
  }

  const std::string output = o.digits && !o.output_given ? "decimal" : o.output;
  double seconds = 0;
  const polyfork::IsolationResult result = isolate_roots(o, f, options, ctx, seconds);
  RootReport report{result, {}, std::nullopt, ctx.threads()};
  if (o.stats) report.seconds = seconds;
  if (o.digits || output == "decimal") {
    const polyfork::MemoryReservation held(ctx.memory(), report_bytes(report));
    report.decimals = polyfork::roots_to_decimal(f, result.roots, o.digits.value_or(default_digits), ctx);
  }

  const polyfork::MemoryReservation held(ctx.memory(), report_bytes(report));
  const polyfork::MemoryReservation printed(ctx.memory(), output_bytes(report));
  const std::string text = output == "json"      ? roots_as_json(report)
                           : output == "maple"   ? roots_as_maple(report)
                           : output == "decimal" ? roots_as_decimal(report)
                                                 : roots_as_text(report);
  run.finish_progress();
  write_output(text);
  if (o.stats && output != "json") write_diagnostic(stats_as_text(report));
  // Last, so that the answer stands whatever becomes of the picture.
  if (!o.plot.empty()) write_file(o.plot, roots_svg(f, result, options.interval, ctx));
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
  command
      ->add_option("--interval", o->interval,
                   "Only roots in the closed interval [A, B]; numbers are 2, -1/3, 0.25 or 1e-3")
      ->type_name("A,B");
  command->add_option("--width", o->width, "Largest width of an interval, such as 1/1000, 0.001 or 1e-3")
      ->type_name("W");
  command->add_flag("--count", o->count, "Print only the number of distinct real roots");
  add_whole_number(*command, "--digits", "Digits after the decimal point, correctly rounded", 0,
                   std::numeric_limits<std::size_t>::max(), [o](std::uint64_t digits) { o->digits = digits; });
  command->add_option("--method", o->method, "Isolation method")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "vca", "local"}));
  auto* output = command->add_option("--output", o->output, "Output format")
                     ->capture_default_str()
                     ->check(CLI::IsMember({"text", "json", "maple", "decimal"}));
  command->add_option("--certify", o->certificate, "Write a certificate of all real roots to this file, for verify")
      ->type_name("FILE");
  command->add_flag("--stats", o->stats, "Say what was done, on stderr (in the JSON document with --output json)");
  command->add_option("--plot", o->plot, "Also draw the roots, their intervals and the signs between them, as SVG")
      ->type_name("FILE");
  o->run.add_to(*command);
  command->callback([o, expression, output, &action] {
    o->has_expression = expression->count() != 0;
    o->output_given = output->count() != 0;
    action = [o](Interruption& interruption) { return isolate(*o, interruption); };
  });
}

}  // namespace polyfork_app
