// Search for sets of local factors: sums over subsets are looked up in two tables.
#include "poly/factor_z/factor_z_subsets.hpp"

#include <bit>

#include "poly/factor_z/column_fractions.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The next larger number with as many bits set (Gosper).
std::uint32_t next_of_size(std::uint32_t set) noexcept {
  const std::uint32_t lowest = set & (0 - set);
  const std::uint32_t carried = set + lowest;
  return carried | (((set ^ carried) >> 2) / lowest);
}

}  // namespace

SubsetSearch::SubsetSearch(std::span<const std::size_t> degrees, const DegreeSet& possible)
    : r_(degrees.size()), split_(r_ / 2), possible_(possible) {
  fill(degrees, low_degrees_, high_degrees_);
}

template <class T>
void SubsetSearch::fill(std::span<const T> values, std::vector<T>& low, std::vector<T>& high) const {
  const auto sums = [](std::span<const T> part, std::vector<T>& out) {
    out.assign(std::size_t{1} << part.size(), 0);
    for (std::size_t set = 1; set < out.size(); ++set)
      out[set] = out[set & (set - 1)] + part[static_cast<std::size_t>(std::countr_zero(set))];
  };
  sums(values.first(split_), low);
  sums(values.subspan(split_), high);
}

void SubsetSearch::add_column(std::span<const Integer> residues, const Integer& modulus, double bound_bits) {
  const std::optional<ColumnFractions> fractions = column_fractions(residues, modulus, bound_bits);
  if (!fractions) return;
  Column column;
  column.tolerance = fractions->tolerance;
  fill(std::span<const std::uint64_t>(fractions->values), column.low, column.high);
  columns_.push_back(std::move(column));
}

bool SubsetSearch::passes(std::uint32_t set) const noexcept {
  const std::uint32_t low = set & ((std::uint32_t{1} << split_) - 1);
  const std::uint32_t high = set >> split_;
  for (const Column& c : columns_)
    if (c.low[low] + c.high[high] + c.tolerance > 2 * c.tolerance) return false;
  return possible_.contains(low_degrees_[low] + high_degrees_[high]);
}

std::optional<std::uint32_t> SubsetSearch::next() {
  const std::uint32_t end = std::uint32_t{1} << r_;
  for (; 2 * size_ <= r_; ++size_, set_ = 0) {
    set_ = set_ == 0 ? (std::uint32_t{1} << size_) - 1 : next_of_size(set_);
    for (; set_ < end; set_ = next_of_size(set_)) {
      if (2 * size_ == r_ && (set_ & 1) == 0) continue;  // its complement has been there
      if (passes(set_)) return set_;
    }
  }
  return std::nullopt;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
