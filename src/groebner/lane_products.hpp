// Dot products modulo eight primes at once, a prime to a lane.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simd/isa_table.hpp"
#include "groebner/lane_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = sum of entries[i] in[places[i]] for i < n < 2^30, lane by lane, in [0, p). All numbers are below the primes;
/// an entry has prime_lanes words, and so has each place of `in` and `out`.
using LaneDot = void (*)(const std::uint32_t* entries, const std::uint32_t* places, std::size_t n,
                         const std::uint64_t* in, std::uint64_t* out, const LanePrimes& primes);
const IsaTable<LaneDot>& lane_dot_table() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
