// A hint to the operating system about large arrays.
#pragma once

#include <cstddef>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Asks for huge pages where the array has at least 4 MiB: transforms and conversions walk many rows at once, more than
/// a core keeps small pages' addresses of, and a page fault for every 4 KiB of a fresh result costs more than filling
/// it. The array must not have been touched yet.
POLYFORK_EXPORT void ask_for_huge_pages(void* data, std::size_t bytes) noexcept;

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
