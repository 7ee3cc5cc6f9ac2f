// A machine with measured figures, which predicts seconds of the programs that the many-core model bounds.
//
// The model neglects launches, waves, transfers from the host, and counts the transfers of blocks as if they were
// served one after the other: it compares algorithms. Programs that are to be compared in seconds are given to this
// machine.
#pragma once

#include <cstdint>

#include <polyfork/core/device.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/model/program.hpp>

namespace polyfork {
inline namespace v1 {
namespace model {

/// Measured figures of a device. The defaults are those of an H200; the time of a dependent operation and of a request
/// to the global memory are nominal, 4 and 800 cycles.
struct CalibratedMachine {
  double launch_seconds = 5e-6;            ///< of a kernel
  double bytes_per_second = 4.25e12;       ///< between the global memory and the multiprocessors, both ways together
  double operations_per_second = 16.4e12;  ///< local operations of all multiprocessors
  std::uint64_t multiprocessors = 132;
  std::uint64_t blocks_per_multiprocessor = 8;  ///< that are resident at a time: a wave is that many on all
  double operation_seconds = 2e-9;              ///< of one operation of a thread that waits for its last one
  double word_seconds = 4e-7;                   ///< from a thread's request to the global memory to the answer
  double transfer_bytes_per_second = 54e9;      ///< between host and device
  double word_bytes = 8;
  double scattered_bytes = 32;  ///< that move for one word where accesses do not coalesce

  /// The defaults with the rates of a device.
  POLYFORK_EXPORT static CalibratedMachine from(const DeviceRates& rates);
};

/// Seconds of one launch: host words at the transfer rate, and where there are blocks the launch and the largest of
/// bytes at their rate, operations at their rate, and waves times the time that one block takes alone.
POLYFORK_EXPORT double kernel_seconds(const Kernel& kernel, const CalibratedMachine& machine);

/// Seconds of a program: its costliest path of kernels, or the bytes, operations or transfers of all kernels at their
/// rates where these take longer.
POLYFORK_EXPORT double predicted_time(const Program& program, const CalibratedMachine& machine);

}  // namespace model
}  // namespace v1
}  // namespace polyfork
