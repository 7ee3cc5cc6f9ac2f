// The dispatcher of sparse products: predicts the time of every algorithm that can do it and takes the least.
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/multi_products/multi_multiplication.hpp>

#include "core/budget_with.hpp"
#include "core/limits.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/multi_products/multi_product.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

using SparseBudget = BudgetWith<SparseMulTuning>;

constexpr std::size_t least_tasks = 64;  // where there are so many ranges

constexpr std::uint64_t longest_dense = std::uint64_t{1} << 40;

double products(const SparseMulShape& s) noexcept {
  return static_cast<double>(s.terms_a) * static_cast<double>(s.terms_b);
}

/// Seconds beyond that of one-word coefficients, for one product.
double limb_seconds(const SparseMulShape& s) noexcept {
  if (std::max(s.bits_a, s.bits_b) < 64) return 0;
  const auto limbs = static_cast<double>(limbs_for_bits(s.bits_a)) * static_cast<double>(limbs_for_bits(s.bits_b));
  return 2e-8 + 1e-9 * limbs;
}

double seconds(std::int64_t picoseconds) noexcept { return 1e-12 * static_cast<double>(picoseconds); }

std::size_t count(double value) noexcept {
  return value < 1 ? 1 : value > 1e15 ? std::size_t{1'000'000'000'000'000} : static_cast<std::size_t>(value);
}

/// The time of the rows' ends in all ranges, and of finding them anew in every task.
double row_seconds(const SparseMulPlan& plan, const SparseMulTuning& t) noexcept {
  const double rows = static_cast<double>(std::min(plan.shape.terms_a, plan.shape.terms_b));
  const auto ranges = static_cast<double>(plan.ranges);
  return rows * (ranges + ranges / static_cast<double>(plan.block)) * seconds(t.row_ps);
}

/// A row should have some products in every range, else the ends of rows cost more than what cells outside the cache
/// do.
std::size_t most_ranges(const SparseMulShape& s) noexcept {
  constexpr std::size_t products_per_row = 4;
  return std::max(least_tasks, std::max(s.terms_a, s.terms_b) / products_per_row);
}

MulShape dense_shape(const SparseMulShape& s) noexcept {
  return {
      static_cast<std::size_t>(s.length_a), static_cast<std::size_t>(s.length_b), s.bits_a, s.bits_b, false, s.modulus};
}

SparseMulPlan heap_plan(const SparseMulShape& s, int threads, const SparseMulTuning& t) {
  SparseMulPlan plan{.algorithm = SparseMulAlgorithm::heap, .shape = s};
  const auto rows = std::min(s.terms_a, s.terms_b);
  plan.ranges = std::min<std::size_t>(
      64, count(products(s) / static_cast<double>(std::max<std::int64_t>(1, t.heap_range_products))));
  plan.workspace_bytes =
      saturating_mul(rows, (s.words + 8) * sizeof(std::uint64_t) * static_cast<std::size_t>(threads));
  const double levels = 1 + std::log2(static_cast<double>(rows));
  plan.predicted_seconds = products(s) * (seconds(t.heap_ps) * levels + limb_seconds(s)) / threads;
  plan.reason = s.places == 0 ? "exponents too large for one number to name a monomial"
                              : "at most poly.sparse_mul.heap_products products, or predicted to be the fastest";
  return plan;
}

/// Over Z, with keys, and sums that fit whatever their number is.
bool can_be_merged(const SparseMulShape& s) noexcept {
  const auto rows = static_cast<std::size_t>(std::bit_width(std::min(s.terms_a, s.terms_b)));
  return s.modulus == 0 && s.places != 0 && std::max(s.bits_a, s.bits_b) < 64 && s.bits_a + s.bits_b + rows < 128;
}

SparseMulPlan merged_plan(const SparseMulShape& s, int threads, const SparseMulTuning& t) {
  SparseMulPlan plan{.algorithm = SparseMulAlgorithm::merged, .shape = s};
  const auto rows = static_cast<double>(std::min(s.terms_a, s.terms_b));
  plan.ranges =
      std::min(most_ranges(s), count(products(s) / static_cast<double>(std::max<std::int64_t>(1, t.merged_products))));
  plan.block = std::clamp<std::size_t>(plan.ranges / least_tasks, 1, at_least(t.block, 1));
  plan.workspace_bytes = saturating_mul(s.terms_a + s.terms_b, 2 * sizeof(std::uint64_t));
  plan.predicted_seconds =
      (products(s) * (seconds(t.merged_term_ps) + seconds(t.merged_ps) * std::log2(rows)) + row_seconds(plan, t)) /
      threads;
  plan.reason = "predicted to be the fastest: few rows, or monomials that seldom meet";
  return plan;
}

SparseMulPlan hashed_plan(const SparseMulShape& s, int threads, const SparseMulTuning& t) {
  SparseMulPlan plan{.algorithm = SparseMulAlgorithm::hashed, .shape = s};
  plan.ranges =
      std::min(most_ranges(s), count(products(s) / static_cast<double>(std::max<std::int64_t>(1, t.range_products))));
  plan.block = std::clamp<std::size_t>(plan.ranges / least_tasks, 1, at_least(t.block, 1));
  plan.workspace_bytes = saturating_mul(s.terms_a + s.terms_b, 2 * sizeof(std::uint64_t));
  const double terms =
      s.terms != 0 ? static_cast<double>(s.terms) : std::min(products(s), static_cast<double>(s.places));
  plan.predicted_seconds =
      (products(s) * (seconds(t.hashed_ps) + limb_seconds(s)) + terms * seconds(t.term_ps) + row_seconds(plan, t)) /
      threads;
  plan.reason = "predicted to be the fastest: the result is sparse in the box of its exponents";
  return plan;
}

/// The time of the products alone: one by one, or in strips (multi_mul_strips.cpp).
double array_product_seconds(const SparseMulShape& s, const SparseMulTuning& t) noexcept {
  const double single = products(s) * (seconds(t.array_ps) + limb_seconds(s));
  if (s.strips_a == 0 || s.strips_b == 0 || s.modulus != 0 || std::max(s.bits_a, s.bits_b) > 51) return single;
  const double pairs = static_cast<double>(s.strips_a) * static_cast<double>(s.strips_b);
  if (products(s) < least_strip_products * pairs) return single;
  return std::min(single, products(s) * seconds(t.strip_ps) + pairs * seconds(t.strip_pair_ps));
}

SparseMulPlan array_plan(const SparseMulShape& s, int threads, const SparseMulTuning& t) {
  SparseMulPlan plan{.algorithm = SparseMulAlgorithm::array, .shape = s};
  const auto places = static_cast<double>(s.places);
  plan.ranges = count(std::ceil(places / static_cast<double>(std::max<std::int64_t>(1, t.range_places))));
  plan.workspace_bytes = saturating_mul(s.terms_a + s.terms_b, 2 * sizeof(std::uint64_t));
  constexpr std::size_t array_tasks = 1024;  // products lie unevenly in the box
  plan.block = std::clamp<std::size_t>(plan.ranges / array_tasks, 1, at_least(t.block, 1));
  plan.predicted_seconds =
      (array_product_seconds(s, t) + places * seconds(t.place_ps) + row_seconds(plan, t)) / threads;
  plan.reason = "predicted to be the fastest: the result fills much of the box of its exponents";
  return plan;
}

SparseMulPlan kronecker_plan(const SparseMulShape& s, const SparseBudget& budget) {
  SparseMulPlan plan{.algorithm = SparseMulAlgorithm::kronecker, .shape = s};
  const MulShape dense = dense_shape(s);
  const MulBudget for_dense = PlanBudget(budget).on_processor().with_memory(Bytes::never);
  const MulPlan child = s.modulus != 0 ? plan_mul_zp(dense, for_dense) : plan_mul(dense, for_dense);
  const Bytes operands =
      Bytes(dense.length_a) * (limbs_for_bits(s.bits_a) * 9) + Bytes(dense.length_b) * (limbs_for_bits(s.bits_b) * 9);
  plan.workspace_bytes = (child.charged() + operands).value();
  plan.predicted_seconds = child.predicted_seconds +
                           static_cast<double>(s.places) * seconds(budget.thresholds.dense_place_ps) / budget.threads;
  if (budget.memory < plan.workspace_bytes) plan.predicted_seconds = HUGE_VAL;
  plan.reason = "predicted to be the fastest: the operands are dense enough in the box of their exponents";
  return plan;
}

}  // namespace

std::string_view sparse_mul_algorithm_name(SparseMulAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case SparseMulAlgorithm::heap:
      return "heap";
    case SparseMulAlgorithm::merged:
      return "merged";
    case SparseMulAlgorithm::hashed:
      return "hashed";
    case SparseMulAlgorithm::array:
      return "array";
    case SparseMulAlgorithm::kronecker:
      break;
  }
  return "kronecker";
}

SparseMulPlan plan_sparse_mul_with(SparseMulAlgorithm algorithm, const SparseMulShape& shape,
                                   const PlanBudget& plan_budget) {
  const SparseBudget budget = plan_budget;
  const SparseMulTuning& tuning = budget.thresholds;
  const int threads = budget.threads;
  if (shape.terms_a == 0 || shape.terms_b == 0)
    throw DomainError("the plan of a product needs factors that are not zero");
  if (algorithm == SparseMulAlgorithm::heap) return heap_plan(shape, threads, tuning);
  if (algorithm == SparseMulAlgorithm::merged) {
    if (!can_be_merged(shape))
      throw DomainError("the coefficients or exponents are too large for the algorithm merged");
    return merged_plan(shape, threads, tuning);
  }
  const bool dense = algorithm == SparseMulAlgorithm::kronecker;
  if (shape.places == 0 || (algorithm != SparseMulAlgorithm::hashed && shape.places > longest_dense))
    throw DomainError("the exponents are too large for the algorithm " +
                      std::string(sparse_mul_algorithm_name(algorithm)));
  if (dense) return kronecker_plan(shape, budget.with_memory(Bytes::never));
  return algorithm == SparseMulAlgorithm::hashed ? hashed_plan(shape, threads, tuning)
                                                 : array_plan(shape, threads, tuning);
}

SparseMulPlan plan_sparse_mul(const SparseMulShape& shape, const PlanBudget& plan_budget) {
  const SparseBudget budget = plan_budget;
  const SparseMulTuning& tuning = budget.thresholds;
  const int threads = budget.threads;
  SparseMulPlan best = plan_sparse_mul_with(SparseMulAlgorithm::heap, shape, budget);
  if (shape.places == 0 || products(shape) <= static_cast<double>(tuning.heap_products)) return best;
  const auto consider = [&](SparseMulPlan plan) {
    if (plan.predicted_seconds < best.predicted_seconds) best = plan;
  };
  if (can_be_merged(shape)) consider(merged_plan(shape, threads, tuning));
  consider(hashed_plan(shape, threads, tuning));
  if (shape.places <= longest_dense) {
    consider(array_plan(shape, threads, tuning));
    // A dense product is at least as long as its box: not worth planning where that alone is too much.
    if (static_cast<double>(shape.places) * seconds(tuning.dense_place_ps) / threads < best.predicted_seconds)
      consider(kronecker_plan(shape, budget));
  }
  return best;
}

PlanDescription SparseMulPlan::describe() const {
  PlanDescription d;
  d.algorithm = std::string(sparse_mul_algorithm_name(algorithm));
  d.parameters.emplace_back("terms", std::to_string(shape.terms_a) + "x" + std::to_string(shape.terms_b));
  d.parameters.emplace_back("bits", std::to_string(shape.bits_a) + "x" + std::to_string(shape.bits_b));
  if (shape.places != 0) d.parameters.emplace_back("places", std::to_string(shape.places));
  if (algorithm != SparseMulAlgorithm::kronecker) d.parameters.emplace_back("ranges", std::to_string(ranges));
  d.workspace_bytes = workspace_bytes;
  d.predicted_seconds = predicted_seconds;
  d.reason = reason;
  return d;
}

}  // namespace v1
}  // namespace polyfork
