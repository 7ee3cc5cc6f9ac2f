// The multiplication dispatcher of Z/pZ[x]: the pattern of poly/mul/mul.cpp on words.
#include <algorithm>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "core/short_reservation.hpp"
#include "fft/word_convolution.hpp"
#include "gpu/device/registry.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/products/mul_zp_columns.hpp"
#include "poly/residues/products/mul_zp_method.hpp"
#include "ring/unwritten_residues.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

constexpr const ZpMulMethod* methods[] = {&mul_zp_classical, &mul_zp_karatsuba, &mul_zp_kronecker,
                                          &mul_zp_transform, &mul_zp_pieces,    &mul_zp_device};

/// Precondition: the algorithm is one of them.
const ZpMulMethod& method_of(MulAlgorithm algorithm) noexcept {
  return **std::ranges::find(methods, algorithm, &ZpMulMethod::algorithm);
}

/// word_classical_length for this modulus. In vectors of eight words 7/3 as many against a transform modulo p, and 4/3
/// more for each further prime that is needed where p has no transforms; in vectors of four doubles, whose columns are
/// the cheaper the shorter p is (word_columns_doubles.inc.hpp), as measured on Zen 3. Beside them moduli without
/// vectors of columns have twice as many against transforms, and no Karatsuba between.
std::int64_t classical_length(const MulShape& s, const MulTuning& tuning) {
  constexpr std::int64_t most = std::int64_t{1} << 40;  // whatever a file says
  const std::int64_t scalar = std::min(tuning.word_classical_length, most);
  const bool of_doubles = active_isa() == Isa::avx2 || active_isa() == Isa::avx512;
  if (!columns_in_vectors(s)) return of_doubles && s.bits_a > 50 ? 2 * scalar : scalar;
  const bool has_transforms = s.modulus % 1024 == 1;
  const std::int64_t primes = has_transforms ? 1 : product_bits(s) < 100 ? 2 : 3;
  if (of_doubles) {
    if (s.bits_a <= 23) return 5 * scalar;
    if (s.bits_a <= 31) return has_transforms ? 7 * scalar / 2 : 6 * scalar;
    if (!has_transforms) return 2 * primes * scalar;
  }
  return scalar * (3 + 4 * primes) / 3;
}

MulPreference preferred_zp(const MulShape& s, const MulTuning& tuning) {
  const auto shorter = static_cast<std::int64_t>(std::min(s.length_a, s.length_b));
  if (shorter <= classical_length(s, tuning))
    return {MulAlgorithm::classical, "the shorter operand is at most poly.mul.word_classical_length long"};
  const auto bits = static_cast<std::int64_t>(s.bits_a);
  const std::int64_t share = active_isa() >= Isa::avx2 ? 2 : 1;  // transforms are that much faster
  if (shorter <= tuning.word_transform_length / share && bits >= tuning.word_karatsuba_min_bits)
    return {MulAlgorithm::karatsuba,
            "a long modulus and medium length: poly.mul.word_transform_length and _karatsuba_min_bits"};
  if (product_length(s) > longest_transform)
    return {MulAlgorithm::kronecker, "longer than the transforms: one product of packed integers"};
  return {MulAlgorithm::transform, "longer than poly.mul.word_transform_length: number-theoretic transforms"};
}

/// Enough work that the number of threads matters.
bool parallel(const MulShape& s, const MulBudget& budget) noexcept {
  return budget.threads > 1 && coefficient_products(s) >= least_parallel_products(budget);
}

MulShape shape_of(const PrimeField& field, const ResidueVector& a, const ResidueVector& b) noexcept {
  const auto bits = static_cast<std::size_t>(64 - __builtin_clzll(field.modulus() - 1));
  return {a.size(), b.size(), bits, bits, &a == &b, field.modulus()};
}

constexpr std::size_t most_short = 48;
static_assert(MulTuning().word_classical_length >= most_short);

/// Operands that are multiplied by the schoolbook, whatever the modulus, and in no time.
bool is_short(const ResidueVector& a, const ResidueVector& b) noexcept {
  return std::max(a.size(), b.size()) <= most_short;
}

/// What is free now: the plan cache does not give way to words.
PlanBudget budget_of(const ExecutionContext& ctx) { return PlanBudget(ctx).with_memory(ctx.memory().available()); }

/// With a device in view where the operands are long enough for one.
MulPlan plan_for(const MulShape& s, const ExecutionContext& ctx) {
  const PlanBudget budget = budget_of(ctx);
  if (!long_enough_for_devices_zp(s)) return plan_mul_zp(s, budget);
  const DeviceView device = device_view(ctx);
  MulPlan plan = plan_mul_zp(s, budget.with_device(device));
  const auto asked = DeviceRegistry::instance().view_after_asking(
      plan.algorithm == MulAlgorithm::device, device.processor.word_products * plan.predicted_seconds, ctx);
  return asked ? plan_mul_zp(s, budget.with_device(*asked)) : std::move(plan);
}

/// Into out, whose memory is reused; not one of the operands.
void execute(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
             ResidueVector& out, const ExecutionContext& ctx) {
  const MemoryReservation reservation = reserve_unless_short(ctx, plan.charged().value());
  ctx.poll();
  if (plan.missed_seconds > 0) DeviceRegistry::instance().note_missed(plan.missed_seconds, ctx);
  mul_zp_by_plan(plan, p, a, b, out, ctx);
}

}  // namespace

namespace detail {

void mul_zp_by_plan(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
                    ResidueVector& out, const ExecutionContext& ctx) {
  method_of(plan.algorithm).run(plan, p, a, b, out, ctx);
}

std::vector<MulPlan> plan_mul_zp_candidates(const MulShape& shape, const MulBudget& budget) {
  check_shape(shape);
  std::vector<MulPlan> plans;
  for (const ZpMulMethod* method : methods) {
    if (method->algorithm == MulAlgorithm::device && !budget.device.usable) continue;
    plans.push_back(method->plan(shape, budget));
    if (method->algorithm == MulAlgorithm::device && !long_enough_for_devices_zp(shape))
      refuse_as_too_short(plans.back());
  }
  return ranked_plans(std::move(plans), preferred_zp(shape, budget.thresholds), parallel(shape, budget), budget);
}

MulPlan chosen_plan_zp(const MulShape& shape, const MulBudget& budget) {
  check_shape(shape);
  const bool by_device = budget.device.usable && long_enough_for_devices_zp(shape);
  if (!by_device) {
    const MulPreference preference = preferred_zp(shape, budget.thresholds);
    MulPlan plan = method_of(preference.algorithm).plan(shape, budget);
    plan.reason = preference.reason;
    if (is_chosen_alone(plan, parallel(shape, budget), budget.memory)) return plan;
  }
  return std::move(plan_mul_zp_candidates(shape, budget).front());
}

MulPlan plan_mul_zp(const MulShape& shape, const MulBudget& budget) {
  MulPlan plan = chosen_plan_zp(shape, budget);
  plan.require_fit(budget.memory);
  return plan;
}

}  // namespace detail

PlanDescription explain_mul_zp(const MulShape& shape, const PlanBudget& budget) {
  return plan_mul_zp(shape, budget).describe();
}

std::vector<PlanDescription> explain_mul_zp_candidates(const MulShape& shape, const PlanBudget& budget) {
  std::vector<PlanDescription> all;
  for (const MulPlan& plan : plan_mul_zp_candidates(shape, budget)) all.push_back(plan.describe());
  return all;
}

void mul_into(ResidueVector& out, const PrimeField& field, const ResidueVector& a, const ResidueVector& b,
              const ExecutionContext& ctx) {
  if (a.empty() || b.empty()) {
    out.clear();
    return;
  }
  const bool in_place = &out == &a || &out == &b;
  if (is_short(a, b) && ctx.tuning().empty()) {  // as their plan would say, which would take longer
    const MemoryReservation reservation = reserve_unless_short(ctx, (a.size() + b.size()) * sizeof(std::uint64_t));
    ctx.poll();
    ctx.charge(a.size() * b.size());
    std::span<const std::uint64_t> x = a;
    std::span<const std::uint64_t> y = b;
    std::uint64_t copy[most_short];
    if (in_place) {
      std::copy(out.begin(), out.end(), copy);
      if (&out == &a) x = {copy, a.size()};
      if (&out == &b) y = {copy, b.size()};
    }
    resize_unwritten(out, x.size() + y.size() - 1);
    return mul_zp_columns(field.word_modulus(), x.data(), x.size(), y.data(), y.size(), out.data(), 0, out.size());
  }
  if (in_place) {
    out = mul(field, a, b, ctx);
    return;
  }
  const MulShape shape = shape_of(field, a, b);
  execute(plan_for(shape, ctx), field.word_modulus(), a, b, out, ctx);
}

ResidueVector mul(const PrimeField& field, const ResidueVector& a, const ResidueVector& b,
                  const ExecutionContext& ctx) {
  ResidueVector out;
  mul_into(out, field, a, b, ctx);
  return out;
}

ResidueVector mul_with(MulAlgorithm algorithm, const PrimeField& field, const ResidueVector& a, const ResidueVector& b,
                       const ExecutionContext& ctx) {
  ResidueVector out;
  if (a.empty() || b.empty()) return out;
  check_polynomial_algorithm(algorithm, true);
  if (algorithm == MulAlgorithm::device && ctx.device_policy() != DevicePolicy::on)
    return mul_with(algorithm, field, a, b, ctx.with_device_policy(DevicePolicy::on));
  PlanBudget budget = budget_of(ctx);
  if (algorithm == MulAlgorithm::device) budget.device = required_device_view(ctx);
  const MulPlan plan = method_of(algorithm).plan(shape_of(field, a, b), budget);
  if (algorithm == MulAlgorithm::device && plan.workspace.is_never())
    throw DomainError("the product is not for devices: " + std::string(plan.reason));
  plan.require_fit(budget.memory);
  execute(plan, field.word_modulus(), a, b, out, ctx);
  return out;
}

}  // namespace v1
}  // namespace polyfork
