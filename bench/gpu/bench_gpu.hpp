// What bench_gpu measures.
#pragma once

#include <cstddef>
#include <string>

namespace polyfork_bench {

struct Options {
  int threads = 1;
  std::string tuning;                            ///< a file, for predictions beside the built-in ones
  std::string sizes;                             ///< a file to write
  bool single = false;                           ///< measure one thread, too
  std::size_t most_bits = std::size_t{1} << 40;  ///< of an operand: longer ones are left out
};

/// Rates of the device and of the way to it.
void bench_ceilings();
/// Transforms of data that lies on the device.
void bench_transforms();
/// Conversions of integers that lie on the device to residues and back.
void bench_conversions();
/// Transforms by the Cooley-Tukey and the Stockham formula, plain products, word multiplications.
void bench_formulas();
/// Products from host to host.
void bench_products(const Options& options);
/// The router on a grid of shapes and threads: which side it chooses, which is faster, how much is lost.
void bench_router(const Options& options);
/// Time against size of products on the processor and on the device, written to options.sizes as JSON; whether all
/// were equal and the file could be written.
bool bench_sizes(const Options& options);
/// Products of polynomials that stay on the device.
void bench_handles(const Options& options);
/// Many short products at once.
void bench_batches(const Options& options);
/// Real root isolation without the device, as the router has it, and with the device wherever it can help.
void bench_isolation(const Options& options);
/// Taylor shifts from host to host.
void bench_shifts(const Options& options);

}  // namespace polyfork_bench
