// What a sparse product is prepared with, and how the pieces of its result are put together.
#include "poly/multi_products/multi_product.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include <polyfork/poly/multi_products/detail/multi_ranges.hpp>

#include "core/limits.hpp"
#include "poly/multi_products/multi_term_estimate.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

PreparedProduct::PreparedProduct(const PackedMonomials& a, const PackedMonomials& b)
    : swapped_(a.size() > b.size()),
      range_f_(field_ranges(swapped_ ? b : a)),
      range_g_(field_ranges(swapped_ ? a : b)),
      layout_(product_layout(range_f_.largest, range_g_.largest)),
      f_(swapped_ ? b : a, layout_),
      g_(swapped_ ? a : b, layout_) {}

namespace {

/// Strips as multi_mul_strips.cpp makes them, but for the longest ones: terms that differ in the field `last` alone,
/// after which no field varies.
std::size_t strip_count(const PackedMonomials& monomials, std::size_t last) {
  const MonomialLayout& layout = monomials.layout();
  const unsigned shift = layout.shift(last);
  const std::size_t word = layout.word(last);
  std::size_t count = 1;
  for (std::size_t i = 1; i < monomials.size(); ++i) {
    const std::uint64_t* const above = monomials[i - 1];
    const std::uint64_t* const here = monomials[i];
    const bool same_word = compare_words(above, here, word) == 0;
    // Fields before the last one would differ by far more.
    const std::uint64_t step = (above[word] - here[word]) >> shift;
    const bool same_prefix = layout.get(above, last) >= layout.get(here, last);
    count += same_word && same_prefix && step <= widest_strip_hole + 1 ? 0 : 1;
  }
  return count;
}

/// Nothing depends on it where the box has many products for each place.
bool worth_estimating(std::size_t products, std::uint64_t places) noexcept {
  constexpr std::size_t least_products = std::size_t{1} << 20;
  constexpr std::size_t products_per_place = 8;
  return products >= least_products && places > products / products_per_place;
}

}  // namespace

MultiMulShape PreparedProduct::shape(const ExecutionContext& ctx) const {
  MultiMulShape shape;
  shape.terms_a = f().size();
  shape.terms_b = g().size();
  shape.words = layout_.words;
  const auto keys = MonomialKeys::make(range_f_, range_g_, MonomialKeys::Radices::exact);
  if (!keys) return shape;
  shape.places = keys->places();
  if (layout_.fields > 1 && f().size() >= least_stripped_terms) {
    shape.strips_a = strip_count(f(), keys->last_varying_field());
    shape.strips_b = strip_count(g(), keys->last_varying_field());
  }
  const auto leading_key = [&](const PackedMonomials& monomials, const FieldRanges& ranges) {
    PackedMonomials first(layout_);
    first.push_back(monomials[0]);
    return keys->keys(first, ranges).front();
  };
  shape.length_a = leading_key(f(), range_f_) + 1;
  shape.length_b = leading_key(g(), range_g_) + 1;
  if (worth_estimating(saturating_mul(f().size(), g().size()), shape.places)) {
    const MemoryReservation reservation(ctx.memory(), (f().size() + g().size()) * sizeof(std::uint64_t));
    shape.terms = estimated_terms(keys_f(*keys), keys_g(*keys));
  }
  return shape;
}

MonomialKeys PreparedProduct::exact_keys() const {
  return *MonomialKeys::make(range_f_, range_g_, MonomialKeys::Radices::exact);
}

MonomialKeys PreparedProduct::binary_keys() const {
  auto keys = MonomialKeys::make(range_f_, range_g_, MonomialKeys::Radices::binary);
  return keys ? *std::move(keys) : exact_keys();
}

std::vector<std::uint64_t> quantile_bounds(const std::vector<std::uint64_t>& f, const std::vector<std::uint64_t>& g,
                                           std::size_t ranges) {
  const MonomialLayout one_word{.fields = 1, .bits = 64, .per_word = 1, .words = 1};
  const auto listed = [&](const std::vector<std::uint64_t>& keys) {
    return PackedMonomials(one_word, MonomialWords(keys.begin(), keys.end()));
  };
  const PackedMonomials bounds = range_bounds(listed(f), listed(g), ranges);
  return {bounds.data(), bounds.data() + bounds.size()};
}

std::vector<std::uint64_t> interval_bounds(std::uint64_t top, std::size_t length) {
  std::vector<std::uint64_t> bounds;
  for (std::uint64_t high = top + 1; high > length; high -= length) bounds.push_back(high - length);
  return bounds;
}

std::vector<std::uint64_t> balanced_bounds(const std::vector<std::uint64_t>& f, const std::vector<std::uint64_t>& g,
                                           std::size_t length) {
  constexpr std::size_t parts = 128;            // of the products: what the last task to end can be late by
  constexpr std::size_t least_products = 4096;  // of a part
  const std::vector<std::uint64_t> intervals = interval_bounds(f[0] + g[0], length);
  if (intervals.empty()) return {};
  const std::size_t quantiles = std::min(parts, saturating_mul(f.size(), g.size()) / least_products);
  const std::vector<std::uint64_t> cuts = quantile_bounds(f, g, quantiles);
  std::vector<std::uint64_t> bounds;
  std::set_union(intervals.begin(), intervals.end(), cuts.begin(), cuts.end(), std::back_inserter(bounds),
                 std::greater<>());
  return bounds;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
