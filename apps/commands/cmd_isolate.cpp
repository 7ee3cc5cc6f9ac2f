// polyfork isolate: the real roots of a polynomial.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <polyfork/core/error.hpp>
#include <polyfork/rootiso/certificate.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/rootiso/root_operations.hpp>
#include <polyfork/rootiso/sparse_roots.hpp>

#include "commands/commands.hpp"
#include "commands/root_output.hpp"
#include "input/read_polynomial.hpp"
#include "plot/roots_plot.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/output_files.hpp"
#include "run/run_options.hpp"
#include "run/side_outputs.hpp"

namespace polyfork_app {

namespace {

constexpr std::size_t default_digits = 20;
constexpr std::uint64_t most_certified_degree = 4000000;

struct IsolateOptions {
  std::string file;
  std::string expression;
  bool has_expression = false;
  std::string format = "auto";
  std::string interval;
  std::string width;
  bool count = false;
  std::optional<std::size_t> digits;
  std::optional<std::size_t> significant;
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
  bool lower_infinite = false;
  bool upper_infinite = false;
  std::vector<polyfork::MemoryReservation> reservations;

  polyfork::Rational keep(RationalValue&& number) {
    reservations.push_back(std::move(number.reservation));
    return std::move(number.value);
  }
};

/// Whether an end of --interval is without bound, on this side.
bool is_infinite(const std::string& given, bool upper) {
  const std::string text = without_outer_blanks(given);
  if (text == "inf" || text == "+inf") {
    if (!upper) throw InputError("--interval: A is inf");
    return true;
  }
  if (text != "-inf") return false;
  if (upper) throw InputError("--interval: B is -inf");
  return true;
}

ReadOptions isolation_options(const IsolateOptions& o, const polyfork::ExecutionContext& ctx) {
  ReadOptions read;
  polyfork::IsolationOptions& options = read.options;
  options.method = polyfork::isolation_method_from_name(o.method);
  if (!o.interval.empty()) {
    const auto comma = o.interval.find(',');
    if (comma == std::string::npos) throw InputError("--interval: expected A,B");
    const std::string first = o.interval.substr(0, comma);
    const std::string last = o.interval.substr(comma + 1);
    read.lower_infinite = is_infinite(first, false);
    read.upper_infinite = is_infinite(last, true);
    polyfork::Rational lower = read.lower_infinite ? 0 : read.keep(parse_rational("--interval", first, ctx));
    polyfork::Rational upper = read.upper_infinite ? 0 : read.keep(parse_rational("--interval", last, ctx));
    if (!read.lower_infinite && !read.upper_infinite && lower > upper)
      throw InputError("--interval: A is greater than B");
    options.interval = std::pair(std::move(lower), std::move(upper));
  }
  if (!o.width.empty()) {
    options.width = read.keep(parse_rational("--width", o.width, ctx));
    if (options.width->sign() <= 0) throw InputError("--width: must be positive");
  }
  return read;
}

std::size_t longest_coefficient(const polyfork::PolyZ& f, const polyfork::ExecutionContext& ctx) {
  return f.coefficients().max_bits(ctx);
}
std::size_t longest_coefficient(const polyfork::SparsePoly<polyfork::Integers>& f, const polyfork::ExecutionContext&) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < f.term_count(); ++i) bits = std::max(bits, f.term(i).coefficient.bit_length());
  return bits;
}

/// In the place of infinite ends of the interval: numbers beyond all roots, by Cauchy's bound 1 + max |a_i / a_n|.
template <class Polynomial>
void bound_interval(ReadOptions& read, const Polynomial& f, const polyfork::ExecutionContext& ctx) {
  if (!read.lower_infinite && !read.upper_infinite) return;
  const auto ratio = static_cast<std::int64_t>(longest_coefficient(f, ctx)) -
                     static_cast<std::int64_t>(f.leading_coefficient().bit_length());
  const polyfork::Rational bound = polyfork::Rational::dyadic(1, ratio + 2);
  auto& [lower, upper] = *read.options.interval;
  if (read.lower_infinite) lower = read.upper_infinite ? -bound : std::min(-bound, upper);
  if (read.upper_infinite) upper = std::max(bound, lower);
}

ReadEquation read_input_of(const IsolateOptions& o, const polyfork::ExecutionContext& ctx) {
  if (o.has_expression == !o.file.empty()) throw InputError(give_one_input);
  return o.has_expression ? parse_equation(o.expression, o.format, ctx) : read_equation(o.file, o.format, ctx);
}

const polyfork::PolyZ& dense_form(const polyfork::PolyZ& f, const polyfork::ExecutionContext&) { return f; }
polyfork::PolyZ dense_form(const polyfork::SparsePoly<polyfork::Integers>& f, const polyfork::ExecutionContext& ctx) {
  return to_dense(f, ctx);
}

template <class Polynomial>
int print_count(const IsolateOptions& o, const Polynomial& f, const polyfork::IsolationOptions& options, Run& run) {
  const std::size_t count = polyfork::count_real_roots(f, options, run.context());
  run.finish_progress();
  if (o.output == "json")
    write_output(count_as_json({f.variable()}, static_cast<std::size_t>(f.degree()), count));
  else
    write_output(fmt::format("{}\n", count));
  return exit_ok;
}

/// The roots as they are printed; with --certify a certificate, too. Only the isolation counts in the statistics' time.
template <class Polynomial>
polyfork::CertifiedIsolation isolate_roots(const IsolateOptions& o, const Polynomial& f,
                                           const polyfork::IsolationOptions& options,
                                           const polyfork::ExecutionContext& ctx, double& seconds) {
  const auto start = std::chrono::steady_clock::now();
  polyfork::CertifiedIsolation found;
  if (o.certificate.empty())
    found.result = polyfork::isolate_real_roots(f, options, ctx);
  else
    found = polyfork::isolate_with_certificate(f, options, ctx);
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}

/// Digits of distinct roots may agree as far as they are shown.
void report_equal_decimals(const std::vector<std::string>& decimals) {
  std::size_t count = 0;
  std::size_t first = 0;
  for (std::size_t i = 1; i < decimals.size(); ++i) {
    if (decimals[i] != decimals[i - 1]) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return;
  write_diagnostic(fmt::format(
      "polyfork: note: roots {} and {}{} are different numbers with the same digits; more --digits or --significant "
      "tell them apart\n",
      first, first + 1, count == 1 ? "" : " and others"));
}

/// Whether signs alone say that there is a root to be written, not zero. Never for an interval.
template <class Polynomial>
bool has_real_root(const Polynomial& f, const polyfork::IsolationOptions& options) {
  if (options.interval || f.is_trailing_coefficient_zero()) return false;
  return f.degree() % 2 == 1 || f.leading_coefficient().sign() * f.trailing_coefficient().sign() < 0;
}

void check_options(const IsolateOptions& o) {
  if (o.digits && o.significant) throw InputError("--digits and --significant exclude each other");
  const std::string digits = o.digits ? "--digits" : "--significant";
  if ((o.digits || o.significant) && o.output_given && o.output != "decimal" && o.output != "json")
    throw InputError(digits + " goes with --output decimal or json");
  if (o.plot == "-") throw InputError("--plot: a file is needed, since the answer goes to standard output");
  if (o.certificate == "-") throw InputError("--certify: a file is needed, since the answer goes to standard output");
  if (o.count && !o.plot.empty()) throw InputError("--plot draws the roots, which --count does not compute");
  if (!o.certificate.empty() && o.count) throw InputError("--certify does not go with --count");
  if (o.count && (o.digits || o.significant || o.stats || !o.width.empty()))
    throw InputError("--digits, --significant, --stats and --width describe roots, which --count does not compute");
  if (o.count && o.output != "text" && o.output != "json") throw InputError("--count goes with --output text or json");
  if (!o.certificate.empty() && o.method == "vca") throw InputError("--certify needs the method local");
  refuse_overwriting({{"--certify", o.certificate}, {"--plot", o.plot}}, {o.file});
}

/// f: a dense or sparse polynomial.
template <class Polynomial>
int isolate(const IsolateOptions& o, const Polynomial& f, ReadOptions& read, Run& run) {
  const auto& ctx = run.context();
  if (f.is_zero()) throw polyfork::DomainError("the zero polynomial: every number is a root");
  bound_interval(read, f, ctx);
  if (!o.certificate.empty() && static_cast<std::uint64_t>(f.degree()) > most_certified_degree)
    throw InputError(fmt::format("--certify: a certificate lists all coefficients; degrees up to {} are allowed",
                                 most_certified_degree));
  const polyfork::IsolationOptions& options = read.options;
  if (o.count) {
    const int code = print_count(o, f, options, run);
    run.report_profile();
    return code;
  }
  SideOutputs side;
  side.expect(o.certificate);
  side.expect(o.plot);

  const bool with_digits = o.digits || o.significant;
  const std::string output = with_digits && !o.output_given ? "decimal" : o.output;
  const std::size_t digits = o.digits.value_or(o.significant.value_or(default_digits));
  if (with_digits && has_real_root(f, options)) require_memory_for_decimals(1, digits, ctx);
  double seconds = 0;
  const polyfork::CertifiedIsolation found = isolate_roots(o, f, options, ctx, seconds);
  const polyfork::IsolationResult& result = found.result;
  RootReport report{result, f.variable(), {}, std::nullopt, ctx.threads()};
  if (o.stats) report.seconds = seconds;
  if (with_digits || output == "decimal") {
    const polyfork::MemoryReservation held(ctx.memory(), report_bytes(report));
    const auto zeros = std::count_if(result.roots.begin(), result.roots.end(),
                                     [](const auto& r) { return r.exact && r.lower.is_zero(); });  // these are short
    require_memory_for_decimals(result.roots.size() - static_cast<std::size_t>(zeros), digits, ctx);
    report.decimals = o.significant ? roots_to_significant(f, result.roots, *o.significant, ctx)
                                    : roots_to_decimal(f, result.roots, o.digits.value_or(default_digits), ctx);
  }

  const polyfork::MemoryReservation held(ctx.memory(), report_bytes(report));
  const polyfork::MemoryReservation printed(ctx.memory(), output_bytes(report));
  const std::string text = output == "json"      ? roots_as_json(report)
                           : output == "maple"   ? roots_as_maple(report)
                           : output == "decimal" ? roots_as_decimal(report)
                                                 : roots_as_text(report);
  run.finish_progress();
  side.attempt([&] { write_output(text); });
  if (result.roots.empty() && output != "json" && output != "maple") note_for_readers("no real roots");
  report_equal_decimals(report.decimals);
  if (o.stats && output != "json") write_diagnostic(stats_as_text(report));
  // Last, so that the answer stands whatever becomes of the certificate and the picture.
  side.write(
      o.certificate, [&] { return polyfork::to_text(found.certificate, ctx); }, ctx);
  const auto picture = [&] {
    // An interval without bound says nothing about where to look.
    const bool infinite = read.lower_infinite || read.upper_infinite;
    return roots_svg(dense_form(f, ctx), result, infinite ? std::nullopt : options.interval, ctx);
  };
  side.write(o.plot, picture, ctx);
  const int code = side.finish();
  run.report_profile();
  return code;
}

int isolate(const IsolateOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  ReadOptions read = isolation_options(o, run.context());
  const ReadEquation f = read_input_of(o, run.context());
  check_options(o);
  return f.sparse ? isolate(o, *f.sparse, read, run) : isolate(o, f.dense, read, run);
}

}  // namespace

void add_isolate_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<IsolateOptions>();
  CLI::App* command = app.add_subcommand("isolate", "Isolate the real roots of a polynomial");
  command->add_option("file", o->file, "File with the polynomial; - is standard input");
  auto* expression = command->add_option("-e,--expr", o->expression,
                                         "The polynomial itself, such as 'x^2 - 2', or an equation 'x^2 = 2'");
  command->add_option("--format", o->format, "Input format")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  command
      ->add_option(
          "--interval", o->interval,
          "Only roots in the closed interval [A, B]; numbers are 2, -1/3, 0.25, 1e-3 or 2^-10, A may be -inf, B inf")
      ->type_name("A,B");
  command->add_option("--width", o->width, "Largest width of an interval, such as 1/1000, 0.001, 1e-3 or 2^-10")
      ->type_name("W");
  command->add_flag("--count", o->count, "Print only the number of distinct real roots");
  add_whole_number(*command, "--digits", "Digits after the decimal point, correctly rounded", 0,
                   std::numeric_limits<std::size_t>::max(), [o](std::uint64_t digits) { o->digits = digits; });
  add_whole_number(*command, "--significant", "Significant digits, correctly rounded", 1,
                   std::numeric_limits<std::size_t>::max(), [o](std::uint64_t digits) { o->significant = digits; });
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
