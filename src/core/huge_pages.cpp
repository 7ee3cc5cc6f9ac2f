// The hint that large arrays want huge pages.
#include <polyfork/core/huge_pages.hpp>

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

void ask_for_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  constexpr std::size_t smallest = std::size_t{4} << 20;
  if (bytes < smallest) return;
  // madvise() wants whole pages; 64 KiB is a multiple of every architecture's.
  constexpr std::uintptr_t page = std::uintptr_t{64} << 10;
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const std::size_t skipped = (page - begin % page) % page;
  madvise(static_cast<std::byte*>(data) + skipped, (bytes - skipped) / page * page, MADV_HUGEPAGE);
#endif
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
