// Between long-lived pieces the allocator of glibc keeps free pages until it is told otherwise.
#include "core/return_memory.hpp"

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

void return_memory([[maybe_unused]] std::size_t freed_bytes) noexcept {
#if defined(__GLIBC__)
  constexpr std::size_t least_bytes = std::size_t{4} << 20;
  if (freed_bytes >= least_bytes) ::malloc_trim(0);
#endif
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
