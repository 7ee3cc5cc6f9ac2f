// What the processor takes of what its plans predict, for the choice between it and a device.
#pragma once

#include <vector>

#include "tune/tuning_cut_offs.hpp"

namespace polyfork_app {

/// The percentages of polyfork::DeviceTuning as corrections: on one thread, and on all that the context has if these
/// are several. Problems are of the sizes at which a device is considered; the context's tuning makes the predictions.
std::vector<Correction> processor_corrections(const polyfork::ExecutionContext& ctx);

}  // namespace polyfork_app
