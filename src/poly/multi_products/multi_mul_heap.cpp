// The plan of a product of sparse polynomials by heaps (multi_mul_heap.hpp), which any operands fit.
#include "poly/multi_products/multi_mul_heap.hpp"

#include <algorithm>
#include <cmath>

#include "poly/multi_products/multi_mul_costs.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

const char* heap_obstacle(const MultiMulShape&) { return nullptr; }

void plan_heap(MultiMulPlan& plan, const MultiMulBudget& budget) {
  const MultiMulShape& s = plan.shape;
  const MultiMulTuning& t = budget.thresholds;
  constexpr std::size_t ranges = 64;
  const double range_products = static_cast<double>(std::max<std::int64_t>(1, t.heap_range_products));
  plan.parameters = RangeParameters{std::min(ranges, range_count(term_products(s) / range_products)), 1};
  const std::size_t rows = std::min(s.terms_a, s.terms_b);
  plan.workspace =
      bytes_of<std::uint64_t>(Count(rows) * (Count(s.words) + 8) * static_cast<std::size_t>(budget.threads));
  const double levels = 1 + std::log2(static_cast<double>(rows));
  plan.predicted_seconds = term_products(s) * (picoseconds(t.heap_ps) * levels + limb_seconds(s)) / budget.threads;
  plan.reason = s.places == 0 ? "exponents too large for one number to name a monomial"
                              : "at most poly.multi_mul.heap_products products, or predicted to be the fastest";
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
