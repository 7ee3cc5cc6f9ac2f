// From any isolating cells to the canonical answer.
//
// Standard dyadic cells are nested or disjoint, so "the coarsest cell around r with a closed-under-shrinking property"
// is unique: descend while the property fails, else ascend while the parent has it. The parent of a cell contains
// another root of g exactly when it contains that root's cell (a cell that contained the parent would contain r). End
// points are no roots of g, so closures matter for zero and for the rational points only.
#include "rootiso/refine/canonical.hpp"

#include <algorithm>

#include <polyfork/core/parallel.hpp>

#include "rootiso/refine/refine.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

bool closure_contains_any(const DyadicCell& cell, const std::vector<Rational>& points) {
  if (points.empty()) return false;
  const auto it = std::lower_bound(points.begin(), points.end(), cell.lower());
  return it != points.end() && *it <= cell.upper();
}

DyadicCell canonical_cell(const IntegerVector& g, const std::vector<DyadicCell>& cells, std::size_t i,
                          const std::vector<Rational>& points, const ExecutionContext& ctx) {
  DyadicCell cell = cells[i];
  for (std::int64_t levels = 1; closure_contains_any(cell, points); levels *= 2)
    cell = refine_cell(g, cell, cell.k + levels, ctx);
  const auto is_too_coarse = [&](const DyadicCell& parent) {
    return parent.touches_zero() || closure_contains_any(parent, points) || (i > 0 && parent.contains(cells[i - 1])) ||
           (i + 1 < cells.size() && parent.contains(cells[i + 1]));
  };
  // Parents of a cell that is too coarse are too coarse as well. Cells may be a hundred thousand levels down, so that
  // the level is found in steps that double, then by bisection.
  std::int64_t fine = cell.k;
  std::int64_t up = 1;
  while (!is_too_coarse(cell.ancestor(fine - up))) {
    ctx.poll();
    fine -= up;
    up *= 2;
  }
  for (std::int64_t coarse = fine - up; fine - coarse > 1;) {
    const std::int64_t middle = coarse + (fine - coarse) / 2;
    (is_too_coarse(cell.ancestor(middle)) ? coarse : fine) = middle;
  }
  return cell.ancestor(fine);
}

}  // namespace

std::int64_t level_of_width(const Rational& width) {
  // 2^-k <= p/q  <=>  q <= p 2^k
  std::int64_t k = static_cast<std::int64_t>(width.denominator().bit_length()) -
                   static_cast<std::int64_t>(width.numerator().bit_length()) - 1;
  while (Rational::dyadic(1, -k) > width) ++k;
  return k;
}

std::vector<DyadicCell> canonical_cells(const IntegerVector& g, const std::vector<DyadicCell>& cells,
                                        const std::vector<Rational>& points, const ExecutionContext& ctx) {
  std::vector<DyadicCell> result(cells.size());
  parallel_for(ctx, cells.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) result[i] = canonical_cell(g, cells, i, points, ctx);
  });
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
