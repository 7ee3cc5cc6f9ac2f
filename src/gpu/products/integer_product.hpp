// Products of vectors of integers on a device: limbs go up, limbs come down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/bytes.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/limits.hpp"
#include "gpu/device/device.hpp"
#include "gpu/products/product_costs.hpp"
#include "gpu/transforms/with_field.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A product as a device sees it.
struct DeviceProductShape {
  std::size_t length_a = 0;
  std::size_t length_b = 0;
  std::size_t limbs_a = 0;  ///< of the longest coefficients
  std::size_t limbs_b = 0;
  bool square = false;
  std::size_t product_bits = 0;  ///< 2^bits exceeds twice the product's coefficients; 0: F50's primes are given alone

  std::size_t length() const noexcept { return saturating_add(length_a, length_b - 1); }
};

/// How it runs. Pure.
struct DeviceProductPlan {
  ResidueField field = ResidueField::f50;
  unsigned primes = 0;            ///< transforms of each operand
  unsigned together = 0;          ///< primes whose transforms of both operands are in memory at once
  std::size_t words = 0;          ///< of one transform
  std::size_t stride = 0;         ///< limbs of a row of the result
  bool direct = false;            ///< Z/pZ: by the modulus's own transforms
  Bytes device_bytes;             ///< of the device's memory; never: not for devices
  const char* refusal = nullptr;  ///< why not, in words
  DeviceSeconds seconds;
};

/// Words for refusals that products and shifts share.
inline constexpr const char* too_large_for_devices = "longer than what devices do, or with longer coefficients";
inline constexpr const char* too_large_for_device_memory = "it does not fit the device's memory";

/// `primes`: the number of primes below 2^50 whose product exceeds twice the product's coefficients. Primes below 2^31
/// are taken where they suffice and are predicted to be faster.
DeviceProductPlan plan_device_product(const DeviceProductShape& shape, std::size_t primes, const DeviceView& device,
                                      int threads) noexcept;

/// a b, by k transforms for each operand: residues modulo the k primes, one cyclic product for each, sums of cofactors.
/// limbs: at least 1, and those of every coefficient of a and b; together: primes whose transforms of both operands are
/// in memory at once; the product's residues are all there. Preconditions: neither operand is empty; the primes are the
/// field's, 1 modulo the transform's length, and their product exceeds twice the product's coefficients. Throws
/// DeviceFailure, Cancelled.
template <class Field = F50>
IntegerVector multiply_on_device(DeviceJob& job, const IntegerVector& a, const IntegerVector& b, std::size_t limbs,
                                 std::span<const std::uint64_t> primes, std::size_t together);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
