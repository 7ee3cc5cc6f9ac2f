// The dispatcher of real root isolation: which method, and what it will hold in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <polyfork/core/export.hpp>
#include <polyfork/core/plan.hpp>
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
  /// Nothing is forked where (degree + 1)^2 times the limbs of a coefficient at the root of a subdivision tree is less
  /// than this.
  std::int64_t parallel_min_node_limbs = 1 << 12;
  std::int64_t exact_degree = 20;  ///< vca is chosen up to this degree, `local` beyond
  template <class Visitor>
  void visit(Visitor&& v) {
    v("parallel_min_node_limbs", parallel_min_node_limbs);
    v("exact_degree", exact_degree);
  }
};

/// What the dispatcher would do. Pure: depends on the arguments and the processor alone. How many nodes the subdivision
/// visits depends on the roots: for `vca` the time and the memory are those of one node, for `local` those of the whole
/// isolation of a polynomial with random coefficients. Many real roots, or complex ones near them, take a multiple of
/// that. Throws DomainError for a constant.
POLYFORK_EXPORT PlanDescription explain_isolation(const IsolationShape& shape, IsolationMethod method,
                                                  const PlanBudget& budget);

}  // namespace v1
}  // namespace polyfork
