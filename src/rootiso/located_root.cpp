#include "rootiso/located_root.hpp"

#include <algorithm>
#include <utility>

#include <polyfork/core/error.hpp>

#include "rootiso/canonical.hpp"
#include "rootiso/evaluate_sign.hpp"
#include "rootiso/preprocess.hpp"
#include "rootiso/refine.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

/// The level-k grid cell around the one root of g in (lower, upper), by bisection over the grid points inside.
DyadicCell grid_cell(const IntegerVector& g, const Rational& lower, const Rational& upper, int lower_sign,
                     std::int64_t k, const ExecutionContext& ctx) {
  const Rational scale = Rational::dyadic(1, k);
  Integer below = (lower * scale).floor();  // the root is right of it ...
  Integer above = (upper * scale).ceil();   // ... and left of it; the points between lie inside the interval
  while (above - below > Integer(1)) {
    const Integer middle = (below + above) >> 1;
    if (sign_at_dyadic_nonroot(g, middle, k, ctx) == lower_sign)
      below = middle;
    else
      above = middle;
  }
  return {below, k};
}

}  // namespace

void LocatedRoot::refine(std::int64_t bits, const ExecutionContext& ctx) {
  cell = refine_cell(polynomial.coefficients(), std::move(cell), cell.k + bits, ctx);
}

LocatedRoot locate_root(const PolyZ& f, const RootInterval& root, const ExecutionContext& ctx) {
  if (f.is_zero()) throw DomainError("the zero polynomial has no isolated roots");
  IsolationStats stats;
  Preprocessed pre = preprocess(f, stats, ctx);
  LocatedRoot located;
  located.polynomial = std::move(pre.product);

  if (root.exact) {
    if (sign_at_rational(f.coefficients(), root.lower, ctx) != 0)
      throw DomainError("the point is not a root of the polynomial");
    located.exact = true;
    located.value = root.lower;
    return located;
  }
  if (root.lower >= root.upper) throw DomainError("the interval of the root is empty");

  const IntegerVector& g = located.polynomial.coefficients();
  const int lower_sign = sign_at_rational(g, root.lower, ctx);
  const bool changes = lower_sign != sign_at_rational(g, root.upper, ctx);
  for (const RationalRoot& r : pre.rational_roots) {
    if (r.value <= root.lower || r.value >= root.upper) continue;
    if (changes || located.exact) throw DomainError("the interval contains more than one root");
    located.exact = true;
    located.value = r.value;
  }
  if (located.exact) return located;
  if (!changes) throw DomainError("the interval does not isolate a root of the polynomial");

  for (std::int64_t k = level_of_width(root.width());; ++k) {
    located.cell = grid_cell(g, root.lower, root.upper, lower_sign, k, ctx);
    if (located.cell.lower() >= root.lower && located.cell.upper() <= root.upper) return located;
  }
}

}  // namespace detail
}  // namespace polyfork::inline v1
