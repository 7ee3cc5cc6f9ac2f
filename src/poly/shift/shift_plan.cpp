// The dispatcher of Taylor shifts: a plan for each algorithm, and the choice among them by predicted time.
#include "poly/shift/shift_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"
#include "fft/word_shift.hpp"
#include "poly/images/residue_rows.hpp"
#include "poly/images/table_bytes.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "poly/rows/limb_rows.hpp"
#include "poly/rows/stripes.hpp"
#include "poly/shift/pascal_tableau.hpp"
#include "poly/shift/shift_cost.hpp"
#include "poly/shift/shift_residues.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

namespace {

constexpr std::size_t word = sizeof(std::uint64_t);

/// The bound for dense input where the shape does not bring a better one.
ShiftShape with_result_bits(ShiftShape s) {
  if (s.result_bits == 0) s.result_bits = saturating_add(s.bits, saturating_mul(s.length, s.shift_bits));
  return s;
}

void set_convolution(ShiftPlan& plan, const ShiftTuning& tuning) {
  const ShiftShape& s = plan.shape;
  if (2 * s.length > longest_transform || s.result_bits > most_multimodular_bits) {
    plan.workspace_bytes = SIZE_MAX;
    return;
  }
  plan.primes = static_cast<unsigned>(shared_prime_count(transform_primes_for(s.result_bits + 1)));
  plan.transform_words = WordShift::shape(s.length).words();
  const std::size_t tables = saturating_mul(plan.primes, WordShifts::table_words(s.length) * word);
  const auto kept = static_cast<std::size_t>(std::clamp<std::int64_t>(tuning.cached_mebibytes, 0, 1 << 20)) << 20;
  plan.cached = tables <= kept;
  // Where they are made anew, so are the transforms' when they have been dropped: those of the primes at work are
  // needed.
  const std::size_t transforms =
      plan.cached ? plan.primes : std::min<std::size_t>(plan.primes, static_cast<std::size_t>(plan.threads));
  plan.table_bytes = saturating_add(saturating_add(plan.cached ? tables : 0, shift_basis_bytes(plan.primes)),
                                    transform_table_bytes(WordShift::shape(s.length), transforms));
  plan.workspace_bytes = saturating_add(
      saturating_mul(saturating_mul(plan.primes, row_stride(s.length)), word),
      shift_residues_bytes(s.length, plan.primes, static_cast<std::size_t>(plan.threads), plan.cached, false));
}

/// Scaled by powers of c, the coefficients grow by 2 |c| per degree.
std::size_t tableau_bits(const ShiftShape& s) noexcept {
  if (s.shift_bits <= 1) return s.result_bits;
  return saturating_add(s.bits, saturating_mul(s.length, s.shift_bits + 1));
}

void set_tableau(ShiftPlan& plan, const ShiftTuning& tuning) {
  const ShiftShape& s = plan.shape;
  const std::size_t bits = tableau_bits(s);
  if (bits > std::size_t{1} << 40) {
    plan.workspace_bytes = SIZE_MAX;
    return;
  }
  plan.digits = PascalTableau::digits_for(bits);
  plan.workspace_bytes = saturating_mul(PascalTableau::words(s.length, plan.digits), word);
  if (s.shift_bits > 1) plan.workspace_bytes = saturating_add(plan.workspace_bytes, plan.workspace_bytes / 2);
  // Blocks of that many limb additions.
  const auto additions = static_cast<double>(std::max<std::int64_t>(1, tuning.parallel_min_limbs));
  const double side = std::sqrt(additions / static_cast<double>(plan.digits));
  plan.base_length = std::max<std::size_t>(4, static_cast<std::size_t>(side / pascal_tile)) * pascal_tile;
}

/// The last product: half of the coefficients times a power of the same length.
MulShape last_product(const ShiftPlan& plan) noexcept {
  const std::size_t half = std::max<std::size_t>(1, std::bit_ceil(plan.shape.length) / 2);
  return {half, half + 1, plan.shape.result_bits - std::min(plan.shape.result_bits, half),
          half * plan.shape.shift_bits};
}

void set_products(ShiftPlan& plan, const ShiftTuning& tuning) {
  const ShiftShape& s = plan.shape;
  if (s.result_bits > std::size_t{1} << 40 || s.length > std::size_t{1} << 40) {
    plan.workspace_bytes = SIZE_MAX;
    return;
  }
  plan.base_length = static_cast<std::size_t>(std::max<std::int64_t>(2, tuning.products_length));
  if (s.length <= plan.base_length) {  // only a block
    plan.predicted_seconds = 1e9;
    return;
  }
  const MulPlan product = chosen_plan(last_product(plan), plan.threads, SIZE_MAX, {});
  plan.workspace_bytes = saturating_add(saturating_mul(2, plan_bytes(product)), saturating_mul(2, plan.result_bytes));
  // Every level costs about as much as the last: half as many bits, twice as many products.
  const double levels = std::max(1.0, std::log2(static_cast<double>(s.length) / static_cast<double>(plan.base_length)));
  plan.predicted_seconds = product.predicted_seconds * (1 + (levels - 1) * 0.6);
}

std::size_t needed_bytes(const ShiftPlan& plan) noexcept {
  return saturating_add(saturating_add(plan.workspace_bytes, plan.result_bytes), plan.table_bytes);
}

bool fits(const ShiftPlan& plan, std::size_t memory_available) noexcept {
  const std::size_t bytes = needed_bytes(plan);
  return bytes != SIZE_MAX && bytes <= memory_available;
}

}  // namespace

ShiftPlan shift_plan_of(ShiftAlgorithm algorithm, const ShiftShape& shape, int threads, const ShiftTuning& tuning) {
  ShiftPlan plan;
  plan.algorithm = algorithm;
  plan.shape = with_result_bits(shape);
  plan.threads = threads;
  const ShiftShape& s = plan.shape;
  plan.result_bytes = vector_bytes(s.length, saturating_mul(s.length, limbs_for_bits(s.result_bits)));
  switch (algorithm) {
    case ShiftAlgorithm::horner:
      plan.workspace_bytes = saturating_mul(saturating_mul(s.length, s.result_bits / 64 + 1), word);
      break;
    case ShiftAlgorithm::convolution:
      set_convolution(plan, tuning);
      break;
    case ShiftAlgorithm::tableau:
    case ShiftAlgorithm::tableau_bands:
    case ShiftAlgorithm::tableau_halves:
      set_tableau(plan, tuning);
      break;
    case ShiftAlgorithm::products:
      set_products(plan, tuning);
      break;
  }
  if (algorithm != ShiftAlgorithm::products && plan.workspace_bytes != SIZE_MAX)
    plan.predicted_seconds = predict_shift(plan);
  return plan;
}

ShiftPlan fitted_shift_plan(ShiftAlgorithm algorithm, const ShiftShape& shape, int threads,
                            std::size_t memory_available, const ShiftTuning& tuning) {
  const ShiftPlan plan = shift_plan_of(algorithm, shape, threads, tuning);
  if (plan.workspace_bytes == SIZE_MAX || fits(plan, memory_available)) return plan;
  ShiftTuning none_kept = tuning;
  none_kept.cached_mebibytes = 0;
  for (int some = threads; some >= 1; some /= 2) {
    ShiftPlan other = shift_plan_of(algorithm, shape, some, none_kept);
    if (fits(other, memory_available)) return other;
  }
  return plan;
}

void require_fit(const ShiftPlan& plan, std::size_t memory_available) {
  if (!fits(plan, memory_available)) throw MemoryLimit(needed_bytes(plan), 0, memory_available);
}

}  // namespace detail

using namespace detail;

std::string_view shift_algorithm_name(ShiftAlgorithm algorithm) noexcept {
  switch (algorithm) {
    case ShiftAlgorithm::horner:
      return "horner";
    case ShiftAlgorithm::tableau:
      return "tableau";
    case ShiftAlgorithm::tableau_bands:
      return "tableau_bands";
    case ShiftAlgorithm::tableau_halves:
      return "tableau_halves";
    case ShiftAlgorithm::products:
      return "products";
    case ShiftAlgorithm::convolution:
      return "convolution";
  }
  return "unknown";
}

ShiftAlgorithm shift_algorithm_from_name(std::string_view name) {
  for (const ShiftAlgorithm algorithm : shift_algorithms)
    if (name == shift_algorithm_name(algorithm)) return algorithm;
  throw DomainError("unknown Taylor shift algorithm: " + std::string(name));
}

std::vector<ShiftPlan> plan_shift_candidates(const ShiftShape& shape, int threads, std::size_t memory_available,
                                             const ShiftTuning& tuning) {
  if (shape.length == 0) throw DomainError("a shift of nothing has no plan");
  std::vector<ShiftPlan> plans;
  for (const ShiftAlgorithm algorithm : shift_algorithms)
    plans.push_back(fitted_shift_plan(algorithm, shape, threads, memory_available, tuning));
  std::stable_sort(plans.begin(), plans.end(), [&](const ShiftPlan& x, const ShiftPlan& y) {
    const bool fit_x = fits(x, memory_available);
    if (fit_x != fits(y, memory_available)) return fit_x;
    return fit_x ? x.predicted_seconds < y.predicted_seconds : x.workspace_bytes < y.workspace_bytes;
  });
  for (ShiftPlan& plan : plans)
    plan.reason = fits(plan, memory_available) ? "predicted to be slower" : "does not fit under the memory cap";
  if (fits(plans.front(), memory_available)) plans.front().reason = "predicted to be the fastest";
  return plans;
}

ShiftPlan plan_shift(const ShiftShape& shape, int threads, std::size_t memory_available, const ShiftTuning& tuning) {
  const ShiftPlan plan = plan_shift_candidates(shape, threads, memory_available, tuning).front();
  require_fit(plan, memory_available);
  return plan;
}

PlanDescription ShiftPlan::describe() const {
  PlanDescription d;
  d.algorithm = std::string(shift_algorithm_name(algorithm));
  const auto parameter = [&](const char* name, std::size_t value) {
    d.parameters.emplace_back(name, std::to_string(value));
  };
  parameter("length", shape.length);
  parameter("bits", shape.bits);
  parameter("result_bits", shape.result_bits);
  if (primes != 0) parameter("primes", primes);
  if (transform_words != 0) {
    parameter("transform_words", transform_words);
    d.parameters.emplace_back("tables", cached ? "kept" : "made anew");
  }
  if (digits != 0) parameter("digits", digits);
  if (base_length != 0) parameter("base_length", base_length);
  d.workspace_bytes = workspace_bytes;
  d.predicted_seconds = predicted_seconds;
  d.reason = reason;
  return d;
}

}  // namespace v1
}  // namespace polyfork
