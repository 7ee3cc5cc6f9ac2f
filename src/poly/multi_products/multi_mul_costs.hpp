// Costs that the plans of sparse products share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/limits.hpp"
#include "poly/multi_products/multi_mul_plan.hpp"
#include "poly/rows/limb_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t least_range_tasks = 64;  ///< where there are so many ranges

inline double term_products(const MultiMulShape& s) noexcept {
  return static_cast<double>(s.terms_a) * static_cast<double>(s.terms_b);
}

/// Seconds beyond those of one-word coefficients, for one product.
inline double limb_seconds(const MultiMulShape& s) noexcept {
  if (std::max(s.bits_a, s.bits_b) < 64) return 0;
  const auto limbs = static_cast<double>(limbs_for_bits(s.bits_a)) * static_cast<double>(limbs_for_bits(s.bits_b));
  return 2e-8 + 1e-9 * limbs;
}

inline double picoseconds(std::int64_t value) noexcept { return 1e-12 * static_cast<double>(value); }

/// At least 1.
inline std::size_t range_count(double value) noexcept {
  return value < 1 ? 1 : value > 1e15 ? std::size_t{1'000'000'000'000'000} : static_cast<std::size_t>(value);
}

/// Seconds for the rows' ends in all ranges, and for finding them anew in every task.
inline double row_seconds(const MultiMulShape& s, const RangeParameters& cut, const MultiMulTuning& t) noexcept {
  const double rows = static_cast<double>(std::min(s.terms_a, s.terms_b));
  const auto ranges = static_cast<double>(cut.ranges);
  return rows * (ranges + ranges / static_cast<double>(cut.block)) * picoseconds(t.row_ps);
}

/// A row should have some products in every range, else the ends of rows cost more than what cells outside the cache
/// do.
inline std::size_t most_ranges(const MultiMulShape& s) noexcept {
  constexpr std::size_t products_per_row = 4;
  return std::max(least_range_tasks, std::max(s.terms_a, s.terms_b) / products_per_row);
}

/// Ranges of about `products` products, in blocks so that there are tasks enough.
inline RangeParameters ranges_of_products(const MultiMulShape& s, std::int64_t products,
                                          const MultiMulTuning& t) noexcept {
  RangeParameters cut;
  cut.ranges = std::min(most_ranges(s),
                        range_count(term_products(s) / static_cast<double>(std::max<std::int64_t>(1, products))));
  cut.block = std::clamp<std::size_t>(cut.ranges / least_range_tasks, 1, at_least(t.block, 1));
  return cut;
}

/// Keys of both operands and their places.
inline Bytes key_bytes(const MultiMulShape& s) noexcept {
  return bytes_of<std::uint64_t>((Count(s.terms_a) + s.terms_b) * 2);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
