// From cells to the answer. A cell's multiplicity is that of the one square-free factor that changes sign on it, and
// its root is compared with a rational number by a sign of the factors' product.
#include "rootiso/isolate/answer.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <ostream>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "ring/held.hpp"
#include "rootiso/refine/canonical.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The multiplicity of the factor that changes sign on the cell: exactly one does.
std::uint64_t multiplicity_in(const DyadicCell& cell, const Preprocessed& pre, const ExecutionContext& ctx) {
  if (pre.factors.size() == 1) return pre.factors.front().multiplicity;
  for (const auto& [factor, multiplicity] : pre.factors) {
    const IntegerVector& a = factor.coefficients();
    const int below = sign_at_dyadic_nonroot(a, cell.c, cell.k, ctx);
    const int above = sign_at_dyadic_nonroot(a, cell.c + Integer(1), cell.k, ctx);
    if (below != above) return multiplicity;
  }
  throw Error("internal error: an isolating interval without a sign change");
}

/// Whether the root of g in the cell is below x, a rational number and so not the root.
bool root_below(const DyadicCell& cell, const PolyZ& g, const Rational& x, const ExecutionContext& ctx) {
  if (x >= cell.upper()) return true;
  if (x <= cell.lower()) return false;
  return sign_at_rational(g.coefficients(), x, ctx) != sign_at_dyadic_nonroot(g.coefficients(), cell.c, cell.k, ctx);
}

std::vector<RootInterval> irrational_roots(const Preprocessed& pre, const std::vector<DyadicCell>& cells,
                                           const ExecutionContext& ctx) {
  std::vector<RootInterval> roots(cells.size());
  parallel_for(ctx, cells.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      roots[i] = {cells[i].lower(), cells[i].upper(), false, multiplicity_in(cells[i], pre, ctx)};
  });
  return roots;
}

}  // namespace

std::vector<DyadicCell> cells_with_root_in(const std::pair<Rational, Rational>& interval, std::vector<DyadicCell> cells,
                                           const PolyZ& g, const ExecutionContext& ctx) {
  std::erase_if(cells, [&](const DyadicCell& cell) {
    return root_below(cell, g, interval.first, ctx) || !root_below(cell, g, interval.second, ctx);
  });
  return cells;
}

std::size_t answer_bytes(const Preprocessed& pre, const std::vector<DyadicCell>& cells,
                         const std::optional<Rational>& width) {
  const std::int64_t level = width ? level_of_width(*width) : std::numeric_limits<std::int64_t>::min();
  std::size_t bytes = 0;
  for (const DyadicCell& cell : cells) {
    const std::size_t more = level > cell.k ? static_cast<std::size_t>(level - cell.k) : 0;
    const auto scale = static_cast<std::size_t>(std::abs(cell.k)) + more;  // a power of two: the denominator
    const std::size_t longest = std::max(cell.c.bit_length() + more, scale) / 8 + 16;
    // The cell's own integer, and four integers for two ends, twice while they are merged.
    bytes = saturating_add(bytes, sizeof(DyadicCell) + 2 * sizeof(RootInterval) + saturating_mul(1 + 2 * 4, longest));
  }
  for (const auto& r : pre.rational_roots) bytes += 2 * (sizeof(RootInterval) + 2 * bytes_of(r.value));
  return bytes;
}

std::vector<RootInterval> merged_roots(const Preprocessed& pre, const std::vector<DyadicCell>& cells,
                                       const std::optional<std::pair<Rational, Rational>>& interval,
                                       const ExecutionContext& ctx) {
  const auto irrational = irrational_roots(pre, cells, ctx);
  std::vector<RootInterval> rational;
  for (const auto& r : pre.rational_roots) {
    const bool inside = !interval || (interval->first <= r.value && r.value <= interval->second);
    if (inside) rational.push_back({r.value, r.value, true, r.multiplicity});
  }
  std::vector<RootInterval> roots;
  std::merge(rational.begin(), rational.end(), irrational.begin(), irrational.end(), std::back_inserter(roots),
             [](const RootInterval& a, const RootInterval& b) { return a.lower < b.lower; });
  return roots;
}

}  // namespace detail

std::ostream& operator<<(std::ostream& out, const RootInterval& root) {
  if (root.exact) return out << root.lower;
  return out << '(' << root.lower << ", " << root.upper << ')';
}

}  // namespace v1
}  // namespace polyfork
