// The figures that predictions are made from: built in, scaled to the card, or as `polyfork tune` has measured them.
#pragma once

#include <polyfork/core/device.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/gpu/device_tuning.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What was measured, and for the rest the built-in figures of an H100. Kernels on a card of less double precision take
/// so much longer: 64 lanes a multiprocessor where a card computes for science, 2 elsewhere.
DeviceRates device_rates(const DeviceInfo& info, const DeviceTuning& measured) noexcept;

/// For plans for so many threads.
ProcessorFactors processor_factors(const DeviceTuning& measured, int threads) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
