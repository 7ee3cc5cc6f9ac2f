// Vectors of residues whose words are not set: whoever makes one writes them all, in parallel, where one thread would
// have to clear them first.
#pragma once

#include <cstddef>
#include <iterator>

#include <polyfork/ring/residue_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Counts words that are left as they are.
struct UnsetWords {
  using iterator_category = std::forward_iterator_tag;
  using value_type = Unset;
  using difference_type = std::ptrdiff_t;
  using pointer = const Unset*;
  using reference = Unset;

  std::ptrdiff_t at = 0;

  Unset operator*() const noexcept { return {}; }
  UnsetWords& operator++() noexcept { return ++at, *this; }
  UnsetWords operator++(int) noexcept { return {at++}; }
  friend bool operator==(UnsetWords, UnsetWords) noexcept = default;
};

/// v.resize(n), but every word may be anything afterwards.
inline void resize_unwritten(ResidueVector& v, std::size_t n) {
  if (n <= v.size()) return v.resize(n);
  v.clear();
  v.insert(v.end(), UnsetWords{}, UnsetWords{static_cast<std::ptrdiff_t>(n)});
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
