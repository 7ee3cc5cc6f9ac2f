// Sums, products and powers of polynomials that are charged.
#include "system/proofs/held_polynomial.hpp"

#include <bit>
#include <optional>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

bool is_unit(const PolyZ& a) { return a.length() == 1 && a.leading_coefficient().is_one(); }

}  // namespace

HeldPolynomial sum_of(HeldPolynomial a, HeldPolynomial b, const ExecutionContext& ctx) {
  if (a.value.is_zero()) return b;
  if (b.value.is_zero()) return a;
  return {add(a.value, b.value, ctx), ctx};
}

HeldPolynomial product_of(HeldPolynomial a, const PolyZ& b, const ExecutionContext& ctx) {
  if (a.value.is_zero() || is_unit(b)) return a;
  return {mul(a.value, b, ctx), ctx};
}

HeldPolynomial product_with_power(HeldPolynomial a, const PolyZ& b, std::uint64_t exponent,
                                  const ExecutionContext& ctx) {
  if (exponent == 0 || a.value.is_zero() || is_unit(b)) return a;
  if (exponent == 1) return product_of(std::move(a), b, ctx);
  HeldPolynomial power(mul(b, b, ctx), ctx);
  for (int bit = std::bit_width(exponent) - 2;; --bit) {
    if ((exponent >> bit & 1) != 0) power = product_of(std::move(power), b, ctx);
    if (bit == 0) break;
    power = {mul(power.value, power.value, ctx), ctx};
  }
  return product_of(std::move(a), power.value, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
