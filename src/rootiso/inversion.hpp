// Far from zero the roots are searched as y = 1/x, which are roots of g(y) = y^n f(1/y): the coefficients in reverse.
//
// An annulus of x is one of y. Its models need as many bits as f varies in size over the disc around it, and as many rows
// as matter there: most of both for the outermost annuli of f, where x^n alone varies by 2^n, and few for the same
// annuli of g, which are its innermost. So there is an annulus up to which f is the cheaper one and from which on g is.
// Beyond the largest root hardly any row of g matters: a bound of the roots is not worth looking for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork::inline v1 {
namespace detail {

/// The annulus of y = 1/x for x in annulus j: 2^(-j-1) < |y| < 2^-j.
constexpr std::int64_t inverse_annulus(std::int64_t j) noexcept { return -1 - j; }

/// How many of the annuli, which ascend, are better searched in x; the others in 1/x. Steers the time and nothing else.
std::size_t annuli_in_x(const IntegerVector& f, bool negative, const std::vector<std::int64_t>& annuli,
                        const ExecutionContext& ctx);

}  // namespace detail
}  // namespace polyfork::inline v1
