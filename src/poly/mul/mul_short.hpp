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
/// coefficients whose products have at most 39 limbs, six of at most 640 bits or five of at most 1088, or
/// classical_length of at most plain_max_bits. Plans say classical for these.
bool is_short_product(const MulShape& shape, const MulTuning& tuning) noexcept;

/// The same for short products of several limbs.
bool mul_short_rows(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

/// out = a b for vectors of one integer, none of them `out`. False, with nothing done, unless these have at most 38
/// limbs together, products of as many bits have as many limbs, and the tuning is the built-in one.
bool mul_constants(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
