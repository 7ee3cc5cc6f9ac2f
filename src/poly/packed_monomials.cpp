#include <polyfork/poly/detail/packed_monomials.hpp>

#include <algorithm>

#include <polyfork/core/error.hpp>

namespace polyfork::inline v1::detail {

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
  std::vector<std::uint64_t> result(layout_.fields, 0);
  for (std::size_t i = 0; i < size(); ++i)
    for (std::size_t f = 0; f < result.size(); ++f) result[f] = std::max(result[f], field(i, f));
  return result;
}

PackedMonomials PackedMonomials::repacked(const MonomialLayout& layout) const {
  PackedMonomials result(layout);
  result.reserve(size());
  std::vector<std::uint64_t> fields(layout_.fields);
  for (std::size_t i = 0; i < size(); ++i) {
    get_fields(i, fields);
    result.push_fields(fields);
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

}  // namespace polyfork::inline v1::detail
