// The dispatcher of real root isolation: which method, and what it will hold in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
#include <polyfork/poly/gcd/gcd_plan.hpp>
#include <polyfork/rootiso/isolate.hpp>

namespace polyfork {
inline namespace v1 {

struct IsolationShape {
  std::size_t degree = 0;
  std::size_t bits = 0;  ///< of the largest coefficient
};

/// Thresholds of root isolation.
struct IsolationTuning {
  static constexpr std::string_view section = "rootiso";
  std::int64_t parallel_min_node_limbs = 1 << 12;  ///< degree^2 limbs of a node below which nothing is forked
  std::int64_t exact_degree = 20;                  ///< up to here exact arithmetic is the fastest
  template <class Visitor>
  void visit(Visitor&& v) {
    v("parallel_min_node_limbs", parallel_min_node_limbs);
    v("exact_degree", exact_degree);
  }
};

/// The decision for one isolation. How many nodes the subdivision visits depends on the roots: for `vca` the time and
/// the memory are those of one node, for `local` those of the whole isolation of a polynomial with random coefficients.
/// Many real roots, or complex ones near them, take a multiple of that.
struct POLYFORK_EXPORT IsolationPlan {
  IsolationMethod method = IsolationMethod::vca;  ///< never automatic
  IsolationShape shape;
  int threads = 1;                  ///< 1 where forks would cost more than they bring
  std::size_t node_limbs = 0;       ///< limbs of a row at the root of a subdivision tree
  std::size_t workspace_bytes = 0;  ///< vca: rows of a node and its children at the root, on every thread
  double predicted_seconds = 0;     ///< vca: one node, two Taylor shifts
  const char* reason = "";
  GcdPlan square_free;  ///< of the polynomial and its derivative, when a test modulo a prime leaves that open

  PlanDescription describe() const;
};

/// Pure: depends on the arguments alone. Throws DomainError for a constant.
POLYFORK_EXPORT IsolationPlan plan_isolation(const IsolationShape& shape, IsolationMethod method,
                                             const PlanBudget& budget);

}  // namespace v1
}  // namespace polyfork
