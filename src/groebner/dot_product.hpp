// Dot products modulo a prime below 2^31.
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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
