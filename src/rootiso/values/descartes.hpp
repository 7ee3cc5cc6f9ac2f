// Descartes' test on subdivision nodes.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>

#include "poly/shift/shift_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Bits by which a Taylor shift by one of `rows` coefficients can grow any intermediate value: the sum of a column of
/// binomials C(i, k), i < rows, is at most 2^rows.
constexpr std::size_t taylor_shift_growth(std::size_t rows) noexcept { return rows; }

/// Number of sign variations of the coefficients, zeros left out.
std::size_t sign_variations(const FixedRows& q, const ExecutionContext& ctx);
std::size_t sign_variations(const IntegerVector& f, const ExecutionContext& ctx);
/// Number of sign variations of the coefficients of f(x), or of f(-x) when `mirrored`.
std::size_t sign_variations(const IntegerVector& f, bool mirrored, const ExecutionContext& ctx);

/// Sign variations of (1+t)^n q(1/(1+t)), an upper bound of the same parity of the number of roots of q in (0, 1);
/// exact when 0 or 1. Counting stops at `limit`. At most one Taylor shift on a copy.
std::size_t descartes_bound(const FixedRows& q, std::size_t limit, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
