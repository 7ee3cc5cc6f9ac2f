// Monomials packed into words: layouts, and lists of monomials in them.
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

MonomialLayout MonomialLayout::for_value(std::size_t fields, std::uint64_t largest) {
  const auto needed = static_cast<std::uint32_t>(std::bit_width(largest)) + 1;
  if (needed > 64) throw DomainError("exponent overflow: a degree of 2^63 or more");
  MonomialLayout layout;
  if (fields == 0) return layout;
  layout.fields = static_cast<std::uint32_t>(fields);
  const std::uint32_t most = 64 / needed;
  layout.words = (layout.fields + most - 1) / most;
  layout.per_word = (layout.fields + layout.words - 1) / layout.words;
  layout.bits = 64 / layout.per_word;
  return layout;
}

std::vector<std::uint64_t> PackedMonomials::maxima() const {
  // Field by field: where one stands takes divisions, which would cost more than the rest.
  std::vector<std::uint64_t> result(layout_.fields, 0);
  const std::uint64_t mask = layout_.largest();
  const std::size_t n = size();
  for (std::size_t f = 0; f < result.size(); ++f) {
    const std::uint64_t* word = words_.data() + layout_.word(f);
    const unsigned shift = layout_.shift(f);
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < n; ++i, word += layout_.words) largest = std::max(largest, (*word >> shift) & mask);
    result[f] = largest;
  }
  return result;
}

PackedMonomials PackedMonomials::repacked(const MonomialLayout& layout) const {
  const std::size_t n = size();
  const std::uint64_t mask = layout_.largest();
  PackedMonomials result(layout, MonomialWords(n * layout.words, 0));
  for (std::size_t f = 0; f < layout_.fields; ++f) {
    const std::uint64_t* from = words_.data() + layout_.word(f);
    std::uint64_t* to = result.words_.data() + layout.word(f);
    const unsigned down = layout_.shift(f);
    const unsigned up = layout.shift(f);
    for (std::size_t i = 0; i < n; ++i, from += layout_.words, to += layout.words)
      *to |= ((*from >> down) & mask) << up;
  }
  return result;
}

bool PackedMonomials::equals_repacked(const PackedMonomials& other) const {
  if (layout_.fields != other.layout_.fields) return false;
  for (std::size_t i = 0; i < size(); ++i)
    for (std::size_t f = 0; f < layout_.fields; ++f)
      if (field(i, f) != other.field(i, f)) return false;
  return true;
}

MonomialLayout wider(const MonomialLayout& a, const MonomialLayout& b) noexcept { return a.bits >= b.bits ? a : b; }

MonomialLayout product_layout(std::span<const std::uint64_t> maxima_a, std::span<const std::uint64_t> maxima_b) {
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < maxima_a.size(); ++i) largest = std::max(largest, maxima_a[i] + maxima_b[i]);
  return MonomialLayout::for_value(maxima_a.size(), largest);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
