// Plan trees: what a dispatcher decided, why, and what it expects to cost.
//
// A dispatcher is a pure function from shape, cores, memory cap and tuning to a tree of these; algorithms execute the
// tree and never decide again. `polyfork explain` prints it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {

/// A printable view of any plan: the name of the algorithm, its parameters, cost and sub-plans.
struct POLYFORK_EXPORT PlanDescription {
  std::string algorithm;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::size_t workspace_bytes = 0;
  double predicted_seconds = 0;
  std::string reason;
  std::vector<PlanDescription> children;

  /// An indented tree, one line per node.
  std::string to_text() const;
};

}  // namespace v1
}  // namespace polyfork
