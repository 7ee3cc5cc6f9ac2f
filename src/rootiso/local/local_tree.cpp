// The subdivision below one annulus on local models.
//
// A node without a root is recognised by its constant term, one whose rows the noise hides is given up, one of many
// rows is halved, in parallel, and a short one is a leaf. Parts that a leaf leaves undecided get a model of their own,
// or are shown to be a cluster of roots far further down (cluster.hpp). Both ways down may be thousands of levels long,
// so that loops with lists of pending parts stand for recursions.
#include "rootiso/local/local_tree.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "core/limits.hpp"
#include "rootiso/local/cluster.hpp"
#include "rootiso/local/leaf_pairs.hpp"
#include "rootiso/values/fixed_point.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t levels_at_once = 16;
constexpr std::size_t forked_rows = 96;  // nodes of fewer rows take microseconds

DyadicCell subcell_of(const DyadicCell& cell, const Subcell& part) {
  return {(cell.c << part.level) + Integer(part.index), cell.k + static_cast<std::int64_t>(part.level)};
}

/// Whether |q_0| exceeds the sum of all other rows and the noise: then f has no root on the cell.
bool constant_dominates(const LocalModel& m) { return row_dominates(m, 0, 0, m.noise()); }

/// Whether no row exceeds 64 times the noise: then hardly any sign of f on the cell is certain.
bool noise_exceeds_value(const LocalModel& m) {
  std::size_t bits = 0;
  for (std::size_t i = 0; i < m.rows(); ++i) bits = std::max(bits, fixed_bits(m.q.row(i), m.q.limbs()));
  return bits < 64 && (std::uint64_t{1} << bits) <= saturating_mul(64, m.noise());
}

/// The smallest part of the cell that contains both a and b, but not further below the cell than the cell is below the
/// annulus: a step of several levels makes rows longer by a bit for each level, single steps make them fewer and
/// shorter.
DyadicCell common_part(const DyadicCell& cell, const DyadicCell& a, const DyadicCell& b, std::size_t depth,
                       std::size_t rows) {
  const std::int64_t least = rows <= most_leaf_rows ? levels_at_once : 1;
  std::int64_t level = std::min({cell.k + std::max(least, static_cast<std::int64_t>(depth)), a.k, b.k});
  while (!(a.ancestor(level) == b.ancestor(level))) --level;
  return a.ancestor(level);
}

template <class T>
void move_to_end(std::vector<T>& list, std::vector<T>&& more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

void LocalTree::Outcome::append(Outcome&& right) {
  move_to_end(monotone, std::move(right.monotone));
  move_to_end(undecided, std::move(right.undecided));
  move_to_end(proved, std::move(right.proved));
}

template <class Left, class Right>
LocalTree::Outcome LocalTree::both(std::size_t rows, const Left& left, const Right& right) const {
  Outcome below;
  Outcome above;
  if (rows >= forked_rows) {
    fork_join(
        ctx_, [&] { below = left(); }, [&] { above = right(); });
  } else {
    below = left();
    above = right();
  }
  below.append(std::move(above));
  return below;
}

LocalTree::Outcome LocalTree::search(const LocalModel& whole, const DyadicCell& whole_cell, const DyadicCell* first,
                                     const DyadicCell* last) const {
  // The parts next to a cluster are thousands of levels down, so that the way there is a loop, not a recursion.
  const LocalModel* model = &whole;
  LocalModel narrowed;
  DyadicCell cell = whole_cell;
  for (;;) {
    if (first->k <= cell.k) return expand(*model, cell);
    if (noise_exceeds_value(*model)) return {{}, {first, last}, {}};
    ctx_.poll();
    tally_.visit(depth(cell));
    const DyadicCell common = common_part(cell, *first, *(last - 1), depth(cell), model->rows());
    if (common.k == cell.k) break;
    narrowed = part(*model, cell, common);
    model = &narrowed;
    cell = common;
  }
  const DyadicCell right = cell.right_half();
  const DyadicCell* middle =
      std::partition_point(first, last, [&](const DyadicCell& part) { return !right.contains(part); });
  return both(
      model->rows(), [&] { return search(submodel(*model, 1, 0, precision_, ctx_), cell.left_half(), first, middle); },
      [&] { return search(submodel(*model, 1, 1, precision_, ctx_), right, middle, last); });
}

LocalModel LocalTree::part(const LocalModel& model, const DyadicCell& cell, const DyadicCell& inner) const {
  const auto levels = static_cast<std::size_t>(inner.k - cell.k);
  const Integer index = inner.c - (cell.c << levels);
  if (levels < deep_levels)
    return submodel(model, levels, static_cast<std::uint64_t>(index.to_int64()), precision_, ctx_);
  return deep_submodel(model, levels, (index << 1) + Integer(1) - (Integer(1) << levels), 0, precision_, ctx_);
}

void LocalTree::visit(const LocalModel& model, const DyadicCell& cell, const DyadicCell* parts, std::size_t first,
                      std::size_t last, Visitor visitor) const {
  if (first == last || noise_exceeds_value(model)) return;
  ctx_.poll();
  if (last - first == 1 && (parts[first].k <= cell.k || model.rows() <= most_leaf_rows))
    return visitor(model, cell, first);
  const DyadicCell right = cell.right_half();
  const DyadicCell* middle =
      std::partition_point(parts + first, parts + last, [&](const DyadicCell& part) { return !right.contains(part); });
  const auto split = static_cast<std::size_t>(middle - parts);
  both(
      model.rows(),
      [&]() -> Outcome {
        if (first != split)
          visit(submodel(model, 1, 0, precision_, ctx_), cell.left_half(), parts, first, split, visitor);
        return {};
      },
      [&]() -> Outcome {
        if (split != last) visit(submodel(model, 1, 1, precision_, ctx_), right, parts, split, last, visitor);
        return {};
      });
}

LocalTree::Outcome LocalTree::expand(const LocalModel& model, const DyadicCell& cell) const {
  ctx_.poll();
  tally_.visit(depth(cell));
  if (options_.budget != nullptr && options_.budget->is_spent()) return settled({}, cell);
  if (constant_dominates(model)) {
    Outcome out;
    if (options_.recorded) out.proved.push_back({cell, false});
    return settled(std::move(out), cell);
  }
  if (noise_exceeds_value(model)) return {{}, {cell}, {}};
  return model.rows() <= most_leaf_rows ? leaf(model, cell) : halves(model, cell);
}

LocalTree::Outcome LocalTree::halves(const LocalModel& model, const DyadicCell& cell) const {
  if (const auto models = both_halves(model, precision_, ctx_))
    return both(
        model.rows(), [&] { return expand((*models)[0], cell.left_half()); },
        [&] { return expand((*models)[1], cell.right_half()); });
  return both(
      model.rows(), [&] { return expand(submodel(model, 1, 0, precision_, ctx_), cell.left_half()); },
      [&] { return expand(submodel(model, 1, 1, precision_, ctx_), cell.right_half()); });
}

LocalTree::Outcome LocalTree::leaf(const LocalModel& whole, const DyadicCell& whole_cell) const {
  Outcome out;
  // A list of the parts that are still to be decided, the next one last: around a cluster thousands of leaves follow
  // each other, too many for a recursion.
  struct PendingPart {
    std::shared_ptr<const LocalModel> around;
    DyadicCell model_cell;
    DyadicCell cell;
  };
  std::vector<PendingPart> pending;
  const auto decide = [&](const std::shared_ptr<const LocalModel>& model, const DyadicCell& cell) {
    LeafResult parts = decide_cells(to_words(*model), options_.narrowing);
    if (worth_pairs(*model, parts)) decide_in_pairs(*model, options_.narrowing, parts);
    tally_.visit(depth(cell), parts.nodes);
    // Rounding to words may have lost what the rows still tell.
    if (parts.undecided.size() == 1 && parts.undecided.front().level == 0) parts.undecided = {{1, 0}, {1, 1}};
    for (const MonotoneSubcell& part : parts.monotone) {
      DyadicCell place = subcell_of(cell, part.cell);
      if (options_.recorded) out.proved.push_back({place, true});
      if (part.lower_sign != 0 && part.lower_sign == part.upper_sign) continue;
      if (options_.budget != nullptr && part.lower_sign * part.upper_sign < 0) ++options_.budget->found;
      tally_.visit(depth(place), 0);
      tally_.kept.add(bytes_of(place.c) + 2 * sizeof(MonotoneCell));
      out.monotone.push_back({std::move(place), part.lower_sign, part.upper_sign});
    }
    if (options_.recorded)
      for (const Subcell& part : parts.excluded) out.proved.push_back({subcell_of(cell, part), false});
    for (auto part = parts.undecided.rbegin(); part != parts.undecided.rend(); ++part)
      pending.push_back({model, cell, subcell_of(cell, *part)});
  };
  decide({std::shared_ptr<void>(), &whole}, whole_cell);
  const bool is_sorted = pending.empty();
  while (!pending.empty()) {
    ctx_.poll();
    const PendingPart next = std::move(pending.back());
    pending.pop_back();
    const DyadicCell& cell = next.cell;
    const auto model = std::make_shared<const LocalModel>(part(*next.around, next.model_cell, cell));
    tally_.visit(depth(cell));
    if (options_.budget != nullptr && options_.budget->is_spent()) break;
    if (constant_dominates(*model)) {
      if (options_.recorded) out.proved.push_back({cell, false});
      continue;
    }
    if (noise_exceeds_value(*model)) {
      out.undecided.push_back(cell);
      continue;
    }
    // A partition that is recorded needs the cells in between.
    const std::optional<CellParts> cluster =
        options_.recorded ? std::nullopt : enclose_cluster(*model, precision_, ctx_);
    if (!cluster) {
      decide(model, cell);
      continue;
    }
    const Integer base = cell.c << cluster->levels;
    const std::int64_t level = cell.k + static_cast<std::int64_t>(cluster->levels);
    pending.push_back({model, cell, {base + cluster->last, level}});
    if (!(cluster->first == cluster->last)) pending.push_back({model, cell, {base + cluster->first, level}});
  }
  if (!is_sorted) std::sort(out.monotone.begin(), out.monotone.end());
  return settled(std::move(out), whole_cell);
}

LocalTree::Outcome LocalTree::settled(Outcome out, const DyadicCell& cell) const {
  tally_.decided(depth(cell), ctx_);
  return out;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
