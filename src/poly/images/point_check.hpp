// Checks of what a device has computed: both sides of an identity at a random point modulo the prime 2^61 - 1.
//
// A wrong result of degree n passes with probability n 2^-61. Over Z/pZ the points are of Z/pZ. One result in some
// dozens is checked, the first one always.
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

/// Whether a b = c modulo p, at points modulo p: as many as make a wrong product of n words pass with probability
/// 2^-40, eight at most. O(n) for each, in parallel.
bool agree_modulo(const WordModulus& p, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::span<const std::uint64_t> c, const ExecutionContext& ctx);

/// True for the first result of the process and one in some dozens; the statistics count it.
bool is_sampled();

/// Calls holds(check) where is_sampled(). Throws DeviceFailure(wrong_result) where it says no.
void check_sampled(FunctionRef<bool(const PointCheck&)> holds);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
