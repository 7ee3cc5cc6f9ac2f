// What arithmetic over Q needs beside that over Z: factors that numerators share with a denominator, and sums
// x a + y b.
//
// Of two fractions in lowest terms little can cancel: in a sum what divides the gcd of the denominators, in a product
// what the denominator of one shares with the content of the other (Henrici, JACM 3, 1956; Knuth, The Art of Computer
// Programming, vol. 2, 4.5.1). These are smaller gcds than that of the result, and most of them are found to be 1
// after a coefficient or two.
#pragma once

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The gcd of d and all elements. Precondition: d > 0. O(n) gcds, but no more once it is 1.
Integer common_factor(const Integer& d, const IntegerVector& v, const ExecutionContext& ctx);

/// The gcd of a word d, which is not zero, and all elements.
mp_limb_t common_word(mp_limb_t d, const IntegerVector& v) noexcept;

/// v / d in place. Precondition: exact, d > 0.
void divide_in_place(IntegerVector& v, const Integer& d, const ExecutionContext& ctx);

/// a / d, known to be exact.
Integer quotient(const Integer& a, const Integer& d);

/// product = a b in the memory that it has; it may be a or b.
void set_product(Integer& product, const Integer& a, const Integer& b);

/// Divides v and `bottom` by all that they share, where every prime that divides `bottom` divides `radical`, which is
/// positive: gcds with the latter, which is short as a rule, and its divisors. Precondition: bottom not zero.
void cancel_shared(IntegerVector& v, Integer& bottom, Integer radical, const ExecutionContext& ctx);
void cancel_shared(Integer& v, Integer& bottom, Integer radical);

/// sum / denominator = a / da + b / db, or a / da - b / db, in lowest terms, without zeros on top, for at most 64
/// coefficients where all that is met is a word; else false, with nothing done. `sum` may be a or b, `denominator` da
/// or db. Preconditions: both fractions in lowest terms, da and db positive.
bool sum_in_words(IntegerVector& sum, Integer& denominator, const IntegerVector& a, const Integer& da,
                  const IntegerVector& b, const Integer& db, bool subtract, const ExecutionContext& ctx);

/// sum / denominator as sum_in_words computes it, where rows and denominators have one limb; false, with nothing done,
/// where they have more. An exception may leave a sum without its denominator.
bool sum_in_limbs(IntegerVector& sum, Integer& denominator, const IntegerVector& a, const Integer& da,
                  const IntegerVector& b, const Integer& db, bool subtract, const ExecutionContext& ctx);

/// sum = a x + b y, or a x - b y, without zeros on top. `sum` may be a or b, but not x or y.
void sum_of_multiples(IntegerVector& sum, const IntegerVector& a, const Integer& x, const IntegerVector& b,
                      const Integer& y, bool subtract, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
