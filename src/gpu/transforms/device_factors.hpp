// Constants of conversions, made on the processor.
#pragma once

#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

#include "gpu/kernels/field_f50.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline F50 device_field(std::uint64_t prime) noexcept {
  return {static_cast<double>(prime), 1.0 / static_cast<double>(prime)};
}

/// The canonical residue w as a balanced double.
inline double balanced(const WordModulus& m, std::uint64_t w) noexcept {
  const std::uint64_t p = m.value();
  return w > p / 2 ? -static_cast<double>(p - w) : static_cast<double>(w);
}

inline F50::Root device_root(const WordModulus& m, std::uint64_t w) noexcept {
  const double value = balanced(m, w);
  return {value, value / static_cast<double>(m.value())};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
