// Greatest common divisors modulo a word prime, on coefficient arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork::inline v1 {
namespace detail {

/// Rows of linear Euclidean steps: u = c u + (q1 x + q0) v, three products and one reduction by Montgomery's method for
/// each coefficient.
class LinearRows {
 public:
  explicit LinearRows(const WordModulus& m) noexcept;
  /// The multipliers of the rows to come.
  void set(std::uint64_t c, std::uint64_t q1, std::uint64_t q0) noexcept;
  /// On the words [begin, end) of u, end <= v.size() + 1; words that v does not have count as zero.
  void apply(std::uint64_t* u, std::size_t begin, std::size_t end, std::span<const std::uint64_t> v) const noexcept;

 private:
  template <bool wide>
  std::uint64_t at(std::uint64_t u, std::uint64_t below, std::uint64_t v) const noexcept;
  template <bool wide>
  void apply_odd(std::uint64_t* u, std::size_t begin, std::size_t end, std::span<const std::uint64_t> v) const noexcept;

  const WordModulus& m_;
  std::uint64_t p_, negative_inverse_, scale_;  // scale_: 2^64 mod p, or 1 for p = 2
  std::uint64_t c_ = 0, q1_ = 0, q0_ = 0;       // times scale_
};

/// A gcd of u and v up to a unit, left in one of the two arrays: the returned span, normalised, empty when both are
/// zero. Both arrays are destroyed. Preconditions: canonical residues, p prime; trailing zeros are allowed.
std::span<std::uint64_t> word_gcd(std::span<std::uint64_t> u, std::span<std::uint64_t> v, const WordModulus& modulus,
                                  const ExecutionContext& ctx);

/// a * factor / lc(a) in place; precondition: a normalised and not empty.
void word_set_leading(std::span<std::uint64_t> a, std::uint64_t factor, const WordModulus& modulus) noexcept;

}  // namespace detail
}  // namespace polyfork::inline v1
