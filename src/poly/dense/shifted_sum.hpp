// Values of integer polynomials at powers of two and their inverses, up to sign.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// value = sum a_i sign^i 2^(shift i), or sum a_i sign^i 2^(shift (n - 1 - i)) where `reversed`: the value at a power
/// of two, and the numerator of that at its inverse. sign is 1 or -1. One addition for each coefficient, of as many
/// limbs as that has. Throws MemoryLimit where the value has too many.
void sum_of_shifted(Integer& value, const IntegerVector& a, std::size_t shift, int sign, bool reversed,
                    const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
