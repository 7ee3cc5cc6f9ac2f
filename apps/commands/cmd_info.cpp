// polyfork info: what this build and this machine offer.
#include <memory>

#include <fmt/core.h>
#include <gmp.h>
#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/version.hpp>

#include "commands/commands.hpp"
#include "run/device_options.hpp"
#include "run/exit_code.hpp"

namespace polyfork_app {

namespace {

int info(const DeviceOptions& options) {
  const auto& ctx = polyfork::ExecutionContext::default_context();
  fmt::print("polyfork {}\n", polyfork::version_string());
  fmt::print("compiler          {}\n", __VERSION__);
  fmt::print("gmp               {}\n", gmp_version);
  fmt::print("instruction set   {} (detected {})\n", polyfork::isa_name(polyfork::active_isa()),
             polyfork::isa_name(polyfork::detected_isa()));
  fmt::print("threads           {} (available {})\n", ctx.threads(), polyfork::available_threads());
  fmt::print("back end          {} (of tbb, openmp, serial, profile, thread)\n", polyfork::backend_name(ctx.backend()));
  if (ctx.memory().limit() == polyfork::MemoryAccount::unlimited)
    fmt::print("memory limit      none\n");
  else
    fmt::print("memory limit      {} bytes\n", ctx.memory().limit());
  fmt::print("tuning            {}\n", ctx.tuning().empty() ? "built-in table" : "overridden");
  const auto devices = polyfork::devices();
  if (devices.empty()) fmt::print("devices           none: {}\n", polyfork::device_absence_reason());
  for (std::size_t i = 0; i < devices.size(); ++i)
    fmt::print("device {:<10} {}, {} bytes, {} multiprocessors, compute capability {}.{}, driver CUDA {}.{}\n", i,
               devices[i].name, devices[i].memory_bytes, devices[i].multiprocessors, devices[i].capability / 10,
               devices[i].capability % 10, devices[i].driver / 1000, devices[i].driver % 1000 / 10);
  // No device is demanded by a command that says why there is none.
  fmt::print("device policy     {}\n",
             options.policy.empty() ? polyfork::device_policy_name(ctx.device_policy()) : options.policy);
  return exit_ok;
}

}  // namespace

void add_info_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("info", "Show what this build and this machine offer");
  const auto options = std::make_shared<DeviceOptions>();
  options->add_to(*command);
  command->callback([options, &action] { action = [options](Interruption&) { return info(*options); }; });
}

}  // namespace polyfork_app
