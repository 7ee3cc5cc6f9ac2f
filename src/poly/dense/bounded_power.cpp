// Powers of numbers, charged and with polls, and bounds of lists.
//
// mpz_pow_ui cannot be stopped: beyond 2^17 limbs the squares are products of polynomials of degree 0, whose plans
// choose transforms of limbs.
#include <polyfork/poly/dense/detail/bounded_power.hpp>

#include <bit>

#include <polyfork/poly/mul/multiplication.hpp>

#include "core/limits.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t short_limbs = std::size_t{1} << 17;  // below it one call to GMP is a fraction of a millisecond

IntegerVector long_power(const IntegerVector& base, std::uint64_t exponent, const ExecutionContext& ctx) {
  IntegerVector result = base;
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit-- != 0;) {
    result = mul(result, result, ctx);
    if ((exponent >> bit & 1) != 0) result = mul(result, base, ctx);
  }
  return result;
}

IntegerVector single(const Integer& a) {
  IntegerVector v(1, a.view().limbs().size());
  v.assign(0, a.view());
  return v;
}

Integer product_between(std::uint64_t low, std::uint64_t high, const ExecutionContext& ctx) {
  if (high - low <= 32) {
    Integer product = 1;
    for (; low < high; ++low) product *= Integer(low);
    return product;
  }
  const std::uint64_t middle = low + (high - low) / 2;
  return polled_product(product_between(low, middle, ctx), product_between(middle, high, ctx), ctx);
}

}  // namespace

Integer polled_product(const Integer& a, const Integer& b, const ExecutionContext& ctx) {
  ctx.poll();
  const std::size_t limbs = a.view().limbs().size() + b.view().limbs().size();
  if (limbs <= short_limbs || a.is_zero() || b.is_zero()) return mul(a, b);
  return within_memory(ctx, [&] {
    const IntegerVector x = single(a);
    return Integer((&a == &b ? mul(x, x, ctx) : mul(x, single(b), ctx))[0]);
  });
}

Integer bounded_power(const Integer& base, std::uint64_t exponent, const ExecutionContext& ctx) {
  ctx.poll();
  if (exponent == 0 || base.is_zero() || base.bit_length() == 1) return pow(base, exponent);
  const std::size_t bits = saturating_mul(base.bit_length(), exponent);
  if (bits > largest_power_bits) throw MemoryLimit(bits / 8, ctx.memory().used(), ctx.memory().limit());
  const std::size_t limbs = bits / GMP_NUMB_BITS + 1;
  if (limbs <= short_limbs) {
    const MemoryReservation reservation(ctx.memory(), limbs < 64 ? 0 : gmp_mul_bytes(limbs));
    return pow(base, exponent);
  }
  const MemoryReservation reservation(ctx.memory(), limbs * sizeof(mp_limb_t));
  return within_memory(ctx, [&] { return Integer(long_power(single(base), exponent, ctx)[0]); });
}

Rational bounded_power(const Rational& base, std::uint64_t exponent, const ExecutionContext& ctx) {
  return Rational::trusted(bounded_power(base.numerator(), exponent, ctx),
                           bounded_power(base.denominator(), exponent, ctx));
}

Integer falling_factorial(std::uint64_t n, std::uint64_t k, const ExecutionContext& ctx) {
  const std::size_t bits = saturating_mul(k, static_cast<std::size_t>(std::bit_width(n)));
  if (bits > largest_power_bits) throw MemoryLimit(bits / 8, ctx.memory().used(), ctx.memory().limit());
  const MemoryReservation reservation(ctx.memory(), bits / 8);
  return product_between(n - k + 1, n + 1, ctx);
}

void require_list(std::uint64_t length, std::size_t element_bytes, const ExecutionContext& ctx) {
  constexpr std::size_t largest = std::size_t{1} << 44;  // bytes: beyond the memory of any machine
  const std::size_t bytes = saturating_mul(length, element_bytes);
  constexpr std::size_t few = std::size_t{1} << 14;
  if (bytes <= few && ctx.memory().limit() == MemoryAccount::unlimited) return;
  if (bytes > largest || bytes > ctx.memory().available())
    throw MemoryLimit(bytes, ctx.memory().used(), ctx.memory().limit());
  constexpr std::size_t much = std::size_t{1} << 30;  // from here on the system is asked, too
  if (bytes >= much) require_obtainable(bytes);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
