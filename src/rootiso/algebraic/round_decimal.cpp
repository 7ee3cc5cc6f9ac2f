// Rounding to decimals by integers: x scale, scale a power of ten, is rounded by a floor.
#include "rootiso/algebraic/round_decimal.hpp"

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"
#include "rootiso/refine/canonical.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

Integer rounded(const Rational& x, const Integer& scale) {
  return (x * Rational(scale) + Rational(Integer(1), Integer(2))).floor();
}

Integer round_half_even(const Rational& x, const Integer& scale) {
  const Rational scaled = x * Rational(scale);
  Integer r = rounded(x, scale);
  const bool tie = (scaled - Rational(r)) == Rational(Integer(-1), Integer(2));
  if (tie && r.is_odd()) r -= Integer(1);
  return r;
}

std::string decimal_text(const Integer& scaled, std::size_t digits) {
  std::string text = abs(scaled).to_string();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits != 0) text.insert(text.size() - digits, 1, '.');
  if (scaled.sign() < 0) text.insert(0, 1, '-');
  return text;
}

std::int64_t decimal_level(const Integer& scale) { return level_of_width(Rational(Integer(1), scale)) + 8; }

std::size_t rounding_bytes(std::size_t number_bytes, const Integer& scale) {
  const std::size_t limbs = scale.view().limbs().size() + number_bytes / sizeof(mp_limb_t) + 2;
  return saturating_add(gmp_mul_bytes(3 * limbs), gmp_to_text_bytes(limbs));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
