// Incremental Chinese remaindering of a vector of residues, one word prime at a time (Garner).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// n integers known modulo the product M of the primes added so far, kept in [0, M) in rows of equal length.
class IncrementalCrt {
 public:
  IncrementalCrt(std::span<const std::uint64_t> residues, std::uint64_t p);
  /// Works in this room, which outlives it, as long as the primes fit: room_for(n, primes) words.
  IncrementalCrt(std::span<const std::uint64_t> residues, std::uint64_t p, std::span<mp_limb_t> room);
  static constexpr std::size_t room_for(std::size_t n, std::size_t primes) noexcept { return (n + 2) * (primes + 1); }
  IncrementalCrt(IncrementalCrt&&) noexcept = default;
  IncrementalCrt& operator=(IncrementalCrt&&) noexcept = default;

  std::size_t size() const noexcept { return count_; }
  /// Adds a prime that is not among those before. O(n limbs) word operations, parallel over the integers.
  void add(std::span<const std::uint64_t> residues, const WordModulus& modulus, const ExecutionContext& ctx);
  /// Every integer, taken in (-M/2, M/2), has at least slack_bits bits less than M: the sign that more primes will
  /// not change them. Usually decided by the first integers.
  bool settled(std::size_t slack_bits, const ExecutionContext& ctx) const;
  std::size_t modulus_bits() const noexcept;
  /// The longest of the integers in (-M/2, M/2], in bits.
  std::size_t largest_bits(const ExecutionContext& ctx) const;
  /// The integers in (-M/2, M/2].
  IntegerVector lift(const ExecutionContext& ctx) const;
  /// The same into a vector, in the memory that it has where that suffices.
  void lift_into(IntegerVector& out, const ExecutionContext& ctx) const;

 private:
  mp_limb_t* row(std::size_t i) noexcept { return rows_ + i * stride_; }
  const mp_limb_t* row(std::size_t i) const noexcept { return rows_ + i * stride_; }
  void lay_out(mp_limb_t* room, std::size_t stride) noexcept;
  void widen(const ExecutionContext& ctx);
  /// |x_i| into out (limbs_ limbs); true when x_i is negative.
  bool symmetric(std::size_t i, mp_limb_t* out) const noexcept;

  std::size_t count_;
  std::size_t limbs_ = 1;   // of M
  std::size_t stride_ = 1;  // of a row, above limbs_
  mp_limb_t* modulus_;      // M
  mp_limb_t* half_;         // floor(M / 2)
  mp_limb_t* rows_;
  std::vector<mp_limb_t> own_;  // what they point into, unless the caller's room is used
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
