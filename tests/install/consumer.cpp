// What the three projects of this directory build: a user's program, which checks that the library that runs is the one
// whose headers it saw, and that it computes.
#include <cstdio>

#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/rootiso/isolate.hpp>
#include <polyfork/system/real_solutions.hpp>
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
  if (roots.size() != 3) return 3;

  const auto circle = polyfork::real_solutions({polyfork::parse_poly<polyfork::MultiPolyQ>("x^2 + y^2 - 3"),
                                                polyfork::parse_poly<polyfork::MultiPolyQ>("x*y - 1")});
  if (circle.degree() != 4 || circle.complex_solutions() != 4) return 5;

  // Long enough for a device, where there is one; the processor's product is the same.
  constexpr std::size_t length = std::size_t{1} << 20;
  polyfork::IntegerVector b(length, std::size_t{1});
  for (std::size_t i = 0; i < length; ++i) {
    b.row(i)[0] = 0x9E3779B97F4A7C15 * (i + 1) | 1;
    b.set_signed_size(i, i % 2 == 0 ? 1 : -1);
  }
  const auto off = polyfork::ExecutionContext().with_device_policy(polyfork::DevicePolicy::off);
  if (polyfork::mul(b, b) != polyfork::mul(b, b, off)) return 4;
  const auto done = polyfork::device_statistics();
  std::printf("%zu devices, %llu products there; %s\n", polyfork::devices().size(),
              static_cast<unsigned long long>(done.jobs), polyfork::device_absence_reason().c_str());
  return 0;
}
