// Real root isolation: the steps and the choice of the method.
//
// Preprocess (powers of x, square-free decomposition, rational roots), search the roots of what remains by the chosen
// method, bring the cells to their canonical form, audit them, restrict them to the interval asked for, refine them,
// give each its multiplicity and merge them with the rational roots. Only the search knows the method.
#include <polyfork/rootiso/isolate.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/rootiso/certificate.hpp>

#include "rootiso/isolate/answer.hpp"
#include "rootiso/isolate/audit.hpp"
#include "rootiso/isolate/certify.hpp"
#include "rootiso/isolate/deflation.hpp"
#include "rootiso/isolate/isolate_with_factors.hpp"
#include "rootiso/isolate/plan.hpp"
#include "rootiso/isolate/preprocess.hpp"
#include "rootiso/isolate/vca.hpp"
#include "rootiso/local/local.hpp"
#include "rootiso/refine/canonical.hpp"
#include "rootiso/refine/refine_cells.hpp"
#include "rootiso/sparse/sparse_real_roots.hpp"

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
using detail::IsolationPlan;
using detail::IsolationTraits;
using detail::LocalRoots;
using detail::LocalSearch;
using detail::Preprocessed;
using detail::RationalRoot;

/// Returns f. Throws DomainError where an argument is outside of its domain.
const PolyZ& checked(const PolyZ& f, const IsolationOptions& options) {
  if (f.is_zero()) throw DomainError("the zero polynomial: every number is a root");
  if (options.interval && options.interval->first > options.interval->second)
    throw DomainError("the interval is empty");
  if (options.width && options.width->sign() <= 0) throw DomainError("the width must be positive");
  return f;
}

/// The plan for f; a constant has none to speak of.
IsolationPlan plan_for(const PolyZ& f, IsolationMethod method, const ExecutionContext& ctx) {
  if (f.is_constant()) return {};
  return detail::plan_isolation({static_cast<std::size_t>(f.degree()), f.coefficients().max_bits(ctx)}, method,
                                PlanBudget(ctx).with_threads(ctx.threads()));
}

/// The context with the plan's threads.
ExecutionContext context_for(const IsolationPlan& plan, const ExecutionContext& ctx) {
  return plan.threads < ctx.threads() ? ctx.with_threads(plan.threads) : ctx;
}

/// What a caller wants besides the roots.
enum class Extra {
  none,
  factors,     ///< the square-free factors, which must not depend on whether an early search ends first
  certificate  ///< the partitions that prove the answer; it is about all roots, whatever the interval
};

/// One isolation, step by step: each step works on what those before it left in the members.
class Isolation {
 public:
  /// All references must outlive the isolation. Throws DomainError.
  Isolation(const PolyZ& f, const IsolationOptions& options, Extra extra, const ExecutionContext& caller)
      : f_(checked(f, options)),
        options_(options),
        extra_(extra),
        plan_(plan_for(f, certified() ? IsolationMethod::local : options.method, caller)),
        traits_(detail::isolation_traits(plan_.method)),
        ctx_(context_for(plan_, caller)) {}

  IsolationResult run() {
    prepare();
    search();
    canonicalise();
    audit();
    if (!certified()) restrict();
    refine();
    if (certified()) {
      certify();
      restrict();
    }
    return {f_.degree(), detail::merged_roots(pre_, cells_, options_.interval, ctx_), stats_};
  }

  /// After the run: what the roots were found from.
  Preprocessed take_factors() { return std::move(pre_); }
  /// After the run, with Extra::certificate.
  IsolationCertificate take_certificate() { return std::move(certificate_); }

 private:
  // --- steps ---------------------------------------------------------------------------------------------------------

  /// Finds the factors and the rational roots; where threads are idle, the search runs at the same time.
  void prepare() {
    if (!traits_.with_shortcuts || !options_.shortcuts) {
      pre_ = detail::preprocess(f_, stats_, ctx_, options_.shortcuts);
      return;
    }
    LocalRoots early;
    const auto search = [&](const IntegerVector& g, const ExecutionContext& stoppable) {
      early = detail::local_isolate(g, search_options(), stoppable);
    };
    pre_ = detail::preprocess_and_search(f_, search, extra_ != Extra::none, stats_, ctx_);
    if (pre_.searched) core_ = std::move(early);
  }

  /// Finds isolating cells of the irrational roots; with an interval, at least of those in the annuli that meet it.
  void search() {
    if (pre_.searched)
      cells_ = take_core_cells();
    else if (plan_.method == IsolationMethod::vca)
      cells_ = pre_.factors.empty() ? std::vector<DyadicCell>() : detail::vca_isolate(product(), stats_, ctx_);
    else if (pre_.whole && !certified())
      cells_ = search_with_rational_roots();
    else if (!pre_.factors.empty())
      cells_ = pre_.power == 1 ? search_product() : search_powers();
    add_to_stats(core_.stats);
  }

  void canonicalise() {
    held_proof_ = MemoryReservation(ctx_.memory(), detail::proof_bytes(core_));
    held_cells_ = MemoryReservation(ctx_.memory(), 2 * detail::bytes_of(cells_));  // as they are and in canonical form
    std::vector<Rational> points;
    points.reserve(pre_.rational_roots.size());
    for (const RationalRoot& r : pre_.rational_roots) points.push_back(r.value);
    cells_ = detail::canonical_cells(product(), cells_, points, ctx_);
  }

  void audit() {
    const bool whole_line = !options_.interval || !traits_.within_interval || certified();
    detail::audit_cells(pre_, cells_, whole_line, core_.sizes, ctx_);
  }

  /// Leaves the cells of roots in the interval.
  void restrict() {
    if (options_.interval)
      cells_ = detail::cells_with_root_in(*options_.interval, std::move(cells_), pre_.factors.product(), ctx_);
  }

  /// Refines the cells to the width, and charges the answer before it is made.
  void refine() {
    held_cells_ = MemoryReservation();
    held_cells_ = MemoryReservation(ctx_.memory(), detail::answer_bytes(pre_, cells_, options_.width));
    if (options_.width)
      cells_ = detail::refine_cells(product(), std::move(cells_), detail::level_of_width(*options_.width), ctx_);
  }

  /// The certificate of all roots.
  void certify() {
    certificate_ = detail::make_certificate(f_, pre_, core_, ctx_);
    certificate_.roots = detail::merged_roots(pre_, cells_, std::nullopt, ctx_);
  }

  // --- parts of the search -------------------------------------------------------------------------------------------

  LocalSearch search_options() const {
    LocalSearch search;
    if (!certified()) search.interval = options_.interval;
    search.alternation = options_.shortcuts;
    search.recorded = certified();
    return search;
  }

  /// Searches all roots, since there are to be no shortcuts; those that are known to be rational are left out
  /// afterwards. A cell may have its root at its lower end.
  std::vector<DyadicCell> search_with_rational_roots() {
    if (pre_.whole->is_constant()) return {};
    LocalSearch search = search_options();
    for (const RationalRoot& r : pre_.rational_roots) search.known_roots.push_back(r.value);
    LocalRoots found = detail::local_isolate(pre_.whole->coefficients(), search, ctx_);
    add_to_stats(found.stats);
    std::erase_if(found.cells, [&](const DyadicCell& cell) {
      const auto root = std::lower_bound(pre_.rational_roots.begin(), pre_.rational_roots.end(), cell.lower(),
                                         [](const RationalRoot& r, const Rational& x) { return r.value < x; });
      return root != pre_.rational_roots.end() && root->value < cell.upper();
    });
    return std::move(found.cells);
  }

  /// The roots of the factors' product.
  std::vector<DyadicCell> search_product() {
    core_ = detail::local_isolate(pre_.core(), search_options(), ctx_);
    return take_core_cells();
  }

  /// The roots of Q(x^power), from those of Q.
  std::vector<DyadicCell> search_powers() {
    LocalSearch search = search_options();
    if (search.interval) search.interval = detail::deflated_interval(*search.interval, pre_.power);
    search.negative = pre_.power % 2 == 1;
    if (!pre_.deflated_factors.empty()) core_ = detail::local_isolate(pre_.core(), search, ctx_);
    const std::vector<DyadicCell> cells = take_core_cells();
    const MemoryReservation held(ctx_.memory(), detail::bytes_of(cells));
    std::vector<Rational> points = pre_.deflated_points;
    if (search.interval) {
      // Where the roots of Q are not known, a point's cell could have some of them, too.
      std::erase_if(points, [&](const Rational& s) {
        const Rational x = search.negative ? s : abs(s);
        return x < search.interval->first || search.interval->second < x;
      });
    }
    return detail::power_root_cells(pre_.core(), cells, points, pre_.power, ctx_);
  }

  /// The cells of the core's roots, which only a certificate needs again.
  std::vector<DyadicCell> take_core_cells() { return certified() ? core_.cells : std::move(core_.cells); }

  void add_to_stats(const IsolationStats& found) {
    stats_.annuli += found.annuli;
    stats_.nodes += found.nodes;
    stats_.max_depth = std::max(stats_.max_depth, found.max_depth);
  }

  bool certified() const noexcept { return extra_ == Extra::certificate; }
  const IntegerVector& product() const noexcept { return pre_.factors.product().coefficients(); }

  const PolyZ& f_;
  const IsolationOptions& options_;
  const Extra extra_;
  const IsolationPlan plan_;
  const IsolationTraits& traits_;
  const ExecutionContext ctx_;  // the caller's, with the plan's threads
  IsolationStats stats_;
  Preprocessed pre_;               // factors and rational roots
  LocalRoots core_;                // what a local search found of the core; empty for other methods
  std::vector<DyadicCell> cells_;  // of the irrational roots, as the latest step left them
  IsolationCertificate certificate_;
  MemoryReservation held_proof_;  // for core_
  MemoryReservation held_cells_;  // for cells_ and, after the refinement, for the answer
};

}  // namespace

IsolationResult isolate_real_roots(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  if (const auto sparse = detail::few_terms_of(f, options, ctx)) {
    auto found = detail::with_few_terms(*sparse, options, ctx,
                                        [&](detail::SparseRealRoots& roots) { return roots.isolate(options, ctx); });
    if (found) return std::move(*found);
  }
  return Isolation(f, options, Extra::none, ctx).run();
}

detail::IsolationWithFactors detail::isolate_with_factors(const PolyZ& f, const IsolationOptions& options,
                                                          const ExecutionContext& ctx) {
  Isolation isolation(f, options, Extra::factors, ctx);
  IsolationResult result = isolation.run();
  return {std::move(result), isolation.take_factors()};
}

CertifiedIsolation isolate_with_certificate(const PolyZ& f, const IsolationOptions& options,
                                            const ExecutionContext& ctx) {
  if (options.method == IsolationMethod::vca)
    throw DomainError("certificates come from the method local: vca records no proof");
  Isolation isolation(f, options, Extra::certificate, ctx);
  IsolationResult result = isolation.run();
  return {std::move(result), isolation.take_certificate()};
}

std::size_t count_real_roots(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  // The audit checks an answer, so that the roots themselves are isolated, but not refined.
  IsolationOptions unrefined = options;
  unrefined.width.reset();
  return isolate_real_roots(checked(f, options), unrefined, ctx).roots.size();
}

std::size_t count_real_roots(const PolyZ& f, const std::optional<std::pair<Rational, Rational>>& interval,
                             const ExecutionContext& ctx) {
  IsolationOptions options;
  options.interval = interval;
  return count_real_roots(f, options, ctx);
}

}  // namespace v1
}  // namespace polyfork
