// Memory for a way that another one can take the place of.
#pragma once

#include <cstddef>
#include <optional>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The reservation, or none where the account has no room: what was free when a plan was made may be gone.
inline std::optional<MemoryReservation> reserved_or_none(MemoryAccount& account, std::size_t bytes) {
  try {
    return MemoryReservation(account, bytes);
  } catch (const MemoryLimit&) {
    return std::nullopt;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
