// Division of polynomials modulo a word: kernels on coefficient arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Sums of products of residues in 192 bits, reduced once.
class WordDotProduct {
 public:
  /// Adds sum x[i] y[-i], i < n: the second operand is read downwards. All residues below p < 2^63.
  void add_reversed(const std::uint64_t* x, const std::uint64_t* y, std::size_t n) noexcept {
    std::size_t i = 0;
    for (; i + 4 <= n; i += 4, x += 4, y -= 4)  // four products stay below 2^128
      add_wide(Wide{x[0]} * y[0] + Wide{x[1]} * y[-1] + Wide{x[2]} * y[-2] + Wide{x[3]} * y[-3]);
    for (; i < n; ++i, ++x, --y) add_wide(Wide{*x} * *y);
  }
  /// Adds x y, both below p < 2^63.
  void add(std::uint64_t x, std::uint64_t y) noexcept { add_wide(Wide{x} * y); }
  std::uint64_t reduce(const WordModulus& m) const noexcept {
    // top_ < p because the sum of n products is below n p^2.
    if (top_ == 0 && low_ >> 64 == 0) return m.reduce(static_cast<std::uint64_t>(low_));  // short moduli
    const std::uint64_t high = m.reduce(top_, static_cast<std::uint64_t>(low_ >> 64));
    return m.reduce(high, static_cast<std::uint64_t>(low_));
  }

 private:
  __extension__ using Wide = unsigned __int128;
  void add_wide(Wide value) noexcept { top_ += __builtin_add_overflow(low_, value, &low_) ? 1 : 0; }

  Wide low_ = 0;
  std::uint64_t top_ = 0;
};

/// quotient = a div b, a = a mod b in its b.size() - 1 lowest entries; the entries above are left as they were.
/// Preconditions: a.size() >= b.size() >= 1, quotient.size() = a.size() - b.size() + 1, canonical residues, p prime,
/// the last entry of b is not zero, no overlap. O(quotient.size() b.size()) products, one reduction per entry.
void word_div_rem(std::span<std::uint64_t> a, std::span<const std::uint64_t> b, std::span<std::uint64_t> quotient,
                  const WordModulus& modulus, const ExecutionContext& ctx);

/// The length without trailing zeros.
inline std::size_t word_length(std::span<const std::uint64_t> a) noexcept {
  std::size_t n = a.size();
  while (n != 0 && a[n - 1] == 0) --n;
  return n;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
