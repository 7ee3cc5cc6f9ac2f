// Gaussian elimination, one equation after another, and the test for a partition.
#include "poly/multi_factor/relations.hpp"

#include <algorithm>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

void subtract_multiple(std::span<std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t factor,
                       const WordModulus& p) {
  const std::uint64_t minus = p.neg(factor);
  const std::uint64_t shoup = p.shoup(minus);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = p.add(a[i], p.mul_shoup(b[i], minus, shoup));
}

}  // namespace

void Relations::add(std::span<const std::uint64_t> equation) {
  std::vector<std::uint64_t> row(equation.begin(), equation.end());
  for (const Row& r : rows_)
    if (row[r.pivot] != 0) subtract_multiple(row, r.words, row[r.pivot], prime_);
  const auto first = std::find_if(row.begin(), row.end(), [](std::uint64_t c) { return c != 0; });
  if (first == row.end()) return;
  const auto pivot = static_cast<std::size_t>(first - row.begin());
  const std::uint64_t inverse = prime_.inverse(*first);
  for (std::uint64_t& c : row) c = prime_.mul(c, inverse);
  for (Row& r : rows_)
    if (r.words[pivot] != 0) subtract_multiple(r.words, row, r.words[pivot], prime_);
  rows_.push_back({pivot, std::move(row)});
}

std::optional<std::vector<std::vector<std::size_t>>> Relations::partition() const {
  // A solution is given by its values at the unknowns that are no pivots. Each class has exactly one of them, and a
  // pivot is equal to the one of its class.
  std::vector<std::vector<std::size_t>> members(unknowns_);
  std::vector<bool> is_pivot(unknowns_, false);
  for (const Row& r : rows_) is_pivot[r.pivot] = true;
  for (std::size_t i = 0; i < unknowns_; ++i)
    if (!is_pivot[i]) members[i].push_back(i);
  const std::uint64_t minus_one = prime_.neg(prime_.reduce(1));
  for (const Row& r : rows_) {
    std::optional<std::size_t> own;
    for (std::size_t i = 0; i < unknowns_; ++i) {
      if (i == r.pivot || r.words[i] == 0) continue;
      if (own || r.words[i] != minus_one) return std::nullopt;
      own = i;
    }
    if (!own) return std::nullopt;
    members[*own].push_back(r.pivot);
  }
  std::vector<std::vector<std::size_t>> classes;
  for (std::vector<std::size_t>& c : members) {
    if (c.empty()) continue;
    std::sort(c.begin(), c.end());
    classes.push_back(std::move(c));
  }
  std::sort(classes.begin(), classes.end());
  return classes;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
