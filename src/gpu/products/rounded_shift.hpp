// The rounded parts of root isolation on a device: q((a + s) / 2^w) for rows in two's complement. Rows go up as they
// are, the convolution and the exact reconstruction stay on the device, and only the digits that are kept come down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <gmp.h>

#include "gpu/device/device.hpp"
#include "gpu/products/integer_shift.hpp"
#include "ring/integer_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A shift whose coefficients are divided by 2^drop and rounded.
struct RoundedShiftShape {
  DeviceShiftShape shift;  ///< limbs: of a row
  std::size_t kept = 0;    ///< limbs of a row of the result
  unsigned parts = 1;      ///< results: 2 with that of the mirror image
};

/// How it runs. Pure; otherwise as plan_device_shift.
DeviceShiftPlan plan_rounded_shift(const RoundedShiftShape& shape, std::size_t primes, const DeviceView& device,
                                   int threads) noexcept;

/// Where a result goes: `kept` limbs in two's complement for each row.
struct RoundedRows {
  mp_limb_t* limbs;
  bool mirrored;  ///< that of q(-t) in place of q(t)
};

/// f_i = the integer next to [x^i] 2^(log_ratio (n - 1)) q((x + c) / 2^log_ratio) / 2^drop for the rows q, or for
/// q(-t). Segments as in shift_on_device; one of 0 primes is zero. Preconditions as there; the rows are in two's
/// complement; drop >= 1; results fit rows of `kept` limbs. Throws DeviceFailure, Cancelled.
void rounded_shift_on_device(DeviceJob& job, const IntegerRows& q, const DeviceShift& shift, std::size_t drop,
                             std::span<const std::uint64_t> primes, std::span<const DeviceSegment> segments,
                             std::size_t kept, std::span<const RoundedRows> results);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
