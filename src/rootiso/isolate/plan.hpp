// The plan of an isolation, and the table of methods.
#pragma once

#include <cstddef>
#include <vector>

#include <polyfork/core/context.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/rootiso/plan.hpp>

#include "core/plan_cost.hpp"
#include "poly/gcd/gcd_plan.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The decision for one isolation; threads are 1 where forks would cost more than they bring. Workspace and seconds:
/// for `vca` those of one node, with its children, at the root of a subdivision tree, for `local` those of the whole
/// isolation of a polynomial with random coefficients.
struct IsolationPlan : PlanCost {
  IsolationMethod method = IsolationMethod::vca;  ///< never automatic
  IsolationShape shape;
  std::size_t node_limbs = 0;  ///< limbs of a row at the root of a subdivision tree
  GcdPlan square_free;         ///< of the polynomial and its derivative, when a test modulo a prime leaves that open

  PlanDescription describe() const;
};

/// What the steps of an isolation must know of a method.
struct IsolationTraits {
  IsolationMethod method;
  bool with_shortcuts;   ///< it has shortcuts besides the division by rational roots, and can search before factoring
  bool within_interval;  ///< it can search the annuli of an interval alone
};

/// Precondition: not automatic.
const IsolationTraits& isolation_traits(IsolationMethod method) noexcept;

/// Pure: depends on the arguments and the processor alone. Throws DomainError for a constant.
IsolationPlan plan_isolation(const IsolationShape& shape, IsolationMethod method, const PlanBudget& budget);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
