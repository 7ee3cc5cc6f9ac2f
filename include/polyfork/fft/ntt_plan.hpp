// NttPlan: a number-theoretic transform of one length modulo one prime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// cyclic: values of polynomials modulo x^n - 1; negacyclic: modulo x^n + 1.
enum class NttKind { cyclic, negacyclic };

/// An immutable plan, cheap to copy; may be used by several threads at once.
///
/// Lengths: 2^k, and for cyclic transforms the truncated lengths (9, 10, ..., 15) 2^k, k >= 4. With N the next power of
/// two and w = root(), value i of the result is the value at w^rev(i), rev(i) being i < N with its log2 N binary digits
/// reversed (for negacyclic transforms at w^(2 rev(i) + 1)); a truncated transform of length n consists of the first n
/// of them, and determines the polynomials of degree below n.
/// Cost: n log2(n) / 2 butterflies in place; the plan holds at most 2 bytes per byte of data, shared through the
/// context's plan cache. Literature: docs/reference/bibliography.md, [harvey14], [vdhoeven04].
class POLYFORK_EXPORT NttPlan {
 public:
  /// Throws DomainError when the modulus is not a prime below 2^63, the length is not one of those above, or p - 1 is
  /// not divisible by N (2 N for negacyclic transforms).
  NttPlan(std::uint64_t prime, std::size_t length, NttKind kind = NttKind::cyclic,
          const ExecutionContext& ctx = ExecutionContext::default_context());

  /// The smallest length >= n of a plan; 1 for n = 0. Throws DomainError above 2^62.
  static std::size_t padded_length(std::size_t n);

  std::uint64_t prime() const noexcept;
  std::size_t size() const noexcept;
  NttKind kind() const noexcept;
  /// The root of unity of order N (2 N for negacyclic transforms) whose powers are the points.
  std::uint64_t root() const noexcept;

  /// Coefficients, ascending, to values, in place. Precondition: every word below p. All words below p after.
  /// Throws DomainError when the span has not size() words, Cancelled.
  void forward(std::span<std::uint64_t> data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;
  /// The inverse of forward, with the factor 1/N included.
  void inverse(std::span<std::uint64_t> data, const ExecutionContext& ctx = ExecutionContext::default_context()) const;

  struct Impl;
  explicit NttPlan(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace v1
}  // namespace polyfork
