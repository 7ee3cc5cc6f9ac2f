// Taylor shifts of vectors of integers on a device: limbs go up, the limbs of f(x + c) come down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/bytes.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "gpu/device/device.hpp"
#include "gpu/kernels/kernels.hpp"
#include "gpu/products/product_costs.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A shift as a device sees it.
struct DeviceShiftShape {
  std::size_t length = 0;
  std::size_t limbs = 0;        ///< of the longest coefficient
  std::size_t result_bits = 0;  ///< of the longest coefficient of the result
  std::size_t wanted = 0;       ///< first coefficients of the result that are formed
};

/// How it runs. Pure.
struct DeviceShiftPlan {
  unsigned primes = 0;
  std::size_t words = 0;          ///< of one transform
  Bytes device_bytes;             ///< of the device's memory, tables included; never: not for devices
  const char* refusal = nullptr;  ///< why not, in words
  DeviceSeconds seconds;
};

/// `primes`: the number of primes below 2^50 whose product exceeds twice the result's coefficients.
DeviceShiftPlan plan_device_shift(const DeviceShiftShape& shape, std::size_t primes, const DeviceView& device,
                                  int threads) noexcept;

/// Coefficients from `begin` on, a multiple of 64, are reconstructed from the first `primes` primes.
struct DeviceSegment {
  std::size_t begin;
  std::size_t primes;
};

/// Which shift: by c, of coefficients that are multiplied by 2^(log_ratio (n - 1 - j)) before, n their number.
struct DeviceShift {
  IntegerView c;
  std::size_t log_ratio = 0;
  std::size_t wanted = 0;  ///< first coefficients of the result, 1 to n
};

/// Residues of f(x + c) modulo the primes: `pitch` values from one prime's to the next one's.
struct ShiftedResidues {
  DeviceArray<double> residues;
  std::size_t pitch;
};
/// rows: f, not empty, of at most `limbs` limbs a coefficient. Preconditions as for shift_on_device.
ShiftedResidues shift_rows(DeviceJob& job, const DeviceIntegerRows& rows, std::size_t limbs, const DeviceShift& shift,
                           std::span<const std::uint64_t> primes);

/// The first coefficients of f(x + c), modulo the primes by one convolution. segments() is called while the device is
/// at work: ascending, the first one at 0, at most the primes given, their product more than twice what is
/// reconstructed from them. Preconditions: f is not empty; the primes are the first of the list of all jobs and exceed
/// 2^49. Throws DeviceFailure, Cancelled, and what segments() throws.
IntegerVector shift_on_device(DeviceJob& job, const IntegerVector& f, const DeviceShift& shift,
                              std::span<const std::uint64_t> primes,
                              FunctionRef<std::span<const DeviceSegment>()> segments);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
