// Whether and where large operations run on a device: values that a context and a plan's budget carry. The devices
// themselves are polyfork/gpu/device.hpp's.
#pragma once

#include <cstddef>
#include <string_view>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

enum class DevicePolicy {
  automatic,  ///< a device is used where that is predicted to be faster
  on,         ///< a device is used wherever it can; what asks for one, see devices.md, throws DeviceError without one
  off         ///< no device is asked
};
/// "auto", "on", "off" and back. device_policy_from_name throws DomainError for an unknown name.
POLYFORK_EXPORT std::string_view device_policy_name(DevicePolicy policy) noexcept;
POLYFORK_EXPORT DevicePolicy device_policy_from_name(std::string_view name);

/// What residues of one kind cost.
struct FieldRates {
  double level_seconds;       ///< of a transform: for a word and a halving of the length
  double conversion_seconds;  ///< of a limb and a prime, in either direction
};

/// What things cost on a device and on the way to it. Defaults are those of an H100 with 16 cores beside it.
struct DeviceRates {
  double launch_seconds = 1.3e-6;         ///< of a kernel
  double job_seconds = 0.87e-4;           ///< of a job beside its launches: tables, events, the ends of its copies
  double copy_bytes_per_second = 2.8e12;  ///< within its memory, read and written
  double fma_per_second = 16e12;          ///< fused multiply-adds in double precision
  FieldRates f50{0.48e-12, 2.2e-12};      ///< of residues modulo primes below 2^50, in double precision
  FieldRates f31{0.34e-12, 2.0e-12};      ///< of residues modulo primes below 2^31, in words of 32 bits
  double up_bytes_per_second = 51e9;      ///< from page-locked memory to the device
  double down_bytes_per_second = 54e9;    ///< and back
  double staged_bytes_per_core = 11e9;    ///< copied into or out of page-locked memory by one core, a second
};

/// What the processor takes on the threads that a plan is made for, as multiples of what its plans predict. Predictions
/// serve to compare its algorithms with each other; beside a device's they have to be seconds.
struct ProcessorFactors {
  double products = 1;       ///< in Z[x]
  double word_products = 1;  ///< in Z/pZ[x]
  double shifts = 1;
};

/// What a dispatcher knows of the device that it may use: plain values, so that its decision stays a pure function.
struct DeviceView {
  bool usable = false;         ///< there is one that may be asked
  bool wanted = false;         ///< candidates that exist are taken, whatever they cost
  std::size_t free_bytes = 0;  ///< of its memory
  double queue_seconds = 0;    ///< until it is free
  double startup_seconds = 0;  ///< of the context that the process does not have yet
  DeviceRates rates;
  ProcessorFactors processor;
};

}  // namespace v1
}  // namespace polyfork
