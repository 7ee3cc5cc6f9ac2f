// Operands for devices, and the contexts that send them there or keep them.
#pragma once

#include <cstdint>
#include <random>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/residue_vector.hpp>

namespace polyfork::test {

inline const ExecutionContext& wanted() {
  static const ExecutionContext ctx = ExecutionContext().with_device_policy(DevicePolicy::on);
  return ctx;
}
inline const ExecutionContext& processor() {
  static const ExecutionContext ctx = ExecutionContext().with_device_policy(DevicePolicy::off);
  return ctx;
}

inline constexpr std::uint64_t long_prime = 4611686018427387847;

/// Signed integers of exactly so many limbs.
inline IntegerVector integers_of(std::size_t length, std::size_t limbs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  IntegerVector v(length, limbs);
  for (std::size_t i = 0; i < length; ++i) {
    for (std::size_t l = 0; l < limbs; ++l) v.row(i)[l] = random() | 1;
    v.set_signed_size(i, random() % 2 != 0 ? -static_cast<int>(limbs) : static_cast<int>(limbs));
  }
  return v;
}

/// Residues modulo long_prime.
inline ResidueVector words_of(std::size_t length, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  ResidueVector v(length);
  for (auto& word : v) word = random() % long_prime;
  return v;
}

}  // namespace polyfork::test
