// Products of sparse polynomials by scattering: the multiplier that spreads keys, and the plans.
#include "poly/multi_products/multi_scatter.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>

#include "poly/multi_products/multi_mul_costs.hpp"
#include "poly/multi_products/multi_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::uint64_t spreading_multiplier(const ScatterKeys& keys) {
  constexpr std::uint64_t multipliers[] = {0x9e3779b97f4a7c15U, 0xbf58476d1ce4e5b9U, 0x94d049bb133111ebU,
                                           0xd6e8feb86659fd93U};
  constexpr std::size_t rows = 8;
  constexpr std::size_t columns = 32;
  constexpr unsigned slot_bits = 10;
  // Terms in the middle: a range of the result has products of neighbours.
  const std::size_t m = std::min(rows, keys.f.size());
  const std::size_t n = std::min(columns, keys.g.size());
  const std::uint64_t* const f = keys.f.data() + (keys.f.size() - m) / 2;
  const std::uint64_t* const g = keys.g.data() + (keys.g.size() - n) / 2;
  std::vector<std::uint64_t> sample;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) sample.push_back(f[i] + g[j]);
  std::sort(sample.begin(), sample.end());
  sample.erase(std::unique(sample.begin(), sample.end()), sample.end());
  std::uint64_t best = multipliers[0];
  std::size_t most = 0;
  for (const std::uint64_t multiplier : multipliers) {
    std::bitset<std::size_t{1} << slot_bits> used;
    for (const std::uint64_t key : sample) used.set(static_cast<std::size_t>((key * multiplier) >> (64 - slot_bits)));
    if (4 * used.count() >= 3 * sample.size()) return multiplier;
    if (used.count() > most) most = used.count(), best = multiplier;
  }
  return best;
}

namespace {

/// Seconds for the products of the algorithm `array` alone: one by one, or in strips (multi_mul_strips.cpp).
double array_product_seconds(const MultiMulShape& s, const MultiMulTuning& t) noexcept {
  const double single = term_products(s) * (picoseconds(t.array_ps) + limb_seconds(s));
  if (s.strips_a == 0 || s.strips_b == 0 || s.modulus != 0 || std::max(s.bits_a, s.bits_b) > 51) return single;
  const double pairs = static_cast<double>(s.strips_a) * static_cast<double>(s.strips_b);
  if (term_products(s) < least_strip_products * pairs) return single;
  return std::min(single, term_products(s) * picoseconds(t.strip_ps) + pairs * picoseconds(t.strip_pair_ps));
}

}  // namespace

const char* hashed_obstacle(const MultiMulShape& s) { return s.places == 0 ? "exponents" : nullptr; }

const char* box_obstacle(const MultiMulShape& s) {
  constexpr std::uint64_t longest = std::uint64_t{1} << 40;
  return s.places == 0 || s.places > longest ? "exponents" : nullptr;
}

void plan_hashed(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const MultiMulTuning& t = budget.thresholds;
  const RangeParameters cut = ranges_of_products(s, t.range_products, t);
  plan.parameters = cut;
  plan.workspace = key_bytes(s);
  const double terms =
      s.terms != 0 ? static_cast<double>(s.terms) : std::min(term_products(s), static_cast<double>(s.places));
  plan.predicted_seconds = (term_products(s) * (picoseconds(t.hashed_ps) + limb_seconds(s)) +
                            terms * picoseconds(t.term_ps) + row_seconds(s, cut, t)) /
                           budget.threads;
  plan.reason = "predicted to be the fastest: the result is sparse in the box of its exponents";
}

void plan_array(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const MultiMulTuning& t = budget.thresholds;
  const auto places = static_cast<double>(s.places);
  constexpr std::size_t tasks = 1024;  // products lie unevenly in the box
  RangeParameters cut;
  cut.ranges = range_count(std::ceil(places / static_cast<double>(std::max<std::int64_t>(1, t.range_places))));
  cut.block = std::clamp<std::size_t>(cut.ranges / tasks, 1, at_least(t.block, 1));
  plan.parameters = cut;
  plan.workspace = key_bytes(s);
  plan.predicted_seconds =
      (array_product_seconds(s, t) + places * picoseconds(t.place_ps) + row_seconds(s, cut, t)) / budget.threads;
  plan.reason = "predicted to be the fastest: the result fills much of the box of its exponents";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
