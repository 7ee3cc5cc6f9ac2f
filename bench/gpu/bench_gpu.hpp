// What bench_gpu measures.
#pragma once

#include <cstddef>

namespace polyfork_bench {

struct Options {
  int threads = 1;
  bool single = false;                           ///< measure one thread, too
  std::size_t most_bits = std::size_t{1} << 40;  ///< of an operand: longer ones are left out
};

/// Rates of the device and of the way to it.
void bench_ceilings();
/// Transforms of data that lies on the device.
void bench_transforms();
/// Conversions of integers that lie on the device to residues and back.
void bench_conversions();
/// Products from host to host.
void bench_products(const Options& options);
/// Products of polynomials that stay on the device.
void bench_handles(const Options& options);
/// Taylor shifts from host to host.
void bench_shifts(const Options& options);

}  // namespace polyfork_bench
