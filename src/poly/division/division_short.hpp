// Division of short polynomials of words from the top, without a plan and without allocations but for the result.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/division/division_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// f := the rest of f after division by g, whose `size` coefficients' last one is not zero, in an integer type that
/// holds them; quotient: f_size - size + 1 words, or null. `divides`: every step did, and the rest stands in the lowest
/// size - 1 places; `does_not`: lc(g) does not divide in some step; `undecided` where a value exceeds its type.
/// O(f_size size) word operations.
template <class Word>
Divisibility divide_steps(Word* f, std::size_t f_size, const std::int64_t* g, std::size_t size,
                          std::int64_t* quotient) noexcept {
  constexpr Word least = Word{1} << (8 * sizeof(Word) - 1);  // which has no opposite
  for (std::size_t k = f_size - size + 1; k-- > 0;) {
    const Word lead = f[k + size - 1];
    if (lead == least) return Divisibility::undecided;
    if (lead % g[size - 1] != 0) return Divisibility::does_not;
    const Word digit = lead / g[size - 1];
    if (digit != static_cast<std::int64_t>(digit)) return Divisibility::undecided;
    if (quotient != nullptr) quotient[k] = static_cast<std::int64_t>(digit);
    if (digit == 0) continue;
    for (std::size_t i = 0; i < size; ++i) {
      Word product = 0;
      if (__builtin_mul_overflow(digit, static_cast<Word>(g[i]), &product) ||
          __builtin_sub_overflow(f[k + i], product, &f[k + i]))
        return Divisibility::undecided;
    }
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

/// The exact quotient of a by b. Undecided, with nothing done, as well where a has more than 64 coefficients or more
/// than two limbs in one, b more than 62 bits, and where another algorithm was asked for by tuning. Preconditions: a
/// and b are normalised, a.size() >= b.size() >= 1.
Divisibility divide_short(IntegerVector& quotient, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx);

/// Quotient and remainder, which may be operands but not one vector, where every step divides; `does_not` where one
/// does not. Undecided, with nothing done, in the cases of divide_short.
Divisibility div_rem_short(IntegerVector& quotient, IntegerVector& remainder, const IntegerVector& a,
                           const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
