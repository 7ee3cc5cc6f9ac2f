// Cells of x from cells of y = 1/x: brackets of the roots, the descent of each root to a cell of its own, and the signs
// of f that these descents ask for, which are evaluated together once each round.
#include "rootiso/local/inverse_cells.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// A root of f: alone in (lower, upper), or lower itself where both are equal.
struct Bracket {
  Rational lower;
  Rational upper;
  int sign_below = 0;  // of f between lower and the root
};

/// -1, 0, 1: the root is below x, x itself, above; nothing when x is inside the bracket.
std::optional<int> side_of(const Bracket& root, const Rational& x) {
  if (root.lower == root.upper) return root.lower < x ? -1 : root.lower == x ? 0 : 1;
  if (x <= root.lower) return 1;
  if (x >= root.upper) return -1;
  return std::nullopt;
}

/// The cell of the level with x in it or at its lower end.
DyadicCell cell_around(const Rational& x, std::int64_t level) {
  return {(x * Rational::dyadic(Integer(1), level)).floor(), level};
}

std::int64_t exponent_of(const Rational& x) {
  return static_cast<std::int64_t>(x.numerator().bit_length()) -
         static_cast<std::int64_t>(x.denominator().bit_length());
}

/// The annulus around x, which is not zero.
DyadicCell annulus_around(const Rational& x) {
  const std::int64_t e = exponent_of(x);  // 2^(e-1) < |x| < 2^(e+1)
  const DyadicCell upper = cell_around(x, -e);
  const bool is_annulus = upper.c == Integer(1) || upper.c == Integer(-2);
  return is_annulus ? upper : cell_around(x, 1 - e);
}

/// The smallest standard cell with both in it, lower < upper on one half-line.
DyadicCell common_cell(const Rational& lower, const Rational& upper) {
  const std::int64_t level = 1 - exponent_of(upper - lower) + 1;  // finer than their distance
  const DyadicCell a = cell_around(lower, level);
  const DyadicCell b = cell_around(upper, level);
  std::int64_t apart = 0;
  std::int64_t together = 1;
  while (!(a.ancestor(level - together) == b.ancestor(level - together))) {
    apart = together;
    together *= 2;
  }
  while (together - apart > 1) {
    const std::int64_t middle = apart + (together - apart) / 2;
    (a.ancestor(level - middle) == b.ancestor(level - middle) ? together : apart) = middle;
  }
  return a.ancestor(level - together);
}

class Descent {
 public:
  Descent(const MeasuredVector& f, std::vector<Bracket> roots, std::span<const ExpectedSize> expected,
          const ExecutionContext& ctx)
      : f_(f), roots_(std::move(roots)), cells_(roots_.size()), expected_(expected), ctx_(ctx) {}

  std::vector<DyadicCell> run() {
    std::vector<std::size_t> open(roots_.size());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
    for (bool started = false; !open.empty(); started = true) {
      std::vector<std::optional<SignRequest>> requests(open.size());
      constexpr std::size_t grain = 8;
      parallel_for(ctx_, open.size(), grain, [&](std::size_t begin, std::size_t end) {
        ctx_.poll();
        for (std::size_t i = begin; i < end; ++i) {
          if (!started) cells_[open[i]] = start(open[i]);
          requests[i] = descend(open[i]);
        }
      });
      std::vector<std::size_t> still_open;
      for (std::size_t i = 0; i < open.size(); ++i)
        if (requests[i]) still_open.push_back(open[i]);
      open = std::move(still_open);
      apply_signs(requests);
    }
    return std::move(cells_);
  }

 private:
  /// The sign of f at the point is to tell on which side of it the root lies.
  struct SignRequest {
    std::size_t root;
    DyadicPoint point;
  };

  /// A cell around the root that is its annulus or has another root in it, too.
  DyadicCell start(std::size_t i) const {
    DyadicCell cell = annulus_around(roots_[i].lower);
    const auto narrow = [&](const DyadicCell& with_neighbour) {
      if (with_neighbour.k > cell.k) cell = with_neighbour;
    };
    if (i > 0) narrow(common_cell(roots_[i - 1].lower, roots_[i].upper));
    if (i + 1 < roots_.size()) narrow(common_cell(roots_[i].lower, roots_[i + 1].upper));
    return cell;
  }

  /// Goes down until the root is alone in its cell, or a sign of f is missing, which is returned as a request.
  std::optional<SignRequest> descend(std::size_t i) {
    DyadicCell& cell = cells_[i];
    for (;;) {
      bool alone = true;
      if (i + 1 < roots_.size()) {
        const std::optional<int> next = side_of(roots_[i + 1], cell.upper());
        if (!next) return SignRequest{i + 1, {cell.c + Integer(1), cell.k}};
        alone = *next >= 0;
      }
      if (alone && i > 0) {
        const std::optional<int> previous = side_of(roots_[i - 1], cell.lower());
        if (!previous) return SignRequest{i - 1, {cell.c, cell.k}};
        alone = *previous < 0;
      }
      if (alone) return std::nullopt;
      const DyadicCell right = cell.right_half();
      const std::optional<int> side = side_of(roots_[i], right.lower());
      if (!side) return SignRequest{i, {right.c, right.k}};
      cell = *side < 0 ? cell.left_half() : right;
    }
  }

  /// Evaluates f at the points of the requests and narrows the brackets.
  void apply_signs(const std::vector<std::optional<SignRequest>>& requests) {
    std::vector<DyadicPoint> points;
    for (const auto& request : requests)
      if (request) points.push_back(request->point);
    const std::vector<PointValue> values = values_at(f_, points, ctx_, nullptr, expected_);
    auto value = values.begin();
    for (const auto& request : requests) {
      if (!request) continue;
      const int sign = (value++)->sign;
      const Rational x = Rational::dyadic(request->point.c, -request->point.k);
      Bracket& root = roots_[request->root];
      if (side_of(root, x)) continue;  // answered by another
      if (sign == 0)
        root = {x, x, 0};
      else
        (sign == root.sign_below ? root.lower : root.upper) = x;
    }
  }

  const MeasuredVector& f_;
  std::vector<Bracket> roots_;
  std::vector<DyadicCell> cells_;
  std::span<const ExpectedSize> expected_;
  const ExecutionContext& ctx_;
};

}  // namespace

std::vector<DyadicCell> cells_of_inverses(const MeasuredVector& f, const std::vector<MonotoneCell>& inverses,
                                          const ExecutionContext& ctx, std::span<const ExpectedSize> expected) {
  std::size_t bytes = 0;  // of brackets, four numbers each, and cells
  for (const MonotoneCell& y : inverses)
    bytes += sizeof(Bracket) + sizeof(DyadicCell) +
             5 * (bytes_of(y.cell.c) + static_cast<std::size_t>(std::abs(y.cell.k)) / 8);
  const MemoryReservation held(ctx.memory(), bytes);
  const Rational one(1);
  std::vector<Bracket> roots;
  roots.reserve(inverses.size());
  for (auto y = inverses.rbegin(); y != inverses.rend(); ++y) {
    // f(x) = x^n g(1/x), and 1/x descends.
    const bool flips = y->cell.c.sign() < 0 && f.size() % 2 == 0;
    const Rational upper = one / y->cell.lower();
    if (y->lower_sign == 0)
      roots.push_back({upper, upper, 0});
    else
      roots.push_back({one / y->cell.upper(), upper, flips ? -y->upper_sign : y->upper_sign});
  }
  return Descent(f, std::move(roots), expected, ctx).run();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
