// Many short products in Z/pZ[x] at once, by definition, on a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/bytes.hpp>

#include "core/limits.hpp"
#include "gpu/device/device.hpp"
#include "gpu/kernels/short_parameters.hpp"
#include "gpu/products/product_costs.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// What a batch consists of, for its prediction.
struct ShortBatch {
  std::size_t products = 0;
  std::size_t words_in = 0;   ///< of all operands
  std::size_t words_out = 0;  ///< of all results
  double multiplications = 0;
  bool narrow = false;  ///< the modulus is below 2^31
};

/// Coefficients of the product's shorter operand up to which it is made by definition.
inline constexpr std::size_t most_short_length = 512;
/// Coefficients that a thread makes, the parameter s of the papers.
inline constexpr unsigned short_columns = 8;

/// Bytes of the device that the batch takes.
Bytes short_batch_bytes(const ShortBatch& batch) noexcept;
/// Predicted parts of a job that makes it, `processor` left out.
DeviceSeconds short_batch_seconds(const ShortBatch& batch, const DeviceView& device, int threads) noexcept;

/// All products: operands from `words`, canonical modulo a word 3 <= modulus < 2^63, results to `out`. `s`: 2, 4, 8 or
/// 16, for words of 32 bits and more 2, 4 or 8. Throws DeviceFailure, Cancelled.
void multiply_short_on_device(DeviceJob& job, std::uint64_t modulus, std::span<const std::uint64_t> words,
                              std::span<const ShortProduct> products, std::span<std::uint64_t> out,
                              unsigned s = short_columns);

/// The kernel alone, of words and products that lie on the device: for those who measure it. `columns`: of the longest
/// product.
void launch_short_products(DeviceBackend& backend, std::uint64_t modulus, const std::uint64_t* words,
                           const ShortProduct* products, std::size_t count, std::size_t columns, std::uint64_t* out,
                           unsigned s);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
