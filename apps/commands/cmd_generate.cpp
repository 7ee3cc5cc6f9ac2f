// polyfork generate: the classical test polynomials.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <polyfork/core/error.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/text/io.hpp>

#include "commands/commands.hpp"
#include "run/exit_code.hpp"
#include "run/input_error.hpp"
#include "run/option_values.hpp"
#include "run/run_options.hpp"

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
  Run run(options.run, interruption);
  std::optional<RationalValue> shift;
  if (!options.shift.empty()) shift = parse_rational("--shift", options.shift, run.context());
  polyfork::PolyZ f;
  try {
    f = polyfork::make_family(polyfork::family_from_name(options.family), options.degree, options.random,
                              run.context());
    if (options.perturb != 0) f = polyfork::perturb(f, options.perturb, run.context());
    if (shift) f = polyfork::shift_roots(f, shift->value, run.context());
  } catch (const polyfork::DomainError& e) {
    throw InputError(e.what());
  }
  polyfork::MemoryReservation held(run.context().memory(), f.coefficients().bytes());
  std::string text = polyfork::format_poly(f, polyfork::poly_format_from_name(options.format), run.context());
  if (text.empty() || text.back() != '\n') text += '\n';
  run.finish_progress();
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
  add_whole_number(*command, "degree", options->degree, "Degree")->required();
  add_whole_number(*command, "--bits", options->random.bits, "random: bits of the coefficients", 1)
      ->default_str(std::to_string(options->random.bits));
  add_whole_number(*command, "--seed", options->random.seed, "random: seed")
      ->default_str(std::to_string(options->random.seed));
  add_whole_number(*command, "--perturb", options->perturb, "Write 2^K f - x^(n-1)");
  command->add_option("--shift", options->shift, "Write Q^n f(x - P/Q); P/Q may also be 1.25, 1e-3 or 2^-10")
      ->type_name("P/Q");
  command->add_option("--output,--format", options->format, "Output format")
      ->capture_default_str()
      ->check(CLI::IsMember({"infix", "coeffs", "flint", "ntl", "ms", "mpsolve"}));
  options->run.add_to(*command);
  command->callback([options, &action] {
    action = [options](Interruption& interruption) { return generate(*options, interruption); };
  });
}

}  // namespace polyfork_app
