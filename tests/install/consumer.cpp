// What the three projects of this directory build: a user's program, which checks that the library that runs is the one
// whose headers it saw, and that it computes.
#include <cstdio>

#include <polyfork/poly/text/io.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/version.hpp>

int main() {
  const polyfork::Version version = polyfork::version();
  std::printf("polyfork %s\n", polyfork::version_string());
  if (version.major != POLYFORK_VERSION_MAJOR || version.minor != POLYFORK_VERSION_MINOR) return 1;

  try {
    polyfork::parse_poly("x +");
    return 2;
  } catch (const polyfork::ParseError& e) {  // exceptions cross the library's boundary
    std::printf("%s\n", e.what());
  }
  const polyfork::PolyZ f = polyfork::parse_poly_z("x^2 - 2") * polyfork::parse_poly_z("3*x - 1");
  const auto roots = polyfork::isolate_real_roots(f).roots;
  for (const auto& root : roots) std::printf("%s %s\n", root.lower.to_string().c_str(), root.upper.to_string().c_str());
  return roots.size() == 3 ? 0 : 3;
}
