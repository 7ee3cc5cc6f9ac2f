// A tight upper bound of the roots of one half-line.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>

#include "poly/rational_roots/measured_vector.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether Budan's theorem proves that f has no root beyond 2^u on its half-line (the negative one when `negative`).
/// False where a few signs show a root, or the proof fails. A Taylor shift of about 1.6 n bits.
bool excludes_roots_beyond(const MeasuredVector& f, bool negative, std::int64_t u, const ExecutionContext& ctx);

/// The smallest u found in (lower, upper] such that f has no root beyond 2^u on its half-line (the negative one when
/// `negative`), proved by Budan's theorem. `upper` itself must be such a bound. log2(upper - lower) Taylor shifts of
/// about 1.6 n bits. Where 2^(u-1) exceeds all roots by a factor of two or more, complex ones included, the proof
/// succeeds.
std::int64_t tight_upper_exponent(const MeasuredVector& f, bool negative, std::int64_t lower, std::int64_t upper,
                                  const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
