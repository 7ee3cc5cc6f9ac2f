// Plans: what a dispatcher may use, and what it decided, why, and what it expects to cost.
//
// A dispatcher is a pure function from an operation's shape and a PlanBudget to a plan tree; algorithms execute the
// tree and never decide again. The trees themselves are private to their layers: users see PlanDescription, which
// `polyfork explain` prints.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/bytes.hpp>
#include <polyfork/core/device.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/tuning.hpp>

namespace polyfork {
inline namespace v1 {

class ExecutionContext;

/// What a plan may use. A sub-plan is made from its parent's budget, so that it cannot forget any of it.
struct POLYFORK_EXPORT PlanBudget {
  int threads = 1;
  Bytes memory = Bytes::never;     ///< for workspace, result and tables together; never: no limit
  DeviceView device;               ///< that may be used; none by default
  const Tuning* tuning = nullptr;  ///< thresholds; null: the built-in ones

  PlanBudget() noexcept = default;
  /// What the context has left now, without a device: dispatchers that can use one add it. The context must outlive the
  /// budget.
  explicit PlanBudget(const ExecutionContext& ctx);

  PlanBudget with_threads(int n) const noexcept;
  PlanBudget with_memory(Bytes limit) const noexcept;
  PlanBudget with_device(const DeviceView& view) const noexcept;
  /// Without a device: for sub-plans that are carried out by the processor in any case.
  PlanBudget on_processor() const noexcept { return with_device(DeviceView()); }
  PlanBudget with_tuning(const Tuning& thresholds) const noexcept;
  PlanBudget with_tuning(Tuning&&) const = delete;  ///< the budget refers to its tuning

  /// A section of the tuning.
  template <class Section>
  Section section() const {
    return tuning != nullptr ? tuning->section<Section>() : Section{};
  }
};

/// A printable view of any plan: the name of the algorithm, its parameters, cost and sub-plans. Sizes beyond 2^64 are
/// SIZE_MAX.
struct POLYFORK_EXPORT PlanDescription {
  std::string algorithm;
  std::vector<std::pair<std::string, std::string>> parameters;
  int threads = 1;                  ///< that the plan is made for
  std::size_t workspace_bytes = 0;  ///< scratch beside operands and result
  std::size_t result_bytes = 0;
  std::size_t table_bytes = 0;  ///< tables that the plan cache keeps
  double predicted_seconds = 0;
  std::string reason;
  std::vector<PlanDescription> children;

  /// An indented tree, one line per node.
  std::string to_text() const;
};

}  // namespace v1
}  // namespace polyfork
