// Powers of ring elements that may be too large for any machine, and lists that may be.
//
// Powers of numbers are bounded before they are computed: what no machine holds is a MemoryLimit at once, what the
// context does not allow is one too, and long products poll for cancellation. Squaring, O(log exponent) products; over
// Z by GMP while the power is short, above that by the products of polynomials, which can be stopped.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/integers.hpp>
#include <polyfork/ring/rational_vector.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

class GaussianRational;

namespace detail {

/// Bits that a power is allowed where the context has no limit, and the exponent that no element of infinite order has.
inline constexpr std::uint64_t largest_power_bits = std::uint64_t{1} << 36;
inline constexpr std::uint64_t largest_exponent = std::uint64_t{1} << 32;

/// base^exponent, charged before it is computed; polls. Throws MemoryLimit beyond largest_power_bits.
POLYFORK_EXPORT Integer bounded_power(const Integer& base, std::uint64_t exponent, const ExecutionContext& ctx);
POLYFORK_EXPORT Rational bounded_power(const Rational& base, std::uint64_t exponent, const ExecutionContext& ctx);

/// a b, charged; polls while it multiplies long numbers.
POLYFORK_EXPORT Integer polled_product(const Integer& a, const Integer& b, const ExecutionContext& ctx);

/// n (n - 1) ... (n - k + 1), charged, by halves; polls. Throws MemoryLimit as powers do. Precondition: k <= n.
POLYFORK_EXPORT Integer falling_factorial(std::uint64_t n, std::uint64_t k, const ExecutionContext& ctx);

/// Throws MemoryLimit for lists of so many elements that no allocation can hold or the context does not allow.
POLYFORK_EXPORT void require_list(std::uint64_t length, std::size_t element_bytes, const ExecutionContext& ctx);

/// What an element of a list takes at least: flat vectors keep more than a sign only of what is not zero.
template <class Vector, class Element>
constexpr std::size_t least_bytes() {
  if constexpr (std::same_as<Vector, IntegerVector> || std::same_as<Vector, RationalVector>)
    return sizeof(std::int32_t);
  else
    return sizeof(Element);
}

/// f(); what cannot be allocated, because the context allows more than there is, is a MemoryLimit.
template <class F>
auto within_memory(const ExecutionContext& ctx, const F& f) -> decltype(f()) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    throw MemoryLimit(SIZE_MAX, ctx.memory().used(), ctx.memory().limit());
  } catch (const std::length_error&) {
    throw MemoryLimit(SIZE_MAX, ctx.memory().used(), ctx.memory().limit());
  }
}

template <class E>
concept PolynomialElement = requires(const E& a, const ExecutionContext& ctx) {
  a.leading_coefficient();
  a.degree();
  a.coefficients();
  { mul(a, a, ctx) } -> std::same_as<E>;
};

/// By how many bits at most, for numbers, or about, for polynomials, the length of a power grows with its exponent: 0
/// for elements of which that is not known.
template <class E>
std::size_t growing_bits(const E& a) {
  if constexpr (std::same_as<E, Integer>)
    return a.bit_length();
  else if constexpr (std::same_as<E, Rational>)
    return growing_bits(a.numerator()) + growing_bits(a.denominator());
  else if constexpr (std::same_as<E, GaussianRational>)
    return growing_bits(a.real()) + growing_bits(a.imaginary());
  else if constexpr (PolynomialElement<E>)
    return a.is_zero() ? 0 : 64 * static_cast<std::size_t>(a.degree()) + growing_bits(a.leading_coefficient());
  else
    return 0;
}

/// Throws MemoryLimit where base^exponent cannot be computed: beyond 2^32 it can only in finite prime fields and for
/// zero and roots of unity of an order that divides 12 (all there are in Z, Q and Q(i)); numbers may grow to 2^36 bits.
template <Ring R>
void check_power(const R& ring, const typename R::element& base, std::uint64_t exponent) {
  if (is_prime_field_v<R> && !ring.characteristic().is_zero()) return;
  const std::uint64_t bits = growing_bits(base);
  if (exponent < largest_exponent && (bits == 0 || exponent <= largest_power_bits / bits)) return;
  if (!ring.is_zero(base) && !ring.is_one(pow(ring, base, 12))) throw MemoryLimit(SIZE_MAX, 0, SIZE_MAX);
}

/// a b with polls, where the elements are numbers or polynomials.
template <Ring R>
typename R::element polled_product(const R& ring, const typename R::element& a, const typename R::element& b,
                                   const ExecutionContext& ctx) {
  using E = typename R::element;
  ctx.poll();
  if constexpr (std::same_as<R, Integers>)
    return polled_product(a, b, ctx);
  else if constexpr (PolynomialElement<E>)
    return mul(a, b, ctx);
  else
    return ring.mul(a, b);
}

/// base^exponent, checked; powers of numbers are charged before they are computed, products of polynomials charge and
/// poll.
template <Ring R>
typename R::element bounded_power(const R& ring, const typename R::element& base, std::uint64_t exponent,
                                  const ExecutionContext& ctx) {
  using E = typename R::element;
  check_power(ring, base, exponent);
  if (is_prime_field_v<R> && !ring.characteristic().is_zero()) return pow(ring, base, exponent);
  if (exponent > 12) {
    if (ring.is_zero(base)) return base;
    if (ring.is_one(pow(ring, base, 12))) return pow(ring, base, exponent % 12);
  }
  if constexpr (std::same_as<E, Integer> || std::same_as<E, Rational>) {
    return bounded_power(base, exponent, ctx);
  } else {
    const MemoryReservation reservation(ctx.memory(), static_cast<std::size_t>(growing_bits(base) * exponent / 8));
    const auto product = [&](const E& a, const E& b) { return polled_product(ring, a, b, ctx); };
    E result = ring.one();
    E square = base;
    for (; exponent != 0; exponent >>= 1) {
      if (exponent & 1) result = product(result, square);
      if (exponent > 1) square = product(square, square);
    }
    return result;
  }
}

/// n (n - 1) ... (n - k + 1) in a ring; zero in characteristic p where a multiple of p is among the factors.
template <Ring R>
typename R::element falling_factorial(const R& ring, std::uint64_t n, std::uint64_t k, const ExecutionContext& ctx) {
  const Integer p = ring.characteristic();
  if (p.is_zero() || k < 64) return ring.from_integer(falling_factorial(n, k, ctx));
  if (p <= Integer(n) && n % p.view().limbs()[0] < k) return ring.zero();
  typename R::element product = ring.one();
  for (std::uint64_t j = 0; j < k; ++j) {
    if (j % 256 == 0) ctx.poll();
    product = ring.mul(product, ring.from_integer(Integer(n - j)));
  }
  return product;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
