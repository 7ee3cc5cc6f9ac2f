// Jobs of data that lie on one device: no other device can do them, so that they wait for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/gpu/device.hpp>

#include "core/reserved_or_none.hpp"
#include "gpu/device/device.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What a job of one device makes values with.
struct ResidentJob {
  Device& device;
  DeviceJob& job;
};

/// Runs work on `length` coefficients or words on the device, however long others' jobs take. False when it was not
/// done: the reason is in the statistics, and in *reason.
inline bool run_resident(Device& device, std::size_t length, const ExecutionContext& ctx,
                         FunctionRef<void(ResidentJob)> work, std::string* reason = nullptr) {
  constexpr double most_words = 1e12;  // beyond any device's memory, whatever the caller says
  const double predicted = 1e-3 + 1e-7 * std::min(static_cast<double>(length), most_words);  // bounds waits for its end
  const auto run = [&](DeviceJob& job) {
    const std::optional<MemoryReservation> staging = reserved_or_none(ctx.memory(), Staging::bytes);
    if (!staging)
      throw DeviceFailure(FailureKind::unsupported, "the memory limit leaves no room for page-locked memory");
    work({device, job});
  };
  return device.run(predicted, Device::long_patience, ctx, run, "jobs of data on the device", reason);
}

/// Likewise for what only the device can do. what: "a transform was not made by the device". Throws DeviceError with
/// that and the reason when it was not done.
inline void require_resident(Device& device, std::size_t length, const ExecutionContext& ctx, const char* what,
                             FunctionRef<void(ResidentJob)> work) {
  std::string reason;
  if (!run_resident(device, length, ctx, work, &reason)) throw DeviceError(std::string(what) + ": " + reason);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
