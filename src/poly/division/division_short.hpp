// Division of short polynomials of words from the top, without a plan and without allocations but for the result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/division/division_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f := the rest of f after division by g, whose `size` coefficients' last one is not zero, in an integer type that
/// holds them; quotient: f_size - size + 1 words, or null. `divides`: every step did, and the rest stands in the lowest
/// size - 1 places; `does_not`: lc(g) does not divide in some step; `undecided` where a value may exceed its type, by
/// a bound that grows with the digits. O(f_size size) word operations.
template <class Word>
Divisibility divide_steps(Word* f, std::size_t f_size, const std::int64_t* g, std::size_t size,
                          std::int64_t* quotient) noexcept {
  __extension__ using Wide = unsigned __int128;
  const auto magnitude = [](Word x) { return x < 0 ? 0 - static_cast<Wide>(x) : static_cast<Wide>(x); };
  constexpr Wide most = Wide{1} << (8 * sizeof(Word) - 2);
  Wide bound = 0;  // of all |f[i]|, joined by or and then added to
  for (std::size_t i = 0; i < f_size; ++i) bound |= magnitude(f[i]);
  std::uint64_t largest = 0;  // of all |g[i]|
  for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, static_cast<std::uint64_t>(std::abs(g[i])));
  const std::int64_t divisor = g[size - 1];
  for (std::size_t k = f_size - size + 1; k-- > 0;) {
    if (bound >= most) return Divisibility::undecided;
    const Word lead = f[k + size - 1];
    Word digit = lead;
    if (divisor == -1) {
      digit = -lead;
    } else if (divisor != 1) {
      if (lead == static_cast<std::int64_t>(lead)) {  // in half the time
        const auto word = static_cast<std::int64_t>(lead);
        digit = word / divisor;
      } else {
        digit = lead / divisor;
      }
      if (digit * divisor != lead) return Divisibility::does_not;
    }
    if (digit != static_cast<std::int64_t>(digit)) return Divisibility::undecided;
    const auto word = static_cast<std::int64_t>(digit);
    if (quotient != nullptr) quotient[k] = word;
    if (word == 0) continue;
    bound += magnitude(digit) * largest;  // below 2^126 + 2^126
    if (bound >= most) return Divisibility::undecided;
    for (std::size_t i = 0; i + 1 < size; ++i) f[k + i] -= static_cast<Word>(word) * g[i];
  }
  return Divisibility::divides;
}

/// Likewise; `divides`: the rest is zero.
template <class Word>
Divisibility divide_words(Word* f, std::size_t f_size, const std::int64_t* g, std::size_t size,
                          std::int64_t* quotient) noexcept {
  const Divisibility found = divide_steps(f, f_size, g, size, quotient);
  if (found != Divisibility::divides) return found;
  for (std::size_t i = 0; i + 1 < size; ++i)
    if (f[i] != 0) return Divisibility::does_not;
  return found;
}

/// The exact quotient of a by b, where one is asked for. Undecided, with nothing done, as well where quotient or
/// divisor have more than 128 coefficients, a more than two limbs in one, b more than 62 bits, and where another
/// algorithm was asked for by tuning. Preconditions: a and b are normalised, a.size() >= b.size() >= 1.
Divisibility divide_short(IntegerVector* quotient, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx);

/// Quotient and remainder, which may be operands but not one vector, where every step divides; `does_not` where one
/// does not. Undecided, with nothing done, in the cases of divide_short.
Divisibility div_rem_short(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a,
                           const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
