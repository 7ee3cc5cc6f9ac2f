// Roots that are given by an interval: the polynomial is preprocessed, the interval is checked to isolate one root, and
// the coarsest dyadic cell inside it is found by bisection over the points of grids.
#include "rootiso/algebraic/located_root.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>

#include "rootiso/local/local_polynomial.hpp"
#include "rootiso/refine/canonical.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The level-k grid cell around the one root of g in (lower, upper), by bisection over the grid points inside.
DyadicCell grid_cell(const IntegerVector& g, const Rational& lower, const Rational& upper, int lower_sign,
                     std::int64_t k, const ExecutionContext& ctx) {
  const Rational scale = Rational::dyadic(1, k);
  Integer below = (lower * scale).floor();  // the root is right of it ...
  Integer above = (upper * scale).ceil();   // ... and left of it; the points between lie inside the interval
  while (above - below > Integer(1)) {
    Integer middle = (below + above) >> 1;
    if (sign_at_dyadic_nonroot(g, middle, k, ctx) == lower_sign)
      below = std::move(middle);
    else
      above = std::move(middle);
  }
  return {below, k};
}

std::size_t rational_roots_inside(const Preprocessed& source, const RootInterval& interval) {
  return static_cast<std::size_t>(
      std::count_if(source.rational_roots.begin(), source.rational_roots.end(),
                    [&](const RationalRoot& r) { return interval.lower < r.value && r.value < interval.upper; }));
}

}  // namespace

// The level doubles its distance from the interval's own until a cell fits, then the cell grows as far as it can.
DyadicCell coarsest_cell(const IntegerVector& g, const Rational& lower, const Rational& upper,
                         const ExecutionContext& ctx) {
  const auto inside = [&](const DyadicCell& cell) { return cell.lower() >= lower && cell.upper() <= upper; };
  const int lower_sign = sign_at_rational(g, lower, ctx);
  const std::int64_t first = level_of_width(upper - lower);
  DyadicCell cell;
  for (std::int64_t step = 0;; step = 2 * step + 1) {
    cell = grid_cell(g, lower, upper, lower_sign, first + step, ctx);
    if (inside(cell)) break;
  }
  while (cell.k > first) {
    DyadicCell parent = cell.ancestor(cell.k - 1);
    if (!inside(parent)) break;
    cell = std::move(parent);
  }
  return cell;
}

void LocatedRoot::refine(std::int64_t bits, const ExecutionContext& ctx) {
  cell = refine_cell(polynomial().coefficients(), std::move(cell), cell.k + bits, ctx);
}

std::shared_ptr<const Preprocessed> preprocess_for_roots(const PolyZ& f, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no isolated roots");
  IsolationStats stats;
  return std::make_shared<const Preprocessed>(preprocess(f, stats, ctx));
}

LocatedRoot locate_isolated_root(std::shared_ptr<const Preprocessed> source, const RootInterval& root,
                                 const ExecutionContext& ctx) {
  LocatedRoot located;
  located.source = std::move(source);
  if (root.exact) {
    located.exact = true;
    located.value = root.lower;
    return located;
  }
  for (const RationalRoot& r : located.source->rational_roots) {
    if (r.value <= root.lower || r.value >= root.upper) continue;
    located.exact = true;
    located.value = r.value;
    return located;
  }
  const IntegerVector& g = located.polynomial().coefficients();
  located.cell = coarsest_cell(g, root.lower, root.upper, ctx);
  return located;
}

LocatedRoot locate_root(const PolyZ& f, const RootInterval& root, const ExecutionContext& ctx) {
  auto source = preprocess_for_roots(f, ctx);
  if (root.exact) {
    if (sign_at_rational(f.coefficients(), root.lower, ctx) != 0)
      throw DomainError("the point is not a root of the polynomial");
  } else {
    if (root.lower >= root.upper) throw DomainError("the interval of the root is empty");
    const std::size_t count =
        rational_roots_inside(*source, root) +
        count_roots_inside(source->factors.product().coefficients(), root.lower, root.upper, 2, ctx);
    if (count != 1) throw DomainError("the interval does not contain exactly one root of the polynomial");
  }
  return locate_isolated_root(std::move(source), root, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
