// The plan of a multimodular product in Z[x].
#include <algorithm>
#include <cmath>

#include <polyfork/core/cpu.hpp>

#include "poly/images/residue_rows.hpp"
#include "poly/images/table_bytes.hpp"
#include "poly/mul/machine_costs.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/mul/mul_sizes.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Transforms of all first operands, and of the second ones that are at work. (A copy of operands that are no arrays of
/// words is charged where it is made.)
Bytes one_limb_workspace(const MulPlan& plan, const NttShape& shape) noexcept {
  const std::size_t primes = plan.as<MultimodularParameters>().transforms.primes;
  const Count first = Count(primes) * shape.data_words();
  const Count second = plan.shape.square ? Count() : Count(plan.threads > 1 ? primes : 1) * shape.data_words();
  const Count tiles = Count(static_cast<std::size_t>(plan.threads)) * std::min(ntt_tile_words, primes * shape.words());
  return bytes_of<std::uint64_t>(first + second + tiles);
}

/// Residues of both operands, and the transforms of the primes that are at work: no more than there are.
Bytes residues_workspace(const MulPlan& plan, const NttShape& shape) noexcept {
  const std::size_t primes = plan.as<MultimodularParameters>().transforms.primes;
  const std::size_t at_once = std::min(static_cast<std::size_t>(plan.threads), primes);
  const Count rows = Count(primes) * row_stride(saturating_add(plan.shape.length_a, plan.shape.length_b));
  return bytes_of<std::uint64_t>(rows + Count(2 * at_once) * shape.data_words());
}

double predict(const MulPlan& plan) noexcept {
  const MachineCosts& c = machine_costs();
  const MulShape& s = plan.shape;
  const auto& p = plan.as<MultimodularParameters>();
  const auto words = static_cast<double>(p.transforms.words);
  const auto primes = static_cast<double>(p.transforms.primes);
  const double transforms = (s.square ? 2 : 3) * transform_seconds(words);
  const double into = static_cast<double>(s.length_a) * static_cast<double>(limbs_for_bits(s.bits_a)) +
                      (s.square ? 0 : static_cast<double>(s.length_b) * static_cast<double>(limbs_for_bits(s.bits_b)));
  constexpr double sum_limbs = 6;  // of a reconstruction beyond the result's limbs
  const double out =
      static_cast<double>(product_length(s)) * (static_cast<double>(limbs_for_bits(product_bits(s))) + sum_limbs);
  const double coefficients = static_cast<double>(product_length(s)) + static_cast<double>(s.length_a) +
                              (s.square ? 0 : static_cast<double>(s.length_b));
  if (p.one_limb) {
    constexpr double start = 1500;
    const double all = primes * (transforms + nanosecond * coefficients * c.word_sweep);
    return nanosecond * start + all * share_of_threads(plan.threads, primes * words / 4096) +
           fresh_memory_seconds(plan.workspace);
  }
  const int threads = is_brief(plan) ? 1 : plan.threads;
  const auto panels = [](std::size_t length) {
    return std::ceil(static_cast<double>(length) / 32);
  };  // converted at once
  const double panels_out = panels(product_length(s));
  const double panels_in = panels(s.length_a) + (s.square ? 0 : panels(s.length_b));
  constexpr double start = 2000;
  return nanosecond * start + fresh_memory_seconds(plan.workspace) +
         primes * conversion_seconds(into) * share_of_threads(threads, panels_in) +
         primes * (nanosecond * c.prime_start + transforms) * share_of_threads(threads, primes * words / 4096) +
         (primes * conversion_seconds(out) + nanosecond * coefficients * c.coefficient) *
             share_of_threads(threads, panels_out);
}

}  // namespace

bool multimodular_reaches(const MulShape& s) noexcept {
  return product_length(s) <= longest_transform && product_bits(s) <= most_multimodular_bits;
}

bool fit_multimodular(MulPlan& plan) {
  const MulShape& s = plan.shape;
  if (!multimodular_reaches(s)) return false;
  auto& p = plan.as<MultimodularParameters>();
  const NttShape shape = NttShape::cyclic(product_length(s), {p.transforms.leaf_log});
  const std::size_t primes = multimodular_primes(s);
  p.transforms.primes = static_cast<unsigned>(primes);
  p.transforms.words = shape.words();
  p.one_limb = std::max(s.bits_a, s.bits_b) <= 64 && primes <= 3;
  p.kept = s.wanted < product_length(s) ? s.wanted : 0;
  plan.tables = transform_table_bytes(shape, primes);
  if (!p.one_limb) plan.tables += basis_table_bytes(primes);
  plan.workspace = p.one_limb ? one_limb_workspace(plan, shape) : residues_workspace(plan, shape);
  plan.result = integers_bytes(product_length(s), product_bits(s));
  return true;
}

MulPlan plan_multimodular(const MulShape& s, const MulBudget& budget) {
  const MulTuning& t = budget.thresholds;
  MulPlan plan(MulAlgorithm::multimodular, s, budget.threads,
               MultimodularParameters{.transforms = {.leaf_log = t.transform_leaf_log}});
  if (!fit_multimodular(plan)) {
    plan.workspace = Bytes::never;
    return plan;
  }
  plan.predicted_seconds = corrected(predict(plan), t.multimodular_percent);
  return plan;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
