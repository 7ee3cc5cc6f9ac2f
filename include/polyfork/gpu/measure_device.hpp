// The figures of a device, measured: what predictions of its jobs are made from.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/gpu/device_tuning.hpp>

namespace polyfork {
inline namespace v1 {

/// Measures the context's device and the way to it: copies, launches, double precision, transforms, conversions. Each
/// figure takes about `seconds`; the percentages of the processor stay zero. Throws DeviceError where there is no
/// device or it fails, Cancelled.
POLYFORK_EXPORT DeviceTuning measure_device(double seconds,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
