// Dot products, and sums with multiples, modulo a prime below 2^31.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/isa_table.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// low + 2^32 high.
struct SplitSum {
  std::uint64_t low;
  std::uint64_t high;
};

/// The sum of n products of words below 2^31, n < 2^31.
using DotKernel = SplitSum (*)(const std::uint32_t* a, const std::uint32_t* b, std::size_t n);
const IsaTable<DotKernel>& dot_table() noexcept;

/// Sum of a[i] b[i] modulo p.
std::uint32_t dot(const std::uint32_t* a, const std::uint32_t* b, std::size_t n, const SmallPrime& p);

/// A factor below a prime below 2^31, and what products by it need (Shoup): floor(2^32 factor / prime).
struct WordMultiple {
  WordMultiple(std::uint32_t by, const SmallPrime& p)
      : prime(p.value()), factor(by), quotient(static_cast<std::uint32_t>((std::uint64_t{by} << 32) / p.value())) {}

  std::uint32_t prime;
  std::uint32_t factor;
  std::uint32_t quotient;

  /// a - factor b modulo the prime.
  std::uint32_t subtracted(std::uint32_t a, std::uint32_t b) const noexcept {
    const auto q = static_cast<std::uint32_t>((std::uint64_t{b} * quotient) >> 32);
    std::uint32_t r = b * factor - q * prime;  // below 2 prime, which is below 2^32
    if (r >= prime) r -= prime;
    return a >= r ? a - r : a + prime - r;
  }
};

/// to[i] - factor from[i] modulo the prime to `to`. Arrays that are not the same.
using MultipleKernel = void (*)(std::uint32_t* to, const std::uint32_t* from, std::size_t n, const WordMultiple& by);
const IsaTable<MultipleKernel>& multiple_table() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
