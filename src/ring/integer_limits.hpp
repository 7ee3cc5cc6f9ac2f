// The largest integer that GMP can hold; asking it for more would abort the process.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An mpz counts its limbs in a positive int.
inline constexpr std::size_t max_integer_limbs = (std::size_t{1} << 31) - 1;

/// Throws MemoryLimit for a result of more limbs than an mpz can have.
inline void check_limbs(std::size_t limbs) {
  if (limbs > max_integer_limbs) [[unlikely]]
    throw MemoryLimit(limbs < SIZE_MAX / 8 ? limbs * 8 : SIZE_MAX, 0, max_integer_limbs * 8);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
