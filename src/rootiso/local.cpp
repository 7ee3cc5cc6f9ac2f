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
#include "rootiso/descartes.hpp"
#include "rootiso/largest_root.hpp"
#include "rootiso/local_tree.hpp"
#include "rootiso/point_values.hpp"
#include "rootiso/tally.hpp"
#include "rootiso/verify_annuli.hpp"

namespace polyfork::inline v1 {
namespace detail {

namespace {

constexpr std::size_t first_guard = 64;

struct Found {
  std::vector<MonotoneCell> monotone;  // together they have all roots
  std::vector<ProvedCell> proved;

  void append(Found&& right) {
    monotone.insert(monotone.end(), std::make_move_iterator(right.monotone.begin()),
                    std::make_move_iterator(right.monotone.end()));
    proved.insert(proved.end(), std::make_move_iterator(right.proved.begin()),
                  std::make_move_iterator(right.proved.end()));
  }
};

using Cells = std::vector<DyadicCell>;

/// What the chain left open in one annulus, from the annulus down, with more and more guard bits.
Found search_annulus(const IntegerVector& f, const Annulus& annulus, Cells open, std::size_t guard, bool recorded,
                     RootBudget* budget, Tally& tally, const ExecutionContext& ctx) {
  const std::int64_t size = least_size(f, annulus, ctx);
  Found found;
  for (; !open.empty(); guard *= 2) {
    const ModelPrecision precision = precision_of(guard);
    const LocalModel model =
        annulus_model(f, annulus.j, annulus.negative, size - static_cast<std::int64_t>(guard), precision, ctx);
    LocalTree::Outcome out =
        LocalTree(precision, annulus.j, tally, ctx, recorded, budget).search(model, annulus.cell(), open);
    found.append({std::move(out.monotone), std::move(out.proved)});
    open = std::move(out.undecided);
  }
  return found;
}

/// One half-line: discs around zero, their halves on this side, and of each of those again the outer half, which is an
/// annulus, and the inner one, which goes on like this while its precision lasts.
class HalfLine {
 public:
  HalfLine(const IntegerVector& f, bool negative, const LocalSearch& search, bool recorded, Tally& tally,
           const ExecutionContext& ctx)
      : f_(f), negative_(negative), search_(search), recorded_(recorded), tally_(tally), ctx_(ctx) {}

  /// The annuli that will be searched.
  std::size_t prepare() {
    budget_.allowed = sign_variations(f_, negative_, ctx_);
    if (budget_.allowed == 0) return 0;
    // What the checker does not exclude itself needs a partition.
    annuli_ =
        recorded_ && budget_.allowed > 1 ? annuli_to_cover(f_, negative_, ctx_) : positive_annuli(f_, negative_, ctx_);
    if (budget_.allowed == 1 || annuli_.empty()) return annuli_.size();
    constexpr std::size_t worth_the_shifts = 64;
    if (f_.size() > worth_the_shifts && annuli_.size() > 1) {
      const std::int64_t upper = tight_upper_exponent(f_, negative_, annuli_.front(), annuli_.back() + 1, ctx_);
      std::erase_if(annuli_, [&](std::int64_t j) { return j >= upper; });
    }
    if (search_.interval) std::erase_if(annuli_, [&](std::int64_t j) { return !is_wanted(j); });
    return annuli_.size();
  }

  Found search() {
    Found found;
    if (budget_.allowed == 1 && !annuli_.empty()) {
      found.monotone.push_back(only_root());
      return found;
    }
    if (ctx_.threads() >= apart_from_threads) return apart();
    while (!annuli_.empty()) found.append(from_disc());
    return found;
  }

 private:
  bool is_wanted(std::int64_t j) const {
    const DyadicCell cell = Annulus{j, negative_}.cell();
    return cell.lower() <= search_.interval->second && search_.interval->first <= cell.upper();
  }

  /// The one root that there is, by Descartes' rule: the annulus at whose ends the signs differ. A root between two
  /// annuli belongs to the upper one as they lie on the line, as everywhere.
  MonotoneCell only_root() const {
    std::int64_t low = annuli_.front();
    std::int64_t high = annuli_.back() + 1;
    const int sign = f_[0].sign();
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      const int there = values_at(f_, {{negative_ ? Integer(-1) : Integer(1), -middle}}, ctx_).front().sign;
      (there == sign || (there == 0 && !negative_) ? low : high) = middle;
    }
    return {Annulus{low, negative_}.cell(), negative_ ? -sign : sign, negative_ ? sign : -sign};
  }

  /// Each annulus from a disc of its own, all at the same time: more work than one after the other, but less waiting.
  Found apart() {
    const auto map = [&](std::size_t begin, std::size_t) {
      const Annulus annulus{annuli_[annuli_.size() - 1 - begin], negative_};
      return in_annulus(outer_half(half_disc(annulus)), annulus);
    };
    return parallel_reduce(ctx_, annuli_.size(), 1, Found{}, map, [](Found&& left, Found&& right) {
      left.append(std::move(right));
      return std::move(left);
    });
  }

  /// The model of the half on this side of the disc around the annulus, precise in the annulus.
  LocalModel half_disc(const Annulus& annulus) const {
    const std::int64_t exponent = least_size(f_, annulus, ctx_) - static_cast<std::int64_t>(first_guard);
    const LocalModel disc = disc_model(f_, annulus.j + 1, exponent, precision_, ctx_);
    return submodel(disc, 1, negative_ ? 0 : 1, precision_, ctx_);
  }
  LocalModel outer_half(const LocalModel& half) const { return submodel(half, 1, negative_ ? 0 : 1, precision_, ctx_); }
  LocalModel inner_half(const LocalModel& half) const { return submodel(half, 1, negative_ ? 1 : 0, precision_, ctx_); }

  /// From the disc around the outermost annulus that is left.
  Found from_disc() {
    const std::int64_t j = annuli_.back();
    return inside(half_disc({j, negative_}), j);
  }

  /// The model is that of (0, 2^(j+1)).
  Found inside(const LocalModel& model, std::int64_t j) {
    annuli_.pop_back();
    const bool goes_on = !annuli_.empty() && j - annuli_.back() <= longest_gap && is_precise(model);
    Found annulus;
    Found rest;
    fork_join(
        ctx_,
        [&] {
          annulus = in_annulus(outer_half(model), {j, negative_});
        },
        [&] {
          if (!goes_on) return;
          LocalModel inner = inner_half(model);
          for (std::int64_t k = j - 1; k > annuli_.back(); --k) inner = inner_half(inner);
          if (is_precise(inner)) rest = inside(inner, annuli_.back());
        });
    annulus.append(std::move(rest));
    return annulus;
  }

  Found in_annulus(const LocalModel& model, const Annulus& annulus) {
    LocalTree::Outcome out = LocalTree(precision_, annulus.j, tally_, ctx_, recorded_, budget())
                                 .search(model, annulus.cell(), {annulus.cell()});
    Found found{std::move(out.monotone), std::move(out.proved)};
    if (!out.undecided.empty())
      found.append(
          search_annulus(f_, annulus, std::move(out.undecided), 2 * first_guard, recorded_, budget(), tally_, ctx_));
    return found;
  }

  /// A partition that is recorded must be whole.
  RootBudget* budget() { return search_.alternation && !recorded_ ? &budget_ : nullptr; }

  /// The noise is as far below f, at the ends and in the middle, as it is meant to be.
  bool is_precise(const LocalModel& model) const { return model.least_size() + 8 >= first_guard; }

  static constexpr int apart_from_threads = 3;
  static constexpr std::int64_t longest_gap = 6;
  const IntegerVector& f_;
  bool negative_;
  const LocalSearch& search_;
  bool recorded_;
  Tally& tally_;
  const ExecutionContext& ctx_;
  ModelPrecision precision_ = precision_of(first_guard);
  std::vector<std::int64_t> annuli_;  // still to be searched, ascending
  RootBudget budget_{0};
};

/// Fills in the signs that the models left open and keeps the cells with a root.
std::vector<DyadicCell> with_roots(const IntegerVector& f, std::vector<MonotoneCell> found,
                                   const std::vector<Rational>& known_roots, const ExecutionContext& ctx) {
  const auto is_open = [&](int sign, const DyadicCell& cell, bool upper) {
    return sign == 0 &&
           !std::binary_search(known_roots.begin(), known_roots.end(), upper ? cell.upper() : cell.lower());
  };
  std::vector<DyadicPoint> points;
  for (const MonotoneCell& m : found) {
    if (is_open(m.lower_sign, m.cell, false)) points.push_back({m.cell.c, m.cell.k});
    if (is_open(m.upper_sign, m.cell, true)) points.push_back({m.cell.c + Integer(1), m.cell.k});
  }
  const std::vector<PointValue> values = values_at(f, points, ctx);
  auto next = values.begin();
  std::vector<DyadicCell> cells;
  for (MonotoneCell& m : found) {
    const int lower = is_open(m.lower_sign, m.cell, false) ? (next++)->sign : m.lower_sign;
    const int upper = is_open(m.upper_sign, m.cell, true) ? (next++)->sign : m.upper_sign;
    if (lower != upper && upper != 0) cells.push_back(std::move(m.cell));
  }
  return cells;
}

}  // namespace

std::vector<DyadicCell> local_isolate(const IntegerVector& f, const LocalSearch& search, IsolationStats& stats,
                                      const ExecutionContext& ctx, std::vector<ProvedCell>* proof) {
  const bool recorded = proof != nullptr;
  std::atomic<double> done{0};
  SharedCharge kept(ctx.memory());
  Tally tally(done, kept);
  HalfLine positive(f, false, search, recorded, tally, ctx);
  HalfLine negative(f, true, search, recorded, tally, ctx);
  const auto on_both = [&](const auto& work_on) {
    fork_join(
        ctx,
        [&] {
          if (search.positive) work_on(positive, 0);
        },
        [&] {
          if (search.negative) work_on(negative, 1);
        });
  };
  std::size_t annuli[2] = {0, 0};
  on_both([&](HalfLine& line, int i) { annuli[i] = line.prepare(); });
  tally.annuli += annuli[0] + annuli[1];
  tally.share = 1 / static_cast<double>(std::max<std::size_t>(tally.annuli, 1));
  Found found[2];
  on_both([&](HalfLine& line, int i) { found[i] = line.search(); });
  found[0].append(std::move(found[1]));
  std::sort(found[0].monotone.begin(), found[0].monotone.end());
  std::sort(found[0].proved.begin(), found[0].proved.end(),
            [](const ProvedCell& a, const ProvedCell& b) { return a.cell.lower() < b.cell.lower(); });
  tally.report(stats);
  if (recorded) *proof = std::move(found[0].proved);
  return with_roots(f, std::move(found[0].monotone), search.known_roots, ctx);
}

}  // namespace detail
}  // namespace polyfork::inline v1
