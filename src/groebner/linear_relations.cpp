// Gauss's elimination of one vector after another, with the factors kept.
#include "groebner/linear_relations.hpp"

#include <utility>

#include <polyfork/core/cpu.hpp>

#include "groebner/dot_product.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

std::size_t LinearRelations::reduce(std::span<const std::uint32_t> vector, std::vector<std::uint32_t>& row) const {
  const MultipleKernel subtract = multiple_table().select(active_isa());
  row.assign(vector.begin(), vector.end());
  row.resize(dimension_ + size(), 0);
  std::size_t pivot = none;
  for (std::size_t c = 0; c < dimension_; ++c) {
    if (row[c] == 0) continue;
    if (pivot_at_[c] == none) {
      if (pivot == none) pivot = c;
      continue;
    }
    const std::vector<std::uint32_t>& by = rows_[pivot_at_[c]];
    subtract(row.data() + c, by.data() + c, by.size() - c, WordMultiple(row[c], p_));
  }
  return pivot;
}

std::vector<std::uint32_t> LinearRelations::coefficients(const std::vector<std::uint32_t>& row) const {
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < size(); ++i) result.push_back(p_.neg(row[dimension_ + i]));
  return result;
}

std::optional<std::vector<std::uint32_t>> LinearRelations::combination(std::span<const std::uint32_t> vector) const {
  std::vector<std::uint32_t> row;
  if (reduce(vector, row) != none) return std::nullopt;
  return coefficients(row);
}

std::optional<std::vector<std::uint32_t>> LinearRelations::add(std::span<const std::uint32_t> vector) {
  std::vector<std::uint32_t> row;
  const std::size_t pivot = reduce(vector, row);
  if (pivot == none) return coefficients(row);
  row.push_back(1);
  const std::uint32_t inverse = p_.inverse(row[pivot]);
  for (std::uint32_t& entry : row) entry = p_.mul(entry, inverse);
  pivot_at_[pivot] = rows_.size();
  rows_.push_back(std::move(row));
  return std::nullopt;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
