// bench_gpu: ceilings of the device, transforms and conversions on it, products and shifts from host to host beside
// the processor's.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <polyfork/core/context.hpp>
#include <polyfork/gpu/device.hpp>

#include "gpu/bench_gpu.hpp"

int main(int argc, char** argv) {
  CLI::App app("What the device does, and what the processor takes for the same");
  polyfork_bench::Options options;
  options.threads = polyfork::available_threads();
  bool ceilings = false;
  bool transforms = false;
  bool conversions = false;
  bool products = false;
  bool handles = false;
  bool shifts = false;
  bool router = false;
  bool formulas = false;
  bool batches = false;
  bool isolation = false;
  app.add_flag("--ceilings", ceilings, "Rates of the device and of the way to it");
  app.add_flag("--transforms", transforms, "Transforms of data that lies on the device");
  app.add_flag("--conversions", conversions, "Conversions of integers that lie on the device");
  app.add_flag("--products", products, "Products from host to host");
  app.add_flag("--handles", handles, "Products of polynomials that stay on the device");
  app.add_flag("--shifts", shifts, "Taylor shifts from host to host");
  app.add_flag("--isolation", isolation, "Real root isolation with and without the device");
  app.add_flag("--batches", batches, "Many short products at once, on the device and from host to host");
  app.add_flag("--router", router, "Which side the router chooses, and which is faster");
  app.add_flag("--formulas", formulas, "Classical transforms and plain products, kernel by kernel");
  app.add_option("--sizes", options.sizes, "Write the time of products against their size to this file, as JSON");
  app.add_option("--tuning", options.tuning, "With --router: a table of polyfork tune beside the built-in figures")
      ->check(CLI::ExistingFile);
  app.add_flag("--single", options.single, "Measure one thread, too");
  app.add_option("--threads", options.threads, "Threads of the processor's path");
  app.add_option("--most-bits", options.most_bits, "Leave out operands of more bits");
  CLI11_PARSE(app, argc, argv);
  const auto devices = polyfork::devices();
  if (devices.empty()) {
    fmt::print("no device: {}\n", polyfork::device_absence_reason());
    return 0;
  }
  for (const auto& device : devices)
    fmt::print("{}, {} multiprocessors, {:.0f} GB; {} threads\n", device.name, device.multiprocessors,
               1e-9 * static_cast<double>(device.memory_bytes), options.threads);
  if (ceilings) polyfork_bench::bench_ceilings();
  if (transforms) polyfork_bench::bench_transforms();
  if (conversions) polyfork_bench::bench_conversions();
  if (formulas) polyfork_bench::bench_formulas();
  if (products) polyfork_bench::bench_products(options);
  if (handles) polyfork_bench::bench_handles(options);
  if (batches) polyfork_bench::bench_batches(options);
  if (isolation) polyfork_bench::bench_isolation(options);
  if (shifts) polyfork_bench::bench_shifts(options);
  if (router) polyfork_bench::bench_router(options);
  if (!options.sizes.empty() && !polyfork_bench::bench_sizes(options)) return 1;
  return 0;
}
