// What a product costs on a device, predicted: the parts that `polyfork explain` prints and the router compares.
#pragma once

#include <cstddef>

#include <polyfork/core/device.hpp>
#include <polyfork/gpu/device_tuning.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Seconds of the parts of a job.
struct DeviceSeconds {
  double startup = 0;  ///< of the device, where the process has not used it yet, and the wait for others' jobs
  double up = 0;       ///< operands to the device
  double kernels = 0;
  double down = 0;       ///< the result to the host
  double processor = 0;  ///< of the processor, if that does the same

  double work() const noexcept { return up + kernels + down; }
  double all() const noexcept { return startup + work(); }
};

/// Seconds of copying so many bytes to the device, or into memory of the host, by `threads` threads. Long results lie
/// in memory that was used before, which is page-locked: neither threads nor detours are needed. Pages that the process
/// has not touched yet take longer, on either side of the comparison.
double upload_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept;
double download_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept;
/// Of an operand that is likely to be an earlier result.
double recycled_upload_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept;
/// Of rows of integers, with what the processor does to them before and after: their lengths, their sizes, their end.
double integers_download_seconds(const DeviceView& device, double rows, std::size_t bytes, int threads) noexcept;

/// Seconds of `count` transforms of `words` words each.
double device_transform_seconds(const FieldRates& rates, double count, double words) noexcept;
/// Seconds of converting `pairs` pairs of a limb and a prime.
double device_conversion_seconds(const FieldRates& rates, double pairs) noexcept;
/// Seconds of finding the residues of `rows` integers of so many limbs modulo so many primes, and of the way back.
double device_integers_seconds(const FieldRates& rates, double rows, double limbs, double primes) noexcept;
double device_reconstruction_seconds(const FieldRates& rates, double rows, double limbs, double primes) noexcept;

/// The wait, the start and what every job costs, with those of its loops that run on the processor's threads; loops: as
/// DeviceTuning counts them.
double job_seconds(const DeviceView& device, int threads, double loops) noexcept;

/// What the processor takes, in seconds: `factor` times what its plan predicts, and the start of the threads.
double processor_seconds(double factor, double predicted, int threads, double loops) noexcept;

/// The router's rule: whether a device's prediction is so much below the processor's that the device is asked. A
/// smaller difference is within what both predictions are off.
bool worth_a_device(const DeviceSeconds& seconds) noexcept;

/// Seconds that a started device would save, where its start is what speaks against it; else 0.
double missed_seconds(const DeviceSeconds& seconds, const DeviceView& device) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
