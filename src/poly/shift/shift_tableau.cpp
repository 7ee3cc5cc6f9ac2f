// f(x + c) through Pascal's triangle: f(c y) has coefficients a_j c^j, a shift of y by one makes c^i times coefficient
// i of the result. For c = -1 that is a change of signs, for a power of two a change of places.
#include <polyfork/core/workspace.hpp>

#include "poly/shift/pascal_tableau.hpp"
#include "poly/shift/shift_algorithms.hpp"
#include "poly/shift/shift_scaling.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

IntegerVector shift_by_one(const ShiftPlan& plan, const IntegerVector& f, bool alternate, const ExecutionContext& ctx) {
  Workspace::Frame frame;
  const auto storage = frame.allocate<std::int64_t>(PascalTableau::words(f.size(), plan.digits));
  PascalTableau tableau(f.size(), plan.digits, storage);
  tableau.load(f, alternate, ctx);
  tableau.run(plan.algorithm, plan.base_length, ctx);
  return tableau.result(alternate, ctx);
}

}  // namespace

IntegerVector shift_tableau(const ShiftPlan& plan, const IntegerVector& f, IntegerView c, const ExecutionContext& ctx) {
  if (c.abs().is_one()) return shift_by_one(plan, f, c.sign() < 0, ctx);
  const IntegerVector scaled = scaled_by_powers(f, Integer(c), ctx);
  return unscaled_by_powers(shift_by_one(plan, scaled, false, ctx), Integer(c), ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
