// Long integers modulo many word primes: modulo the product of a block of primes first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Some word primes and their product.
class PrimeBlock {
 public:
  static constexpr std::size_t most_primes = 128;

  explicit PrimeBlock(std::span<const std::uint64_t> primes);

  /// Whether remainders of so many limbs modulo each of so many primes take less time by a block of them.
  static constexpr bool pays(std::size_t limbs, std::size_t primes) noexcept {
    return primes >= 16 && limbs >= 2 * primes;
  }

  /// Integers of the same residues modulo the primes, below their product in magnitude. In parallel; the caller charges
  /// the vector, bytes(a.size()). O(limbs primes) word operations for each that is longer than the product, by rows.
  IntegerVector remainders(const IntegerVector& a, const ExecutionContext& ctx) const;
  std::size_t bytes(std::size_t size) const noexcept;

 private:
  Integer product_;
};

/// The primes for images of integers, by blocks where these pay.
class PrimeBlocks {
 public:
  /// limbs: of the longest integers.
  explicit PrimeBlocks(std::size_t limbs) noexcept : limbs_(limbs) {}

  /// Further primes, at most `most`, made by next(). Before the first one of a block, which has at most as many as have
  /// been used so far, reduce(block) is called: images of the primes to come may be those of remainders modulo its
  /// product. It is empty where that does not pay.
  template <class Next, class Reduce>
  std::vector<std::uint64_t> take(std::size_t most, std::size_t used, const Next& next, const Reduce& reduce) {
    if (ahead_.empty()) {
      const std::size_t count = std::max(most, std::min(used, PrimeBlock::most_primes));
      const bool pays = PrimeBlock::pays(limbs_, count);
      ahead_.resize(pays ? count : most);
      for (std::uint64_t& p : ahead_) p = next();
      reduce(pays ? std::span<const std::uint64_t>(ahead_) : std::span<const std::uint64_t>());
      std::ranges::reverse(ahead_);
    }
    const auto taken = static_cast<std::ptrdiff_t>(std::min(most, ahead_.size()));
    std::vector<std::uint64_t> primes(ahead_.rbegin(), ahead_.rbegin() + taken);
    ahead_.erase(ahead_.end() - taken, ahead_.end());
    return primes;
  }
  /// Gives up what is left of the block.
  void drop() noexcept { ahead_.clear(); }

 private:
  std::size_t limbs_;
  std::vector<std::uint64_t> ahead_;  // the next one last
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
