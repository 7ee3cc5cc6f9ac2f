// A bound of the roots of one half-line that a Taylor shift proves.
#pragma once

#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// true: f has no root x >= 2^u (x <= -2^u when `mirrored`), by Budan's theorem: all coefficients of f(2^u (1 + t))
/// have one sign, known beyond the rounding. false says nothing; where 2^(u-1) exceeds all complex roots the answer is
/// true. One Taylor shift of about 1.6 n bits. Precondition: the last coefficient is not zero.
bool no_root_beyond(const IntegerVector& f, bool mirrored, std::int64_t u, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
