// Certified evaluation at rational points.
#pragma once

#include <cstddef>
#include <cstdint>

#include <polyfork/core/context.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A value known up to an error: |value - mantissa 2^exponent| <= error 2^exponent, which is 0 where nothing was
/// rounded.
struct ApproximateValue {
  Integer mantissa;
  Integer error;
  std::int64_t exponent = 0;

  /// The sign, -1 or 1, when the error bound decides it, else 0.
  int certain_sign() const { return mantissa.bit_length() > error.bit_length() ? mantissa.sign() : 0; }
};

/// The value f(c 2^-k) by Horner's rule in fixed point with about `precision` bits relative to max |a_i| |x|^i: off by
/// at most 2 (n + 1) units. O(terms (precision + bits of c)) word operations, and for gaps between terms a few products
/// of `precision` bits.
ApproximateValue evaluate_dyadic(const IntegerVector& f, const Integer& c, std::int64_t k, std::size_t precision,
                                 const ExecutionContext& ctx);

/// The sign of f(c 2^-k), which must not be zero: the precision doubles until the error bound decides.
int sign_at_dyadic_nonroot(const IntegerVector& f, const Integer& c, std::int64_t k, const ExecutionContext& ctx);

/// The sign of f at any rational number, exactly. 0 for the empty vector.
int sign_at_rational(const IntegerVector& f, const Rational& x, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
