// The multiplication dispatcher of Z/pZ[x]: the same pattern as mul.cpp on words.
#include <algorithm>

#include <polyfork/core/cpu.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/mul/multiplication.hpp>

#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_cost.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/residues/mul_zp_transform.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

std::size_t result_bytes(const MulShape& s) noexcept {
  return saturating_mul(product_length(s), sizeof(std::uint64_t));
}
double products(const MulShape& s) noexcept {
  return static_cast<double>(s.length_a) * static_cast<double>(s.length_b);
}
double minimum(const MulTuning& tuning) noexcept {
  return static_cast<double>(std::max<std::int64_t>(1, tuning.parallel_min_limb_products));
}

MulPlan start(MulAlgorithm algorithm, const MulShape& s, int threads) {
  MulPlan plan = start_plan(algorithm, s, threads);
  plan.result_bytes = result_bytes(s);
  return plan;
}

MulPlan classical_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start(MulAlgorithm::classical, s, threads);
  if (threads > 1 && products(s) >= 2 * minimum(tuning)) {
    const auto column = static_cast<double>(std::min(s.length_a, s.length_b));
    plan.grain = std::max<std::size_t>(1, static_cast<std::size_t>(minimum(tuning) / column));
  }
  plan.predicted_seconds = predict_zp(plan, threads);
  return plan;
}

MulPlan karatsuba_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start(MulAlgorithm::karatsuba, s, threads);
  plan.base_length = at_least(tuning.word_karatsuba_base, 1);
  if (threads > 1 && products(s) >= 2 * minimum(tuning)) {
    std::size_t grain = std::max<std::size_t>(2, plan.base_length + 1);
    while (static_cast<double>(grain) * static_cast<double>(grain) < 2 * minimum(tuning)) grain *= 2;
    plan.grain = grain;
  }
  const std::size_t longer = std::max(s.length_a, s.length_b);
  plan.workspace_bytes = saturating_mul(
      saturating_add(karatsuba_scratch(longer, plan.base_length, plan.grain, 4), saturating_mul(2, product_length(s))),
      sizeof(std::uint64_t));
  MulPlan leaf = karatsuba_leaf(plan, s.bits_a, s.bits_b);
  leaf.result_bytes = result_bytes(leaf.shape);
  leaf.predicted_seconds = predict_zp(leaf, 1);
  plan.children.push_back(std::move(leaf));
  plan.predicted_seconds = predict_zp(plan, threads);
  return plan;
}

MulPlan kronecker_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start(MulAlgorithm::kronecker, s, threads);
  plan.slot_bits = product_bits(s);
  const std::size_t packed =
      saturating_add(kronecker_limbs(s.length_a, plan.slot_bits), kronecker_limbs(s.length_b, plan.slot_bits));
  if (threads > 1 && static_cast<double>(packed) >= minimum(tuning) / 4) {
    const auto slots = static_cast<std::size_t>(minimum(tuning) / 4);
    plan.grain = std::max<std::size_t>(64, slots / 64 * 64);
  }
  plan.transform_limbs = at_least(tuning.integer_transform_limbs, 1);
  plan.leaf_log = tuning.transform_leaf_log;
  set_kronecker_sizes(plan);
  plan.predicted_seconds = predict_zp(plan, threads);
  return plan;
}

MulPlan transform_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start(MulAlgorithm::transform, s, threads);
  if (product_length(s) > longest_transform) {
    plan.workspace_bytes = SIZE_MAX;
    return plan;
  }
  plan.leaf_log = tuning.transform_leaf_log;
  const WordConvolutionPlan convolution = transform_convolution(s, threads, {plan.leaf_log});
  plan.primes = convolution.primes;
  plan.direct = convolution.direct;
  plan.transform_words = convolution.shape.words();
  plan.workspace_bytes = transform_workspace_bytes(convolution, s, threads);
  plan.predicted_seconds = predict_zp(plan, threads);
  return plan;
}

/// word_classical_length for this modulus: in vectors 7/3 as many against a transform modulo p, and 4/3 more for each
/// further prime that is needed where p has no transforms.
std::int64_t classical_length(const MulShape& s, const MulTuning& tuning) {
  constexpr std::int64_t most = std::int64_t{1} << 40;  // whatever a file says
  const std::int64_t scalar = std::min(tuning.word_classical_length, most);
  if (!columns_in_vectors(s)) return scalar;
  const bool has_transforms = s.modulus % 1024 == 1;
  const std::int64_t primes = has_transforms ? 1 : product_bits(s) < 100 ? 2 : 3;
  return scalar * (3 + 4 * primes) / 3;
}

MulAlgorithm preferred(const MulShape& s, const MulTuning& tuning, const char*& reason) {
  const auto shorter = static_cast<std::int64_t>(std::min(s.length_a, s.length_b));
  if (shorter <= classical_length(s, tuning)) {
    reason = "the shorter operand is at most poly.mul.word_classical_length long";
    return MulAlgorithm::classical;
  }
  const auto bits = static_cast<std::int64_t>(s.bits_a);
  const std::int64_t share = active_isa() == Isa::ifma ? 2 : 1;  // transforms are that much faster
  if (shorter <= tuning.word_transform_length / share && bits >= tuning.word_karatsuba_min_bits) {
    reason = "a long modulus and medium length: poly.mul.word_transform_length and _karatsuba_min_bits";
    return MulAlgorithm::karatsuba;
  }
  if (product_length(s) > longest_transform) {
    reason = "longer than the transforms: one product of packed integers";
    return MulAlgorithm::kronecker;
  }
  reason = "longer than poly.mul.word_transform_length: number-theoretic transforms";
  return MulAlgorithm::transform;
}

MulPlan make_plan(MulAlgorithm algorithm, const MulShape& s, int threads, const MulTuning& tuning) {
  switch (algorithm) {
    case MulAlgorithm::classical:
      return classical_plan(s, threads, tuning);
    case MulAlgorithm::karatsuba:
      return karatsuba_plan(s, threads, tuning);
    case MulAlgorithm::transform:
      return transform_plan(s, threads, tuning);
    default:  // kronecker; there are no other algorithms for residues
      break;
  }
  return kronecker_plan(s, threads, tuning);
}

/// Enough work that the number of threads matters.
bool parallel(const MulShape& s, int threads, const MulTuning& tuning) noexcept {
  return threads > 1 && products(s) >= minimum(tuning);
}

MulShape shape_of(const PrimeField& field, const ResidueVector& a, const ResidueVector& b) noexcept {
  const auto bits = static_cast<std::size_t>(64 - __builtin_clzll(field.modulus() - 1));
  return {a.size(), b.size(), bits, bits, &a == &b, field.modulus()};
}

/// Into out, whose memory is reused where the algorithm can; not one of the operands.
void execute(const MulPlan& plan, const WordModulus& p, const ResidueVector& a, const ResidueVector& b,
             ResidueVector& out, const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), plan_bytes(plan));
  ctx.poll();
  switch (plan.algorithm) {
    case MulAlgorithm::classical:
      out = mul_zp_classical(plan, p, a, b, ctx);
      return;
    case MulAlgorithm::karatsuba:
      out = mul_zp_karatsuba(plan, p, a, b, ctx);
      return;
    case MulAlgorithm::transform:
      out.resize(product_length(plan.shape));
      mul_zp_transform(plan, p, a, b, out, ctx);
      return;
    default:  // kronecker; there are no other algorithms for residues
      out = mul_zp_kronecker(plan, p, a, b, ctx);
      return;
  }
}

}  // namespace

std::vector<MulPlan> plan_mul_zp_candidates(const MulShape& shape, int threads, std::size_t memory_available,
                                            const MulTuning& tuning) {
  check_shape(shape);
  const char* reason = "";
  const MulAlgorithm wanted = preferred(shape, tuning, reason);
  return ranked_plans({classical_plan(shape, threads, tuning), karatsuba_plan(shape, threads, tuning),
                       kronecker_plan(shape, threads, tuning), transform_plan(shape, threads, tuning)},
                      wanted, reason, parallel(shape, threads, tuning), memory_available);
}

MulPlan plan_mul_zp(const MulShape& shape, int threads, std::size_t memory_available, const MulTuning& tuning) {
  if (shape.length_a != 0 && shape.length_b != 0 && !parallel(shape, threads, tuning)) {
    const char* reason = "";  // the short cut of short products; the same choice as below
    MulPlan plan = make_plan(preferred(shape, tuning, reason), shape, threads, tuning);
    plan.reason = reason;
    if (fits(plan, memory_available)) return plan;
  }
  std::vector<MulPlan> plans = plan_mul_zp_candidates(shape, threads, memory_available, tuning);
  require_fit(plans.front(), memory_available);
  return std::move(plans.front());
}

void mul_into(ResidueVector& out, const PrimeField& field, const ResidueVector& a, const ResidueVector& b,
              const ExecutionContext& ctx) {
  if (a.empty() || b.empty()) {
    out.clear();
    return;
  }
  if (&out == &a || &out == &b) {
    out = mul(field, a, b, ctx);
    return;
  }
  const MulPlan plan = plan_mul_zp(shape_of(field, a, b), planning_threads(ctx), ctx.memory().available(),
                                   ctx.tuning().section<MulTuning>());
  execute(plan, field.word_modulus(), a, b, out, ctx);
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
  const MulPlan plan =
      make_plan(algorithm, shape_of(field, a, b), planning_threads(ctx), ctx.tuning().section<MulTuning>());
  execute(plan, field.word_modulus(), a, b, out, ctx);
  return out;
}

}  // namespace v1
}  // namespace polyfork
