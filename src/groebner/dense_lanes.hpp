// Rows of a matrix modulo eight primes at once: sparse ones that own their terms, and a dense one to work in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "groebner/lane_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

struct OwnedLaneRow {
  std::vector<std::uint32_t> columns;
  std::vector<std::uint32_t> coefficients;  // prime_lanes for each column
  LaneRow view() const noexcept { return {columns.data(), coefficients.data(), columns.size()}; }
};

/// A row with all columns, zero between uses.
class DenseLanes {
 public:
  explicit DenseLanes(std::size_t width) : sums(width * prime_lanes, 0), touched(width, 0) {}

  void scatter(const LaneRow& row) {
    for (std::size_t i = 0; i < row.size; ++i) {
      std::uint64_t* const at = sums.data() + std::size_t{row.columns[i]} * prime_lanes;
      for (std::size_t k = 0; k < prime_lanes; ++k) at[k] = row.coefficients[i * prime_lanes + k];
      touched[row.columns[i]] = 1;
    }
  }

  /// What it holds, which is zero afterwards.
  OwnedLaneRow gather(std::size_t first, std::size_t width) {
    OwnedLaneRow row;
    const std::uint8_t* const begin = touched.data();
    const auto terms = static_cast<std::size_t>(std::count(begin + first, begin + width, std::uint8_t{1}));
    row.columns.resize(terms);
    row.coefficients.resize(terms * prime_lanes);
    std::uint32_t* column = row.columns.data();
    std::uint32_t* coefficient = row.coefficients.data();
    for (std::size_t c = first; c < width; ++c) {
      if (touched[c] == 0) continue;
      touched[c] = 0;
      std::uint64_t* const at = sums.data() + c * prime_lanes;
      *column++ = static_cast<std::uint32_t>(c);
      for (std::size_t k = 0; k < prime_lanes; ++k) {
        *coefficient++ = static_cast<std::uint32_t>(at[k]);
        at[k] = 0;
      }
    }
    return row;
  }

  std::vector<std::uint64_t> sums;
  std::vector<std::uint8_t> touched;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
