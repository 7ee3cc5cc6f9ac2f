// Powers of ten by squaring, charged and polled.
#include "ring/power_of_ten.hpp"

#include <bit>

#include <polyfork/core/memory.hpp>

#include "ring/gmp_memory.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

Integer power_of_ten(std::uint64_t exponent, const ExecutionContext& ctx) {
  const std::size_t limbs = limbs_of_digits(exponent);
  check_limbs(limbs);  // before hours of squaring lead there
  const MemoryReservation reservation(ctx.memory(), gmp_mul_bytes(limbs));
  Integer power = 1;  // of five: the power of two is a shift
  for (int bit = std::bit_width(exponent) - 1; bit >= 0; --bit) {
    ctx.poll();
    power = mul(power, power);
    if ((exponent >> bit & 1) != 0) power *= Integer(5);
  }
  return power << exponent;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
