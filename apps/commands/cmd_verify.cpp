// polyfork verify: checks a certificate of real root isolation.
#include <memory>
#include <string>

#include <fmt/core.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "commands/commands.hpp"
#include "input/read_polynomial.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/run_options.hpp"

namespace polyfork_app {

namespace {

struct VerifyOptions {
  std::string certificate;
  std::string polynomial;
  std::string expression;
  std::string format = "auto";
  RunOptions run;
};

polyfork::IsolationCertificate read_certificate(const std::string& path, const polyfork::ExecutionContext& ctx) {
  const InputText input = read_input_file(path, ctx);
  try {
    return polyfork::parse_certificate(input.text, ctx);
  } catch (const polyfork::ParseError& e) {
    throw InputError(path == "-" ? "stdin" : path, e);
  }
}

/// What the certificate takes, roughly.
std::size_t certificate_bytes(const polyfork::IsolationCertificate& c) {
  const auto of = [](const polyfork::Rational& x) {
    return sizeof(x) + (x.numerator().bit_length() + x.denominator().bit_length()) / 8 + 16;
  };
  std::size_t bytes = c.polynomial.coefficients().bytes();
  for (const auto& r : c.roots) bytes += of(r.lower) + of(r.upper) + 16;
  for (const auto& p : c.points) bytes += of(p.value) + 8;
  for (const auto& g : c.factors) bytes += g.polynomial.coefficients().bytes() + sizeof(g);
  for (const auto* half : {&c.positive, &c.negative})
    for (const auto& a : half->annuli) bytes += sizeof(a) + a.partition.size();
  return bytes;
}

int reject(Run& run, const std::string& reason) {
  run.finish_progress();
  write_diagnostic(fmt::format("polyfork: not verified: {}\n", reason));
  return exit_failure;
}

int verify(const VerifyOptions& o, Interruption& interruption) {
  Run run(o.run, interruption);
  const auto& ctx = run.context();
  if (o.certificate == "-" && o.polynomial == "-") throw InputError("only one of the two can be standard input");
  const polyfork::IsolationCertificate certificate = read_certificate(o.certificate, ctx);
  const polyfork::MemoryReservation held(ctx.memory(), certificate_bytes(certificate));
  if (!o.polynomial.empty() && !o.expression.empty()) throw InputError(give_one_input);
  if (!o.polynomial.empty() || !o.expression.empty()) {
    ReadPolynomial input = o.expression.empty() ? read_polynomial(o.polynomial, o.format, ctx)
                                                : parse_expression(o.expression, o.format, ctx);
    const polyfork::PolyZ f = polyfork::numerator_polynomial(std::move(input.value));
    if (f.coefficients() != certificate.polynomial.coefficients())
      return reject(run, "the certificate is of another polynomial");
  }
  const polyfork::VerificationResult result = polyfork::verify_certificate(certificate, ctx);
  if (!result.ok) return reject(run, result.reason);
  run.finish_progress();
  write_output(fmt::format("verified: {} real root{} of a polynomial of degree {}\n", result.roots,
                           result.roots == 1 ? "" : "s", certificate.polynomial.degree()));
  run.report_profile();
  return exit_ok;
}

}  // namespace

void add_verify_command(CLI::App& app, Action& action) {
  auto o = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand("verify", "Check a certificate of real root isolation, with integers alone");
  command->add_option("certificate", o->certificate, "File that isolate --certify wrote; - is standard input")
      ->required();
  command->add_option("polynomial", o->polynomial, "File with the polynomial that the certificate has to be of");
  command->add_option("-e,--expr", o->expression, "That polynomial itself in the place of a file, such as 'x^2 - 2'")
      ->type_name("EXPR");
  command->add_option("--format", o->format, "Input format of the polynomial")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  o->run.add_to(*command);
  command->callback([o, &action] { action = [o](Interruption& interruption) { return verify(*o, interruption); }; });
}

}  // namespace polyfork_app
