// Polynomials over Z that a memory account is charged for as long as they are held.
#pragma once

#include <cstdint>
#include <utility>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct HeldPolynomial {
  HeldPolynomial() = default;
  HeldPolynomial(PolyZ f, const ExecutionContext& ctx)
      : value(std::move(f)), held(ctx.memory(), value.coefficients().bytes()) {}

  PolyZ value;
  MemoryReservation held;
};

/// Results are charged while they are computed, too, and operands go before they return. Throw Cancelled and
/// MemoryLimit.
HeldPolynomial sum_of(HeldPolynomial a, HeldPolynomial b, const ExecutionContext& ctx);
HeldPolynomial product_of(HeldPolynomial a, const PolyZ& b, const ExecutionContext& ctx);
/// a b^exponent, where the power is made by squares, so that two of them are held at the same time.
HeldPolynomial product_with_power(HeldPolynomial a, const PolyZ& b, std::uint64_t exponent,
                                  const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
