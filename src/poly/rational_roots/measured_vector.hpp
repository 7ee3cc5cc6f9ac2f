// Coefficients together with their bit lengths.
//
// Bounds, precisions and models ask for the lengths of all coefficients again and again. Each is read next to the
// coefficient's top limb, in a cache line of its own; from here they come as one array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/ring/integer_vector.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A view of a vector, or of its reverse, that outlives it and does not change.
class MeasuredVector {
 public:
  /// Measures the elements. The lengths are charged while they live. O(size).
  MeasuredVector(const IntegerVector& v, const ExecutionContext& ctx);
  /// The elements from the last to the first: the coefficients of x^n f(1/x). No coefficient is copied.
  MeasuredVector reversed(const ExecutionContext& ctx) const;

  /// The elements as a vector. That of a reverse is made, and charged, when it is first asked for.
  const IntegerVector& vector(const ExecutionContext& ctx) const;
  std::size_t size() const noexcept { return lengths_.size(); }
  IntegerView operator[](std::size_t i) const noexcept { return (*v_)[backwards_ ? lengths_.size() - 1 - i : i]; }
  bool is_zero(std::size_t i) const noexcept { return lengths_[i] == 0; }
  int sign(std::size_t i) const noexcept { return lengths_[i] < 0 ? -1 : (lengths_[i] > 0 ? 1 : 0); }
  /// Bits of element i; 0 for zero.
  std::int64_t bits(std::size_t i) const noexcept { return std::abs(lengths_[i]); }
  /// Bits of the longest element.
  std::size_t max_bits() const noexcept;
  /// Bits of the elements, negative for negative elements.
  std::span<const std::int64_t> signed_lengths() const noexcept { return lengths_; }

 private:
  struct Reverse {
    std::mutex mutex;
    std::optional<IntegerVector> vector;
    MemoryReservation held;
  };

  MeasuredVector(const MeasuredVector& whole, std::vector<std::int64_t> lengths, const ExecutionContext& ctx);

  const IntegerVector* v_;
  bool backwards_ = false;
  std::unique_ptr<Reverse> reverse_;  // where backwards
  MemoryReservation held_;
  std::vector<std::int64_t> lengths_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
