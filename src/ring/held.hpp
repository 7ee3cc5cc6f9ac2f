// Charges for what a composite operation holds while it calls others.
//
// Every operation charges its result only until it returns; whoever keeps the result and goes on computing charges it
// again with one of these.
#pragma once

#include <atomic>
#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/rational.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Bytes on the heap and in the object, rounded up.
inline std::size_t bytes_of(const Integer& a) noexcept { return a.bit_length() / 8 + sizeof(Integer) + 8; }
inline std::size_t bytes_of(const Rational& a) noexcept { return bytes_of(a.numerator()) + bytes_of(a.denominator()); }

/// Charges that tasks add to while their results come; given back together.
class SharedCharge {
 public:
  explicit SharedCharge(MemoryAccount& account) noexcept : account_(account) {}
  SharedCharge(const SharedCharge&) = delete;
  SharedCharge& operator=(const SharedCharge&) = delete;
  ~SharedCharge() { account_.release(bytes_); }

  void add(std::size_t bytes) {
    account_.charge(bytes);
    bytes_ += bytes;
  }

 private:
  MemoryAccount& account_;
  std::atomic<std::size_t> bytes_{0};
};

inline MemoryReservation hold(const IntegerVector& v, const ExecutionContext& ctx) { return {ctx.memory(), v.bytes()}; }

/// A copy, charged before it is made; the charge ends with the call.
inline IntegerVector charged_copy(const IntegerVector& v, const ExecutionContext& ctx) { return v.copy(ctx); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
