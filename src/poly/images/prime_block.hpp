// Long integers modulo many word primes: modulo the product of a block of primes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

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

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
