// Which small divisors of p - 1 serve to split by values of powers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Primes q_0, q_1, ... whose product divides p - 1, and roots of unity of the orders R_j = q_0 ... q_j. There are
/// none for p = 2.
class PowerResidues {
 public:
  explicit PowerResidues(const WordModulus& m) : m_(m) {
    const std::uint64_t p = m.value();
    std::uint64_t rest = p - 1;
    for (const std::uint64_t q : {2U, 3U, 5U, 7U})
      for (; p > 7 && rest % q == 0 && levels_.size() < most_levels; rest /= q)
        levels_.push_back({q, q * (levels_.empty() ? 1 : levels_.back().order), 0});
    if (levels_.empty()) return;
    std::uint64_t whole = levels_.back().order;
    std::uint64_t root = 0;
    for (std::uint64_t z = 2; root == 0; ++z) {
      root = m.pow(z, (p - 1) / whole);
      for (const Level& level : levels_)
        if (m.pow(root, whole / level.prime) == 1) root = 0;
    }
    for (Level& level : levels_) level.root = m.pow(root, whole / level.order);
  }

  /// For a product of n factors: up to about n parts, and few enough for all powers to be kept.
  std::size_t useful_length(std::size_t n) const noexcept {
    std::size_t length = 1;
    while (length < std::min(levels_.size(), most_kept) && order(length - 1) < n) ++length;
    return length;
  }
  std::uint64_t prime(std::size_t j) const noexcept { return levels_[j].prime; }
  std::uint64_t order(std::size_t j) const noexcept { return levels_[j].order; }
  /// The values of h_j are numbered so that the q_j-th power of number i is that of h_(j-1) with the number i modulo
  /// R_(j-1).
  std::uint64_t value(std::size_t j, std::uint64_t i) const noexcept { return m_.pow(levels_[j].root, i); }

 private:
  static constexpr std::size_t most_levels = 20;
  static constexpr std::size_t most_kept = 8;

  struct Level {
    std::uint64_t prime, order, root;
  };
  WordModulus m_;
  std::vector<Level> levels_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
