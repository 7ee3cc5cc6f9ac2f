// Products modulo a prime below 2^30 by definition, on a device: the many-core algorithm with its parameter s.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device/device.hpp"
#include "gpu/kernels/kernels.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// a b with bands of s coefficients of b, of which a thread makes s columns: s in {2, 4, 8, 16}. All bands are made in
/// one launch and summed in pairs in log2(m / s) more.
class PlainDeviceProduct {
 public:
  /// A product of operands of n >= 1 and m >= 1 coefficients; takes (m / s) (n + m) words of the device. Throws
  /// DomainError for more than 65535 bands.
  PlainDeviceProduct(DeviceJob& job, std::uint32_t p, std::size_t n, std::size_t m, unsigned s);

  /// Returns where the n + m - 1 coefficients are, until the next product. 2 n m operations.
  const std::uint32_t* multiply(const std::uint32_t* a, const std::uint32_t* b) const;

 private:
  std::size_t bands() const noexcept { return (m_ + s_ - 1) / s_; }

  DeviceJob& job_;
  WordField field_;
  std::size_t n_;
  std::size_t m_;
  unsigned s_;
  std::size_t pitch_;
  DeviceArray<std::uint32_t> bands_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
