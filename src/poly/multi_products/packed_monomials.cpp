// Monomials packed into words: layouts, lists of monomials in them, exponents read from these variable by variable,
// since where one stands takes divisions, which would cost more than the rest if each term paid for them.
#include <polyfork/poly/multi_products/detail/packed_monomials.hpp>

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/detail/exponent_rows.hpp>
#include <polyfork/ring/word_modulus.hpp>

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

std::uint64_t PackedMonomials::largest_fields(std::size_t w) const noexcept {
  const std::uint64_t guards = layout_.guards();
  const std::uint64_t* const word = words_.data() + w;
  const std::size_t n = words_.size();
  const std::size_t step = layout_.words;
  constexpr std::size_t lists = 4;  // side by side: each comparison waits for the one before
  std::array<std::uint64_t, lists> largest{};
  std::size_t i = 0;
  for (; i + lists * step <= n; i += lists * step)
    for (std::size_t k = 0; k < lists; ++k)
      largest[k] = MonomialLayout::larger_fields(largest[k], word[i + k * step], guards, layout_.bits);
  for (; i < n; i += step) largest[0] = MonomialLayout::larger_fields(largest[0], word[i], guards, layout_.bits);
  for (std::size_t k = 1; k < lists; ++k)
    largest[0] = MonomialLayout::larger_fields(largest[0], largest[k], guards, layout_.bits);
  return largest[0];
}

std::vector<std::uint64_t> PackedMonomials::maxima() const {
  std::vector<std::uint64_t> result(layout_.fields, 0);
  std::size_t f = 0;
  for (std::size_t w = 0; w < layout_.words; ++w) {
    const std::uint64_t largest = largest_fields(w);
    for (std::uint32_t k = 0; k < layout_.per_word && f < result.size(); ++k, ++f)
      result[f] = (largest >> layout_.shift(f)) & layout_.largest();
  }
  return result;
}

std::uint64_t PackedMonomials::largest_field() const noexcept {
  std::uint64_t result = 0;
  for (std::size_t w = 0; w < layout_.words; ++w) {
    std::uint64_t fields = largest_fields(w);
    for (std::uint32_t k = 0; k < layout_.per_word; ++k) {
      result = std::max(result, fields & layout_.largest());
      fields = layout_.bits == 64 ? 0 : fields >> layout_.bits;
    }
  }
  return result;
}

std::size_t PackedMonomials::least_dimension() const {
  constexpr WordModulus modulo((std::uint64_t{1} << 61) - 1);
  struct Row {
    std::size_t pivot;  // of a one; what stands before it is zero
    std::vector<std::uint64_t> values;
  };
  std::vector<Row> rows;  // in echelon form: a basis of the differences so far
  std::vector<std::uint64_t> difference(layout_.fields);
  for (std::size_t i = 1; i < size() && rows.size() < layout_.fields; ++i) {
    for (std::size_t f = 0; f < difference.size(); ++f)
      difference[f] = modulo.sub(modulo.reduce(field(i, f)), modulo.reduce(field(0, f)));
    for (const Row& row : rows) {
      const std::uint64_t factor = difference[row.pivot];
      if (factor == 0) continue;
      for (std::size_t f = 0; f < difference.size(); ++f)
        difference[f] = modulo.sub(difference[f], modulo.mul(factor, row.values[f]));
    }
    const auto first = std::find_if(difference.begin(), difference.end(), [](std::uint64_t d) { return d != 0; });
    if (first == difference.end()) continue;
    Row row{static_cast<std::size_t>(first - difference.begin()), difference};
    const std::uint64_t inverse = modulo.inverse(*first);
    for (std::uint64_t& value : row.values) value = modulo.mul(value, inverse);
    rows.push_back(std::move(row));
  }
  return rows.size();
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

ExponentPlace exponent_place(const MonomialLayout& layout, const Variables& variables, std::size_t v) noexcept {
  const std::size_t n = variables.size();
  const bool sums = variables.fields_are_partial_sums();
  const std::size_t field = sums ? n - 1 - v : variables.fields() - n + v;  // a degree may stand before the exponents
  ExponentPlace place{layout.word(field), layout.shift(field), layout.largest()};
  if (sums && v != 0) {
    place.minus_word = layout.word(field + 1);
    place.minus_shift = layout.shift(field + 1);
    place.minus_mask = layout.largest();
  }
  return place;
}

void write_exponent_rows(std::uint64_t* rows, const PackedMonomials& monomials, const Variables& variables,
                         std::size_t begin, std::size_t end) noexcept {
  const std::size_t n = variables.size();
  const std::size_t words = monomials.words();
  for (std::size_t v = 0; v < n; ++v) {
    const ExponentPlace place = exponent_place(monomials.layout(), variables, v);
    const std::uint64_t* monomial = monomials.data() + begin * words;
    std::uint64_t* row = rows + v;
    for (std::size_t i = begin; i < end; ++i, monomial += words, row += n) *row = place(monomial);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
