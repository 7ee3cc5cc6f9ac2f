// Arithmetic modulo a polynomial over a prime field, in the ring's own polynomials.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether binary digit i of e >= 0 is one.
inline bool binary_digit(IntegerView e, std::size_t i) noexcept { return (e.limbs()[i / 64] >> (i % 64) & 1) != 0; }

/// F[x]/(f) for a monic f of positive degree; elements are polynomials of lower degree. Any field of coefficients.
template <Ring R>
class FieldQuotient {
 public:
  using Poly = DensePoly<R>;

  FieldQuotient(const Poly& f, const ExecutionContext& ctx) : f_(f), ctx_(ctx) {}

  const Poly& modulus() const noexcept { return f_; }
  Poly reduce(const Poly& a) const { return rem(a, f_, ctx_); }
  Poly times(const Poly& a, const Poly& b) const { return reduce(mul(a, b, ctx_)); }
  /// a^e for e >= 1 by binary powering.
  Poly power(const Poly& a, const Integer& e) const {
    Poly result = a;
    for (std::size_t i = e.bit_length() - 1; i-- != 0;) {
      ctx_.poll();
      result = times(result, result);
      if (binary_digit(e, i)) result = times(result, a);
    }
    return result;
  }

 private:
  Poly f_;
  const ExecutionContext& ctx_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
