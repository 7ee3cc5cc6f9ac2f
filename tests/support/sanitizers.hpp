// Whether this program was compiled with a sanitizer that makes it many times slower.
#pragma once

namespace polyfork::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace polyfork::test
