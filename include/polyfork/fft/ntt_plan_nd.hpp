// NttPlanNd: number-theoretic transforms of multi-dimensional arrays modulo one prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// An immutable plan, cheap to copy; may be used by several threads at once.
///
/// The arrays are row-major: of the indices (i_1, ..., i_d) the last one changes fastest. Element (i_1, ..., i_d) of
/// the result is the value of the polynomial in d variables at (w_1^rev(i_1), ..., w_d^rev(i_d)), w_k = root(k - 1) and
/// each exponent as in NttPlan for the length of its axis; a truncated axis has the first of its points.
/// Cost: size() log2(size()) / 2 butterflies, log2 of the next powers of two, and two sweeps over the array for every
/// axis but the last. Scratch: some lines per thread, charged to the context's account before anything is changed.
class POLYFORK_EXPORT NttPlanNd {
 public:
  /// Throws DomainError when there is no axis, a length is not one of NttPlan's cyclic lengths for the prime, or the
  /// array has more than 2^60 elements.
  NttPlanNd(std::uint64_t prime, std::vector<std::size_t> lengths,
            const ExecutionContext& ctx = ExecutionContext::default_context());

  std::uint64_t prime() const noexcept;
  std::span<const std::size_t> lengths() const noexcept;
  /// The number of elements, the product of the lengths.
  std::size_t size() const noexcept;
  /// The root of unity whose powers are the points along an axis. Precondition: axis < lengths().size().
  std::uint64_t root(std::size_t axis) const noexcept;

  /// Coefficients to values, in place. Precondition: every word below p. All words below p after.
  /// Throws DomainError when the span has not size() words, MemoryLimit with the data unchanged, Cancelled.
  void forward(std::span<std::uint64_t> data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The inverse of forward.
  void inverse(std::span<std::uint64_t> data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  struct Impl;
  explicit NttPlanNd(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace v1
}  // namespace polyfork
