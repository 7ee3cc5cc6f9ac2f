// Multiples by the index modulo a word: the coefficients of derivatives.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// to[i - 1] = i from[i] mod p for 0 < i < n; to may be from.
inline void multiples_by_index(const WordModulus& m, const std::uint64_t* from, std::size_t n, std::uint64_t* to,
                               const ExecutionContext& ctx) {
  if (constexpr std::size_t sums_of_few = 5; n <= sums_of_few) {
    for (std::size_t i = 1; i < n; ++i) {
      const std::uint64_t x = from[i];
      std::uint64_t multiple = x;
      for (std::size_t k = 1; k < i; ++k) multiple = m.add(multiple, x);
      to[i - 1] = multiple;
    }
    return;
  }
  // Factors i mod p count up, and so do their quotients floor(i 2^64 / p) for Shoup's products: by that of 1 and what
  // the remainders of the quotients carry. At i = p the quotient is 2^64, which is 0 as it should be.
  const std::uint64_t p = m.value();
  const std::uint64_t quotient_of_1 = m.shoup(1);
  const std::uint64_t remainder_of_1 = 0 - quotient_of_1 * p;
  std::uint64_t factor = 0, quotient = 0, remainder = 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (i % (1 << 16) == 0) ctx.poll();
    factor = factor + 1 == p ? 0 : factor + 1;
    remainder += remainder_of_1;
    const bool carry = remainder >= p;
    remainder -= carry ? p : 0;
    quotient += quotient_of_1 + (carry ? 1 : 0);
    to[i - 1] = m.mul_shoup(from[i], factor, quotient);
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
