// Budgets of plans, and plan trees as text.
#include <polyfork/core/plan.hpp>

#include <cstdio>
#include <string>

#include <polyfork/core/context.hpp>

#include "core/plan_text.hpp"
#include "core/planned_memory.hpp"
#include "core/planning_threads.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

std::string bytes_text(std::size_t bytes) {
  constexpr const char* units[] = {" B", " KiB", " MiB", " GiB", " TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit < 4; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return std::string(text) + units[unit];
}

void append_text(std::string& out, const PlanDescription& node, std::size_t depth) {
  out.append(2 * depth, ' ');
  out += node.algorithm;
  for (const auto& [name, value] : node.parameters) out += " " + name + "=" + value;
  // What cannot be carried out has no costs.
  const bool possible = !Bytes(node.workspace_bytes).is_never();
  out += possible ? "  workspace " + bytes_text(node.workspace_bytes) + ", about " +
                        detail::seconds_text(node.predicted_seconds)
                  : "  not possible";
  if (!node.reason.empty()) out += "  (" + node.reason + ")";
  out += '\n';
  for (const PlanDescription& child : node.children) append_text(out, child, depth + 1);
}

}  // namespace

namespace detail {

std::string seconds_text(double seconds) {
  const char* unit = " s";
  if (seconds < 1e-6) {
    seconds *= 1e9, unit = " ns";
  } else if (seconds < 1e-3) {
    seconds *= 1e6, unit = " us";
  } else if (seconds < 1) {
    seconds *= 1e3, unit = " ms";
  }
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", seconds);
  return std::string(text) + unit;
}

}  // namespace detail

PlanBudget::PlanBudget(const ExecutionContext& ctx)
    : threads(detail::planning_threads(ctx)), memory(detail::memory_for_plans(ctx)), tuning(&ctx.tuning()) {}

PlanBudget PlanBudget::with_threads(int n) const noexcept {
  PlanBudget budget = *this;
  budget.threads = n;
  return budget;
}

PlanBudget PlanBudget::with_memory(Bytes limit) const noexcept {
  PlanBudget budget = *this;
  budget.memory = limit;
  return budget;
}

PlanBudget PlanBudget::with_device(const DeviceView& view) const noexcept {
  PlanBudget budget = *this;
  budget.device = view;
  return budget;
}

PlanBudget PlanBudget::with_tuning(const Tuning& thresholds) const noexcept {
  PlanBudget budget = *this;
  budget.tuning = &thresholds;
  return budget;
}

std::string PlanDescription::to_text() const {
  std::string out;
  append_text(out, *this, 0);
  return out;
}

}  // namespace v1
}  // namespace polyfork
