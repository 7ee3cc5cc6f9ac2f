// Refinement of many cells: a few bits by bisecting them all together, more on local models, the rest one by one.
//
// The models come from the same tree as the isolation's, with one more guard bit for each level by which cells are to
// be narrower: its two top Taylor shifts serve all roots. For a few roots the whole polynomial is evaluated instead
// (refine.hpp).
#include "rootiso/refine/refine_cells.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "ring/held.hpp"
#include "rootiso/local/local_tree.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/refine/refine_model.hpp"
#include "rootiso/values/annulus.hpp"
#include "rootiso/values/point_values.hpp"
#include "rootiso/values/tally.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t few_roots = 12;
constexpr std::int64_t few_levels = 3;
constexpr std::size_t spare_bits = 24;  // between what truncation may cost and the smallest value to be told from zero
constexpr std::size_t first_guard = 64;

std::vector<DyadicCell*> coarser_than(std::vector<DyadicCell>& cells, std::int64_t level) {
  std::vector<DyadicCell*> open;
  for (DyadicCell& cell : cells)
    if (cell.k < level) open.push_back(&cell);
  return open;
}

/// The signs of f at the lower ends.
std::vector<int> lower_signs(const MeasuredVector& f, const std::vector<DyadicCell*>& cells,
                             const ExecutionContext& ctx) {
  std::vector<DyadicPoint> points;
  points.reserve(cells.size());
  for (const DyadicCell* cell : cells) points.push_back({cell->c, cell->k});
  std::vector<int> signs;
  for (const PointValue& v : values_at(f, points, ctx)) signs.push_back(v.sign);
  return signs;
}

/// Halves all cells together down to the level.
void bisect_all(const MeasuredVector& f, std::vector<DyadicCell>& cells, std::int64_t level,
                const ExecutionContext& ctx) {
  std::vector<DyadicCell*> open = coarser_than(cells, level);
  std::vector<int> signs = lower_signs(f, open, ctx);
  while (!open.empty()) {
    std::vector<DyadicPoint> middles;
    middles.reserve(open.size());
    for (const DyadicCell* cell : open) middles.push_back({cell->right_half().c, cell->k + 1});
    const std::vector<PointValue> values = values_at(f, middles, ctx);
    std::vector<DyadicCell*> next;
    std::vector<int> next_signs;
    for (std::size_t i = 0; i < open.size(); ++i) {
      *open[i] = values[i].sign == signs[i] ? open[i]->right_half() : open[i]->left_half();
      if (open[i]->k >= level) continue;
      next.push_back(open[i]);
      next_signs.push_back(signs[i]);
    }
    open = std::move(next);
    signs = std::move(next_signs);
  }
}

/// Refines the cells of one annulus on its models, as far as their precision carries.
void refine_in_annulus(const MeasuredVector& f, const Annulus& annulus, const std::vector<DyadicCell*>& cells,
                       std::int64_t level, const ExecutionContext& ctx) {
  const std::vector<int> signs = lower_signs(f, cells, ctx);
  std::vector<DyadicCell> parts;
  std::int64_t coarsest = level;
  for (const DyadicCell* cell : cells) {
    parts.push_back(*cell);
    coarsest = std::min(coarsest, cell->k);
  }
  const MemoryReservation held(ctx.memory(), bytes_of(parts));
  const std::size_t guard = first_guard + static_cast<std::size_t>(level - coarsest);
  const ModelPrecision precision{guard, guard - spare_bits};
  const std::int64_t exponent = least_size(f, annulus, ctx) - static_cast<std::int64_t>(guard);
  const LocalModel model = annulus_model(f, annulus.j, annulus.negative, exponent, precision, ctx);
  std::atomic<double> done{0};
  SharedCharge kept(ctx.memory());
  Tally tally(done, kept);
  LocalTree(precision, annulus.j, tally, ctx)
      .visit(model, annulus.cell(), parts, [&](const LocalModel& at, const DyadicCell& cell, std::size_t i) {
        LocalModel own{at.q.copy(ctx), at.exponent, at.error, at.tail, at.slope_tail, at.sizes};
        *cells[i] = refine_on_model(std::move(own), cell, {*cells[i], signs[i]}, level, precision, ctx).cell;
      });
}

/// Refines the cells of each annulus that has enough of them on models.
void refine_on_models(const MeasuredVector& f, const std::vector<DyadicCell*>& open, std::int64_t level,
                      const ExecutionContext& ctx) {
  std::vector<std::pair<Annulus, std::vector<DyadicCell*>>> groups;
  for (DyadicCell* cell : open) {
    const Annulus annulus = annulus_of(*cell);
    if (groups.empty() || groups.back().first != annulus) groups.push_back({annulus, {}});
    groups.back().second.push_back(cell);
  }
  parallel_for(ctx, groups.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [annulus, members] = groups[i];
      if (members.size() >= few_roots) refine_in_annulus(f, annulus, members, level, ctx);
    }
  });
}

}  // namespace

std::vector<DyadicCell> refine_cells(const IntegerVector& f, std::vector<DyadicCell> cells, std::int64_t level,
                                     const ExecutionContext& ctx) {
  std::vector<DyadicCell*> open = coarser_than(cells, level);
  if (open.empty()) return cells;
  const MeasuredVector sized(f, ctx);
  const bool near =
      std::all_of(open.begin(), open.end(), [&](const DyadicCell* cell) { return level - cell->k <= few_levels; });
  if (near && open.size() >= few_roots) {
    bisect_all(sized, cells, level, ctx);
    return cells;
  }
  const std::size_t all = open.size();
  refine_on_models(sized, open, level, ctx);
  open = coarser_than(cells, level);
  std::atomic<std::size_t> done{all - open.size()};
  parallel_for(ctx, open.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) *open[i] = refine_cell(f, std::move(*open[i]), level, ctx);
    ctx.progress("refining", static_cast<double>(done += end - begin) / static_cast<double>(all));
  });
  return cells;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
