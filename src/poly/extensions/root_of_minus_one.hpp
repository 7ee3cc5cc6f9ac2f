// The images of i modulo primes.
#pragma once

#include <cstdint>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A square root of -1 modulo p = 1 mod 4.
inline std::uint64_t root_of_minus_one(const WordModulus& m) {
  for (std::uint64_t z = 2;; ++z) {
    const std::uint64_t r = m.pow(z, m.value() / 4);
    if (m.mul(r, r) == m.value() - 1) return r;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
