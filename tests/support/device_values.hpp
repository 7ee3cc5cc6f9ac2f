// Residues as devices hold them, and the words that they stand for.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/ring/word_modulus.hpp>

#include "gpu/transforms/device_factors.hpp"

namespace polyfork::detail {

/// Values of canonical residues modulo p.
template <class Field>
std::vector<typename Field::Value> device_values(std::uint64_t p, const std::vector<std::uint64_t>& words) {
  const WordModulus m(p);
  std::vector<typename Field::Value> values;
  for (const std::uint64_t word : words) values.push_back(device_value<Field>(m, word));
  return values;
}

/// The residue of a value of F50 that is at most p, or of F31, which is canonical.
inline std::uint64_t word_of_value(std::uint64_t p, double x) {
  EXPECT_LE(std::abs(x), static_cast<double>(p));
  const auto r = static_cast<std::int64_t>(x) % static_cast<std::int64_t>(p);
  return static_cast<std::uint64_t>(r < 0 ? r + static_cast<std::int64_t>(p) : r);
}
inline std::uint64_t word_of_value(std::uint64_t p, std::uint32_t x) {
  EXPECT_LT(x, p);
  const WordModulus m(p);
  return m.mul(m.reduce(x), m.inverse(m.reduce(std::uint64_t{1} << 32)));
}

}  // namespace polyfork::detail
