// Products of sparse polynomials by scattering: every product is added to the cell of its key, range by range.
#include "poly/multi_products/multi_scatter.hpp"

#include <bitset>

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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
