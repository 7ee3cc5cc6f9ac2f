// Linear relations between vectors modulo a prime below 2^31 that come one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "groebner/word_arithmetic.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Vectors of a space of some dimension, brought to echelon form, and how they were combined for that. A vector costs
/// O(dimension size).
class LinearRelations {
 public:
  LinearRelations(std::size_t dimension, const SmallPrime& p)
      : dimension_(dimension), p_(p), pivot_at_(dimension, none) {}

  /// How many vectors were added; they are independent.
  std::size_t size() const noexcept { return rows_.size(); }
  /// The coefficients with which the added vectors make up this one, in their sequence; empty where they do not, and
  /// then the vector is added.
  std::optional<std::vector<std::uint32_t>> add(std::span<const std::uint32_t> vector);
  /// The coefficients alone: nothing is added.
  std::optional<std::vector<std::uint32_t>> combination(std::span<const std::uint32_t> vector) const;

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  /// What remains of the vector and, behind it, with which factors it was combined; and the first place that is not
  /// zero, or none.
  std::size_t reduce(std::span<const std::uint32_t> vector, std::vector<std::uint32_t>& row) const;
  std::vector<std::uint32_t> coefficients(const std::vector<std::uint32_t>& row) const;

  std::size_t dimension_;
  SmallPrime p_;
  std::vector<std::size_t> pivot_at_;
  std::vector<std::vector<std::uint32_t>> rows_;  // monic remainders, then factors, as many as there were rows
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
