// A divisor over Z/pZ for many divisions.
#pragma once

#include <cstddef>
#include <memory>

#include <polyfork/core/context.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/poly/division/division.hpp>

namespace polyfork {
inline namespace v1 {

/// Keeps the inverse of the reversed divisor and the transforms of both, so that a division takes four transforms for
/// each block of its quotient and no Newton iteration. Immutable, cheap to copy; its memory is charged to the context
/// that it was made with.
class POLYFORK_EXPORT PreparedDivisor {
 public:
  /// quotient_length: of the quotients to come, 0 for the divisor's own length; longer ones are found in blocks.
  /// Throws DomainError when b = 0.
  explicit PreparedDivisor(const PolyZp& b, std::size_t quotient_length = 0,
                           const ExecutionContext& ctx = ExecutionContext::default_context());

  const PolyZp& divisor() const noexcept;

  struct Impl;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// a = q b + r with deg r < deg b. Throws ModulusMismatch for operands over different fields.
POLYFORK_EXPORT Division<PrimeField> div_rem(const PolyZp& a, const PreparedDivisor& b,
                                             const ExecutionContext& ctx = ExecutionContext::default_context());
POLYFORK_EXPORT PolyZp rem(const PolyZp& a, const PreparedDivisor& b,
                           const ExecutionContext& ctx = ExecutionContext::default_context());

}  // namespace v1
}  // namespace polyfork
