// The Vincent-Collins-Akritas engine.
//
// For each half-line: exponents (l, u) that bound the positive roots; V(j), the sign variations of f(2^j (1+t)),
// bounds the roots beyond 2^j (Budan), so V(j) - V(j+1) bounds those in the annulus (2^j, 2^(j+1)), exactly when it is
// 0 or 1. The annuli between equal V are skipped by bisecting the exponents, so that a wide spread of magnitudes costs
// its logarithm. In each remaining annulus q(t) = f(2^j (1+t)), t in (0,1), is bisected: q(t/2) and q((t+1)/2), with
// Descartes' test at each node. Since f has no rational root, no cell's end point is a root.
//
// Tree size O(n (tau + log n)); n^2/2 additions of O(tau + n depth)-bit rows a node. Annuli and the two children of a
// node run in parallel; a node with one live child continues in a loop, so that the stack grows with true branchings
// only. Collins, Akritas (SYMSAC 1976); Eigenwillig, Sharma, Yap (ISSAC 2006) for the tree.
#include "rootiso/isolate/vca.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include <polyfork/core/parallel.hpp>

#include "poly/rational_roots/root_bound.hpp"
#include "poly/rows/fixed_rows.hpp"
#include "ring/held.hpp"
#include "rootiso/values/descartes.hpp"
#include "rootiso/values/tally.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Cells = std::vector<DyadicCell>;

constexpr std::size_t poll_rows = 256;  // between looks at the stop token in linear passes

/// 2^e f(2^j (1+t)) as rows, e chosen to make it integral.
FixedRows annulus_polynomial(const IntegerVector& f, std::int64_t j, const ExecutionContext& ctx) {
  const std::size_t rows = f.size();
  const auto shift = [&](std::size_t i) {
    return j >= 0 ? static_cast<std::size_t>(j) * i : static_cast<std::size_t>(-j) * (rows - 1 - i);
  };
  std::size_t bits = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    if (i % poll_rows == 0) ctx.poll();
    if (!f[i].is_zero()) bits = std::max(bits, f[i].bit_length() + shift(i));
  }
  FixedRows q(rows, (bits + taylor_shift_growth(rows)) / 64 + 1, ctx);
  for (std::size_t i = 0; i < rows; ++i) {
    if (i % poll_rows == 0) ctx.poll();
    q.assign(i, f[i], shift(i));
  }
  shift_tail(q, 0, ctx);
  return q;
}

/// 2^n q(t/2) without common factors of two, with room for a Taylor shift.
FixedRows left_child(const FixedRows& q, const ExecutionContext& ctx) {
  const std::size_t n = q.rows() - 1;
  const std::size_t zeros = q.common_trailing_zeros(ctx);  // of row n after scaling by 2^0, so valid for all rows
  const std::size_t bits = std::max(q.max_bits(ctx) + n, zeros) - zeros;
  FixedRows child(n + 1, (bits + taylor_shift_growth(n + 1)) / 64 + 1, ctx);
  for (std::size_t i = 0; i <= n; ++i) {
    if (i % poll_rows == 0) ctx.poll();
    copy_row(q, i, child, i, n - i, zeros);
  }
  return child;
}

class Tree {
 public:
  Tree(const ExecutionContext& ctx, Tally& tally) : ctx_(ctx), tally_(tally) {}

  /// Cells below a node that may have two roots or more, ascending.
  Cells expand(FixedRows q, DyadicCell cell, std::size_t depth) const {
    for (;;) {
      tally_.visit(depth++);
      FixedRows left = left_child(q, ctx_);
      FixedRows right = left.copy(ctx_);
      q = FixedRows();
      std::size_t left_bound = 0;
      std::size_t right_bound = 0;
      fork_join(
          ctx_, [&] { left_bound = descartes_bound(left, 2, ctx_); },
          [&] {
            shift_tail(right, 0, ctx_);
            right_bound = descartes_bound(right, 2, ctx_);
          });
      if (left_bound < 2) tally_.decided(depth, ctx_);
      if (right_bound < 2) tally_.decided(depth, ctx_);

      if (left_bound == 0 && right_bound >= 2) {
        q = std::move(right);
        cell = cell.right_half();
        continue;
      }
      if (right_bound == 0 && left_bound >= 2) {
        q = std::move(left);
        cell = cell.left_half();
        continue;
      }
      return branch(std::move(left), left_bound, std::move(right), right_bound, cell, depth);
    }
  }

 private:
  Cells branch(FixedRows left, std::size_t left_bound, FixedRows right, std::size_t right_bound, const DyadicCell& cell,
               std::size_t depth) const {
    Cells left_cells;
    Cells right_cells;
    fork_join(
        ctx_, [&] { left_cells = settle(std::move(left), left_bound, cell.left_half(), depth); },
        [&] { right_cells = settle(std::move(right), right_bound, cell.right_half(), depth); });
    left_cells.insert(left_cells.end(), std::make_move_iterator(right_cells.begin()),
                      std::make_move_iterator(right_cells.end()));
    return left_cells;
  }

  Cells settle(FixedRows q, std::size_t bound, DyadicCell cell, std::size_t depth) const {
    if (bound == 0) return {};
    if (bound == 1) return tally_.found(std::move(cell));
    return expand(std::move(q), std::move(cell), depth);
  }

  const ExecutionContext& ctx_;
  Tally& tally_;
};

/// Annuli (2^j, 2^(j+1)) that may contain roots, ascending, with their Budan bounds.
struct Annulus {
  std::int64_t j;
  std::size_t bound;
};

std::vector<Annulus> find_annuli(const IntegerVector& f, std::int64_t lower, std::size_t lower_bound,
                                 std::int64_t upper, std::size_t upper_bound, const ExecutionContext& ctx) {
  // Bounds of roots that do not exist can cross.
  if (lower_bound == upper_bound || lower >= upper) return {};
  if (upper - lower == 1) return {{lower, lower_bound - upper_bound}};
  const std::int64_t middle = lower + (upper - lower) / 2;
  const std::size_t middle_bound = sign_variations(annulus_polynomial(f, middle, ctx), ctx);
  std::vector<Annulus> below;
  std::vector<Annulus> above;
  fork_join(
      ctx, [&] { below = find_annuli(f, lower, lower_bound, middle, middle_bound, ctx); },
      [&] { above = find_annuli(f, middle, middle_bound, upper, upper_bound, ctx); });
  below.insert(below.end(), above.begin(), above.end());
  return below;
}

Cells positive_cells(const IntegerVector& f, Tally& tally, const ExecutionContext& ctx) {
  const auto exponents = positive_root_exponents(f, ctx);
  if (!exponents) {
    tally.decided(0, ctx);
    return {};
  }
  // V just above zero is that of f itself
  const auto annuli = find_annuli(f, exponents->first, sign_variations(f, ctx), exponents->second, 0, ctx);
  tally.annuli += annuli.size();
  if (annuli.empty())
    tally.decided(0, ctx);
  else
    tally.share = Tally::half_line / static_cast<double>(annuli.size());

  const Tree tree(ctx, tally);
  const auto map = [&](std::size_t begin, std::size_t) -> Cells {
    const Annulus& a = annuli[begin];
    DyadicCell cell{1, -a.j};
    if (a.bound == 1) {
      tally.decided(0, ctx);
      return tally.found(std::move(cell));
    }
    return tree.expand(annulus_polynomial(f, a.j, ctx), std::move(cell), 0);
  };
  return parallel_reduce(ctx, annuli.size(), 1, Cells{}, map, [](Cells&& left, Cells&& right) {
    left.insert(left.end(), std::make_move_iterator(right.begin()), std::make_move_iterator(right.end()));
    return std::move(left);
  });
}

/// The polynomial f(-x).
IntegerVector mirrored(const IntegerVector& f, const ExecutionContext& ctx) {
  IntegerVector g = charged_copy(f, ctx);
  for (std::size_t i = 1; i < g.size(); i += 2) g.set_signed_size(i, -g.signed_size(i));
  return g;
}

}  // namespace

std::vector<DyadicCell> vca_isolate(const IntegerVector& f, IsolationStats& stats, const ExecutionContext& ctx) {
  std::atomic<double> done{0};
  SharedCharge kept(ctx.memory());
  Tally positive_tally(done, kept);
  Tally negative_tally(done, kept);
  Cells positive;
  Cells negative;
  fork_join(
      ctx,
      [&] {
        const IntegerVector g = mirrored(f, ctx);
        const MemoryReservation held = hold(g, ctx);
        negative = positive_cells(g, negative_tally, ctx);
      },
      [&] { positive = positive_cells(f, positive_tally, ctx); });

  kept.add(bytes_of(negative) + positive.size() * sizeof(DyadicCell));
  Cells cells;
  cells.reserve(negative.size() + positive.size());
  for (auto it = negative.rbegin(); it != negative.rend(); ++it) cells.push_back(it->mirrored());
  cells.insert(cells.end(), std::make_move_iterator(positive.begin()), std::make_move_iterator(positive.end()));

  for (const Tally* t : {&negative_tally, &positive_tally}) t->report(stats);
  return cells;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
