// Checks of what a device has computed: both sides of an identity at a random point modulo the prime 2^61 - 1.
//
// A wrong result of degree n passes with probability n 2^-61. One result in some dozens is checked, the first one
// always.
#pragma once

#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/integer_view.hpp>
#include <polyfork/ring/word_modulus.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class PointCheck {
 public:
  /// At a point that no caller knows beforehand.
  PointCheck();

  std::uint64_t point() const noexcept { return point_; }
  /// point() + c.
  std::uint64_t shifted(IntegerView c) const noexcept;
  std::uint64_t mul(std::uint64_t a, std::uint64_t b) const noexcept { return p_.mul(a, b); }

  /// v(x), at the point unless another one is given. O(limbs), in parallel.
  std::uint64_t value(const IntegerVector& v, std::uint64_t x, const ExecutionContext& ctx) const;
  std::uint64_t value(const IntegerVector& v, const ExecutionContext& ctx) const { return value(v, point_, ctx); }

 private:
  WordModulus p_;
  std::uint64_t point_;
};

/// Calls holds(check) for the first result of the process and one in some dozens. Throws DeviceFailure(wrong_result)
/// where it says no.
void check_sampled(FunctionRef<bool(const PointCheck&)> holds);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
