// Vectors of canonical words modulo a prime that stay on a device, and what is computed from them there. As in
// device_integers.hpp, a value is immutable, and functions belong to a job of its device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/products/device_integers.hpp"
#include "gpu/products/word_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct DeviceResidues {
  ResidentArray<std::uint64_t> words;
  std::size_t length = 0;
};

/// Precondition: v is not empty.
DeviceResidues upload_words(ResidentJob on, std::span<const std::uint64_t> v);
/// out.size() = v.length.
void download_words(ResidentJob on, const DeviceResidues& v, std::span<std::uint64_t> out);
/// a + b, or a - b, modulo a word below 2^63.
DeviceResidues add_words(ResidentJob on, const DeviceResidues& a, const DeviceResidues& b, bool subtract,
                         std::uint64_t modulus);
/// a b by a plan for these lengths; the same object twice is squared.
DeviceResidues multiply_words(ResidentJob on, const DeviceProductPlan& plan, std::uint64_t modulus,
                              const DeviceResidues& a, const DeviceResidues& b);
/// The transforms of b for products with other words.
struct PreparedResidues {
  ResidentArray<char> values;    ///< of the plan's field
  std::size_t length = 0;        ///< of b
  std::size_t other_length = 0;  ///< of the others, at most
  DeviceProductPlan plan;        ///< for these lengths
};
PreparedResidues prepare_words(ResidentJob on, const DeviceProductPlan& plan, std::uint64_t modulus,
                               const DeviceResidues& b, std::size_t other_length);
/// a b. Precondition: a is no longer than b was prepared for.
DeviceResidues multiply_words(ResidentJob on, std::uint64_t modulus, const DeviceResidues& a,
                              const PreparedResidues& b);
/// Whether shift_words can shift so many coefficients modulo the prime: it has the transforms, and exceeds the degree.
bool shifts_words(std::uint64_t prime, std::size_t length) noexcept;
/// f(x + c).
DeviceResidues shift_words(ResidentJob on, std::uint64_t prime, const DeviceResidues& f, std::uint64_t c);
/// f(x) modulo a word below 2^63.
std::uint64_t evaluate_words(ResidentJob on, std::uint64_t modulus, const DeviceResidues& f, std::uint64_t x);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
