// The multiplication dispatcher of Z[x].
//
// plan_mul is a pure function of shape, threads, memory and tuning. It builds the plan of every algorithm, drops those
// whose workspace and result do not fit, prefers the one that the measured cut-offs name, and lets a prediction that
// is clearly better for the given threads overrule them (GMP's product of packed integers is serial). mul() reserves
// what the plan says and executes it.
#include <polyfork/poly/mul/multiplication.hpp>

#include <algorithm>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/planned_memory.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_nodes.hpp"
#include "poly/mul/mul_sizes.hpp"
#include "poly/rows/execute_planned.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using namespace detail;

/// Enough work that the number of threads matters.
bool parallel(const MulShape& s, int threads, const MulTuning& tuning) noexcept {
  return threads > 1 && limb_products(s) >= static_cast<double>(tuning.parallel_min_limb_products);
}

IntegerVector execute(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                      const ExecutionContext& ctx) {
  return execute_planned({plan.threads, plan_bytes(plan), plan.workspace_bytes}, ctx,
                         [&](const ExecutionContext& some) { return mul_by_plan(plan, a, b, some); });
}

MulShape shape_of(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  if (&a == &b) {
    const std::size_t bits = a.max_bits(ctx);
    return {a.size(), a.size(), bits, bits, true};
  }
  constexpr std::size_t forked_words = std::size_t{1} << 15;  // in the cache lines that are looked at
  const auto words = [](const IntegerVector& v) {
    return v.empty() ? 0 : v.size() * std::min<std::size_t>(v.stride(0), 8);
  };
  std::size_t bits_a = 0;
  std::size_t bits_b = 0;
  const auto measure_a = [&] { bits_a = a.max_bits(ctx); };
  const auto measure_b = [&] { bits_b = b.max_bits(ctx); };
  if (std::min(words(a), words(b)) >= forked_words) {
    fork_join(ctx, measure_a, measure_b);
  } else {
    measure_a();
    measure_b();
  }
  return {a.size(), b.size(), bits_a, bits_b, false};
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
    case MulAlgorithm::plain_divide_and_conquer:
      return "plain_divide_and_conquer";
    case MulAlgorithm::toom_cook_4:
      return "toom_cook_4";
    case MulAlgorithm::toom_cook_8:
      return "toom_cook_8";
    case MulAlgorithm::kronecker:
      return "kronecker";
    case MulAlgorithm::kronecker_two_point:
      return "kronecker_two_point";
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
  for (const auto algorithm : integer_algorithms)
    if (name == mul_algorithm_name(algorithm)) return algorithm;
  if (name == mul_algorithm_name(MulAlgorithm::transform)) return MulAlgorithm::transform;
  throw DomainError("unknown multiplication algorithm: " + std::string(name));
}

std::vector<MulPlan> plan_mul_candidates(const MulShape& shape, int threads, std::size_t memory_available,
                                         const MulTuning& tuning) {
  check_shape(shape);
  const auto candidates = [&](int some) {
    const char* reason = "";
    const MulAlgorithm wanted = preferred(shape, some, tuning, reason);
    return ranked_plans(make_plans(shape, some, tuning), wanted, reason, parallel(shape, some, tuning),
                        memory_available);
  };
  std::vector<MulPlan> plans = candidates(threads);
  const auto too_large = [&](const MulPlan& plan) { return possible(plan) && !fits(plan, memory_available); };
  if (std::ranges::none_of(plans, too_large)) return plans;
  // Scratch of fewer threads may fit where that of all does not.
  for (int fewer = threads / 2; fewer >= 1; fewer /= 2) {
    std::vector<MulPlan> others = candidates(fewer);
    const MulPlan& best = plans.front();
    if (!fits(others.front(), memory_available)) continue;
    if (fits(best, memory_available) && best.predicted_seconds <= others.front().predicted_seconds) continue;
    plans = std::move(others);
    plans.front().reason = "on fewer threads: the scratch of all does not fit under the memory cap";
  }
  return plans;
}

MulPlan plan_mul(const MulShape& shape, int threads, std::size_t memory_available, const MulTuning& tuning) {
  MulPlan plan = detail::chosen_plan(shape, threads, memory_available, tuning);
  require_fit(plan, memory_available);
  return plan;
}

namespace detail {

IntegerVector mul_by_plan(const MulPlan& plan, const IntegerVector& a, const IntegerVector& b,
                          const ExecutionContext& ctx) {
  switch (plan.algorithm) {
    case MulAlgorithm::classical:
      return mul_classical(plan, a, b, ctx);
    case MulAlgorithm::karatsuba:
      return mul_karatsuba(plan, a, b, ctx);
    case MulAlgorithm::plain_divide_and_conquer:
      return mul_plain(plan, a, b, ctx);
    case MulAlgorithm::toom_cook_4:
    case MulAlgorithm::toom_cook_8:
      return mul_toom_cook(plan, a, b, ctx);
    case MulAlgorithm::kronecker_two_point:
      return mul_kronecker_two_point(plan, a, b, ctx);
    case MulAlgorithm::multimodular:
      return mul_multimodular(plan, a, b, ctx);
    case MulAlgorithm::blocked:
      return mul_blocked(plan, a, b, ctx);
    case MulAlgorithm::bivariate:
      return mul_bivariate(plan, a, b, ctx);
    case MulAlgorithm::kronecker:
    case MulAlgorithm::transform:
    case MulAlgorithm::integer:
      break;
  }
  return mul_kronecker(plan, a, b, ctx);
}

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
    if (fits(fitted, memory_for_plans(ctx))) return execute(fitted, a, b, ctx);
  }
  // The operands are so much longer than those planned for that the algorithm cannot do it.
  return execute(plan_mul(shape, plan.threads, memory_for_plans(ctx), ctx.tuning().section<MulTuning>()), a, b, ctx);
}

IntegerVector mul_low(const IntegerVector& a, const IntegerVector& b, std::size_t n, const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  MulPlan plan = plan_mul(shape, planning_threads(ctx), memory_for_plans(ctx), ctx.tuning().section<MulTuning>());
  if (plan.algorithm == MulAlgorithm::multimodular && n < product_length(shape)) plan.kept = n;
  IntegerVector product = trivial(shape) ? zeros(shape) : execute(plan, a, b, ctx);
  if (product.size() > n) product.truncate(n, ctx);
  return product;
}

}  // namespace detail

IntegerVector mul(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  const MulPlan plan = plan_mul(shape, planning_threads(ctx), memory_for_plans(ctx), ctx.tuning().section<MulTuning>());
  return execute(plan, a, b, ctx);
}

IntegerVector mul_with(MulAlgorithm algorithm, const IntegerVector& a, const IntegerVector& b,
                       const ExecutionContext& ctx) {
  const MulShape shape = shape_of(a, b, ctx);
  if (trivial(shape)) return zeros(shape);
  check_polynomial_algorithm(algorithm, false);
  const auto tuning = ctx.tuning().section<MulTuning>();
  const MulPlan plan = make_plan(algorithm, shape, planning_threads(ctx), tuning);
  if (!possible(plan))
    throw DomainError(std::string(mul_algorithm_name(algorithm)) + " does not reach products of " +
                      std::to_string(product_length(shape)) + " coefficients of " +
                      std::to_string(product_bits(shape)) + " bits");
  require_fit(plan, memory_for_plans(ctx));
  return execute(plan, a, b, ctx);
}

}  // namespace v1
}  // namespace polyfork
