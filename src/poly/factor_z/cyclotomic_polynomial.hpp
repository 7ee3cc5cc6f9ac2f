// Coefficients of cyclotomic polynomials, in words that are checked.
//
// The m-th one is prod (1 - x^d)^mu(m/d) over the divisors d of m, as a power series, up to its sign for m = 1; being a
// palindrome it is known from its lower half. Phi_m(x) = Phi_K(x^(m / K)) for the product K of the primes that divide
// m. Coefficients may be longer than degrees suggest: that of Phi_43730115 of the greatest absolute value has 60 bits,
// and that of Phi_169828113, which has degree 76640256, has 65. Literature: Arnold, Monagan, Calculating cyclotomic
// polynomials, Math. Comp. 80 (2011).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The coefficients of Phi_K at 1, x, ..., x^(c.size() - 1), K > 1 the product of the given distinct primes; false
/// where one of them, or of a partial product, does not fit. O(2^primes c.size()).
template <class Word>
bool low_cyclotomic_coefficients(std::span<const std::uint64_t> primes, std::span<Word> c,
                                 const ExecutionContext& ctx) {
  constexpr std::size_t block = std::size_t{1} << 16;  // between two polls
  std::fill(c.begin(), c.end(), Word{0});
  c[0] = 1;
  for (std::size_t set = 0; set < (std::size_t{1} << primes.size()); ++set) {
    // d is the product of the primes outside the set, or the length where it is at least that.
    std::uint64_t d = 1;
    bool odd = false;
    for (std::size_t i = 0; i < primes.size(); ++i) {
      if (((set >> i) & 1) != 0)
        odd = !odd;
      else if (__builtin_mul_overflow(d, primes[i], &d) || d >= c.size())
        d = c.size();
    }
    bool overflow = false;
    if (odd) {
      for (std::size_t from = d; from < c.size(); from += std::min(block, c.size() - from)) {
        ctx.poll();
        const std::size_t to = from + std::min(block, c.size() - from);
        for (std::size_t i = from; i < to; ++i) overflow |= __builtin_add_overflow(c[i], c[i - d], &c[i]);
      }
    } else {
      for (std::size_t to = c.size(); to > d; to -= std::min<std::size_t>(block, to - d)) {
        ctx.poll();
        const std::size_t from = to - std::min<std::size_t>(block, to - d);
        for (std::size_t i = to; i-- > from;) overflow |= __builtin_sub_overflow(c[i], c[i - d], &c[i]);
      }
    }
    if (overflow) return false;
  }
  return true;
}

/// The m-th cyclotomic polynomial, m >= 1. Charged while it is made; polls. Throws MemoryLimit where it does not fit,
/// or where a coefficient has more than 127 bits.
IntegerVector cyclotomic(std::uint64_t m, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
