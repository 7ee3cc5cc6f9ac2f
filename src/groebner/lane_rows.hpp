// Rows modulo eight primes at once, a prime to a lane, and the elimination of one of them by others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/simd/isa_table.hpp"
#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

constexpr std::size_t prime_lanes = 8;

/// Primes between 2^30 and 2^31 with what sums in [0, p^2) need.
struct LanePrimes {
  explicit LanePrimes(std::span<const SmallPrime> primes);

  alignas(64) std::uint64_t prime[prime_lanes];
  alignas(64) std::uint64_t square[prime_lanes];
  alignas(64) std::uint64_t reciprocal[prime_lanes];  ///< floor(2^62 / p)
  alignas(64) std::uint64_t half[prime_lanes];        ///< 2^32 mod p
};

/// Ascending columns, and for each of them the coefficients in all lanes.
struct LaneRow {
  const std::uint32_t* columns = nullptr;
  const std::uint32_t* coefficients = nullptr;
  std::size_t size = 0;
};

/// A dense row: sums in [0, p^2) for each column and lane, and which columns may hold others than zeros. Reduces it
/// from column `first` on: the columns for which row_at has a row, which is monic, become zero, and the other ones are
/// brought into [0, p).
using LaneReduction = void (*)(std::uint64_t* sums, std::uint8_t* touched, std::size_t first, std::size_t width,
                               const LaneRow* rows, const std::int32_t* row_at, const LanePrimes& primes);
const IsaTable<LaneReduction>& lane_reduction_table() noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
