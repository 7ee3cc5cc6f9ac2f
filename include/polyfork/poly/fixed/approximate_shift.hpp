// Substitutions that halve an interval, on coefficients that are known to a precision, with a proven bound of the
// error.
//
// Root isolation works with leading bits of coefficients. The substitution t -> (u + t) / 2^k multiplies coefficient j
// by 2^(-k j) and shifts by u. Rounding the multiples and shifting them afterwards would multiply the rounding errors
// by up to 2^n; here the integers q_j 2^(k (n - j)) are shifted exactly and rounded once, so that errors grow by at
// most 2^k / (2^k - u), whatever the degree, plus one unit. Literature: A. Eigenwillig, L. Kettner, W. Krandick, K.
// Mehlhorn, S. Schmitt, N. Wolpert, A Descartes algorithm for polynomials with bit-stream coefficients (CASC 2005).
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {

/// A polynomial with real coefficients f_i of which |f_i - coefficients[i] 2^exponent| <= error 2^exponent is known.
struct ApproximatePoly {
  IntegerVector coefficients;
  std::int64_t exponent = 0;
  Integer error;
};

/// f with the longest coefficient rounded down to `bits` bits, and the others to its unit: error 1, or 0 where nothing
/// is cut off. Throws DomainError for bits = 0.
POLYFORK_EXPORT ApproximatePoly approximate(const IntegerVector& f, std::size_t bits,
                                            const ExecutionContext& ctx = ExecutionContext::default_context());

/// f((u + t) / 2^k) for 0 <= u < 2^k, k <= 62: the part u of the 2^k equal parts of [0, 1], to [0, 1]. The exponent is
/// the same, the new error ceil(error 2^k / (2^k - u)) + 1: for halves error + 1 on the left, 2 error + 1 on the right.
/// One Taylor shift of coefficients of up to k n more bits. Throws DomainError for u or k out of range.
/// Proof. Coefficient i is sum_j C(j, i) u^(j-i) 2^(-k j) f_j. The errors in front of it are at most
/// error 2^(-k i) sum_j C(j, i) v^(j-i) <= error 2^(-k i) / (1 - v)^(i+1) with v = u / 2^k, that is
/// error 2^k / (2^k - u)^(i+1), largest for i = 0. The sum for the integers is exact and its floor off by less than
/// one.
POLYFORK_EXPORT ApproximatePoly approximate_part(const ApproximatePoly& f, unsigned k, std::uint64_t u,
                                                 const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
