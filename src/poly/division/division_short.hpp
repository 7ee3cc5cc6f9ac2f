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
/// holds them; quotient: f_size - size + 1 words, or null. `does_not` and `divides` are proved; `undecided` where a
/// value exceeds its type. O(f_size size) word operations.
template <class Word>
Divisibility divide_words(Word* f, std::size_t f_size, const std::int64_t* g, std::size_t size,
                          std::int64_t* quotient) noexcept {
  for (std::size_t k = f_size - size + 1; k-- > 0;) {
    const Word lead = f[k + size - 1];
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
  for (std::size_t i = 0; i + 1 < size; ++i)
    if (f[i] != 0) return Divisibility::does_not;
  return Divisibility::divides;
}

/// The exact quotient of a by b. Undecided, with nothing done, as well where a has more than 64 coefficients or more
/// than two limbs in one, b more than 62 bits, and where another algorithm was asked for by tuning. Preconditions: a
/// and b are normalised, a.size() >= b.size() >= 1.
Divisibility divide_short(IntegerVector& quotient, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
