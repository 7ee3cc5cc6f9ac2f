// What the plan of a multimodular product and its execution share.
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <vector>

#include <polyfork/ring/crt_basis.hpp>

#include "fft/word_convolution.hpp"
#include "gpu/transforms/residue_field.hpp"
#include "poly/mul/mul_plan.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct FieldPrimes;

/// There are more than enough primes for coefficients of this many bits.
inline constexpr std::size_t most_multimodular_bits = std::size_t{1} << 17;

/// Primes whose product exceeds 2^bits: that of the first k primes of transform_basis exceeds 2^(49.9 k) for k <= 1000
/// and 2^(49.7 k) for k <= 2700 (tested).
inline std::size_t transform_primes_for(std::size_t bits) noexcept {
  const auto b = static_cast<double>(bits);
  return static_cast<std::size_t>(b / (b < 49000 ? 49.9 : 49.7)) + 1;
}
/// A number of primes that is a little larger and shared by similar operations, whose tables are then the same: beyond
/// 32, a multiple of a sixteenth of the power of two below.
constexpr std::size_t shared_prime_count(std::size_t primes) noexcept {
  const std::size_t step = primes <= 32 ? 1 : std::bit_floor(primes) / 16;
  return (primes + step - 1) / step * step;
}
/// Primes whose product exceeds twice every coefficient's magnitude in a product.
inline std::size_t multimodular_primes(const MulShape& shape) noexcept {
  return transform_primes_for(product_bits(shape) + 1);
}

/// Whether a multimodular product is over before other threads have been woken for it: some 40 microseconds.
inline bool is_brief(const MulPlan& plan) noexcept {
  const TransformParameters& transforms = plan.as<MultimodularParameters>().transforms;
  return transforms.primes * transforms.words < std::size_t{1} << 14;
}

/// The largest `count` primes below 2^50 that are 1 modulo 2^32, descending, from the context's plan cache.
std::vector<std::uint64_t> first_transform_primes(std::size_t count, const ExecutionContext& ctx);
/// The first `count` primes of the field for products of `length` coefficients on a device: those above, or below 2^31.
FieldPrimes device_primes(ResidueField field, std::size_t length, std::size_t count, const ExecutionContext& ctx);
/// The basis of these primes, from the context's plan cache.
std::shared_ptr<const CrtBasis> transform_basis(std::size_t count, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
