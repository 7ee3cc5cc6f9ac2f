// Copies past the caches, for memory that a device reads next or that does not fit any cache.
#pragma once

#include <cstddef>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Copies `bytes` bytes; the areas do not overlap. With streaming stores where the processor has them: a line is not
/// read before it is written.
inline void stream_copy(void* to, const void* from, std::size_t bytes) noexcept {
#if defined(__SSE2__)
  auto* out = static_cast<char*>(to);
  const auto* in = static_cast<const char*>(from);
  const std::size_t head = reinterpret_cast<std::size_t>(out) % 16;
  if (head != 0 && bytes >= 16) {
    std::memcpy(out, in, 16 - head);
    out += 16 - head, in += 16 - head, bytes -= 16 - head;
  }
  for (; bytes >= 64; bytes -= 64, out += 64, in += 64) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16));
    const __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 32));
    const __m128i d = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 48));
    _mm_stream_si128(reinterpret_cast<__m128i*>(out), a);
    _mm_stream_si128(reinterpret_cast<__m128i*>(out + 16), b);
    _mm_stream_si128(reinterpret_cast<__m128i*>(out + 32), c);
    _mm_stream_si128(reinterpret_cast<__m128i*>(out + 48), d);
  }
  std::memcpy(out, in, bytes);
  _mm_sfence();
#else
  std::memcpy(to, from, bytes);
#endif
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
