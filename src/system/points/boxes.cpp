// The least common level, and the boxes of that level.
//
// Every coordinate has a side at every level: the point where it is a short rational number or lies on the end of a
// cell, else the open cell around it. Sides of finer levels lie in those of coarser ones, so that a question whose
// answer at a coarse level is yes has that answer at all finer ones. Cells are numbers c of cells (c, c + 1) 2^-k at
// one fine level: coarser ones are c with bits shifted out, and the level where two cells part is read off the leading
// bit of an exclusive or. The other questions, about few coordinates, are answered by halving the range of levels.
#include "system/points/boxes.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/planned_memory.hpp"
#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t any_level = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// An interval that is narrower than cells by so many bits hardly ever holds the end of one.
constexpr std::int64_t spare_bits = 64;

/// A coordinate at the fine level.
struct FineCell {
  enum class Kind {
    point,  ///< a short rational number: exact at every level
    tall,   ///< a known rational number that is exact where it is the end of a cell
    cell    ///< in the open cell of this number
  };
  Kind kind;
  Rational value;
  Integer number;
};

Integer floor_scaled(const Rational& x, std::int64_t level) {
  return (x * Rational::dyadic(Integer(1), level)).floor();
}

FineCell fine_cell(const Coordinate& x, std::int64_t fine, std::size_t height_bits) {
  if (!x.exact) return {FineCell::Kind::cell, {}, *x.interval.cell(fine)};
  return {is_short(x.value, height_bits) ? FineCell::Kind::point : FineCell::Kind::tall, x.value,
          floor_scaled(x.value, fine)};
}

/// The side at a level that is not above the fine one.
RootInterval side(const FineCell& x, std::int64_t fine, std::int64_t level) {
  const Integer c = x.kind == FineCell::Kind::cell ? x.number >> static_cast<std::size_t>(fine - level)
                                                   : floor_scaled(x.value, level);
  const Rational lower = Rational::dyadic(c, -level);
  if (x.kind == FineCell::Kind::point || (x.kind == FineCell::Kind::tall && lower == x.value))
    return {x.value, x.value, true, 1};
  return {lower, Rational::dyadic(add(c, Integer(1)), -level), false, 1};
}

/// The least level in (low, fine] where the answer is yes: never where it is no at the fine one, any_level where it is
/// yes at `low` already, which is so coarse that all coarser ones agree.
template <class Answer>
std::int64_t least_level(std::int64_t low, std::int64_t fine, const Answer& answer) {
  if (!answer(fine)) return never;
  if (answer(low)) return any_level;
  std::int64_t high = fine;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (answer(middle) ? high : low) = middle;
  }
  return high;
}

/// c as a number that is not negative: the distance of its cell from zero, in cells.
Integer distance(const Integer& number) { return number.sign() < 0 ? -number - Integer(1) : number; }

/// A level so coarse that cells that are not beside zero at the fine level are.
std::int64_t coarsest(const FineCell& x, std::int64_t fine) {
  return fine - static_cast<std::int64_t>(x.number.bit_length()) - 2;
}

/// The least level at which the side does not touch zero.
std::int64_t level_off_zero(const FineCell& x, std::int64_t fine) {
  if (x.kind == FineCell::Kind::point) return any_level;
  if (x.kind == FineCell::Kind::tall)
    return least_level(coarsest(x, fine), fine, [&](std::int64_t level) {
      const RootInterval s = side(x, fine, level);
      return s.lower.sign() > 0 || s.upper.sign() < 0;
    });
  const Integer d = distance(x.number);
  return d.is_zero() ? never : fine - static_cast<std::int64_t>(d.bit_length()) + 1;
}

/// The least level at which two cells are apart.
std::int64_t level_of_cells_apart(const Integer& a, const Integer& b, std::int64_t fine) {
  if ((a.sign() < 0) != (b.sign() < 0)) return any_level;
  Integer difference;
  Integer x = distance(a);
  Integer y = distance(b);
  difference.with_mpz(
      [&](mpz_ptr z) { x.with_mpz([&](mpz_ptr l) { y.with_mpz([&](mpz_ptr r) { mpz_xor(z, l, r); }); }); });
  return difference.is_zero() ? never : fine - static_cast<std::int64_t>(difference.bit_length()) + 1;
}

/// The least level at which the two are apart; never where the fine level does not tell.
std::int64_t level_apart(const FineCell& a, const FineCell& b, std::int64_t fine) {
  using Kind = FineCell::Kind;
  if (a.kind == Kind::point && b.kind == Kind::point) return a.value == b.value ? never : any_level;
  if (a.kind == Kind::cell && b.kind == Kind::cell) return level_of_cells_apart(a.number, b.number, fine);
  return least_level(std::min(coarsest(a, fine), coarsest(b, fine)), fine, [&](std::int64_t level) {
    const RootInterval s = side(a, fine, level);
    const RootInterval t = side(b, fine, level);
    if (s.exact && t.exact) return s.lower != t.lower;
    return s.upper <= t.lower || t.upper <= s.lower;
  });
}

/// The least level at which all boxes are apart and no side touches zero; never where the fine level does not tell.
std::int64_t common_level(const std::vector<std::vector<FineCell>>& points, std::int64_t fine,
                          const ExecutionContext& ctx) {
  std::int64_t level = any_level;
  for (const auto& point : points)
    for (const FineCell& x : point) level = std::max(level, level_off_zero(x, fine));
  for (std::size_t i = 0; i < points.size() && level != never; ++i) {
    ctx.poll();
    for (std::size_t j = 0; j < i; ++j) {
      std::int64_t apart = never;
      for (std::size_t v = 0; v < points[i].size() && apart > level; ++v)
        apart = std::min(apart, level_apart(points[i][v], points[j][v], fine));
      level = std::max(level, apart);
    }
  }
  return level;
}

/// All sources, at the same time. False where one of them cannot be refined.
bool refine_all(const std::vector<std::unique_ptr<CoordinateSource>>& sources, std::int64_t bits, std::int64_t level,
                const ExecutionContext& ctx) {
  // What sources know by then stays when some of them lack memory.
  return retry_on_one_thread(ctx, [&](const ExecutionContext& with) {
    const PhasedProgress progress(with);
    const double share = 1 / static_cast<double>(std::max<std::size_t>(sources.size(), 1));
    std::atomic<bool> decided{true};
    parallel_for(with, sources.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && decided; ++i)
        if (!sources[i]->refine(bits, level, progress.phase(share))) decided = false;
    });
    return decided.load();
  });
}

}  // namespace

std::optional<std::vector<RootInterval>> box_of_level(CoordinateSource& source, std::size_t i, std::int64_t level,
                                                      Heights heights, const ExecutionContext& ctx) {
  const std::int64_t bits = std::max(least_precision(heights.known), 2 * level);
  const std::int64_t fine = std::max(level, bits / 2);
  if (!source.refine(bits, fine, ctx)) return std::nullopt;
  std::vector<RootInterval> sides;
  for (const Coordinate& x : source.coordinates(i))
    sides.push_back(side(fine_cell(x, fine, heights.exact), fine, level));
  return sides;
}

bool box_before(const RealSolution& a, const RealSolution& b) {
  for (std::size_t v = 0; v < a.coordinates.size(); ++v) {
    if (a.coordinates[v].lower != b.coordinates[v].lower) return a.coordinates[v].lower < b.coordinates[v].lower;
    if (a.coordinates[v].upper != b.coordinates[v].upper) return a.coordinates[v].upper < b.coordinates[v].upper;
  }
  return false;
}

std::optional<std::vector<RealSolution>> canonical_boxes(const std::vector<std::unique_ptr<CoordinateSource>>& sources,
                                                         std::optional<std::int64_t> least, Heights heights,
                                                         const ExecutionContext& ctx) {
  std::int64_t bits = least_precision(heights.known);
  std::int64_t fine = bits / 2;
  if (least && fine < *least) {
    fine = *least;
    bits = std::max(bits, fine + spare_bits);
  }
  for (;; bits *= 2, fine = bits / 2) {
    if (!refine_all(sources, bits, fine, ctx)) return std::nullopt;
    std::vector<std::vector<FineCell>> points;
    std::vector<MemoryReservation> held;
    for (const auto& source : sources) {
      const std::size_t sides = source->size() == 0 ? 0 : source->size() * source->coordinates(0).size();
      held.push_back(reserve_for_plan(ctx, sides * (sizeof(FineCell) + 3 * static_cast<std::size_t>(bits) / 8)));
      for (std::size_t i = 0; i < source->size(); ++i) {
        std::vector<FineCell> point;
        for (const Coordinate& x : source->coordinates(i)) point.push_back(fine_cell(x, fine, heights.exact));
        points.push_back(std::move(point));
      }
    }
    std::int64_t level = common_level(points, fine, ctx);
    if (level == never) continue;
    if (least) level = std::max(level, *least);
    std::vector<RealSolution> boxes;
    for (const auto& point : points) {
      RealSolution box;
      for (const FineCell& x : point)
        box.coordinates.push_back(x.kind == FineCell::Kind::point ? RootInterval{x.value, x.value, true, 1}
                                                                  : side(x, fine, level));
      boxes.push_back(std::move(box));
    }
    return boxes;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
