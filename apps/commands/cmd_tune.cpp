// polyfork tune: measures the cut-offs between algorithms on this machine and writes them as a tuning table.
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/tuning.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/gpu/measure_device.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "commands/commands.hpp"
#include "run/exit_code.hpp"
#include "run/option_values.hpp"
#include "run/output_files.hpp"
#include "run/run_options.hpp"
#include "tune/processor_corrections.hpp"
#include "tune/tuning_cut_offs.hpp"

namespace polyfork_app {

namespace {

struct TuneOptions {
  std::string file;
  double seconds = 0.05;
  bool only_gpu = false;
  RunOptions run;
};

/// Cut-offs, parameters and corrections of the processor's algorithms.
void tune_processor(const TuneOptions& o, const Run& run, polyfork::Tuning& table, std::string& text) {
  // Cut-offs are those of one thread; how many threads a plan is made for is another parameter of the dispatchers.
  const auto ctx = run.context().with_threads(1);
  const auto all = cut_offs(ctx);
  const auto values = parameters(run.context());
  const auto models = corrections(ctx);
  const auto count = static_cast<double>(all.size() + values.size() + models.size());
  double done = 0;
  for (const CutOff& c : all) {
    ctx.progress("tuning", done++ / count);
    const MeasuredCutOff m = measure(c, o.seconds, ctx);
    table.set(c.section, c.field, m.value);
    text +=
        fmt::format("# {} {}: {:.3g} and {:.3g} us\n", c.field, c.what, 1e6 * m.small_seconds, 1e6 * m.large_seconds);
  }
  for (const Parameter& p : values) {
    ctx.progress("tuning", done++ / count);
    const MeasuredParameter m = measure(p, o.seconds, ctx);
    table.set(p.section, p.field, m.value);
    text += fmt::format("# {} {}: {:.3g} us, {:.3g} with the built-in {}\n", p.field, p.what, 1e6 * m.seconds,
                        1e6 * m.built_in_seconds, p.built_in);
  }
  std::vector<MeasuredCorrection> measured;
  measured.reserve(models.size());
  for (const Correction& c : models) {
    ctx.progress("tuning", done++ / count);
    measured.push_back(measure(c, o.seconds, ctx));
    text += fmt::format("# {} {}: {:.0f} to {:.0f} % of what is predicted\n", c.field, c.what, measured.back().least,
                        measured.back().most);
  }
  const std::vector<std::int64_t> percents = normalised_percents(measured);
  for (std::size_t i = 0; i < models.size(); ++i) table.set(models[i].section, models[i].field, percents[i]);
  // A limit of memory, not of time.
  table.set("poly.shift", "cached_mebibytes", ctx.tuning().section<polyfork::ShiftTuning>().cached_mebibytes);
}

/// The device's figures, and what the processor takes of what the table's plans predict.
void tune_device(const TuneOptions& o, const Run& run, polyfork::Tuning& table, std::string& text) {
  const auto ctx = table.empty() ? run.context() : run.context().with_tuning(table);
  const auto all = processor_corrections(ctx);
  const auto count = static_cast<double>(all.size() + 1);
  ctx.progress("tuning the device", 0);
  polyfork::DeviceTuning figures = polyfork::measure_device(o.seconds, ctx);
  figures.many_threads = ctx.threads();
  table.set(figures);
  text += fmt::format("# {} with {} threads beside it\n", polyfork::devices().front().name, ctx.threads());
  double done = 1;
  for (const Correction& c : all) {
    ctx.progress("tuning the device", done++ / count);
    const MeasuredCorrection m = measure(c, o.seconds, ctx);
    table.set(c.section, c.field, std::llround(m.percent));
    text += fmt::format("# {} {}: {:.0f} to {:.0f} % of what is predicted\n", c.field, c.what, m.least, m.most);
  }
}

int tune(const TuneOptions& o, Interruption& interruption) {
  const bool to_file = !o.file.empty() && o.file != "-";
  if (to_file) {  // before minutes of measuring
    const std::string problem = problem_of_output(o.file);
    if (!problem.empty()) throw polyfork::Error(o.file + ": " + problem);
  }
  const Run run(o.run, interruption);
  polyfork::Tuning table;
  std::string text = fmt::format("# Measured by polyfork tune, instruction set {}. Use: POLYFORK_TUNING=<this file>\n",
                                 polyfork::isa_name(polyfork::active_isa()));
  if (!o.only_gpu) tune_processor(o, run, table, text);
  const bool with_device = run.context().device_policy() != polyfork::DevicePolicy::off;
  if (o.only_gpu || (with_device && !polyfork::devices().empty())) tune_device(o, run, table, text);
  run.context().progress("tuning", 1);
  text += table.to_text();
  if (to_file)
    write_file(o.file, text);
  else
    write_output(text);
  return exit_ok;
}

}  // namespace

void add_tune_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<TuneOptions>();
  CLI::App* command = app.add_subcommand("tune", "Measure this machine's cut-offs and write a tuning table");
  command->add_option("FILE", options->file, "Where to write the table (default: standard output)");
  add_seconds(*command, "--seconds", "Time for each algorithm at each length (default: 0.05; a minute or two in all)",
              0.0001, 10, [options](double s) { options->seconds = s; });
  command->add_flag("--only-gpu", options->only_gpu, "Measure a device, and the processor beside it, alone");
  options->run.add_to(*command);
  command->callback(
      [options, &action] { action = [options](Interruption& interruption) { return tune(*options, interruption); }; });
}

}  // namespace polyfork_app
