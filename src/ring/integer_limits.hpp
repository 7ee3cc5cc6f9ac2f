// The largest integer that GMP can hold, and that the system has memory for: asking GMP for more would abort the
// process.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// An mpz counts its limbs in a positive int.
inline constexpr std::size_t max_integer_limbs = (std::size_t{1} << 31) - 1;

/// From so many limbs on the system is asked whether it has the memory, which takes microseconds.
inline constexpr std::size_t long_integer_limbs = std::size_t{1} << 20;

/// Throws MemoryLimit where the system does not have so many bytes now.
void require_obtainable(std::size_t bytes);

/// Throws MemoryLimit for a result of more limbs than an mpz can have, or than there is memory for; `bytes`: what GMP
/// takes to compute it, of gmp_memory.hpp, where that is more than the result.
inline void check_limbs(std::size_t limbs, std::size_t bytes = 0) {
  if (limbs < long_integer_limbs) [[likely]]
    return;
  if (limbs > max_integer_limbs)
    throw MemoryLimit(limbs < SIZE_MAX / 8 ? limbs * 8 : SIZE_MAX, 0, max_integer_limbs * 8);
  require_obtainable(bytes == 0 ? limbs * sizeof(std::uint64_t) : bytes);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
