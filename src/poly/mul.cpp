// The multiplication dispatcher of Z[x].
//
// plan_mul is a pure function of shape, threads, memory and tuning. It builds the plan of every algorithm, drops those
// whose workspace and result do not fit, prefers the one that the measured cut-offs name, and lets a prediction that
// is clearly better for the given threads overrule them (GMP's product of packed integers is serial). mul() reserves
// what the plan says and executes it.
#include <polyfork/poly/multiplication.hpp>

#include <algorithm>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>

#include "poly/mul_algorithms.hpp"
#include "poly/mul_bivariate.hpp"
#include "poly/mul_blocked.hpp"
#include "poly/mul_candidates.hpp"
#include "poly/mul_cost.hpp"
#include "poly/mul_dot.hpp"
#include "poly/mul_multimodular.hpp"
#include "poly/mul_sizes.hpp"
#include "poly/stripes.hpp"

namespace polyfork::inline v1 {

namespace {

using namespace detail;

std::size_t result_bytes(const MulShape& s) noexcept {
  const std::size_t rows = saturating_add(product_length(s), IntegerVector::stripe_rows - 1) /
                           IntegerVector::stripe_rows * IntegerVector::stripe_rows;
  return vector_bytes(product_length(s), saturating_mul(rows, limbs_for_bits(product_bits(s))));
}

/// Limb products of the schoolbook.
double limb_products(const MulShape& s) noexcept {
  return static_cast<double>(s.length_a) * static_cast<double>(s.length_b) *
         static_cast<double>(limbs_for_bits(s.bits_a)) * static_cast<double>(limbs_for_bits(s.bits_b));
}

/// Slots, workspace, result and sub-products for the plan's shape: what follows from its algorithm and grain.
void set_sizes(MulPlan& plan) {
  const MulShape& s = plan.shape;
  const auto threads = static_cast<std::size_t>(plan.threads);
  plan.result_bytes = result_bytes(s);
  switch (plan.algorithm) {
    case MulAlgorithm::classical: {
      const std::size_t limbs = limbs_for_bits(s.bits_a) + limbs_for_bits(s.bits_b);
      if (s.bits_a <= 64 && s.bits_b <= 64)
        plan.workspace_bytes = saturating_mul(saturating_add(s.length_a, s.length_b), 2 * sizeof(mp_limb_t));
      else
        plan.workspace_bytes = saturating_mul(threads * sizeof(mp_limb_t), 2 * limbs + 16);
      return;
    }
    case MulAlgorithm::karatsuba: {
      const KaratsubaWidths w = karatsuba_widths(s);
      const std::size_t longer = std::max(s.length_a, s.length_b);
      const std::size_t operands =
          saturating_add(saturating_add(saturating_mul(s.length_a, w.a), saturating_mul(s.length_b, w.b)),
                         saturating_mul(product_length(s), w.product));
      const std::size_t scratch = karatsuba_scratch(longer, plan.base_length, plan.grain, w.a + w.b + 2 * w.product);
      const std::size_t leaves = saturating_mul(threads * 2, saturating_mul(plan.base_length + 1, w.a + w.b + 2));
      plan.workspace_bytes =
          saturating_mul(saturating_add(saturating_add(operands, scratch), leaves), sizeof(mp_limb_t));
      return;
    }
    case MulAlgorithm::blocked: {
      if (plan.slot_bits == 0) plan.slot_bits = 64;
      const BlockedShape b(s, plan.slot_bits / 64);
      const NttShape shape = b.transform(s, plan.leaf_log);
      plan.primes = static_cast<unsigned>(b.primes());
      plan.transform_words = shape.words();
      const std::size_t residues = saturating_mul(plan.primes, b.row_words(s));
      const std::size_t images = saturating_mul(std::min<std::size_t>(threads, plan.primes), b.images(s));
      const std::size_t sums =
          saturating_mul(product_length(s), saturating_add(product_bits(s) / 64, 2 * b.block_limbs + 6));
      plan.workspace_bytes =
          saturating_mul(saturating_add(saturating_add(residues, saturating_mul(images, shape.data_words())), sums),
                         sizeof(std::uint64_t));
      return;
    }
    case MulAlgorithm::bivariate: {
      const BivariateShape b(s);
      const NttShape shape = NttShape::cyclic(b.words, {plan.leaf_log});
      plan.primes = static_cast<unsigned>(b.primes());
      plan.transform_words = shape.words();
      const std::size_t residues = saturating_mul(plan.primes, saturating_add(b.words, s.square ? 0 : b.words_b(s)));
      const std::size_t at_once = threads > 1 ? plan.primes : 1;
      const std::size_t scratch = saturating_mul(2 * at_once, shape.data_words());
      // Each task has a group of limbs and of digits of three limbs.
      const std::size_t groups =
          saturating_mul(threads, saturating_add(std::size_t{1} << 16, saturating_mul(8, b.step)));
      plan.workspace_bytes =
          saturating_mul(saturating_add(saturating_add(residues, scratch), groups), sizeof(std::uint64_t));
      return;
    }
    case MulAlgorithm::multimodular: {
      const NttShape shape = NttShape::cyclic(product_length(s), {plan.leaf_log});
      plan.primes = static_cast<unsigned>(multimodular_primes(s));
      plan.transform_words = shape.words();
      const std::size_t residues = saturating_mul(plan.primes, saturating_add(s.length_a, s.length_b));
      const std::size_t scratch = saturating_mul(2 * threads, shape.data_words());
      plan.workspace_bytes = saturating_mul(saturating_add(residues, scratch), sizeof(std::uint64_t));
      return;
    }
    case MulAlgorithm::kronecker:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      break;
  }
  plan.slot_bits = kronecker_slot_bits(s);
  set_kronecker_sizes(plan);
}

MulPlan classical_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::classical, s, threads);
  const double minimum = static_cast<double>(at_least(tuning.parallel_min_limb_products, 1));
  const double total = limb_products(s);
  if (threads > 1 && total >= 2 * minimum) {
    const double column = total / static_cast<double>(std::max(s.length_a, s.length_b));
    plan.grain = std::max<std::size_t>(1, static_cast<std::size_t>(minimum / std::max(column, 1.0)));
  }
  set_sizes(plan);
  plan.predicted_seconds = predict_classical(plan, threads);
  return plan;
}

/// The schoolbook products of rows at the end of the recursion.
MulPlan rows_leaf(const MulPlan& plan) {
  const KaratsubaWidths w = karatsuba_widths(plan.shape);
  MulPlan leaf = karatsuba_leaf(plan, 64 * w.a, 64 * w.b);
  leaf.workspace_bytes = saturating_mul(sizeof(mp_limb_t) * (w.a + w.b), plan.base_length + 1);
  leaf.result_bytes = saturating_mul(sizeof(mp_limb_t) * w.product, product_length(leaf.shape));
  leaf.predicted_seconds = predict_classical(leaf, 1);
  return leaf;
}

MulPlan karatsuba_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::karatsuba, s, threads);
  plan.base_length = at_least(tuning.karatsuba_base, 1);
  const double minimum = static_cast<double>(at_least(tuning.parallel_min_limb_products, 1));
  if (threads > 1 && limb_products(s) >= 2 * minimum) {
    // branches of this length have about the minimum of limb products
    std::size_t grain = std::max<std::size_t>(2, plan.base_length + 1);
    const double per_pair = limb_products(s) / static_cast<double>(s.length_a) / static_cast<double>(s.length_b);
    while (static_cast<double>(grain) * static_cast<double>(grain) * per_pair < 2 * minimum) grain *= 2;
    plan.grain = grain;
  }
  set_sizes(plan);
  plan.children.push_back(rows_leaf(plan));
  plan.predicted_seconds = predict_karatsuba(plan, threads);
  return plan;
}

MulPlan kronecker_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::kronecker, s, threads);
  set_sizes(plan);
  const std::size_t packed =
      saturating_add(kronecker_limbs(s.length_a, plan.slot_bits), kronecker_limbs(s.length_b, plan.slot_bits));
  const std::size_t minimum = at_least(tuning.parallel_min_limb_products, 1);
  if (threads > 1 && packed >= minimum / 4) {
    constexpr std::size_t rows = IntegerVector::stripe_rows;
    const std::size_t slots = minimum / 4 / std::max<std::size_t>(1, plan.slot_bits / 64);
    plan.grain = std::max(rows, slots / rows * rows);
  }
  plan.predicted_seconds = predict_kronecker(plan, threads);
  return plan;
}

/// Whether the transforms are long enough for the shape.
bool multimodular_fits(const MulShape& s) noexcept {
  return product_length(s) <= longest_transform && product_bits(s) <= most_multimodular_bits;
}

MulPlan multimodular_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::multimodular, s, threads);
  if (!multimodular_fits(s)) {
    plan.workspace_bytes = SIZE_MAX;
    return plan;
  }
  plan.leaf_log = tuning.transform_leaf_log;
  set_sizes(plan);
  plan.predicted_seconds = predict_multimodular(plan, threads);
  return plan;
}

/// The block length that is predicted to be the fastest.
MulPlan blocked_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan best = start_plan(MulAlgorithm::blocked, s, threads);
  best.workspace_bytes = SIZE_MAX;
  if (product_length(s) > longest_transform) return best;
  const std::size_t limbs = limbs_for_bits(std::max(s.bits_a, s.bits_b));
  for (std::size_t blocks = 2; blocks <= 64; blocks += blocks < 4 ? 1 : blocks / 2) {
    MulPlan plan = start_plan(MulAlgorithm::blocked, s, threads);
    plan.leaf_log = tuning.transform_leaf_log;
    plan.slot_bits = saturating_mul(64, std::max<std::size_t>(1, (limbs + blocks - 1) / blocks));
    if (2 * plan.slot_bits + 64 > most_multimodular_bits) continue;
    set_sizes(plan);
    plan.predicted_seconds = predict_blocked(plan, threads);
    if (best.workspace_bytes == SIZE_MAX || plan.predicted_seconds < best.predicted_seconds) best = std::move(plan);
  }
  return best;
}

bool bivariate_fits(const MulShape& s) noexcept {
  const BivariateShape b(s);
  return b.words <= longest_transform && b.bits <= 192;
}

/// Whether the plan's algorithm can be carried out for its shape.
bool possible(const MulPlan& plan) noexcept {
  switch (plan.algorithm) {
    case MulAlgorithm::multimodular:
      return multimodular_fits(plan.shape);
    case MulAlgorithm::blocked:
      return plan.slot_bits != 0 && product_length(plan.shape) <= longest_transform &&
             BlockedShape(plan.shape, plan.slot_bits / 64).bits < most_multimodular_bits;
    case MulAlgorithm::bivariate:
      return bivariate_fits(plan.shape);
    case MulAlgorithm::classical:
    case MulAlgorithm::karatsuba:
    case MulAlgorithm::kronecker:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      break;
  }
  return true;
}

MulPlan bivariate_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::bivariate, s, threads);
  if (!bivariate_fits(s)) {
    plan.workspace_bytes = SIZE_MAX;
    return plan;
  }
  plan.leaf_log = tuning.transform_leaf_log;
  set_sizes(plan);
  plan.predicted_seconds = predict_bivariate(plan, threads);
  return plan;
}

/// Whether transforms of limbs are worth considering.
bool bivariate_likely(const MulShape& s, const MulTuning& tuning) noexcept {
  const auto limbs = static_cast<double>(std::min(s.length_a, s.length_b)) *
                     static_cast<double>(limbs_for_bits(std::min(s.bits_a, s.bits_b)));
  return std::min(s.bits_a, s.bits_b) > 64 && limbs >= static_cast<double>(tuning.bivariate_limbs) && bivariate_fits(s);
}

MulAlgorithm preferred(const MulShape& s, int threads, const MulTuning& tuning, const char*& reason) {
  const auto shorter = static_cast<std::int64_t>(std::min(s.length_a, s.length_b));
  const auto bits = static_cast<std::int64_t>(std::min(s.bits_a, s.bits_b));
  const bool one_limb = std::max(s.bits_a, s.bits_b) <= 64;
  if (one_limb && shorter <= tuning.one_limb_length) {
    reason = "one-limb coefficients, at most poly.mul.one_limb_length of them";
    return MulAlgorithm::classical;
  }
  if (shorter <= (bits <= tuning.classical_max_bits ? tuning.classical_length : tuning.karatsuba_base)) {
    reason = "short: poly.mul.classical_length up to _max_bits, karatsuba_base above";
    return MulAlgorithm::classical;
  }
  if (shorter <= tuning.karatsuba_length && bits >= tuning.karatsuba_min_bits &&
      shorter <= tuning.karatsuba_max_total_bits / std::max<std::int64_t>(1, bits)) {
    reason = "few long coefficients: poly.mul.karatsuba_length, _min_bits and _max_total_bits";
    return MulAlgorithm::karatsuba;
  }
  MulAlgorithm best = MulAlgorithm::kronecker;
  double seconds = kronecker_plan(s, threads, tuning).predicted_seconds;
  reason = "long: one product of packed integers";
  const auto consider = [&](const MulPlan& plan, const char* why) {
    if (plan.predicted_seconds >= seconds) return;
    best = plan.algorithm;
    seconds = plan.predicted_seconds;
    reason = why;
  };
  if (shorter >= tuning.multimodular_length && multimodular_fits(s))
    consider(multimodular_plan(s, threads, tuning),
             "at least poly.mul.multimodular_length, and predicted to be faster than one integer product");
  if (shorter >= tuning.multimodular_length && bits >= tuning.blocked_min_bits) {
    const MulPlan blocked = blocked_plan(s, threads, tuning);
    if (blocked.workspace_bytes != SIZE_MAX)
      consider(blocked, "coefficients of at least poly.mul.blocked_min_bits, and predicted to be the fastest");
  }
  if (bivariate_likely(s, tuning))
    consider(bivariate_plan(s, threads, tuning),
             "at least poly.mul.bivariate_limbs, and predicted to be faster than many primes");
  return best;
}

MulPlan make_plan(MulAlgorithm algorithm, const MulShape& s, int threads, const MulTuning& tuning) {
  switch (algorithm) {
    case MulAlgorithm::classical:
      return classical_plan(s, threads, tuning);
    case MulAlgorithm::karatsuba:
      return karatsuba_plan(s, threads, tuning);
    case MulAlgorithm::multimodular:
      return multimodular_plan(s, threads, tuning);
    case MulAlgorithm::blocked:
      return blocked_plan(s, threads, tuning);
    case MulAlgorithm::bivariate:
      return bivariate_plan(s, threads, tuning);
    case MulAlgorithm::kronecker:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      break;
  }
  return kronecker_plan(s, threads, tuning);
}

/// Enough work that the number of threads matters.
bool parallel(const MulShape& s, int threads, const MulTuning& tuning) noexcept {
  return threads > 1 && limb_products(s) >= static_cast<double>(tuning.parallel_min_limb_products);
}

IntegerVector execute(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                      const ExecutionContext& ctx) {
  const MemoryReservation reservation(ctx.memory(), plan_bytes(plan));
  ctx.poll();
  switch (plan.algorithm) {
    case MulAlgorithm::classical:
      return mul_classical(plan, a, b, ctx);
    case MulAlgorithm::karatsuba:
      return mul_karatsuba(plan, a, b, ctx);
    case MulAlgorithm::multimodular:
      return mul_multimodular(plan, a, b, ctx);
    case MulAlgorithm::blocked:
      return mul_blocked(plan, a, b, ctx);
    case MulAlgorithm::bivariate:
      return mul_bivariate(plan, a, b, ctx);
    case MulAlgorithm::kronecker:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      return mul_kronecker(plan, a, b, ctx);
  }
  return {};
}

MulShape shape_of(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const std::size_t bits_a = a.max_bits(ctx);
  return {a.size(), b.size(), bits_a, &a == &b ? bits_a : b.max_bits(ctx), &a == &b};
}

/// Zero operands need no plan: their products are zeros.
bool trivial(const MulShape& s) noexcept {
  return s.length_a == 0 || s.length_b == 0 || s.bits_a == 0 || s.bits_b == 0;
}
IntegerVector zeros(const MulShape& s) {
  return s.length_a == 0 || s.length_b == 0 ? IntegerVector() : IntegerVector(product_length(s), std::size_t{0});
}

}  // namespace

std::string_view mul_algorithm_name(MulAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case MulAlgorithm::classical:
      return "classical";
    case MulAlgorithm::karatsuba:
      return "karatsuba";
    case MulAlgorithm::kronecker:
      return "kronecker";
    case MulAlgorithm::transform:
      return "transform";
    case MulAlgorithm::multimodular:
      return "multimodular";
    case MulAlgorithm::blocked:
      return "blocked";
    case MulAlgorithm::bivariate:
      return "bivariate";
    case MulAlgorithm::integer:
      return "integer";
  }
  return "unknown";
}

MulAlgorithm mul_algorithm_from_name(std::string_view name) {
  for (const auto algorithm :
       {MulAlgorithm::classical, MulAlgorithm::karatsuba, MulAlgorithm::kronecker, MulAlgorithm::transform,
        MulAlgorithm::multimodular, MulAlgorithm::blocked, MulAlgorithm::bivariate})
    if (name == mul_algorithm_name(algorithm)) return algorithm;
  throw DomainError("unknown multiplication algorithm: " + std::string(name));
}

std::vector<MulPlan> plan_mul_candidates(const MulShape& shape, int threads, std::size_t memory_available,
                                         const MulTuning& tuning) {
  check_shape(shape);
  const char* reason = "";
  const MulAlgorithm wanted = preferred(shape, threads, tuning, reason);
  return ranked_plans({classical_plan(shape, threads, tuning), karatsuba_plan(shape, threads, tuning),
                       kronecker_plan(shape, threads, tuning), multimodular_plan(shape, threads, tuning),
                       blocked_plan(shape, threads, tuning), bivariate_plan(shape, threads, tuning)},
                      wanted, reason, parallel(shape, threads, tuning), memory_available);
}

MulPlan plan_mul(const MulShape& shape, int threads, std::size_t memory_available, const MulTuning& tuning) {
  MulPlan plan = detail::chosen_plan(shape, threads, memory_available, tuning);
  require_fit(plan, memory_available);
  return plan;
}

namespace detail {

MulPlan chosen_plan(const MulShape& shape, int threads, std::size_t memory_available, const MulTuning& tuning) {
  check_shape(shape);
  if (!parallel(shape, threads, tuning)) {  // the short cut of short products; the same choice as below
    const char* reason = "";
    MulPlan plan = make_plan(preferred(shape, threads, tuning, reason), shape, threads, tuning);
    plan.reason = reason;
    if (fits(plan, memory_available)) return plan;
  }
  return std::move(plan_mul_candidates(shape, threads, memory_available, tuning).front());
}

IntegerVector mul_as_planned(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                             const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  MulPlan fitted = plan;
  fitted.shape = shape;
  fitted.children.clear();
  if (possible(fitted)) {
    set_sizes(fitted);
    if (fits(fitted, ctx.memory().available())) return execute(fitted, a, b, ctx);
  }
  // The operands are so much longer than those planned for that the algorithm cannot do it.
  return execute(plan_mul(shape, plan.threads, ctx.memory().available(), ctx.tuning().section<MulTuning>()), a, b, ctx);
}

IntegerVector mul_low(const IntegerVector& a, const IntegerVector& b, std::size_t n, const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  MulPlan plan = plan_mul(shape, planning_threads(ctx), ctx.memory().available(), ctx.tuning().section<MulTuning>());
  if (plan.algorithm == MulAlgorithm::multimodular && n < product_length(shape)) plan.kept = n;
  IntegerVector product = trivial(shape) ? zeros(shape) : execute(plan, a, b, ctx);
  if (product.size() > n) product.truncate(n, ctx);
  return product;
}

}  // namespace detail

IntegerVector mul(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  const MulPlan plan =
      plan_mul(shape, planning_threads(ctx), ctx.memory().available(), ctx.tuning().section<MulTuning>());
  return execute(plan, a, b, ctx);
}

IntegerVector mul_with(MulAlgorithm algorithm, const IntegerVector& a, const IntegerVector& b,
                       const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  check_polynomial_algorithm(algorithm, false);
  const auto tuning = ctx.tuning().section<MulTuning>();
  const MulPlan plan = make_plan(algorithm, shape, planning_threads(ctx), tuning);
  require_fit(plan, ctx.memory().available());
  return execute(plan, a, b, ctx);
}

}  // namespace polyfork::inline v1
