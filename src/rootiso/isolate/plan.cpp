// The dispatcher of real root isolation: the method, its threads, the memory and time of one node.
#include "rootiso/isolate/plan.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"
#include "poly/rows/limb_rows.hpp"
#include "rootiso/values/descartes.hpp"

namespace polyfork {
inline namespace v1 {

namespace detail {

namespace {

constexpr IsolationTraits methods[] = {
    {.method = IsolationMethod::vca, .with_shortcuts = false, .within_interval = false},
    {.method = IsolationMethod::local, .with_shortcuts = true, .within_interval = true},
};

/// One node of exact rows.
void predict_exact(IsolationPlan& plan, std::size_t rows) {
  // the node, two children, and the reversed copy of Descartes' test on each of them
  plan.workspace = bytes_of<mp_limb_t>(Count(rows) * plan.node_limbs * 5 * static_cast<std::size_t>(plan.threads));
  constexpr double row_call_ns = 2;
  constexpr double row_limb_ns = 0.25;
  const auto n = static_cast<double>(plan.shape.degree);
  plan.predicted_seconds = 1e-9 * n * n * (row_call_ns + row_limb_ns * static_cast<double>(plan.node_limbs));
}

/// All of an isolation on models: they are halved in fixed point, in rows log^2 rows operations on few words, and the
/// coefficients' further bits are read, copied and cut off. Measured with random coefficients of degree 3000 to 300000.
void predict_local(IsolationPlan& plan, std::size_t rows) {
  constexpr double row_ns = 47;       // for each level, squared
  constexpr double free_bits = 7000;  // that double the time
  constexpr std::size_t row_bytes = 350;
  constexpr std::size_t thread_row_bytes = 100;
  const auto threads = static_cast<std::size_t>(plan.threads);
  const std::size_t coefficient_bytes = plan.shape.bits / 8 * 9 / 4;
  plan.workspace = Bytes(rows) * (Bytes(row_bytes) + Bytes(thread_row_bytes) * threads + coefficient_bytes);
  const auto n = static_cast<double>(rows);
  const double levels = std::log2(n + 1);
  plan.predicted_seconds = 1e-9 * row_ns * n * levels * levels * (1 + static_cast<double>(plan.shape.bits) / free_bits);
}

}  // namespace

const IsolationTraits& isolation_traits(IsolationMethod method) noexcept {
  return *std::ranges::find(methods, method, &IsolationTraits::method);
}

IsolationPlan plan_isolation(const IsolationShape& s, IsolationMethod method, const PlanBudget& budget) {
  const auto tuning = budget.section<IsolationTuning>();
  const int threads = budget.threads;
  if (s.degree == 0) throw DomainError("a constant has no roots to isolate");
  IsolationPlan plan;
  plan.shape = s;
  const bool small = s.degree <= static_cast<std::size_t>(std::max<std::int64_t>(tuning.exact_degree, 0));
  plan.method = method != IsolationMethod::automatic ? method : (small ? IsolationMethod::vca : IsolationMethod::local);
  plan.reason = method != IsolationMethod::automatic ? "as asked for"
                : small                              ? "degree up to rootiso.exact_degree"
                                                     : "models cost less than exact rows";
  const std::size_t rows = saturating_add(s.degree, 1);
  // Scaled to the annulus next to one; elsewhere rows are longer by up to the degree times the exponent.
  plan.node_limbs = limbs_for_bits(saturating_add(s.bits, saturating_add(taylor_shift_growth(rows), 1)));
  const std::size_t limbs_of_pass = saturating_mul(rows, plan.node_limbs);
  const bool forked = static_cast<double>(rows) * static_cast<double>(limbs_of_pass) >=
                      static_cast<double>(tuning.parallel_min_node_limbs);
  plan.threads = forked ? std::max(1, threads) : 1;
  if (threads > 1 && !forked) plan.reason = "nodes below rootiso.parallel_min_node_limbs: nothing is forked";
  if (plan.method == IsolationMethod::local)
    predict_local(plan, rows);
  else
    predict_exact(plan, rows);
  plan.square_free = plan_gcd({rows, s.degree, s.bits, saturating_add(s.bits, ceil_log2(rows)), s.bits},
                              budget.with_threads(plan.threads));
  return plan;
}

PlanDescription IsolationPlan::describe() const {
  PlanDescription d = describe_cost();
  d.algorithm = std::string(isolation_method_name(method));
  d.parameters.emplace_back("degree", std::to_string(shape.degree));
  d.parameters.emplace_back("bits", std::to_string(shape.bits));
  d.parameters.emplace_back("threads", std::to_string(threads));
  d.parameters.emplace_back("node_limbs", std::to_string(node_limbs));
  d.reason = std::string(reason) + (method == IsolationMethod::local
                                        ? "; time and memory with random coefficients, more with many real roots"
                                        : "; time of one node");
  d.children.push_back(square_free.describe());
  d.children.back().reason += "; the square-free part, unless a prime shows that nothing is repeated";
  return d;
}

}  // namespace detail

PlanDescription explain_isolation(const IsolationShape& shape, IsolationMethod method, const PlanBudget& budget) {
  return detail::plan_isolation(shape, method, budget).describe();
}

}  // namespace v1
}  // namespace polyfork
