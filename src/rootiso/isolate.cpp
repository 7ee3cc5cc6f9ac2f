// Real root isolation: the pipeline and the choice of the method.
//
// Preprocess (powers of x, square-free decomposition, rational roots), isolate the roots of what remains by the chosen
// method, bring the cells to their canonical form, give each its multiplicity, merge with the rational roots, restrict
// to the interval asked for. Only the middle step knows the method.
#include <polyfork/rootiso/isolate.hpp>

#include <algorithm>
#include <iterator>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/convert.hpp>
#include <polyfork/rootiso/plan.hpp>

#include "rootiso/canonical.hpp"
#include "rootiso/evaluate_sign.hpp"
#include "rootiso/preprocess.hpp"
#include "rootiso/vca.hpp"

namespace polyfork::inline v1 {

std::string_view isolation_method_name(IsolationMethod method) noexcept {
  switch (method) {
    case IsolationMethod::automatic:
      return "auto";
    case IsolationMethod::vca:
      return "vca";
  }
  return "unknown";
}

IsolationMethod isolation_method_from_name(std::string_view name) {
  for (const IsolationMethod m : {IsolationMethod::automatic, IsolationMethod::vca})
    if (name == isolation_method_name(m)) return m;
  throw DomainError("unknown isolation method: " + std::string(name));
}

namespace {

using detail::DyadicCell;
using detail::Preprocessed;

void check_arguments(const PolyZ& f, const IsolationOptions& options) {
  if (f.is_zero()) throw DomainError("the zero polynomial: every number is a root");
  if (options.interval && options.interval->first > options.interval->second)
    throw DomainError("the interval is empty");
  if (options.width && options.width->sign() <= 0) throw DomainError("the width must be positive");
}

/// The plan for f; a constant has none to speak of.
IsolationPlan plan_for(const PolyZ& f, IsolationMethod method, const ExecutionContext& ctx) {
  if (f.is_constant()) return {};
  return plan_isolation({static_cast<std::size_t>(f.degree()), f.coefficients().max_bits()}, method, ctx.threads(),
                        ctx.tuning().section<IsolationTuning>(), ctx.tuning().section<GcdTuning>());
}

/// The context with the plan's threads.
ExecutionContext context_for(const IsolationPlan& plan, const ExecutionContext& ctx) {
  return plan.threads < ctx.threads() ? ctx.with_threads(plan.threads) : ctx;
}

/// Isolating cells of all roots of a square-free polynomial without rational roots.
std::vector<DyadicCell> isolate_cells(const IsolationPlan& plan, const PolyZ& g, IsolationStats& stats,
                                      const ExecutionContext& ctx) {
  if (g.is_constant()) return {};
  switch (plan.method) {
    case IsolationMethod::automatic:
    case IsolationMethod::vca:
      break;
  }
  return detail::vca_isolate(g.coefficients(), stats, ctx);
}

/// The multiplicity of the factor that changes sign on the cell: exactly one does.
std::uint64_t multiplicity_in(const DyadicCell& cell, const Preprocessed& pre, const ExecutionContext& ctx) {
  if (pre.factors.size() == 1) return pre.factors.front().multiplicity;
  for (const auto& [factor, multiplicity] : pre.factors) {
    const IntegerVector& a = factor.coefficients();
    const int below = detail::sign_at_dyadic_nonroot(a, cell.c, cell.k, ctx);
    const int above = detail::sign_at_dyadic_nonroot(a, cell.c + Integer(1), cell.k, ctx);
    if (below != above) return multiplicity;
  }
  throw Error("internal error: an isolating interval without a sign change");
}

/// Is the root in the cell <= x (x rational, so not the root)?
bool root_below(const DyadicCell& cell, const PolyZ& g, const Rational& x, const ExecutionContext& ctx) {
  if (x >= cell.upper()) return true;
  if (x <= cell.lower()) return false;
  return detail::sign_at_rational(g.coefficients(), x, ctx) !=
         detail::sign_at_dyadic_nonroot(g.coefficients(), cell.c, cell.k, ctx);
}

std::vector<DyadicCell> restrict_cells(std::vector<DyadicCell> cells, const PolyZ& g,
                                       const std::pair<Rational, Rational>& interval, const ExecutionContext& ctx) {
  std::erase_if(cells, [&](const DyadicCell& cell) {
    return root_below(cell, g, interval.first, ctx) || !root_below(cell, g, interval.second, ctx);
  });
  return cells;
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

std::vector<Rational> points_of(const Preprocessed& pre) {
  std::vector<Rational> points;
  points.reserve(pre.rational_roots.size());
  for (const auto& r : pre.rational_roots) points.push_back(r.value);
  return points;
}

}  // namespace

IsolationResult isolate_real_roots(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& caller) {
  check_arguments(f, options);
  const IsolationPlan plan = plan_for(f, options.method, caller);
  const ExecutionContext ctx = context_for(plan, caller);
  IsolationResult result;
  result.degree = f.degree();
  const Preprocessed pre = detail::preprocess(f, result.stats, ctx);
  auto cells = isolate_cells(plan, pre.product, result.stats, ctx);
  cells = detail::canonical_cells(pre.product.coefficients(), cells, points_of(pre), ctx);
  if (options.interval) cells = restrict_cells(std::move(cells), pre.product, *options.interval, ctx);
  if (options.width) cells = detail::refine_cells(pre.product.coefficients(), std::move(cells), *options.width, ctx);

  const auto irrational = irrational_roots(pre, cells, ctx);
  std::vector<RootInterval> rational;
  for (const auto& r : pre.rational_roots) {
    const bool inside =
        !options.interval || (options.interval->first <= r.value && r.value <= options.interval->second);
    if (inside) rational.push_back({r.value, r.value, true, r.multiplicity});
  }
  std::merge(rational.begin(), rational.end(), irrational.begin(), irrational.end(), std::back_inserter(result.roots),
             [](const RootInterval& a, const RootInterval& b) { return a.lower < b.lower; });
  return result;
}

IsolationResult isolate_real_roots(const PolyQ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  return isolate_real_roots(numerator_polynomial(f), options, ctx);
}

std::size_t count_real_roots(const PolyZ& f, const std::optional<std::pair<Rational, Rational>>& interval,
                             const ExecutionContext& caller) {
  IsolationOptions options;
  options.interval = interval;
  check_arguments(f, options);
  const IsolationPlan plan = plan_for(f, options.method, caller);
  const ExecutionContext ctx = context_for(plan, caller);
  IsolationStats stats;
  const Preprocessed pre = detail::preprocess(f, stats, ctx);
  auto cells = isolate_cells(plan, pre.product, stats, ctx);
  if (interval) cells = restrict_cells(std::move(cells), pre.product, *interval, ctx);
  return cells.size() + static_cast<std::size_t>(
                            std::count_if(pre.rational_roots.begin(), pre.rational_roots.end(), [&](const auto& r) {
                              return !interval || (interval->first <= r.value && r.value <= interval->second);
                            }));
}

}  // namespace polyfork::inline v1
