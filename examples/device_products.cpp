// Where long products run: on a device where there is one and it pays, else on the processor, with equal results.
#include <iostream>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/ring/prime_field.hpp>

int main(int argc, char** /*argv*/) try {
  using namespace polyfork;
  // A million coefficients of 64 bits when the program is called with an argument.
  const std::size_t length = argc > 1 ? std::size_t{1} << 20 : std::size_t{1} << 12;
  const PolyZ f = make_family(Family::random, length - 1, {.bits = 64, .seed = 1});
  const PolyZ g = make_family(Family::random, length - 1, {.bits = 64, .seed = 2});
  const ExecutionContext free;
  const ExecutionContext processor = free.with_device_policy(DevicePolicy::off);
  std::cout << "equal over Z: " << (mul(f, g, free) == mul(f, g, processor)) << '\n';

  const PrimeField field(1108307720798209);  // below 2^50, with roots of unity of large orders
  const PolyZp a = reduce(f, field);
  const PolyZp b = reduce(g, field);
  std::cout << "equal over Z/pZ: " << (mul(a, b, free) == mul(a, b, processor)) << '\n';

  const DeviceStatistics done = device_statistics();
  std::cout << done.jobs << " products on a device, " << done.fallbacks << " that it did not do\n";
  if (devices().empty()) std::cout << "no device: " << device_absence_reason() << '\n';
} catch (const polyfork::DeviceError& e) {  // a device is demanded, by POLYFORK_GPU=on, and there is none
  std::cerr << e.what() << '\n';
  return 1;
}
