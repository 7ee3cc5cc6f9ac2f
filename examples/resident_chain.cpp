// A chain of operations on polynomials that stay on a device: copied there once, copied back once. Without a device the
// processor computes the same chain.
#include <algorithm>
#include <iostream>

#include <polyfork/core/context.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/device/device_poly.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/prime_field.hpp>

namespace {

using namespace polyfork;

/// (f g + f)(x + 1) f - g.
template <class Poly, class Element>
Poly chain(const Poly& f, const Poly& g, const Element& one) {
  return taylor_shift(f * g + f, one) * f - g;
}

template <class R>
void run(const char* ring, const DensePoly<R>& f, const DensePoly<R>& g) {
  const auto one = f.ring().one();
  const DevicePoly<R> resident = chain(DevicePoly<R>(f), DevicePoly<R>(g), one);
  const bool equal = resident.download() == chain(f, g, one);
  std::cout << "over " << ring << ": " << resident.length() << " coefficients on the "
            << (resident.on_device() ? "device" : "processor") << ", " << (equal ? "equal" : "WRONG") << '\n';
}

}  // namespace

int main(int argc, char** /*argv*/) try {
  // A quarter of a million coefficients over Z/pZ when the program is called with an argument.
  const std::size_t length = argc > 1 ? std::size_t{1} << 18 : 200;
  const PolyZ f = make_family(Family::random, std::min<std::size_t>(length, 4096) - 1, {.bits = 64, .seed = 1});
  const PolyZ g = make_family(Family::random, std::min<std::size_t>(length, 4096) - 1, {.bits = 64, .seed = 2});
  run("Z", f, g);

  const PrimeField field(1108307720798209);  // below 2^50, with roots of unity of large orders
  run("Z/pZ", reduce(make_family(Family::random, length - 1, {.bits = 64, .seed = 3}), field),
      reduce(make_family(Family::random, length - 1, {.bits = 64, .seed = 4}), field));

  const DeviceStatistics done = device_statistics();
  std::cout << done.jobs << " jobs on a device, " << done.bytes_up << " bytes up, " << done.bytes_down << " down\n";
  if (devices().empty()) std::cout << "no device: " << device_absence_reason() << '\n';
  return 0;
} catch (const polyfork::DeviceError& e) {  // a device is demanded, by POLYFORK_GPU=on, and there is none
  std::cerr << e.what() << '\n';
  return 1;
}
