// Copies to memory past the caches: what does not stay in any cache would be fetched before it is written there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "core/store_fence.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Copies `words` words to an array that does not overlap them; whole cache lines go past the caches if `to` lies on
/// one. Another thread that is told of them afterwards sees them.
inline void stream_words(const std::uint64_t* from, std::uint64_t* to, std::size_t words) noexcept {
  std::size_t streamed = 0;
#if defined(__x86_64__)
  constexpr std::size_t line = 8;
  if (reinterpret_cast<std::uintptr_t>(to) % (line * sizeof(std::uint64_t)) == 0) {
    streamed = words / line * line;
    for (std::size_t i = 0; i < streamed; i += 2)
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
    store_fence();
  }
#endif
  std::memcpy(to + streamed, from + streamed, (words - streamed) * sizeof(std::uint64_t));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
