// Products of short polynomials: the schoolbook without a plan.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// out = a b by the schoolbook that the plan of such operands names, into the memory of `out`, which may be an operand.
/// False, with nothing done, unless both have 1 to 64 coefficients in rows of one limb, which are not all zero, and the
/// tuning is the built-in one, whose choice is known.
bool mul_short(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

/// Whether both operands are so short that the schoolbook on the stack is faster than any plan: at most karatsuba_base
/// coefficients whose products have at most 39 limbs, 36 pairs of at most 640 bits or 25 of at most 1088,
/// classical_length of at most plain_max_bits, or in squares of 193 to 1088 bits a third more. Plans say classical for
/// these.
bool is_short_product(const MulShape& shape, const MulTuning& tuning) noexcept;

/// Whether the schoolbook can take 52-bit digits: the processor multiplies such, and neither operand has more than 64
/// coefficients, nor more digits than sums hold.
bool digits_reach(const MulShape& shape);
/// Whether the schoolbook takes 52-bit digits: it can, and there are 16 products of coefficients, or 1500 of digits,
/// and no more than the tuning and the kernel say; of words, 36, whose sums are longer. Plans say classical for these.
bool is_product_of_digits(const MulShape& shape, const MulTuning& tuning);

/// out = a b by digits, where plans would do it so with the built-in tuning, and nothing is worth a fork; else false.
bool mul_short_digits(IntegerVector& out, const MulShape& shape, const IntegerVector& a, const IntegerVector& b,
                      const ExecutionContext& ctx);

/// The same for short products of several limbs.
bool mul_short_rows(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

/// out = a b for vectors of one integer, none of them `out`. False, with nothing done, unless these have at most 38
/// limbs together, products of as many bits have as many limbs, and the tuning is the built-in one.
bool mul_constants(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
