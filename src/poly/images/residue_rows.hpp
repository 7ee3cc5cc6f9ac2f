// Residues prime by prime in one array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The distance between rows of `words` words: an odd number of cache lines. Conversions write one piece of every row
/// after the other; a power of two between them would put all of these into the same few sets of the caches.
constexpr std::size_t row_stride(std::size_t words) noexcept {
  constexpr std::size_t line = 8;
  if (words > SIZE_MAX - 2 * line) return words;  // saturated
  return ((words + line - 1) / line | 1) * line;
}

/// The part [begin, begin + length) of every row of `row` words, as CrtBasis takes and gives residues. T:
/// std::uint64_t, const or not.
template <class T>
std::vector<std::span<T>> residue_rows(std::span<std::uint64_t> words, std::size_t row, std::size_t begin,
                                       std::size_t length) {
  std::vector<std::span<T>> rows;
  rows.reserve(words.size() / row);
  for (std::size_t at = begin; at < words.size(); at += row) rows.push_back(words.subspan(at, length));
  return rows;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
