// Values of integer polynomials at integers and fractions.
#pragma once

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

#include "poly/dense/word_points.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Whether |x| is one.
inline bool is_power_of_two(IntegerView x) noexcept { return !x.is_zero() && x.bit_length() == x.trailing_zeros() + 1; }

/// value = sum a_i p^i q^(n-1-i), n = a.size(): q^(n-1) times the value at p/q. Zero for the empty vector. q > 0. The
/// memory of `value`, which is neither p nor q, is reused.
void evaluate_homogeneous_into(Integer& value, const IntegerVector& a, IntegerView p, IntegerView q,
                               const ExecutionContext& ctx);

/// That sum.
inline Integer evaluate_homogeneous(const IntegerVector& a, IntegerView p, IntegerView q, const ExecutionContext& ctx) {
  Integer value;
  evaluate_homogeneous_into(value, a, p, q, ctx);
  return value;
}

/// What values of one polynomial at many integers share: the bits of its coefficients, and their rows as points of one
/// word read them, made once. It stands on the calling thread's stack of scratch memory; others may read it.
class PreparedCoefficients {
 public:
  /// plain, alternating: whether points of one word have such signs. Throws MemoryLimit.
  PreparedCoefficients(const IntegerVector& a, bool plain, bool alternating, const ExecutionContext& ctx);

  const IntegerVector& coefficients() const noexcept { return a_; }
  std::size_t bits() const noexcept { return bits_; }
  /// Precondition: such rows were asked for.
  const SignedRows& rows(bool alternating) const noexcept { return alternating ? alternating_ : plain_; }

 private:
  const IntegerVector& a_;
  std::size_t bits_;
  MemoryReservation reservation_;
  Workspace::Frame frame_;
  SignedRows plain_;
  SignedRows alternating_;
};

/// value = the value at x. The memory of `value`, which is not x, is reused.
void evaluate_prepared_into(Integer& value, const PreparedCoefficients& f, IntegerView x, const ExecutionContext& ctx);

/// out = a(x) in lowest terms; the memory of `out`, which may be x, is reused. O(n^2) word operations for short a, then
/// O(M(n (bits + bits of x)) log n).
void evaluate_fraction_into(Rational& out, const IntegerVector& a, const Rational& x, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
