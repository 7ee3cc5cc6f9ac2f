// Cutting the merge of two lists of monomials into ranges of equal length that are merged side by side.
//
// A cut is found by bisection: how many of the first d monomials of both lists come from the first one. Equal monomials
// stay in one range. Cuts depend on the lists alone.
// Source: Odeh, Green, Mwassi, Shmueli, Birk: Merge Path - parallel merging made simple, IPDPS workshops 2012.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t merge_range_terms = 1 << 13;  ///< of both lists: tens of microseconds, and in the L2 cache

/// What a range takes from both lists.
struct MergeRange {
  std::size_t a_begin = 0;
  std::size_t a_end = 0;
  std::size_t b_begin = 0;
  std::size_t b_end = 0;

  std::size_t begin() const noexcept { return a_begin + b_begin; }
  std::size_t size() const noexcept { return a_end - a_begin + (b_end - b_begin); }
};

/// `ranges` >= 1 ranges, in descending order, of equally many terms but for one or two. The lists are strictly
/// descending and of one layout. O(ranges log(#a + #b)).
POLYFORK_EXPORT std::vector<MergeRange> merge_ranges(const PackedMonomials& a, const PackedMonomials& b,
                                                     std::size_t ranges);

/// In how many ranges so many terms are merged.
constexpr std::size_t merge_range_count(std::size_t terms) noexcept {
  return terms <= merge_range_terms ? 1 : (terms + merge_range_terms - 1) / merge_range_terms;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
