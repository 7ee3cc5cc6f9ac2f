// What the three projects of this directory build: a user's program, which checks that the library that runs is
// the one whose headers it saw.
#include <cstdio>

#include <polyfork/version.hpp>

int main() {
  const polyfork::Version version = polyfork::version();
  std::printf("polyfork %s\n", polyfork::version_string());
  return version.major == POLYFORK_VERSION_MAJOR && version.minor == POLYFORK_VERSION_MINOR ? 0 : 1;
}
