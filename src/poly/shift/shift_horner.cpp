// f(x + c) by Horner's scheme: n^2/2 rows of multiply-and-add. The reference of the others, and the best for a few
// coefficients.
#include "poly/rows/fixed_rows.hpp"
#include "poly/shift/shift_algorithms.hpp"
#include "poly/shift/shift_rows.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

IntegerVector shift_horner(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  FixedRows rows(f.size(), plan.shape.result_bits / 64 + 1);
  for (std::size_t i = 0; i < f.size(); ++i) rows.assign(i, f[i], 0);
  horner_shift(rows, c, ctx);
  return rows.to_vector(0, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
