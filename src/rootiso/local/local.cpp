// The local method: half-lines, annuli, and the cells that are made of what their search finds.
//
// Each half-line is cut into dyadic annuli; in each of them f is a local model: fixed-point coefficients around the
// centre with one error bound, cut to the bits and the degree that matter there (local_model.hpp). A node has no root
// when its constant term outweighs the rest; it is halved while it has many rows, and otherwise is a leaf, whose whole
// subtree is decided in machine words (bernstein_cells.hpp). What a leaf leaves undecided is
// looked at again through a model of that part; what no model of this precision can tell is collected and looked at
// from the annulus down with twice the guard bits. f is square-free, so this ends. Where f is monotone and its sign at
// an end is lost in the noise (a root next to a short fraction), f itself is evaluated there, for all such ends
// together.
//
// Cost for n roots that are spread like those of the classical families: two or three Taylor shifts of rows of n + tau
// bits, and a geometric series below them, since each level halves both the degree and the bits that matter; then O(n)
// leaves. Eigenwillig et al. (CASC 2005), Mehlhorn, Sagraloff (JSC 2011) for approximate coefficients; Witty (Sage,
// 2007) for the reduction of the degree; Imbach, Moroz (ISSAC 2023) for its effect.
#include "rootiso/local/local.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <span>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/rational_roots/measured_vector.hpp"
#include "ring/held.hpp"
#include "rootiso/check/verify_annuli.hpp"
#include "rootiso/local/annuli.hpp"
#include "rootiso/local/annulus_search.hpp"
#include "rootiso/local/inverse_cells.hpp"
#include "rootiso/local/inversion.hpp"
#include "rootiso/local/largest_root.hpp"
#include "rootiso/local/local_tree.hpp"
#include "rootiso/values/annulus.hpp"
#include "rootiso/values/descartes.hpp"
#include "rootiso/values/point_values.hpp"
#include "rootiso/values/tally.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t longest_without_bound = 64;  // coefficients; a tight root bound pays for longer f
constexpr unsigned narrowing = 8;                  // levels for cells of 1/x: few contain an end of a cell of x then

/// One half-line: its annuli, near zero searched in x and far from it in 1/x.
class HalfLine {
 public:
  /// `reversed` is f in reverse, or null where nothing is to be searched in 1/x.
  HalfLine(const MeasuredVector& f, const MeasuredVector* reversed, bool negative, const LocalSearch& search,
           const ExecutionContext& ctx)
      : f_(f), reversed_(reversed), negative_(negative), search_(search), ctx_(ctx) {}

  /// Lists the annuli. Returns the number of those that will be searched.
  std::size_t prepare() {
    budget_.allowed = sign_variations(f_.vector(ctx_), negative_, ctx_);
    if (budget_.allowed == 0) return 0;
    // Each annulus that the checker does not exclude itself needs a partition.
    std::vector<std::int64_t> annuli = search_.recorded && budget_.allowed > 1
                                           ? annuli_to_cover(f_.vector(ctx_), negative_, ctx_)
                                           : positive_annuli(f_, negative_, ctx_);
    const bool is_searched = budget_.allowed > 1 && !annuli.empty();
    if (is_searched && reversed_ == nullptr && f_.size() > longest_without_bound && annuli.size() > 1) {
      const std::int64_t upper = tight_upper_exponent(f_, negative_, annuli.front(), annuli.back() + 1, ctx_);
      std::erase_if(annuli, [&](std::int64_t j) { return j >= upper; });
    }
    if (is_searched && search_.interval) std::erase_if(annuli, [&](std::int64_t j) { return !is_wanted(j); });
    for (const std::int64_t j : annuli) near_.push_back({j});
    if (is_searched && reversed_ != nullptr && !near_.empty()) split();
    return near_.size() + inverse_far_.size();
  }

  /// The root, where Descartes' rule allows one alone: it is found at once, and no annulus is left to be searched.
  Found only_root() {
    if (budget_.allowed != 1 || near_.empty()) return {};
    const std::int64_t j = only_annulus();
    near_.clear();
    return search_.interval && !is_wanted(j) ? Found{} : Found{{root_in(j)}, {}};
  }
  /// The annuli that are searched in x; they are taken out.
  AnnuliOfLine near() { return {negative_, std::move(near_), {search_.recorded, budget()}}; }
  /// The annuli that are searched in 1/x; they are taken out.
  AnnuliOfLine far() {
    return {negative_, std::move(inverse_far_), {search_.recorded, budget(), search_.recorded ? 0 : narrowing}};
  }
  /// How small f was found to be in annuli that are searched in 1/x. To be called before they are taken out.
  std::vector<ExpectedSize> sizes_far_out() const {
    std::vector<ExpectedSize> sizes;
    for (const SizedAnnulus& inverse : inverse_far_)
      if (inverse.inverse_size) sizes.push_back({-inverse.j, negative_, *inverse.inverse_size});
    return sizes;
  }

 private:
  void split() {
    const std::size_t likely = likely_annuli_in_x(f_, near_);
    const std::int64_t likely_j = near_[likely].j;
    int sign = 0;
    std::size_t in_x = 0;
    fork_join(
        ctx_, [&] { in_x = annuli_in_x(f_, *reversed_, negative_, near_, likely, ctx_); },
        [&] { sign = sign_at_power(likely_j); });
    if (in_x == near_.size()) return;
    if (near_[in_x].j != likely_j) sign = sign_at_power(near_[in_x].j);
    // A root between the two regions is the lower end of a cell of x and of one of 1/x, or of none.
    if (sign == 0) return;
    for (; near_.size() > in_x; near_.pop_back()) inverse_far_.push_back(near_.back().inverse());
  }

  int sign_at_power(std::int64_t j) const {
    return values_at(f_, {{negative_ ? Integer(-1) : Integer(1), -j}}, ctx_).front().sign;
  }

  bool is_wanted(std::int64_t j) const {
    const DyadicCell cell = Annulus{j, negative_}.cell();
    // An annulus that only shares an end with the interval has no irrational root there, and the canonical cells of
    // roots inside do not reach into it.
    return cell.lower() < search_.interval->second && search_.interval->first < cell.upper();
  }

  /// The annulus of the one root that Descartes' rule allows: the signs at its ends differ. A root between two annuli
  /// belongs to the one further to the right.
  std::int64_t only_annulus() const {
    std::int64_t low = near_.front().j;
    std::int64_t high = near_.back().j + 1;
    const int sign = f_.sign(0);
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      const int there = sign_at_power(middle);
      (there == sign || (there == 0 && !negative_) ? low : high) = middle;
    }
    return low;
  }

  MonotoneCell root_in(std::int64_t j) const {
    const int sign = f_.sign(0);  // next to zero
    return {Annulus{j, negative_}.cell(), negative_ ? -sign : sign, negative_ ? sign : -sign};
  }

  /// Null where the search must not end early: a partition that is recorded must be whole.
  RootBudget* budget() { return search_.alternation && !search_.recorded ? &budget_ : nullptr; }

  const MeasuredVector& f_;
  const MeasuredVector* reversed_;
  bool negative_;
  const LocalSearch& search_;
  const ExecutionContext& ctx_;
  std::vector<SizedAnnulus> near_;         // of x, ascending
  std::vector<SizedAnnulus> inverse_far_;  // of 1/x, ascending
  RootBudget budget_{0};
};

/// Fills in the signs that the models left open and keeps the cells with a root, ascending.
std::vector<MonotoneCell> with_roots(const MeasuredVector& f, std::vector<MonotoneCell> found,
                                     const std::vector<Rational>& known_roots, const ExecutionContext& ctx) {
  std::sort(found.begin(), found.end());
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
  for (MonotoneCell& m : found) {
    if (is_open(m.lower_sign, m.cell, false)) m.lower_sign = (next++)->sign;
    if (is_open(m.upper_sign, m.cell, true)) m.upper_sign = (next++)->sign;
  }
  std::erase_if(found, [](const MonotoneCell& m) { return m.lower_sign == m.upper_sign || m.upper_sign == 0; });
  return found;
}

/// Cells of the roots of one half-line that were found in x.
std::vector<DyadicCell> near_cells(const MeasuredVector& f, Found found, const std::vector<Rational>& known_roots,
                                   const ExecutionContext& ctx) {
  std::vector<DyadicCell> cells;
  for (MonotoneCell& m : with_roots(f, std::move(found.monotone), known_roots, ctx)) cells.push_back(std::move(m.cell));
  return cells;
}

/// The proved cells of both half-lines, ascending.
std::vector<ProvedCell> proved_cells(std::array<Found, 2>& found) {
  std::vector<ProvedCell> proved = std::move(found[0].proved);
  proved.insert(proved.end(), std::make_move_iterator(found[1].proved.begin()),
                std::make_move_iterator(found[1].proved.end()));
  std::sort(proved.begin(), proved.end(),
            [](const ProvedCell& a, const ProvedCell& b) { return a.cell.starts_before(b.cell); });
  return proved;
}

/// Cells of x for the roots of one half-line that were found in 1/x.
std::vector<DyadicCell> far_cells(const MeasuredVector& f, const MeasuredVector& reversed, Found found,
                                  std::span<const ExpectedSize> expected, const ExecutionContext& ctx) {
  return cells_of_inverses(f, with_roots(reversed, std::move(found.monotone), {}, ctx), ctx, expected);
}

/// The search of both half-lines, step by step. Index 0 of an array is the positive half-line, 1 the negative one.
class LineSearch {
 public:
  LineSearch(const IntegerVector& f, const LocalSearch& search, const ExecutionContext& ctx)
      : search_(search),
        ctx_(ctx),
        // `known_roots` are those of x alone.
        in_inverse_(search.known_roots.empty() && f.size() >= search.shortest_inverted),
        charge_(ctx.memory()),
        tally_(done_, charge_),
        f_(f, ctx),
        reversed_(f_.reversed(ctx)),
        lines_{{{f_, in_inverse_ ? &reversed_ : nullptr, false, search, ctx},
                {f_, in_inverse_ ? &reversed_ : nullptr, true, search, ctx}}} {}

  LocalRoots run() {
    prepare();
    search_annuli();
    LocalRoots roots;
    roots.sizes = std::move(sizes_);
    tally_.report(roots.stats);
    if (search_.recorded) roots.proved = {proved_cells(near_), proved_cells(far_)};
    roots.cells = collect_cells();
    return roots;
  }

 private:
  /// Calls work(i) for each half-line i that is searched, at the same time.
  template <class Work>
  void for_both(const Work& work) {
    fork_join(
        ctx_,
        [&] {
          if (search_.positive) work(0);
        },
        [&] {
          if (search_.negative) work(1);
        });
  }

  /// Lists the annuli and finds the roots that need no search.
  void prepare() {
    std::array<std::size_t, 2> annuli{};
    for_both([&](int i) { annuli[i] = lines_[i].prepare(); });
    tally_.annuli += annuli[0] + annuli[1];
    tally_.share = 1 / static_cast<double>(std::max<std::size_t>(tally_.annuli, 1));
    for_both([&](int i) { only_[i] = lines_[i].only_root(); });
    for (const int i : {0, 1}) expected_[i] = lines_[i].sizes_far_out();
  }

  void search_annuli() {
    AnnulusSearch near_search(f_, lines_[0].near(), lines_[1].near(), tally_, ctx_);
    AnnulusSearch far_search(reversed_, lines_[0].far(), lines_[1].far(), tally_, ctx_);
    fork_join(
        ctx_, [&] { near_ = near_search.search(); }, [&] { far_ = far_search.search(); });
    sizes_ = near_search.sizes();
    for (const KnownSize& s : far_search.sizes()) sizes_.push_back({-1 - s.j, s.negative, true, s.size});
    for (const int i : {0, 1}) near_[i].append(std::move(only_[i]));
  }

  /// The cells from left to right: what was searched in 1/x lies beyond what was searched in x.
  std::vector<DyadicCell> collect_cells() {
    std::array<std::vector<DyadicCell>, 2> near;
    std::array<std::vector<DyadicCell>, 2> far;
    for_both([&](int i) {
      fork_join(
          ctx_, [&] { near[i] = near_cells(f_, std::move(near_[i]), search_.known_roots, ctx_); },
          [&] {
            if (in_inverse_) far[i] = far_cells(f_, reversed_, std::move(far_[i]), expected_[i], ctx_);
          });
    });
    std::vector<DyadicCell> all = std::move(far[1]);
    for (auto* const cells : {&near[1], &near[0], &far[0]})
      all.insert(all.end(), std::make_move_iterator(cells->begin()), std::make_move_iterator(cells->end()));
    return all;
  }

  const LocalSearch& search_;
  const ExecutionContext& ctx_;
  const bool in_inverse_;  // annuli far from zero may be searched in 1/x
  std::atomic<double> done_{0};
  SharedCharge charge_;
  Tally tally_;
  const MeasuredVector f_;
  const MeasuredVector reversed_;
  std::array<HalfLine, 2> lines_;
  std::array<Found, 2> only_;                          // roots that Descartes' rule alone isolates
  std::array<std::vector<ExpectedSize>, 2> expected_;  // sizes of f in annuli that are searched in 1/x
  std::array<Found, 2> near_;                          // what was found in x
  std::array<Found, 2> far_;                           // what was found in 1/x
  std::vector<KnownSize> sizes_;
};

}  // namespace

LocalRoots local_isolate(const IntegerVector& f, const LocalSearch& search, const ExecutionContext& ctx) {
  return LineSearch(f, search, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
