// The version of the linked library.
#include <polyfork/version.hpp>

#define POLYFORK_TEXT_OF(x) #x
#define POLYFORK_TEXT(x) POLYFORK_TEXT_OF(x)

namespace polyfork {
inline namespace v1 {

Version version() noexcept { return {POLYFORK_VERSION_MAJOR, POLYFORK_VERSION_MINOR, POLYFORK_VERSION_PATCH}; }

const char* version_string() noexcept {
  return POLYFORK_TEXT(POLYFORK_VERSION_MAJOR) "." POLYFORK_TEXT(POLYFORK_VERSION_MINOR) "." POLYFORK_TEXT(
      POLYFORK_VERSION_PATCH);
}

}  // namespace v1
}  // namespace polyfork
