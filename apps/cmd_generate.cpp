// polyfork generate: the classical test polynomials.
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/families.hpp>
#include <polyfork/poly/io.hpp>

#include "commands.hpp"
#include "exit_code.hpp"
#include "input_error.hpp"
#include "run_options.hpp"

namespace polyfork_app {

namespace {

struct GenerateOptions {
  std::string family;
  std::size_t degree = 0;
  polyfork::FamilyOptions random;
  std::size_t perturb = 0;
  std::string shift;
  std::string format = "coeffs";
  RunOptions run;
};

int generate(const GenerateOptions& options, Interruption& interruption) {
  const Run run(options.run, interruption);
  polyfork::PolyZ f;
  try {
    f = polyfork::make_family(polyfork::family_from_name(options.family), options.degree, options.random,
                              run.context());
    if (options.perturb != 0) f = polyfork::perturb(f, options.perturb, run.context());
    if (!options.shift.empty()) f = polyfork::shift_roots(f, polyfork::Rational(options.shift), run.context());
  } catch (const polyfork::ParseError& e) {
    throw InputError("--shift", e);
  } catch (const polyfork::DomainError& e) {
    throw InputError(e.what());
  }
  std::string text = polyfork::format_poly(f, polyfork::poly_format_from_name(options.format), run.context());
  if (text.empty() || text.back() != '\n') text += '\n';
  write_output(text);
  run.report_profile();
  return exit_ok;
}

}  // namespace

void add_generate_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<GenerateOptions>();
  CLI::App* command = app.add_subcommand("generate", "Write a classical test polynomial");
  std::vector<std::string> names;
  for (const polyfork::Family f : polyfork::all_families()) names.emplace_back(polyfork::family_name(f));
  command->add_option("family", options->family, "Name of the family")->required()->check(CLI::IsMember(names));
  command->add_option("degree", options->degree, "Degree")->required()->check(CLI::NonNegativeNumber);
  command->add_option("--bits", options->random.bits, "random: bits of the coefficients")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", options->random.seed, "random: seed")->capture_default_str();
  command->add_option("--perturb", options->perturb, "Write 2^K f - x^(n-1)")->check(CLI::NonNegativeNumber);
  command->add_option("--shift", options->shift, "P/Q: write Q^n f(x - P/Q)");
  command->add_option("--format", options->format, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  options->run.add_to(*command);
  command->callback([options, &action] {
    action = [options](Interruption& interruption) { return generate(*options, interruption); };
  });
}

}  // namespace polyfork_app
