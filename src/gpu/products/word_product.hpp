// Products in Z/pZ[x] on a device: words go up, words come down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/bytes.hpp>

#include "gpu/device/device.hpp"
#include "gpu/products/integer_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How a product modulo `modulus` runs; is_prime: it is known to be one, so that its own transforms may serve. Pure.
/// device_bytes is `never` where devices do not reach: moduli of 2^63 and above, transforms beyond 2^28 words.
DeviceProductPlan plan_device_product_zp(std::size_t length_a, std::size_t length_b, bool square, std::uint64_t modulus,
                                         bool is_prime, const DeviceView& device, int threads) noexcept;

/// out = a b, of a.size() + b.size() - 1 words; the same span twice is squared. Precondition: the plan was made for
/// these operands, words are below the modulus. Throws DeviceFailure, Cancelled.
void multiply_on_device_zp(DeviceJob& job, const DeviceProductPlan& plan, std::uint64_t modulus,
                           std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                           std::span<std::uint64_t> out);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
