// Taylor shifts by Horner's scheme on rows of fixed width.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "poly/fixed_rows.hpp"

namespace polyfork::inline v1::detail {

/// Bits by which a Taylor shift by one of `rows` coefficients can grow any intermediate value: the sum of a column of
/// binomials C(i, k), i < rows, is at most 2^rows.
constexpr std::size_t taylor_shift_growth(std::size_t rows) noexcept { return rows; }

/// One pass for a shift by one: rows n-1 down to `from` each take up the one above. n - from row additions.
void horner_pass(FixedRows& q, std::size_t from, const ExecutionContext& ctx);

/// q(t) -> q(t + 1) in place: rows^2/2 row additions. Precondition: the rows have room for the growth.
void taylor_shift_one(FixedRows& q, const ExecutionContext& ctx);

/// q(t) -> q(t + c) in place: rows^2/2 rows of multiply-and-add for each limb of c. All is modulo 2^(64 limbs), so that
/// only the result has to fit.
void taylor_shift_rows(FixedRows& q, IntegerView c, const ExecutionContext& ctx);

}  // namespace polyfork::inline v1::detail
