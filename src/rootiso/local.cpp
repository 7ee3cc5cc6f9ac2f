// The approximate engine.
//
// Each half-line is cut into dyadic annuli; in each of them f is a local model: fixed-point coefficients around the
// centre with one error bound, cut to the bits and the degree that matter there (local_model.hpp). A node is left
// alone when its constant term outweighs the rest, halved while it has many rows, and otherwise handed to the leaf
// engine, which decides its whole subtree in machine words (bernstein_cells.hpp). What a leaf leaves undecided is looked
// at again through a model of that part; what no model of this precision can tell is collected and looked at from the
// annulus down with twice the guard bits. f is square-free, so this ends. Where f is monotone and its sign at an end is
// lost in the noise (a root next to a short fraction), f itself is evaluated there, for all such ends together.
//
// Cost for n roots that are spread like those of the classical families: two or three Taylor shifts of rows of n + tau
// bits, and a geometric series below them, since each level halves both the degree and the bits that matter; then O(n)
// leaves. Eigenwillig et al. (CASC 2005), Mehlhorn, Sagraloff (JSC 2011) for approximate coefficients; Witty (Sage, 2007)
// for the reduction of the degree; Imbach, Moroz (ISSAC 2023) for its effect.
#include "rootiso/local.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "ring/held.hpp"
#include "rootiso/annuli.hpp"
#include "rootiso/annulus.hpp"
#include "rootiso/local_tree.hpp"
#include "rootiso/point_values.hpp"
#include "rootiso/tally.hpp"
#include "rootiso/verify_annuli.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::size_t first_guard = 64;

struct Found {
  std::vector<MonotoneCell> monotone;  // ascending; together they have all roots
  std::vector<ProvedCell> proved;

  void append(Found&& right) {
    monotone.insert(monotone.end(), std::make_move_iterator(right.monotone.begin()),
                    std::make_move_iterator(right.monotone.end()));
    proved.insert(proved.end(), std::make_move_iterator(right.proved.begin()),
                  std::make_move_iterator(right.proved.end()));
  }
};

Found search_annulus(const IntegerVector& f, const Annulus& annulus, bool recorded, Tally& tally,
                     const ExecutionContext& ctx) {
  const std::int64_t size = least_size(f, annulus, ctx);
  Found found;
  std::vector<DyadicCell> open{annulus.cell()};
  for (std::size_t guard = first_guard; !open.empty(); guard *= 2) {
    const ModelPrecision precision = precision_of(guard);
    const LocalModel model =
        annulus_model(f, annulus.j, annulus.negative, size - static_cast<std::int64_t>(guard), precision, ctx);
    LocalTree::Outcome out = LocalTree(precision, annulus.j, tally, ctx, recorded).search(model, annulus.cell(), open);
    const auto middle = static_cast<std::ptrdiff_t>(found.monotone.size());
    found.append({std::move(out.monotone), std::move(out.proved)});
    std::inplace_merge(found.monotone.begin(), found.monotone.begin() + middle, found.monotone.end());
    open = std::move(out.undecided);
  }
  std::sort(found.proved.begin(), found.proved.end(),
            [](const ProvedCell& a, const ProvedCell& b) { return a.cell.lower() < b.cell.lower(); });
  return found;
}

/// Fills in the signs that the models left open and keeps the cells with a root.
std::vector<DyadicCell> with_roots(const IntegerVector& f, std::vector<MonotoneCell> found,
                                   const ExecutionContext& ctx) {
  std::vector<DyadicPoint> points;
  for (const MonotoneCell& m : found) {
    if (m.lower_sign == 0) points.push_back({m.cell.c, m.cell.k});
    if (m.upper_sign == 0) points.push_back({m.cell.c + Integer(1), m.cell.k});
  }
  const std::vector<PointValue> values = values_at(f, points, ctx);
  auto next = values.begin();
  std::vector<DyadicCell> cells;
  for (MonotoneCell& m : found) {
    const int lower = m.lower_sign != 0 ? m.lower_sign : (next++)->sign;
    const int upper = m.upper_sign != 0 ? m.upper_sign : (next++)->sign;
    if (lower != upper) cells.push_back(std::move(m.cell));
  }
  return cells;
}

}  // namespace

std::vector<DyadicCell> local_isolate(const IntegerVector& f, HalfLines where, IsolationStats& stats,
                                      const ExecutionContext& ctx, std::vector<ProvedCell>* proof) {
  const bool recorded = proof != nullptr;
  const auto annuli_of = [&](bool mirrored) {
    return recorded ? annuli_to_cover(f, mirrored, ctx) : positive_annuli(f, mirrored, ctx);
  };
  std::vector<Annulus> annuli;
  if (where == HalfLines::both) {
    const auto negative = annuli_of(true);
    for (auto j = negative.rbegin(); j != negative.rend(); ++j) annuli.push_back({*j, true});
  }
  for (const std::int64_t j : annuli_of(false)) annuli.push_back({j, false});

  std::atomic<double> done{0};
  SharedCharge kept(ctx.memory());
  Tally tally(done, kept);
  tally.annuli += annuli.size();
  tally.share = annuli.empty() ? 1 : 1 / static_cast<double>(annuli.size());

  const auto map = [&](std::size_t begin, std::size_t) {
    return search_annulus(f, annuli[begin], recorded, tally, ctx);
  };
  Found found = parallel_reduce(ctx, annuli.size(), 1, Found{}, map, [](Found&& left, Found&& right) {
    left.append(std::move(right));
    return std::move(left);
  });
  tally.report(stats);
  if (recorded) *proof = std::move(found.proved);
  return with_roots(f, std::move(found.monotone), ctx);
}

}  // namespace detail
}  // namespace polyfork::inline v1
