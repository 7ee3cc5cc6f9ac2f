// The plan of a blocked multimodular product in Z[x]: the length of its blocks is the one that is predicted to be best.
#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "poly/images/table_bytes.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_blocked.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// On more than two threads, which need scratch of their own, block lengths that take up to so many times longer than
/// the best one count as good when they take less memory.
constexpr double about_as_fast = 1.08;

/// Limbs of a block when coefficients are cut into `blocks`.
std::size_t block_limbs(const MulShape& s, std::size_t blocks) noexcept {
  const std::size_t limbs = limbs_for_bits(std::max(s.bits_a, s.bits_b));
  return std::max<std::size_t>(1, limbs / blocks + (limbs % blocks != 0 ? 1 : 0));
}

/// Whether sums of products of blocks of so many limbs have enough primes, whatever the number of blocks.
bool reaches_with(const MulShape& s, std::size_t limbs) noexcept {
  return product_length(s) <= longest_transform && limbs <= (most_multimodular_bits - 64) / 128;
}

double predict(const MulPlan& plan) noexcept {
  const MachineCosts& c = machine_costs();
  const MulShape& s = plan.shape;
  const auto& p = plan.as<BlockParameters>();
  const BlockedShape blocks(s, p.block_limbs);
  const auto primes = static_cast<double>(p.transforms.primes);
  const auto words = static_cast<double>(p.transforms.words);
  const auto limbs = static_cast<double>(blocks.block_limbs);
  const auto sums = static_cast<double>(blocks.sums);
  const double forward = static_cast<double>(blocks.blocks_a) + (s.square ? 0 : static_cast<double>(blocks.blocks_b));
  const double pairs = static_cast<double>(blocks.blocks_a) * static_cast<double>(blocks.blocks_b);
  const double transforms =
      (forward + sums) * (nanosecond * (c.transform_start + words * c.image) + transform_seconds(words)) +
      nanosecond * pairs * words * c.pair;
  const double length = static_cast<double>(product_length(s));
  const double cut = static_cast<double>(blocks.blocks_a) * static_cast<double>(s.length_a) +
                     (s.square ? 0 : static_cast<double>(blocks.blocks_b) * static_cast<double>(s.length_b));
  constexpr double sum_limbs = 7;  // of a reconstruction beyond the limbs of two blocks
  constexpr double join_start = 28;
  constexpr double join_limb = 0.9;
  constexpr double cut_block = 20;
  constexpr double start = 3000;
  const double into = cut * limbs;
  const double out = sums * length * (2 * limbs + sum_limbs);
  const double joined = sums * length * (join_start + join_limb * limbs) + cut * cut_block;
  return nanosecond * start + fresh_memory_seconds(plan.workspace) +
         (primes * (transforms + conversion_seconds(into + out)) + nanosecond * joined) *
             share_of_threads(plan.threads, std::min({c.most_streams, primes, length / BlockedShape::least_in_chunk}));
}

}  // namespace

bool blocked_reaches(const MulShape& s) noexcept { return reaches_with(s, block_limbs(s, 64)); }

bool fit_blocked(MulPlan& plan) {
  const MulShape& s = plan.shape;
  auto& p = plan.as<BlockParameters>();
  if (p.block_limbs == 0 || product_length(s) > longest_transform) return false;
  const BlockedShape b(s, p.block_limbs);
  if (b.bits >= most_multimodular_bits) return false;
  const NttShape shape = b.transform(s, p.transforms.leaf_log);
  p.transforms.primes = static_cast<unsigned>(b.primes());
  p.transforms.words = shape.words();
  const std::size_t primes = p.transforms.primes;
  const auto threads = static_cast<std::size_t>(plan.threads);
  plan.tables = Bytes(transform_table_bytes(primes, NttSequences::table_log_nodes(shape.log_blocks),
                                            NttSequences::table_log_inverse_nodes(shape.log_blocks))) +
                basis_table_bytes(primes);
  const Count images = Count(primes) * b.row_words(shape) + (b.last_in_result(s, shape) ? 0 : b.last_words(s, shape));
  const Count staged = Count(threads) * b.sequences(s).scratch_words();
  // A limb for the sign in each row of the result; what a chunk is joined in.
  const Count sums = Count(product_length(s)) + Count(threads) * b.join_limbs(s, plan.threads);
  plan.workspace = bytes_of<std::uint64_t>(images + staged + sums);
  plan.result = integers_bytes(product_length(s), product_bits(s));
  return true;
}

MulPlan plan_blocked(const MulShape& s, const MulBudget& budget) {
  const MulTuning& t = budget.thresholds;
  std::vector<MulPlan> plans;
  for (std::size_t blocks = 2; blocks <= 64; blocks += blocks < 4 ? 1 : std::bit_floor(blocks) / 2) {
    const std::size_t limbs = block_limbs(s, blocks);
    MulPlan plan(MulAlgorithm::blocked, s, budget.threads,
                 BlockParameters{.transforms = {.leaf_log = t.transform_leaf_log}, .block_limbs = limbs});
    if (!reaches_with(s, limbs) || !fit_blocked(plan)) continue;
    plan.predicted_seconds = corrected(predict(plan), t.blocked_percent);
    plans.push_back(std::move(plan));
  }
  if (plans.empty()) {
    plans.emplace_back(MulAlgorithm::blocked, s, budget.threads, BlockParameters());
    plans.front().workspace = Bytes::never;
    return std::move(plans.front());
  }
  const auto fastest = std::ranges::min_element(plans, {}, &MulPlan::predicted_seconds);
  if (budget.threads <= 2) return std::move(*fastest);
  const double limit = about_as_fast * fastest->predicted_seconds;
  return std::move(*std::ranges::min_element(plans, {}, [&](const MulPlan& plan) {
    return plan.predicted_seconds <= limit ? plan.workspace + plan.tables : Bytes::never;
  }));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
