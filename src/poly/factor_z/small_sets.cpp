// Small sets of local factors by lists of half sums.
//
// A set of s elements is looked for once, as its lower half by index and its upper half. The sums of the lower ones,
// sorted, and the negatives of the upper ones are merged modulo 2^64.
#include "poly/factor_z/small_sets.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>

#include "poly/factor_z/factor_z_recombination.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t most_halves = std::size_t{1} << 16;
constexpr double most_halves_bits = 16 - 0x1p-20;
constexpr std::size_t most_half_size = 4;  // members of 16 bits in a word
constexpr std::size_t first_sizes = 4;     // are tried in any case
constexpr double doubtful_set_bits = 14;   // columns let pass one wrong set in 2^14 searches
constexpr std::size_t member_bits = 16;
constexpr std::size_t polled_halves = 4096;

double binomial_bits(std::size_t n, std::size_t k) {
  double bits = 0;
  for (std::size_t i = 0; i < k; ++i) bits += std::log2(static_cast<double>(n - i) / static_cast<double>(i + 1));
  return bits;
}

}  // namespace

SmallSets::SmallSets(std::span<const std::size_t> degrees, const DegreeSet& possible)
    : degrees_(degrees.begin(), degrees.end()), possible_(possible) {}

void SmallSets::add_column(std::span<const Integer> residues, const Integer& modulus, double bound_bits) {
  std::optional<ColumnFractions> column = column_fractions(residues, modulus, bound_bits);
  if (!column) return;
  told_bits_ += 63 - std::log2(static_cast<double>(column->tolerance));
  columns_.push_back(std::move(*column));
}

bool SmallSets::tells_enough(std::size_t size) const {
  return told_bits_ >= binomial_bits(open_.size(), size) + doubtful_set_bits;
}

bool SmallSets::passes(const Set& set) const {
  std::size_t degree = 0;
  for (const std::size_t i : set) degree += degrees_[i];
  if (!possible_.contains(degree)) return false;
  return std::all_of(columns_.begin(), columns_.end(), [&](const ColumnFractions& column) {
    std::uint64_t sum = 0;
    for (const std::size_t i : set) sum += column.values[i];
    return column.allows(sum);
  });
}

/// All sets of `size` open local factors, by ascending sums.
std::vector<SmallSets::Half> SmallSets::halves(std::size_t size, const ExecutionContext& ctx) const {
  std::vector<Half> list;
  std::vector<std::size_t> at(size);  // places in open_
  for (std::size_t i = 0; i < size; ++i) at[i] = i;
  const std::vector<std::uint64_t>& values = columns_.front().values;
  for (bool more = size <= open_.size(); more;) {
    Half half{0, 0};
    for (std::size_t i = 0; i < size; ++i) {
      half.sum += values[open_[at[i]]];
      half.members |= static_cast<std::uint64_t>(open_[at[i]]) << (member_bits * i);
    }
    list.push_back(half);
    std::size_t i = size;
    while (i != 0 && at[i - 1] == open_.size() - size + i - 1) --i;
    more = i != 0;
    if (!more) break;
    ++at[i - 1];
    for (; i < size; ++i) at[i] = at[i - 1] + 1;
  }
  ctx.poll();
  std::sort(list.begin(), list.end(), [](const Half& a, const Half& b) { return a.sum < b.sum; });
  return list;
}

/// Appends the sets of `size` open local factors that pass.
void SmallSets::match(std::size_t size, std::vector<Set>& found, const ExecutionContext& ctx) const {
  const auto members = [](const Half& half, std::size_t count, Set& set) {
    for (std::size_t i = 0; i < count; ++i) set.push_back(half.members >> (member_bits * i) & 0xffff);
  };
  const std::size_t upper_size = size / 2;
  const std::size_t lower_size = size - upper_size;
  const std::vector<Half> lower = halves(lower_size, ctx);
  const std::vector<Half> upper_list = upper_size == lower_size ? std::vector<Half>() : halves(upper_size, ctx);
  const std::vector<Half>& upper = upper_size == lower_size ? lower : upper_list;
  const std::uint64_t tolerance = columns_.front().tolerance;
  std::size_t visited = 0;
  for (const Half& high : upper) {
    if (++visited % polled_halves == 0) ctx.poll();
    const std::uint64_t least = 0 - high.sum - tolerance;
    const auto from = std::lower_bound(lower.begin(), lower.end(), least,
                                       [](const Half& half, std::uint64_t x) { return half.sum < x; });
    auto k = static_cast<std::size_t>(from - lower.begin());
    for (std::size_t seen = 0; seen < lower.size(); ++seen, ++k) {
      const Half& low = lower[k < lower.size() ? k : k - lower.size()];  // sums are modulo 2^64
      if (low.sum - least > 2 * tolerance) break;
      Set set;
      members(low, lower_size, set);
      members(high, upper_size, set);
      if (upper_size != 0 && set[lower_size - 1] >= set[lower_size]) continue;
      if (passes(set)) found.push_back(std::move(set));
    }
  }
}

std::vector<SmallSets::Set> SmallSets::find(const ExecutionContext& ctx) {
  std::vector<Set> found;
  open_.resize(degrees_.size());
  std::iota(open_.begin(), open_.end(), std::size_t{0});
  if (columns_.empty() || degrees_.size() >> member_bits != 0) return found;
  const MemoryReservation held(ctx.memory(), 2 * most_halves * sizeof(Half));
  for (std::size_t size = 1; size <= 2 * most_half_size && open_.size() > most_groups_for_subsets; ++size) {
    if (size > first_sizes && found.empty()) break;
    if (binomial_bits(open_.size(), (size + 1) / 2) > most_halves_bits || !tells_enough(size)) break;
    std::vector<Set> passing;
    match(size, passing, ctx);
    for (const Set& set : passing)
      for (const std::size_t i : set) {
        const auto at = std::lower_bound(open_.begin(), open_.end(), i);
        if (at == open_.end() || *at != i) return {};
        open_.erase(at);
      }
    std::move(passing.begin(), passing.end(), std::back_inserter(found));
  }
  return found;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
