// Taylor shifts of rows of fixed width.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_view.hpp>

#include "poly/rows/fixed_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// One pass for a shift by one: rows n-1 down to `from` each take up the one above. n - from row additions.
void horner_pass(FixedRows& q, std::size_t from, const ExecutionContext& ctx);

/// q(t) -> q(t + c) in place by Horner's scheme: rows^2/2 rows of multiply-and-add for each limb of c. All is modulo
/// 2^(64 limbs), so that only the result has to fit.
void horner_shift(FixedRows& q, IntegerView c, const ExecutionContext& ctx);

/// The first `count` passes of it: rows [0, count) are those of q(t + c).
void horner_passes(FixedRows& q, IntegerView c, std::size_t count, const ExecutionContext& ctx);

/// All passes of Horner's scheme in place, a(t) -> a(t + c), on numbers of any length, each as long as its value is at
/// that time. The caller holds their memory. n^2 / 2 products of a number with c.
void horner_passes(std::span<Integer> a, IntegerView c, const ExecutionContext& ctx);

/// The elements of f as numbers; the caller holds their memory.
std::vector<Integer> integers_of(const IntegerVector& f);

/// Rows [from, n), read as a polynomial r(t), become those of r(t + 1), by the algorithm that the dispatcher of Taylor
/// shifts chooses. After horner_pass for 0, 1, ..., from - 1 this completes q(t) -> q(t + 1). Precondition: the rows
/// have room for the growth.
void shift_tail(FixedRows& q, std::size_t from, const ExecutionContext& ctx);

/// q(t) -> q(t + c) by the algorithm that the dispatcher chooses. Precondition: the rows have room for the result.
void shift_all(FixedRows& q, const Integer& c, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
