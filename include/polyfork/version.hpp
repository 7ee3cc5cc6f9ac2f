// The version of the headers (macros) and of the library that is linked (functions). The build system reads
// the macros: a release changes nothing else.
#pragma once

#include <polyfork/core/export.hpp>

#define POLYFORK_VERSION_MAJOR 1
#define POLYFORK_VERSION_MINOR 0
#define POLYFORK_VERSION_PATCH 0

namespace polyfork {
inline namespace v1 {

struct Version {
  int major;
  int minor;
  int patch;
};

/// The version of the library that the program runs with.
POLYFORK_EXPORT Version version() noexcept;

/// The library's version as "major.minor.patch"; the string lives as long as the program.
POLYFORK_EXPORT const char* version_string() noexcept;

}  // namespace v1
}  // namespace polyfork
