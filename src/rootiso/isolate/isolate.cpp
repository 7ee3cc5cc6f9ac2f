// Real root isolation: the pipeline and the choice of the method.
//
// Preprocess (powers of x, square-free decomposition, rational roots), isolate the roots of what remains by the chosen
// method, bring the cells to their canonical form, give each its multiplicity, merge with the rational roots, restrict
// to the interval asked for. Only the middle step knows the method.
#include <polyfork/rootiso/isolate.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/rootiso/plan.hpp>

#include "core/limits.hpp"
#include "ring/held.hpp"
#include "rootiso/isolate/audit.hpp"
#include "rootiso/isolate/certify.hpp"
#include "rootiso/isolate/deflation.hpp"
#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/isolate/vca.hpp"
#include "rootiso/local/local.hpp"
#include "rootiso/refine/canonical.hpp"
#include "rootiso/refine/refine_cells.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {

std::string_view isolation_method_name(IsolationMethod method) noexcept {
  switch (method) {
    case IsolationMethod::automatic:
      return "auto";
    case IsolationMethod::vca:
      return "vca";
    case IsolationMethod::local:
      return "local";
  }
  return "unknown";
}

IsolationMethod isolation_method_from_name(std::string_view name) {
  for (const IsolationMethod m : {IsolationMethod::automatic, IsolationMethod::vca, IsolationMethod::local})
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
  return plan_isolation({static_cast<std::size_t>(f.degree()), f.coefficients().max_bits(ctx)}, method,
                        PlanBudget(ctx).with_threads(ctx.threads()));
}

/// The context with the plan's threads.
ExecutionContext context_for(const IsolationPlan& plan, const ExecutionContext& ctx) {
  return plan.threads < ctx.threads() ? ctx.with_threads(plan.threads) : ctx;
}

/// Without shortcuts: the search goes through all roots, and those that are known to be rational are left out
/// afterwards. A cell may have its root at its lower end.
std::vector<DyadicCell> isolate_with_rational_roots(const Preprocessed& pre, detail::LocalSearch search,
                                                    IsolationStats& stats, const ExecutionContext& ctx) {
  for (const detail::RationalRoot& r : pre.rational_roots) search.known_roots.push_back(r.value);
  auto cells = detail::local_isolate(pre.whole->coefficients(), search, stats, ctx);
  std::erase_if(cells, [&](const DyadicCell& cell) {
    const auto root = std::lower_bound(pre.rational_roots.begin(), pre.rational_roots.end(), cell.lower(),
                                       [](const detail::RationalRoot& r, const Rational& x) { return r.value < x; });
    return root != pre.rational_roots.end() && root->value < cell.upper();
  });
  return cells;
}

detail::LocalSearch search_of(const IsolationOptions& options, bool certified) {
  detail::LocalSearch search;
  if (!certified) search.interval = options.interval;  // what is certified are all roots
  search.alternation = options.shortcuts;
  return search;
}

/// Isolating cells of the irrational roots; with an interval, of those in the annuli that meet it at least.
std::vector<DyadicCell> isolate_cells(const IsolationPlan& plan, const IsolationOptions& options,
                                      const Preprocessed& pre, IsolationStats& stats,
                                      std::vector<detail::KnownSize>& sizes, const ExecutionContext& ctx,
                                      detail::CoreProof* proof) {
  const bool with_rational = pre.whole && proof == nullptr && plan.method == IsolationMethod::local;
  if (with_rational ? pre.whole->is_constant() : pre.factors.empty()) return {};
  detail::ProvedPartitions* const proved = proof != nullptr ? &proof->proved : nullptr;
  // The reference takes the polynomial as it is.
  if (plan.method == IsolationMethod::vca) return detail::vca_isolate(pre.factors.product().coefficients(), stats, ctx);
  detail::LocalSearch search = search_of(options, proof != nullptr);
  if (with_rational) return isolate_with_rational_roots(pre, search, stats, ctx);
  if (pre.power == 1) {
    auto cells = detail::local_isolate(pre.factors.product().coefficients(), search, stats, ctx, proved, &sizes);
    if (proof != nullptr) proof->cells = cells;
    return cells;
  }
  if (search.interval) search.interval = detail::deflated_interval(*search.interval, pre.power);
  search.negative = pre.power % 2 == 1;
  const IntegerVector& q = pre.deflated_factors.product().coefficients();
  std::vector<DyadicCell> cells;
  if (!pre.deflated_factors.empty()) cells = detail::local_isolate(q, search, stats, ctx, proved, &sizes);
  if (proof != nullptr) proof->cells = cells;
  const MemoryReservation held(ctx.memory(), detail::bytes_of(cells));
  std::vector<Rational> points = pre.deflated_points;
  if (search.interval) {
    // Where the roots of Q are not known, a point's cell could have some of them, too.
    std::erase_if(points, [&](const Rational& s) {
      const Rational x = search.negative ? s : abs(s);
      return x < search.interval->first || search.interval->second < x;
    });
  }
  return detail::power_root_cells(q, cells, points, pre.power, ctx);
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

/// The cells at their final level and the result made of them: four integers for two ends, twice while they are merged.
std::size_t result_bytes(const std::vector<DyadicCell>& cells, const Preprocessed& pre,
                         const std::optional<Rational>& width) {
  const std::int64_t level = width ? detail::level_of_width(*width) : std::numeric_limits<std::int64_t>::min();
  std::size_t bytes = 0;
  for (const DyadicCell& cell : cells) {
    const std::size_t more = level > cell.k ? static_cast<std::size_t>(level - cell.k) : 0;
    const auto scale = static_cast<std::size_t>(std::abs(cell.k)) + more;  // a power of two: the denominator
    const std::size_t longest = std::max(cell.c.bit_length() + more, scale) / 8 + 16;
    bytes = detail::saturating_add(
        bytes, sizeof(DyadicCell) + 2 * sizeof(RootInterval) + detail::saturating_mul(1 + 2 * 4, longest));
  }
  for (const auto& r : pre.rational_roots) bytes += 2 * (sizeof(RootInterval) + 2 * detail::bytes_of(r.value));
  return bytes;
}

std::vector<Rational> points_of(const Preprocessed& pre) {
  std::vector<Rational> points;
  points.reserve(pre.rational_roots.size());
  for (const auto& r : pre.rational_roots) points.push_back(r.value);
  return points;
}

/// The roots of the cells and the rational roots (in the interval), ascending.
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

void add(IsolationStats& stats, const IsolationStats& of_search) {
  stats.annuli += of_search.annuli;
  stats.nodes += of_search.nodes;
  stats.max_depth = std::max(stats.max_depth, of_search.max_depth);
}

/// With a certificate all roots are refined, since it is about all of them. `kept` receives what the roots were found
/// from.
IsolationResult isolate(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& caller,
                        IsolationCertificate* certificate, Preprocessed* kept = nullptr) {
  check_arguments(f, options);
  const IsolationMethod method = certificate != nullptr ? IsolationMethod::local : options.method;
  const IsolationPlan plan = plan_for(f, method, caller);
  const ExecutionContext ctx = context_for(plan, caller);
  IsolationResult result;
  result.degree = f.degree();
  detail::CoreProof proof;
  std::vector<DyadicCell> cells;
  IsolationStats early;
  std::vector<detail::KnownSize> sizes;
  const auto search = [&](const IntegerVector& g, const ExecutionContext& stoppable) {
    cells = detail::local_isolate(g, search_of(options, certificate != nullptr), early, stoppable,
                                  certificate != nullptr ? &proof.proved : nullptr, &sizes);
  };
  // A certificate, and who goes on with the factors, cannot do without the proof: they would depend on what ends first.
  const detail::SearchBeside beside{search, certificate != nullptr || kept != nullptr};
  Preprocessed pre = detail::preprocess(f, result.stats, ctx, options.shortcuts,
                                        plan.method == IsolationMethod::local ? &beside : nullptr);
  if (pre.searched) {
    add(result.stats, early);
    if (certificate != nullptr) proof.cells = cells;
  } else {
    proof = {};
    sizes.clear();
    cells = isolate_cells(plan, options, pre, result.stats, sizes, ctx, certificate != nullptr ? &proof : nullptr);
  }
  const MemoryReservation held_proof(ctx.memory(), detail::bytes_of(proof));
  MemoryReservation held(ctx.memory(), 2 * detail::bytes_of(cells));  // as they are and in canonical form
  cells = detail::canonical_cells(pre.factors.product().coefficients(), cells, points_of(pre), ctx);
  const bool whole_line = !options.interval || plan.method == IsolationMethod::vca || certificate != nullptr;
  detail::audit_cells(pre, cells, whole_line, sizes, ctx);
  if (options.interval && certificate == nullptr)
    cells = restrict_cells(std::move(cells), pre.factors.product(), *options.interval, ctx);
  held = MemoryReservation();
  held = MemoryReservation(ctx.memory(), result_bytes(cells, pre, options.width));
  if (options.width)
    cells = detail::refine_cells(pre.factors.product().coefficients(), std::move(cells),
                                 detail::level_of_width(*options.width), ctx);

  if (certificate != nullptr) {
    *certificate = detail::make_certificate(f, pre, proof, ctx);
    certificate->roots = merged_roots(pre, cells, std::nullopt, ctx);
    if (options.interval) cells = restrict_cells(std::move(cells), pre.factors.product(), *options.interval, ctx);
  }
  result.roots = merged_roots(pre, cells, options.interval, ctx);
  if (kept != nullptr) *kept = std::move(pre);
  return result;
}

}  // namespace

IsolationResult isolate_real_roots(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  return isolate(f, options, ctx, nullptr);
}

IsolationResult detail::isolate_keeping(const PolyZ& f, const IsolationOptions& options, Preprocessed& kept,
                                        const ExecutionContext& ctx) {
  return isolate(f, options, ctx, nullptr, &kept);
}

CertifiedIsolation isolate_with_certificate(const PolyZ& f, const IsolationOptions& options,
                                            const ExecutionContext& ctx) {
  if (options.method == IsolationMethod::vca)
    throw DomainError("certificates come from the method local: vca records no proof");
  CertifiedIsolation certified;
  certified.result = isolate(f, options, ctx, &certified.certificate);
  return certified;
}

std::size_t count_real_roots(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  // The audit is of an answer, so that there has to be one.
  IsolationOptions unrefined = options;
  unrefined.width.reset();
  check_arguments(f, options);
  return isolate(f, unrefined, ctx, nullptr).roots.size();
}

std::size_t count_real_roots(const PolyZ& f, const std::optional<std::pair<Rational, Rational>>& interval,
                             const ExecutionContext& ctx) {
  IsolationOptions options;
  options.interval = interval;
  return count_real_roots(f, options, ctx);
}

}  // namespace v1
}  // namespace polyfork
