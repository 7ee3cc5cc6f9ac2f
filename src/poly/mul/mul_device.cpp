// Products in Z[x] on a device: the plan, and the run that falls back to its child, the processor's plan.
//
// Residues modulo the primes of the multimodular product, transforms and sums of cofactors on the device; limbs go up
// and come down. One product in some dozens is checked.
#include <algorithm>
#include <vector>

#include "core/fewer_threads.hpp"
#include "gpu/device/registry.hpp"
#include "gpu/integers/f31_primes.hpp"
#include "gpu/products/integer_product.hpp"
#include "gpu/transforms/transform_plan.hpp"
#include "poly/images/point_check.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t least_limbs = std::size_t{1} << 12;  // of an operand: shorter ones are not worth a question

DeviceProductPlan refused(const char* reason) noexcept {
  DeviceProductPlan plan;
  plan.device_bytes = Bytes::never;
  plan.refusal = reason;
  return plan;
}

DeviceProductShape device_shape(const MulShape& s) noexcept {
  return {s.length_a, s.length_b, limbs_for_bits(s.bits_a), limbs_for_bits(s.bits_b), s.square, product_bits(s) + 1};
}

}  // namespace

FieldPrimes device_primes(ResidueField field, std::size_t length, std::size_t count, const ExecutionContext& ctx) {
  if (field == ResidueField::f50) return {field, first_transform_primes(count, ctx)};
  const auto primes = f31_primes(TransformPlan::for_words(length).log_length()).first(count);
  return {field, {primes.begin(), primes.end()}};
}

bool long_enough_for_devices(const MulShape& s) noexcept {
  return saturating_mul(s.length_a, limbs_for_bits(s.bits_a)) >= least_limbs ||
         saturating_mul(s.length_b, limbs_for_bits(s.bits_b)) >= least_limbs;
}

MulPlan plan_device(const MulShape& s, const MulBudget& budget) {
  MulPlan plan(MulAlgorithm::device, s, budget.threads, DeviceParameters());
  const DeviceProductPlan product =
      multimodular_reaches(s)
          ? plan_device_product(device_shape(s), multimodular_primes(s), budget.device, budget.threads)
          : refused(too_large_for_devices);
  if (product.device_bytes.is_never()) {
    plan.workspace = Bytes::never;
    plan.reason = product.refusal;
    return plan;
  }
  MulPlan child = chosen_plan(s, PlanBudget(budget).on_processor());
  DeviceSeconds seconds = product.seconds;
  seconds.processor = processor_seconds(budget.device.processor.products, child.predicted_seconds, budget.threads,
                                        DeviceTuning::integer_loops);
  plan.parameters = DeviceParameters{product.primes, product.together, product.words, product.field, false, seconds};
  plan.predicted_seconds = seconds.all();
  plan.workspace = child.workspace + Staging::bytes;
  plan.result = std::max(child.result, integers_bytes(product_length(s), 64 * product.stride));
  plan.tables = child.tables;
  plan.children.push_back(std::move(child));
  return plan;
}

IntegerVector mul_device(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                         const ExecutionContext& ctx) {
  const MulPlan& on_processor = plan.children.front();
  const auto& parameters = plan.as<DeviceParameters>();
  const FieldPrimes primes = device_primes(parameters.field, product_length(plan.shape), parameters.primes, ctx);
  const std::size_t limbs = std::max<std::size_t>(1, limbs_for_bits(std::max(plan.shape.bits_a, plan.shape.bits_b)));
  IntegerVector result;
  const auto multiply = [&](DeviceJob& job) {
    with_field(parameters.field, [&]<class Field>(Field) {
      result = multiply_on_device<Field>(job, a, b, limbs, primes.primes, parameters.together);
    });
    check_sampled(
        [&](const PointCheck& at) { return at.mul(at.value(a, ctx), at.value(b, ctx)) == at.value(result, ctx); });
  };
  if (run_on_device("products over Z", ctx, parameters.seconds.work(), parameters.seconds.processor, multiply))
    return result;
  result = IntegerVector();
  return on_threads(on_processor.threads, ctx,
                    [&](const ExecutionContext& planned) { return mul_by_plan(on_processor, a, b, planned); });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
