// Packing coefficients into slots of one long integer and back: evaluation at 2^slot_bits and its inverse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <gmp.h>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// |v(2^slot_bits)| into `packed`, every limb of which is written. Returns true when the value is negative (when the
/// leading nonzero coefficient is). Preconditions: slot_bits > bits of every coefficient; packed has at least
/// kronecker_value_limbs(v.size(), bits, slot_bits) limbs. grain: coefficients per task, a multiple of
/// kronecker_period(slot_bits); 0: serial.
bool kronecker_pack(std::span<mp_limb_t> packed, const IntegerVector& v, std::size_t slot_bits, std::size_t grain,
                    const ExecutionContext& ctx);

/// The inverse: coefficients c_i with |c_i| <= 2^(slot_bits - 1) and sum c_i 2^(i slot_bits) = +-packed; unique when
/// strictly below. The rows of v, which are written whole, hold every |c_i|. packed has at least
/// kronecker_limbs(v.size(), slot_bits) limbs.
void kronecker_unpack(IntegerVector& v, std::span<const mp_limb_t> packed, bool negative, std::size_t slot_bits,
                      std::size_t grain, const ExecutionContext& ctx);
/// The same into rows that are alike.
void kronecker_unpack(WrittenRows rows, std::span<const mp_limb_t> packed, bool negative, std::size_t slot_bits,
                      std::size_t grain, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
