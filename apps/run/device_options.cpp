// Options that say what a command may use of the machine's devices.
#include "run/device_options.hpp"

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>

#include "run/input_error.hpp"
#include "run/option_values.hpp"

namespace polyfork_app {

void DeviceOptions::add_to(CLI::App& command) {
  command.add_option("--gpu", policy, "Large operations on a device: auto where that is faster, on, off")
      ->check(CLI::IsMember({"auto", "on", "off"}));
  add_whole_number(command, "--device", number, "Number of the device, as `polyfork info` shows it (default: any)", 0,
                   most_devices);
  command.add_option("--gpu-memory", memory, "Bytes of a device that may be used, with K, M, G or T; 0: the default");
}

polyfork::ExecutionContext DeviceOptions::applied_to(const polyfork::ExecutionContext& ctx) const {
  polyfork::ExecutionContext changed = ctx;
  if (!memory.empty()) polyfork::limit_device_memory(memory == "0" ? 0 : parse_size("--gpu-memory", memory));
  if (!policy.empty()) changed = changed.with_device_policy(polyfork::device_policy_from_name(policy));
  if (number >= 0) changed = changed.with_device(number);
  if (changed.device_policy() == polyfork::DevicePolicy::on) polyfork::device_view(changed);
  return changed;
}

}  // namespace polyfork_app
