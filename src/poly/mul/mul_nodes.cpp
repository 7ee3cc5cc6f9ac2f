// The plan of each algorithm for products in Z[x]: its parameters, sizes and predicted time. Pure functions.
#include "poly/mul/mul_nodes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include <polyfork/core/cpu.hpp>

#include "fft/signed_words.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/images/table_bytes.hpp"
#include "poly/mul/mul_bivariate.hpp"
#include "poly/mul/mul_blocked.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_cost.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/mul/mul_toom_cook.hpp"
#include "poly/rows/stripes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Bytes of a vector of `length` integers of so many bits.
std::size_t integers_bytes(std::size_t length, std::size_t bits) noexcept {
  const std::size_t rows =
      saturating_add(length, IntegerVector::stripe_rows - 1) / IntegerVector::stripe_rows * IntegerVector::stripe_rows;
  return vector_bytes(length, saturating_mul(rows, limbs_for_bits(bits)));
}

std::size_t result_bytes(const MulShape& s) noexcept { return integers_bytes(product_length(s), product_bits(s)); }

}  // namespace

double limb_products(const MulShape& s) noexcept {
  return static_cast<double>(s.length_a) * static_cast<double>(s.length_b) *
         static_cast<double>(limbs_for_bits(s.bits_a)) * static_cast<double>(limbs_for_bits(s.bits_b));
}

namespace {

/// Values of both operands and their products at all points, the products that are formed at the same time, and the
/// columns that are interpolated. The child is there.
void set_toom_cook_sizes(MulPlan& plan) {
  const ToomCookShape toom(plan.shape, toom_cook_ways(plan.algorithm));
  const MulPlan& child = plan.children.front();
  const auto threads = static_cast<std::size_t>(plan.threads);
  const std::size_t operands = saturating_add(integers_bytes(toom.block, child.shape.bits_a),
                                              plan.shape.square ? 0 : integers_bytes(toom.block, child.shape.bits_b));
  const std::size_t values = saturating_mul(toom.points(), saturating_add(operands, child.result_bytes));
  const std::size_t products = saturating_mul(std::min(2 * threads, toom.points()), child.workspace_bytes);
  const std::size_t columns =
      saturating_mul(2 * threads * (2 * toom.points() + 3) * sizeof(mp_limb_t), toom.width(plan.shape));
  plan.workspace_bytes = saturating_add(saturating_add(values, products), columns);
  plan.table_bytes = child.table_bytes;
}

/// Of products modulo many primes.
std::size_t conversion_tables(std::size_t primes, const NttShape& shape) noexcept {
  return saturating_add(transform_table_bytes(shape, primes), basis_table_bytes(primes));
}

/// Tasks begin at limbs, whatever slots the grain was chosen for.
void align_grain(MulPlan& plan) noexcept {
  const std::size_t period = kronecker_period(plan.slot_bits);
  plan.grain = (plan.grain + period - 1) / period * period;
}

/// Both packed operands and products at both points, the halves of the operands and of the result, and the scratch of
/// the integer products.
void set_two_point_sizes(MulPlan& plan) {
  const MulShape& s = plan.shape;
  const std::size_t slot = kronecker_slot_bits(s);
  const std::size_t half = slot / 2 + slot % 2;
  plan.slot_bits = saturating_mul(2, half);
  align_grain(plan);
  const std::size_t limbs_a = two_point_limbs(s.length_a, half);
  const std::size_t limbs_b = two_point_limbs(s.length_b, half);
  MulPlan child = integer_plan(limbs_a, limbs_b, plan);
  child.times = 2;
  const std::size_t packed = saturating_mul(4 * sizeof(mp_limb_t), saturating_add(limbs_a, limbs_b));
  const std::size_t parts = saturating_add(
      std::max(integers_bytes(s.length_a / 2 + 1, s.bits_a), integers_bytes(s.length_b / 2 + 1, s.bits_b)),
      integers_bytes(product_length(s) / 2 + 1, plan.slot_bits));
  const std::size_t scratch = saturating_mul(plan.threads > 1 ? 2 : 1, child.workspace_bytes);
  plan.workspace_bytes = saturating_add(saturating_add(packed, parts), scratch);
  plan.table_bytes = child.table_bytes;
  plan.children.clear();
  plan.children.push_back(std::move(child));
}

}  // namespace

void set_sizes(MulPlan& plan) {
  plan.table_bytes = 0;
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
      plan.table_bytes =
          saturating_add(transform_table_bytes(plan.primes, NttSequences::table_log_nodes(shape.log_blocks),
                                               NttSequences::table_log_inverse_nodes(shape.log_blocks)),
                         basis_table_bytes(plan.primes));
      const std::size_t images = saturating_add(saturating_mul(plan.primes, b.row_words(shape)),
                                                b.last_in_result(s, shape) ? 0 : b.last_words(s, shape));
      const std::size_t staged = saturating_mul(threads, b.sequences(s).scratch_words());
      // A limb for the sign in each row of the result; what a chunk is joined in.
      const std::size_t sums =
          saturating_add(product_length(s), saturating_mul(threads, b.join_limbs(s, plan.threads)));
      plan.workspace_bytes =
          saturating_mul(saturating_add(saturating_add(images, staged), sums), sizeof(std::uint64_t));
      return;
    }
    case MulAlgorithm::bivariate: {
      const BivariateShape b(s);
      const NttShape shape = b.transform(plan.leaf_log);
      plan.primes = static_cast<unsigned>(b.primes());
      plan.transform_words = shape.words();
      plan.table_bytes = transform_table_bytes(shape, plan.primes);
      const std::size_t second = s.square ? 0 : bivariate_at_once(plan.primes, plan.transform_words, plan.threads);
      const std::size_t data = saturating_mul(plan.primes + second, shape.data_words());
      const std::size_t carries = saturating_mul(2, b.carries(product_length(s), ntt_run_words(shape)));
      const std::size_t tiles = saturating_mul(threads, ntt_tile_words);
      plan.workspace_bytes =
          saturating_mul(saturating_add(saturating_add(data, carries), tiles), sizeof(std::uint64_t));
      return;
    }
    case MulAlgorithm::multimodular: {
      const NttShape shape = NttShape::cyclic(product_length(s), {plan.leaf_log});
      plan.primes = static_cast<unsigned>(multimodular_primes(s));
      plan.words = std::max(s.bits_a, s.bits_b) <= 64 && plan.primes <= 3 && signed_crt_kernel(active_isa()) != nullptr;
      plan.transform_words = shape.words();
      plan.table_bytes = plan.words ? transform_table_bytes(shape, plan.primes) : conversion_tables(plan.primes, shape);
      // No more rows are transformed at a time than there are.
      const std::size_t at_once = std::min<std::size_t>(threads, plan.primes);
      if (plan.words) {
        // Transforms of all first operands, and of the second ones that are at work. (A copy of operands that are no
        // arrays of words is charged where it is made.)
        const std::size_t second = s.square ? 0 : saturating_mul(threads > 1 ? plan.primes : 1, shape.data_words());
        const std::size_t first = saturating_mul(plan.primes, shape.data_words());
        const std::size_t tiles = saturating_mul(threads, std::min(ntt_tile_words, plan.primes * shape.words()));
        plan.workspace_bytes =
            saturating_mul(saturating_add(saturating_add(first, second), tiles), sizeof(std::uint64_t));
        return;
      }
      const std::size_t scratch = saturating_mul(2 * at_once, shape.data_words());
      plan.workspace_bytes = saturating_mul(
          saturating_add(saturating_mul(plan.primes, row_stride(saturating_add(s.length_a, s.length_b))), scratch),
          sizeof(std::uint64_t));
      return;
    }
    case MulAlgorithm::plain_divide_and_conquer: {
      const std::size_t width = plain_width(s);
      const std::size_t longer = std::max(s.length_a, s.length_b);
      const std::size_t buffers = karatsuba_scratch(longer, plan.base_length, plan.grain, 2 * width);
      const std::size_t rows = saturating_mul(product_length(s), width);
      plan.workspace_bytes = saturating_mul(
          saturating_add(saturating_add(rows, buffers), saturating_mul(2 * threads, width + 8)), sizeof(mp_limb_t));
      return;
    }
    case MulAlgorithm::toom_cook_4:
    case MulAlgorithm::toom_cook_8:
      set_toom_cook_sizes(plan);
      return;
    case MulAlgorithm::kronecker_two_point:
      set_two_point_sizes(plan);
      return;
    case MulAlgorithm::kronecker:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      break;
  }
  plan.slot_bits = kronecker_slot_bits(s);
  align_grain(plan);
  set_kronecker_sizes(plan);
}

namespace {

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

/// A recursion forks branches of at least this length: they have about the minimum of limb products.
void set_branch_grain(MulPlan& plan, const MulTuning& tuning) {
  const MulShape& s = plan.shape;
  const double minimum = static_cast<double>(at_least(tuning.parallel_min_limb_products, 1));
  if (plan.threads <= 1 || limb_products(s) < 2 * minimum) return;
  plan.grain = std::max<std::size_t>(2, plan.base_length + 1);
  const double per_pair = limb_products(s) / static_cast<double>(s.length_a) / static_cast<double>(s.length_b);
  while (static_cast<double>(plan.grain) * static_cast<double>(plan.grain) * per_pair < 2 * minimum) plan.grain *= 2;
}

MulPlan karatsuba_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::karatsuba, s, threads);
  plan.base_length = at_least(tuning.karatsuba_base, 1);
  set_branch_grain(plan, tuning);
  set_sizes(plan);
  plan.children.push_back(rows_leaf(plan));
  plan.predicted_seconds = predict_karatsuba(plan, threads);
  return plan;
}

/// A prediction as `polyfork tune` has corrected it.
double corrected(double seconds, std::int64_t percent) noexcept {
  return seconds * static_cast<double>(std::clamp<std::int64_t>(percent, 1, 10000)) / 100;
}

/// Kronecker's substitution with its grain.
MulPlan with_slots(MulPlan plan, const MulTuning& tuning) {
  const MulShape& s = plan.shape;
  plan.transform_limbs = at_least(tuning.integer_transform_limbs, 1);
  plan.leaf_log = tuning.transform_leaf_log;
  const std::size_t slot = kronecker_slot_bits(s);
  const std::size_t packed = saturating_add(kronecker_limbs(s.length_a, slot), kronecker_limbs(s.length_b, slot));
  const std::size_t minimum = at_least(tuning.parallel_min_limb_products, 1);
  if (plan.threads > 1 && packed >= minimum / 4) {
    const std::size_t period = kronecker_period(slot);
    const std::size_t slots = minimum / 4 / std::max<std::size_t>(1, slot / 64);
    plan.grain = std::max(period, slots / period * period);
  }
  set_sizes(plan);
  plan.predicted_seconds = predict_kronecker(plan, plan.threads);
  return plan;
}

MulPlan kronecker_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = with_slots(start_plan(MulAlgorithm::kronecker, s, threads), tuning);
  plan.predicted_seconds = corrected(plan.predicted_seconds, tuning.kronecker_percent);
  return plan;
}

MulPlan two_point_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  return with_slots(start_plan(MulAlgorithm::kronecker_two_point, s, threads), tuning);
}

MulPlan plain_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::plain_divide_and_conquer, s, threads);
  plan.base_length = at_least(tuning.plain_base, 1);
  set_branch_grain(plan, tuning);
  set_sizes(plan);
  plan.predicted_seconds = predict_plain(plan, threads);
  return plan;
}

/// The products of values by the algorithm that is best for them. With more threads than points each gets some.
MulPlan toom_cook_plan(MulAlgorithm algorithm, const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(algorithm, s, threads);
  const ToomCookShape toom(s, toom_cook_ways(algorithm));
  const int each = std::max(1, threads / static_cast<int>(toom.points()));
  const char* reason = "";
  const MulShape part = toom.product(s);
  MulTuning below = tuning;
  below.toom_cook_length = std::numeric_limits<std::int64_t>::max();  // one level
  MulPlan child = make_plan(preferred(part, each, below, reason), part, each, below);
  child.reason = reason;
  child.times = toom.points();
  plan.children.push_back(std::move(child));
  set_sizes(plan);
  plan.predicted_seconds = predict_toom_cook(plan, threads);
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
  plan.predicted_seconds = corrected(predict_multimodular(plan, threads), tuning.multimodular_percent);
  return plan;
}

/// On more than two threads, which need scratch of their own, block lengths that take up to so many times longer than
/// the best one count as good when they take less memory.
constexpr double about_as_fast = 1.08;

/// With the block length that is predicted to be the fastest, or a thriftier one that is about as fast.
MulPlan blocked_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  std::vector<MulPlan> plans;
  const std::size_t limbs = limbs_for_bits(std::max(s.bits_a, s.bits_b));
  for (std::size_t blocks = 2; blocks <= 64; blocks += blocks < 4 ? 1 : std::bit_floor(blocks) / 2) {
    MulPlan plan = start_plan(MulAlgorithm::blocked, s, threads);
    plan.leaf_log = tuning.transform_leaf_log;
    plan.slot_bits = saturating_mul(64, std::max<std::size_t>(1, (limbs + blocks - 1) / blocks));
    if (2 * plan.slot_bits + 64 > most_multimodular_bits || product_length(s) > longest_transform) continue;
    set_sizes(plan);
    plan.predicted_seconds = corrected(predict_blocked(plan, threads), tuning.blocked_percent);
    plans.push_back(std::move(plan));
  }
  if (plans.empty()) {
    plans.push_back(start_plan(MulAlgorithm::blocked, s, threads));
    plans.front().workspace_bytes = SIZE_MAX;
  }
  const auto fastest = std::ranges::min_element(plans, {}, &MulPlan::predicted_seconds);
  if (threads <= 2) return *fastest;
  const double limit = about_as_fast * fastest->predicted_seconds;
  return *std::ranges::min_element(plans, {}, [&](const MulPlan& plan) {
    return plan.predicted_seconds <= limit ? saturating_add(plan.workspace_bytes, plan.table_bytes) : SIZE_MAX;
  });
}

bool bivariate_fits(const MulShape& s) noexcept {
  const BivariateShape b(s);
  return b.words <= longest_transform && b.bits <= 192;
}

}  // namespace

bool possible(const MulPlan& plan) noexcept {
  switch (plan.algorithm) {
    case MulAlgorithm::multimodular:
      return multimodular_fits(plan.shape);
    case MulAlgorithm::blocked:
      return plan.slot_bits != 0 && product_length(plan.shape) <= longest_transform &&
             BlockedShape(plan.shape, plan.slot_bits / 64).bits < most_multimodular_bits;
    case MulAlgorithm::bivariate:
      return bivariate_fits(plan.shape);
    case MulAlgorithm::toom_cook_4:
    case MulAlgorithm::toom_cook_8:
      return !plan.children.empty();
    case MulAlgorithm::classical:
    case MulAlgorithm::karatsuba:
    case MulAlgorithm::plain_divide_and_conquer:
    case MulAlgorithm::kronecker:
    case MulAlgorithm::kronecker_two_point:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      break;
  }
  return true;
}

namespace {

MulPlan bivariate_plan(const MulShape& s, int threads, const MulTuning& tuning) {
  MulPlan plan = start_plan(MulAlgorithm::bivariate, s, threads);
  if (!bivariate_fits(s)) {
    plan.workspace_bytes = SIZE_MAX;
    return plan;
  }
  plan.leaf_log = tuning.transform_leaf_log;
  set_sizes(plan);
  plan.predicted_seconds = corrected(predict_bivariate(plan, threads), tuning.bivariate_percent);
  return plan;
}

/// Whether transforms of limbs are worth considering.
bool bivariate_likely(const MulShape& s, const MulTuning& tuning) noexcept {
  const auto limbs = static_cast<double>(std::min(s.length_a, s.length_b)) *
                     static_cast<double>(limbs_for_bits(std::min(s.bits_a, s.bits_b)));
  return std::max(s.bits_a, s.bits_b) > 64 && limbs >= static_cast<double>(tuning.bivariate_limbs) && bivariate_fits(s);
}

/// The length of equal operands that are as much work for each coefficient of the product: the harmonic mean.
std::int64_t even_length(const MulShape& s) noexcept {
  const auto a = static_cast<double>(s.length_a);
  const auto b = static_cast<double>(s.length_b);
  return static_cast<std::int64_t>(std::min(2 * a * b / (a + b), 1e18));
}

}  // namespace

MulAlgorithm preferred(const MulShape& s, int threads, const MulTuning& tuning, const char*& reason) {
  const std::int64_t length = even_length(s);
  const auto bits = static_cast<std::int64_t>(std::min(s.bits_a, s.bits_b));
  const bool one_limb = std::max(s.bits_a, s.bits_b) <= 64;
  if (one_limb && length <= tuning.one_limb_length) {
    reason = "one-limb coefficients, at most poly.mul.one_limb_length of them";
    return MulAlgorithm::classical;
  }
  if (length <= (bits <= tuning.classical_max_bits ? tuning.classical_length : tuning.karatsuba_base) &&
      length <= tuning.karatsuba_max_total_bits / std::max<std::int64_t>(1, bits)) {
    reason = "short: poly.mul.classical_length up to _max_bits, karatsuba_base above";
    const auto longest = static_cast<std::int64_t>(std::max(s.bits_a, s.bits_b));
    if (s.square || longest > tuning.plain_max_bits || one_limb) return MulAlgorithm::classical;
    reason = "short, no square, coefficients of at most poly.mul.plain_max_bits";
    return MulAlgorithm::plain_divide_and_conquer;
  }
  if (length <= tuning.karatsuba_length && bits >= tuning.karatsuba_min_bits &&
      length <= tuning.karatsuba_max_total_bits / std::max<std::int64_t>(1, bits)) {
    reason = "few long coefficients: poly.mul.karatsuba_length, _min_bits and _max_total_bits";
    return MulAlgorithm::karatsuba;
  }
  MulAlgorithm best = MulAlgorithm::kronecker;
  const MulPlan packed_integers = kronecker_plan(s, threads, tuning);
  double weighted = weighted_seconds(packed_integers);
  double seconds = packed_integers.predicted_seconds;
  double least_seconds = seconds;
  reason = "long: one product of packed integers";
  const auto consider = [&](const MulPlan& plan, const char* why) {
    least_seconds = std::min(least_seconds, plan.predicted_seconds);
    if (weighted_seconds(plan) >= weighted) return;
    best = plan.algorithm;
    weighted = weighted_seconds(plan);
    seconds = plan.predicted_seconds;
    reason = why;
  };
  // Very few coefficients, or such of very different length, for which slots and residues are a waste.
  if (length <= tuning.karatsuba_base || std::max(s.bits_a, s.bits_b) / 4 > std::min(s.bits_a, s.bits_b))
    consider(classical_plan(s, threads, tuning), "predicted to be faster one by one");
  const std::size_t packed = kronecker_limbs(std::min(s.length_a, s.length_b), kronecker_slot_bits(s));
  if (length >= tuning.two_point_length && packed <= at_least(tuning.two_point_max_limbs, 0))
    consider(two_point_plan(s, threads, tuning),
             "at most poly.mul.two_point_max_limbs, and two half products predicted to be faster than one");
  if (length >= tuning.multimodular_length && multimodular_fits(s))
    consider(multimodular_plan(s, threads, tuning),
             "at least poly.mul.multimodular_length, and predicted to be faster than one integer product");
  if (length >= tuning.multimodular_length && bits >= tuning.blocked_min_bits) {
    const MulPlan blocked = blocked_plan(s, threads, tuning);
    if (blocked.workspace_bytes != SIZE_MAX)
      consider(blocked, "coefficients of at least poly.mul.blocked_min_bits, and predicted to be the fastest");
  }
  if (length >= tuning.toom_cook_length)
    for (const MulAlgorithm algorithm : {MulAlgorithm::toom_cook_4, MulAlgorithm::toom_cook_8})
      consider(toom_cook_plan(algorithm, s, threads, tuning),
               "at least poly.mul.toom_cook_length, and predicted to be the fastest");
  if (bivariate_likely(s, tuning))
    consider(bivariate_plan(s, threads, tuning),
             "at least poly.mul.bivariate_limbs, and predicted to be faster than many primes");
  if (seconds > least_seconds) reason = "predicted to be the fastest of those that take little scratch";
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
    case MulAlgorithm::kronecker_two_point:
      return two_point_plan(s, threads, tuning);
    case MulAlgorithm::toom_cook_4:
    case MulAlgorithm::toom_cook_8:
      return toom_cook_plan(algorithm, s, threads, tuning);
    case MulAlgorithm::plain_divide_and_conquer:
      return plain_plan(s, threads, tuning);
    case MulAlgorithm::kronecker:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      break;
  }
  return kronecker_plan(s, threads, tuning);
}

std::vector<MulPlan> make_plans(const MulShape& s, int threads, const MulTuning& tuning) {
  std::vector<MulPlan> plans;
  plans.reserve(integer_algorithms.size());
  for (const MulAlgorithm algorithm : integer_algorithms) plans.push_back(make_plan(algorithm, s, threads, tuning));
  return plans;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
