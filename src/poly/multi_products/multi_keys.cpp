// Monomials of a product as single numbers: places in the box of exponents, in mixed radix.
#include "poly/multi_products/multi_keys.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Field by field: where one stands takes divisions, which would cost more than the rest.
FieldRanges ranges_of(const PackedMonomials& monomials, std::size_t begin, std::size_t end) {
  const MonomialLayout& layout = monomials.layout();
  const std::uint64_t mask = layout.largest();
  FieldRanges ranges;
  ranges.least.resize(layout.fields);
  ranges.largest.resize(layout.fields);
  for (std::size_t f = 0; f < layout.fields; ++f) {
    const std::uint64_t* word = monomials[begin] + layout.word(f);
    const unsigned shift = layout.shift(f);
    std::uint64_t least = ~std::uint64_t{0};
    std::uint64_t largest = 0;
    for (std::size_t i = begin; i < end; ++i, word += layout.words) {
      const std::uint64_t value = (*word >> shift) & mask;
      least = std::min(least, value);
      largest = std::max(largest, value);
    }
    ranges.least[f] = least;
    ranges.largest[f] = largest;
  }
  return ranges;
}

}  // namespace

FieldRanges field_ranges(const PackedMonomials& monomials) { return ranges_of(monomials, 0, monomials.size()); }

FieldRanges field_ranges(const PackedMonomials& monomials, const ExecutionContext& ctx) {
  constexpr std::size_t grain = std::size_t{1} << 13;
  return parallel_reduce<FieldRanges>(
      ctx, monomials.size(), grain, {},
      [&](std::size_t begin, std::size_t end) { return ranges_of(monomials, begin, end); },
      [](FieldRanges&& left, FieldRanges&& right) {
        for (std::size_t f = 0; f < left.least.size(); ++f) {
          left.least[f] = std::min(left.least[f], right.least[f]);
          left.largest[f] = std::max(left.largest[f], right.largest[f]);
        }
        return std::move(left);
      });
}

std::optional<MonomialKeys> MonomialKeys::make(const FieldRanges& f, const FieldRanges& g, Radices radices) {
  constexpr std::uint64_t most = std::uint64_t{1} << 62;
  MonomialKeys keys;
  for (std::size_t i = 0; i < f.least.size(); ++i) {
    std::uint64_t radix = (f.largest[i] - f.least[i]) + (g.largest[i] - g.least[i]) + 1;  // no more than 2^64 - 3
    if (radix > most) return std::nullopt;
    if (radices == Radices::binary) radix = std::bit_ceil(radix);
    if (__builtin_mul_overflow(keys.places_, radix, &keys.places_) || keys.places_ > most) return std::nullopt;
    keys.radix_.push_back(radix);
    keys.least_.push_back(f.least[i] + g.least[i]);
  }
  if (radices == Radices::binary) {
    keys.shift_.resize(keys.radix_.size());
    unsigned shift = 0;
    for (std::size_t i = keys.radix_.size(); i-- != 0;) {
      keys.shift_[i] = shift;
      shift += static_cast<unsigned>(std::countr_zero(keys.radix_[i]));
    }
  }
  // ceil(2^64 / r) gives floor(key / r) for every key with key r < 2^64 (Granlund, Montgomery, PLDI 1994).
  const std::uint64_t widest = keys.radix_.empty() ? 1 : *std::max_element(keys.radix_.begin(), keys.radix_.end());
  if (std::bit_width(keys.places_) + std::bit_width(widest) <= 64)
    for (const std::uint64_t radix : keys.radix_) keys.reciprocal_.push_back(~std::uint64_t{0} / radix + 1);
  return keys;
}

std::size_t MonomialKeys::last_varying_field() const noexcept {
  std::size_t field = radix_.size();
  while (field > 1 && radix_[field - 1] == 1) --field;
  return field == 0 ? 0 : field - 1;
}

std::uint64_t MonomialKeys::divided(std::uint64_t key, std::size_t field) const noexcept {
  if (reciprocal_.empty()) return key / radix_[field];
  if (radix_[field] == 1) return key;
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>((wide{key} * reciprocal_[field]) >> 64);
}

std::vector<std::uint64_t> MonomialKeys::keys(const PackedMonomials& monomials, const FieldRanges& ranges) const {
  std::vector<std::uint64_t> result(monomials.size(), 0);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (std::size_t f = 0; f < radix_.size(); ++f)
      result[i] = result[i] * radix_[f] + (monomials.field(i, f) - ranges.least[f]);
  return result;
}

void MonomialKeys::unpack(std::span<const std::uint64_t> keys, const MonomialLayout& layout,
                          std::uint64_t* words) const {
  if (!shift_.empty()) return unpack_shifted(keys, layout, words);
  for (std::uint64_t key : keys) {
    std::fill_n(words, layout.words, 0);
    for (std::size_t f = radix_.size(); f-- != 0;) {
      const std::uint64_t quotient = divided(key, f);
      layout.put(words, f, key - quotient * radix_[f] + least_[f]);
      key = quotient;
    }
    words += layout.words;
  }
}

void MonomialKeys::unpack_shifted(std::span<const std::uint64_t> keys, const MonomialLayout& layout,
                                  std::uint64_t* words) const {
  struct Field {
    std::uint64_t mask;
    std::uint64_t least;
    unsigned from;
    unsigned to;
    std::size_t word;
  };
  std::vector<Field> fields;
  for (std::size_t f = 0; f < radix_.size(); ++f)
    fields.push_back({radix_[f] - 1, least_[f], shift_[f], layout.shift(f), layout.word(f)});
  if (layout.words == 1) {
    for (const std::uint64_t key : keys) {
      std::uint64_t word = 0;
      for (const Field& f : fields) word += (((key >> f.from) & f.mask) + f.least) << f.to;
      *words++ = word;
    }
    return;
  }
  for (const std::uint64_t key : keys) {
    std::fill_n(words, layout.words, 0);
    for (const Field& f : fields) words[f.word] += (((key >> f.from) & f.mask) + f.least) << f.to;
    words += layout.words;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
