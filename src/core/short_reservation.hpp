// Reservations that short operations do without.
//
// Two atomic updates of a shared account take as long as the sum of two short polynomials, and some microseconds where
// many threads make them at once. Where an account has no limit nobody can be refused, and some thousand bytes more or
// less tell nothing about a peak.
#pragma once

#include <cstddef>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// A reservation of so many bytes; none where they are few and the account has no limit.
inline MemoryReservation reserve_unless_short(const ExecutionContext& ctx, std::size_t bytes) {
  constexpr std::size_t few = std::size_t{1} << 14;
  MemoryAccount& account = ctx.memory();
  if (bytes <= few && account.limit() == MemoryAccount::unlimited) return {};
  return {account, bytes};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
