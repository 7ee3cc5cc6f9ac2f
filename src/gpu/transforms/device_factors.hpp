// Constants of conversions, made on the processor.
#pragma once

#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

#include "gpu/kernels/field_f31.hpp"
#include "gpu/kernels/field_f50.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

template <class Field>
Field device_field(std::uint64_t prime) noexcept;
template <>
inline F50 device_field<F50>(std::uint64_t prime) noexcept {
  return {static_cast<double>(prime), 1.0 / static_cast<double>(prime)};
}
template <>
inline F31 device_field<F31>(std::uint64_t prime) noexcept {
  const auto p = static_cast<std::uint32_t>(prime);
  std::uint32_t inverse = p;  // modulo 8; every step doubles the bits
  for (int i = 0; i < 4; ++i) inverse *= 2 - p * inverse;
  const std::uint64_t unit = (std::uint64_t{1} << 32) % prime;
  return {p, inverse, static_cast<std::uint32_t>(unit), static_cast<std::uint32_t>(unit * unit % prime)};
}

/// The canonical residue w as a value: for F50 the balanced double.
template <class Field>
typename Field::Value device_value(const WordModulus& m, std::uint64_t w) noexcept;
template <>
inline double device_value<F50>(const WordModulus& m, std::uint64_t w) noexcept {
  const std::uint64_t p = m.value();
  return w > p / 2 ? -static_cast<double>(p - w) : static_cast<double>(w);
}
template <>
inline std::uint32_t device_value<F31>(const WordModulus& m, std::uint64_t w) noexcept {
  return static_cast<std::uint32_t>((w << 32) % m.value());
}

/// The canonical residue w as a constant factor.
template <class Field>
typename Field::Root device_root(const WordModulus& m, std::uint64_t w) noexcept;
template <>
inline F50::Root device_root<F50>(const WordModulus& m, std::uint64_t w) noexcept {
  const double value = device_value<F50>(m, w);
  return {value, value / static_cast<double>(m.value())};
}
template <>
inline F31::Root device_root<F31>(const WordModulus& m, std::uint64_t w) noexcept {
  return {static_cast<std::uint32_t>(w), static_cast<std::uint32_t>((w << 32) / m.value())};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
