// Work on the device, and its time.
#pragma once

#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/gpu/device.hpp>

#include <algorithm>
#include <functional>

#include "gpu/device/registry.hpp"
#include "gpu/timing.hpp"

namespace polyfork_bench {

/// Runs body(job) on the device, or says why not.
inline void on_device(const std::function<void(polyfork::detail::DeviceJob&)>& body) {
  const auto ctx = polyfork::ExecutionContext().with_device_policy(polyfork::DevicePolicy::automatic);
  polyfork::detail::Device* const device = polyfork::detail::DeviceRegistry::instance().device_for(ctx);
  if (device == nullptr) {
    fmt::print("no device: {}\n", polyfork::device_absence_reason());
    return;
  }
  if (!device->run(10, 60, ctx, body)) fmt::print("failed: {}\n", polyfork::device_statistics().last_reason);
}

inline void wait(polyfork::detail::DeviceJob& job, polyfork::detail::DeviceQueue queue) {
  const polyfork::detail::QueueMark mark(job.backend(), queue);
  wait_for_event(job.backend(), mark.event(), 60);
}

/// Seconds of one of `many` repetitions, which the queue does without a pause.
inline double queued_seconds(polyfork::detail::DeviceJob& job, polyfork::detail::DeviceQueue queue,
                             const std::function<void()>& once, int many = 45) {
  const auto run = [&](int n) {
    return seconds_of([&] {
      for (int i = 0; i < n; ++i) once();
      wait(job, queue);
    });
  };
  run(many / 15);
  double best = 1e9;
  for (int round = 0; round < 5; ++round) {
    const int few = many / 9;
    const double a = run(few);
    const double b = run(many);
    best = std::min(best, (b - a) / (many - few));
  }
  return best;
}

}  // namespace polyfork_bench
