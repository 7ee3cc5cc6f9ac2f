// Division in Z[x]: the algorithms behind DenseOps<Integers>::try_div_rem and try_exact_div.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "poly/division/division_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The quotient of a by b from the leading terms down, where every step divides, through the plan's products; nothing
/// when one does not, or, with an exact plan, when a coefficient exceeds its max_bits. The remainder is not looked at.
/// Preconditions: a.size() >= b.size() >= 1, lc(b) not zero, a plan `divide_and_conquer` or `classical` of this shape.
std::optional<IntegerVector> quotient_from_top(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                               const ExecutionContext& ctx);

/// Quotient and remainder of a multiple by so high a power of lc(b) that every step divides. Preconditions: normalised,
/// b not empty.
std::pair<IntegerVector, IntegerVector> div_rem_of_multiple(const IntegerVector& a, const IntegerVector& b,
                                                            const ExecutionContext& ctx);

/// The exact quotient by quotient_from_top, after a test modulo a word prime, proved by its product with b.
Divisibility exact_quotient_from_top(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                     IntegerVector& quotient, const ExecutionContext& ctx);

/// One exact division of integers a(2^slot_bits) / b(2^slot_bits). `divides` and `does_not` are proved; `undecided`
/// means that the slots are too short. Preconditions as above, for a plan `kronecker`; coefficients of a and b below
/// 2^(slot_bits - 1).
Divisibility exact_quotient_kronecker(const DivisionPlan& plan, const IntegerVector& a, const IntegerVector& b,
                                      IntegerVector& quotient, const ExecutionContext& ctx);

/// The same with slots of any kind, in scratch memory that the caller has charged. The quotient, which may be an
/// operand, is written if one is asked for and the operands divide, and not touched otherwise.
Divisibility divide_packed(const KroneckerDivision& slots, const IntegerVector& a, const IntegerVector& b,
                           IntegerVector* quotient, const ExecutionContext& ctx);

/// Whether b divides a, without a quotient; for short operands nothing is allocated. Preconditions: normalised, b not
/// empty.
bool divides(const IntegerVector& b, const IntegerVector& a, const ExecutionContext& ctx);

/// Bits that bound every coefficient of a / b if b divides a in Z[x] (Mignotte 1974).
std::size_t exact_quotient_bits(const DivisionShape& shape) noexcept;

/// False only when b does not divide a: looks at both modulo a word prime that does not divide lc(b).
bool may_divide(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
