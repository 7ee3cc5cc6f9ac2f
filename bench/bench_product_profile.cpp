// Work, span and parallelism of products in Z[x], as Cilkview measures them: the table of the thesis on the
// two-convolution method (table 3.2), for N coefficients of N bits.
//
//   bench_product_profile [N ...]        default: 2048 4096 8192 16384 32768
//
// The profile back end expands the fork-join tree of one product serially and counts what the algorithms charge:
// butterflies, limb products, row operations. Beside it stand the work of Kronecker's substitution with our transforms
// and with one product by GMP (its limb operations by the cost model: that one is serial), and the processor time of
// one run on one thread.
#include <cstdio>
#include <ctime>

#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <polyfork/core/context.hpp>
#include <polyfork/core/profile.hpp>
#include <polyfork/poly/families/families.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace {

using namespace polyfork;

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double milliseconds(MulAlgorithm algorithm, const IntegerVector& a, const IntegerVector& b) {
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  (void)mul_with(algorithm, a, b, ctx);  // tables
  const double start = processor_seconds();
  (void)mul_with(algorithm, a, b, ctx);
  return 1e3 * (processor_seconds() - start);
}

/// The work of Kronecker's substitution with GMP's product: limb products, and packing.
double gmp_work(std::size_t n) {
  const MulShape shape{n, n, n, n, false};
  const std::size_t limbs = detail::kronecker_limbs(n, detail::kronecker_slot_bits(shape));
  return detail::gmp_mul_units(limbs, limbs) + 4 * static_cast<double>(limbs);
}

/// One row for each algorithm, each with its work in units of Kronecker's.
void table(std::size_t n) {
  const auto operand = [&](std::uint64_t seed) {
    return make_family(Family::random, n - 1, {.bits = n, .seed = seed}).coefficients();
  };
  const IntegerVector a = operand(1);
  const IntegerVector b = operand(2);
  double kronecker_work = 0;
  for (const MulAlgorithm algorithm : {MulAlgorithm::kronecker, MulAlgorithm::bivariate, MulAlgorithm::multimodular}) {
    Profile profile;
    (void)mul_with(algorithm, a, b, ExecutionContext().with_profile(profile));
    const ProfileSummary s = profile.summary();
    if (algorithm == MulAlgorithm::kronecker) kronecker_work = s.work;
    const SpeedupBounds bounds = s.speedup(16);
    fmt::print("| {} | `{}` | {:.4g} | {:.4g} | {:.1f} | {:.1f} - {:.1f} | {:.2f} | {:.2f} | {:.1f} |\n", n,
               mul_algorithm_name(algorithm), s.work, s.span, s.parallelism(), bounds.lower, bounds.upper,
               s.work / kronecker_work, s.work / gmp_work(n), milliseconds(algorithm, a, b));
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < argc; ++i) sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  if (sizes.empty()) sizes = {2048, 4096, 8192, 16384, 32768};
  fmt::print(
      "| N | algorithm | work | span | parallelism | speed-up on 16 | work/Kronecker | work/Kronecker by GMP | ms |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
  for (const std::size_t n : sizes) table(n);
  return 0;
}
