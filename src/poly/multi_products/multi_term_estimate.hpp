// How many terms a sparse product will have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The number of terms of the product of two lists of strictly descending keys, neither empty: the mean of 1/m over
/// products taken evenly among all, m the number of products with the same key, times the number of products: right on
/// average, within a factor of 2 as a rule. Terms that cancel count. O(#f + #g) for each of a few samples; the same for
/// the same keys.
std::size_t estimated_terms(std::span<const std::uint64_t> f, std::span<const std::uint64_t> g) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
