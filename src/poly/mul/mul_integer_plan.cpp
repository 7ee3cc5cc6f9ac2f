// The plan of one product of natural numbers.
#include "poly/mul/mul_integer.hpp"

#include <gmp.h>
#include <algorithm>

#include <polyfork/core/cpu.hpp>

#include "fft/limb_convolution.hpp"
#include "poly/images/table_bytes.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/rows/gmp_scratch.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Limbs of a product by GMP: such calls can be neither cancelled nor forked.
constexpr std::size_t longest_gmp_product = std::size_t{1} << 17;

double gmp_seconds(std::size_t na, std::size_t nb, bool square) noexcept {
  return nanosecond * machine_costs().limb_product * gmp_mul_units(na, nb) * (square ? 0.7 : 1.0);
}

}  // namespace

double integer_transforms_seconds(unsigned primes, std::size_t words, std::size_t limbs, bool square,
                                  int threads) noexcept {
  const MachineCosts& c = machine_costs();
  constexpr double start = 2000;
  const double serial = primes * (square ? 2 : 3) * transform_seconds(static_cast<double>(words)) +
                        nanosecond * c.limb_join * static_cast<double>(limbs);
  return nanosecond * start +
         serial * share_of_threads(threads, std::min(c.most_streams, static_cast<double>(words) / 4096));
}

MulPlan plan_integer(std::size_t limbs_a, std::size_t limbs_b, const MulPlan& parent) {
  const auto& packing = parent.as<PackingParameters>();
  const std::size_t limbs = saturating_add(limbs_a, limbs_b);
  const bool square = parent.shape.square;
  MulPlan plan(MulAlgorithm::integer,
               {1, 1, saturating_mul(limbs_a, GMP_NUMB_BITS), saturating_mul(limbs_b, GMP_NUMB_BITS), square}, 1,
               TransformParameters());
  plan.result = bytes_of<mp_limb_t>(limbs);
  plan.workspace = bytes_of<mp_limb_t>(gmp_mul_scratch_limbs(limbs_a, limbs_b));
  plan.predicted_seconds = gmp_seconds(limbs_a, limbs_b, square);
  plan.reason = "GMP; serial";
  const bool too_long = limbs > longest_gmp_product;
  if (!too_long && std::min(limbs_a, limbs_b) < packing.transform_limbs) return plan;
  if (limbs > longest_limb_product) {
    plan.workspace = Bytes::never;
    return plan;
  }
  const LimbConvolutionPlan convolution =
      plan_limb_convolution(limbs_a, limbs_b, parent.threads, active_isa(), {packing.leaf_log});
  const double seconds =
      integer_transforms_seconds(convolution.primes, convolution.shape.words(), limbs, square, parent.threads);
  if (!too_long && seconds >= plan.predicted_seconds) return plan;
  plan.threads = parent.threads;
  plan.parameters = TransformParameters{convolution.primes, convolution.shape.words(), packing.leaf_log, false};
  plan.workspace = convolution.workspace_bytes();
  plan.tables = transform_table_bytes(convolution.shape, convolution.primes);
  plan.predicted_seconds = seconds;
  plan.reason = too_long ? "longer than a call to GMP may be" : "at least poly.mul.integer_transform_limbs";
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
