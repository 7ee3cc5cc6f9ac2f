// Freed memory that the allocator keeps.
#pragma once

#include <cstddef>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Gives what the allocator has kept of many small pieces back to the system, if at least so many bytes were freed that
/// the next stage of a computation would not notice the page faults.
void return_memory(std::size_t freed_bytes) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
