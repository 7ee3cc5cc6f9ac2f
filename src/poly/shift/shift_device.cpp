// f(x + c) on a device: the plan, and the run that falls back to its child, the processor's plan.
//
// The convolution modulo many primes with everything between the operand's limbs and the result's on the device, the
// bounds of the result's segments made by the processor meanwhile. One shift in some dozens is checked: f(x + c) and
// the result at a random x.
#include <algorithm>
#include <vector>

#include "core/fewer_threads.hpp"
#include "gpu/device/registry.hpp"
#include "gpu/products/integer_product.hpp"
#include "gpu/products/integer_shift.hpp"
#include "poly/images/point_check.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "poly/shift/shift_bound.hpp"
#include "poly/shift/shift_plan.hpp"
#include "poly/shift/shift_segments.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

void plan_device(ShiftPlan& plan, const ShiftBudget& budget) {
  const ShiftShape& s = plan.shape;
  plan.parameters = DeviceShiftParameters();
  plan.workspace = Bytes::never;
  plan.reason = too_large_for_devices;
  if (s.result_bits > most_multimodular_bits) return;
  const DeviceShiftShape shape{s.length, limbs_for_bits(s.bits), s.result_bits, plan.result_length()};
  const std::size_t primes = shared_prime_count(transform_primes_for(s.result_bits + 1));
  const DeviceShiftPlan shift = plan_device_shift(shape, primes, budget.device, plan.threads);
  plan.reason = shift.refusal;
  if (shift.device_bytes.is_never()) return;
  ShiftBudget on_processor = budget;
  on_processor.device = DeviceView();
  ShiftPlan child = std::move(plan_shift_candidates(s, on_processor).front());
  DeviceSeconds seconds = shift.seconds;
  seconds.processor = processor_seconds(budget.device.processor.shifts, child.predicted_seconds, budget.threads,
                                        DeviceTuning::integer_loops);
  plan.parameters = DeviceShiftParameters{shift.primes, shift.words, seconds};
  plan.predicted_seconds = seconds.all();
  plan.workspace = child.workspace + Staging::bytes;
  const std::size_t rows = plan.result_length();
  plan.result = std::max(child.result, Bytes(vector_bytes(rows, saturating_mul(rows, s.result_bits / 64 + 2))));
  plan.tables = child.tables;
  plan.children.push_back(std::move(child));
}

IntegerVector run_device(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  const ShiftPlan& on_processor = plan.children.front();
  const auto& parameters = plan.as<DeviceShiftParameters>();
  const auto primes = first_transform_primes(parameters.primes, ctx);
  const std::size_t wanted = plan.result_length();
  std::vector<DeviceSegment> segments;
  const auto bounds = [&]() -> std::span<const DeviceSegment> {
    if (segments.empty())
      for (const ShiftSegment& s : shift_segments(bit_lengths(f), c, wanted, parameters.primes, ctx))
        segments.push_back({s.begin, s.primes});
    return segments;
  };
  IntegerVector result;
  const auto shift = [&](DeviceJob& job) {
    result = shift_on_device(job, f, {c, 0, wanted}, primes, bounds);
    if (wanted == f.size())
      check_sampled([&](const PointCheck& at) { return at.value(f, at.shifted(c), ctx) == at.value(result, ctx); });
  };
  if (run_on_device("Taylor shifts", ctx, parameters.seconds.work(), parameters.seconds.processor, shift))
    return result;
  result = IntegerVector();
  return on_threads(on_processor.threads, ctx, [&](const ExecutionContext& planned) {
    return shift_method(on_processor.algorithm).run(on_processor, f, c, planned);
  });
}

}  // namespace

constinit const ShiftMethod shift_device = {ShiftAlgorithm::device, plan_device, run_device};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
