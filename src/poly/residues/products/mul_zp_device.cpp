// Products in Z/pZ[x] on a device: the plan, and the run that falls back to its child, the processor's plan.
#include <algorithm>

#include "gpu/device/registry.hpp"
#include "gpu/products/word_product.hpp"
#include "poly/images/point_check.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/products/mul_zp_method.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

MulPlan plan_on_device(const MulShape& s, const MulBudget& budget) {
  MulPlan plan(MulAlgorithm::device, s, budget.threads, DeviceParameters());
  // Without a modulus: one of that many bits that is no transform prime.
  const std::uint64_t modulus =
      s.modulus != 0 ? s.modulus : (std::uint64_t{1} << std::min<std::size_t>(s.bits_a, 63)) - 1;
  const DeviceProductPlan product =
      plan_device_product_zp(s.length_a, s.length_b, s.square, modulus, s.modulus != 0, budget.device, budget.threads);
  if (product.device_bytes.is_never()) {
    plan.workspace = Bytes::never;
    plan.reason = product.refusal;
    return plan;
  }
  MulPlan child = chosen_plan_zp(s, PlanBudget(budget).on_processor());
  DeviceSeconds seconds = product.seconds;
  seconds.processor = processor_seconds(budget.device.processor.word_products, child.predicted_seconds, budget.threads,
                                        DeviceTuning::word_loops);
  plan.parameters =
      DeviceParameters{product.primes, product.primes, product.words, product.field, product.direct, seconds};
  plan.predicted_seconds = seconds.all();
  plan.workspace = child.workspace + Staging::bytes;
  plan.result = child.result;
  plan.tables = child.tables;
  plan.children.push_back(std::move(child));
  return plan;
}

void run_through_device(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                        ResidueVector& out, const ExecutionContext& ctx) {
  const MulPlan& on_processor = plan.children.front();
  const auto& parameters = plan.as<DeviceParameters>();
  resize_unwritten(out, product_length(plan.shape));
  DeviceProductPlan product;
  product.primes = parameters.primes;
  product.words = parameters.words;
  product.field = parameters.field;
  product.direct = parameters.direct;
  const auto multiply = [&](DeviceJob& job) {
    multiply_on_device_zp(job, product, p.value(), a, b, out);
    if (is_sampled() && !agree_modulo(p, a, b, out, ctx))
      throw DeviceFailure(FailureKind::wrong_result, "a product of the device is wrong");
  };
  if (run_on_device("products over Z/pZ", ctx, parameters.seconds.work(), parameters.seconds.processor, multiply))
    return;
  mul_zp_by_plan(on_processor, p, a, b, out, ctx);
}

}  // namespace

constinit const ZpMulMethod mul_zp_device = {MulAlgorithm::device, plan_on_device, run_through_device};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
