// Values of monomials at a list of points, from tables of powers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "poly/multi_factor/step_images.hpp"
#include "poly/multivariate/word_terms.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The values of monomials in y_1, ..., y_(k-1) at several points.
template <class F>
class PointPowers {
 public:
  /// For the monomials of these factors in (x, y_1, ..., y_(k-1)); x is not looked at. Throws MemoryLimit.
  PointPowers(const std::vector<LiftPoint>& points, const std::vector<WordTerms>& factors, const F& field,
              const ExecutionContext& ctx)
      : field_(field), begin_(1, 0) {
    std::vector<std::size_t> degrees(factors.front().variables, 0);
    for (const WordTerms& g : factors) {
      const std::vector<std::size_t> d = word_degrees(g);
      for (std::size_t v = 0; v < d.size(); ++v) degrees[v] = std::max(degrees[v], d[v]);
    }
    for (std::size_t v = 1; v < degrees.size(); ++v) begin_.push_back(begin_.back() + degrees[v] + 1);
    const std::size_t words = saturating_mul(points.size(), begin_.back());
    held_ = MemoryReservation(ctx.memory(), saturating_mul(words, sizeof(std::uint64_t)));
    powers_.reserve(words);
    for (const LiftPoint& point : points)
      for (std::size_t v = 1; v < degrees.size(); ++v) {
        powers_.push_back(field.reduce(1));
        for (std::size_t e = 1; e <= degrees[v]; ++e) powers_.push_back(field.mul(powers_.back(), point[v - 1]));
      }
  }
  std::uint64_t value(std::size_t point, const std::uint32_t* exponents) const {
    const std::uint64_t* const powers = powers_.data() + point * begin_.back();
    std::uint64_t value = field_.reduce(1);
    for (std::size_t v = 1; v < begin_.size(); ++v)
      if (exponents[v] != 0) value = field_.mul(value, powers[begin_[v - 1] + exponents[v]]);
    return value;
  }

 private:
  const F& field_;
  std::vector<std::size_t> begin_;  // of the powers of y_1, y_2, ... at a point, and the end
  MemoryReservation held_;          // for the powers
  std::vector<std::uint64_t> powers_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
