// The least common level, and the boxes of that level.
//
// All questions are about numbers c of cells (c, c + 1) 2^-k at one fine level: coarser cells are c with bits shifted
// out, so that the level where two cells part is read off the leading bit of an exclusive or.
#include "system/boxes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t any_level = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// A coordinate at the fine level.
struct FineCell {
  bool exact;
  Rational value;
  Integer number;
};

/// c as a number that is not negative: the distance of its cell from zero, in cells.
Integer distance(const Integer& number) { return number.sign() < 0 ? -number - Integer(1) : number; }

/// The least level at which the cell does not touch zero.
std::int64_t level_off_zero(const FineCell& a, std::int64_t fine) {
  const Integer d = distance(a.number);
  return d.is_zero() ? never : fine - static_cast<std::int64_t>(d.bit_length()) + 1;
}

/// Whether the number lies in the open cell (c, c + 1) 2^-level.
bool inside(const Rational& value, const Integer& c, std::int64_t level) {
  const Rational scaled = value * Rational::dyadic(Integer(1), level);
  return scaled > Rational(c) && scaled < Rational(add(c, Integer(1)));
}

/// The least level at which the two are apart; never where the fine level does not tell.
std::int64_t level_apart(const FineCell& a, const FineCell& b, std::int64_t fine) {
  if (a.exact && b.exact) return a.value == b.value ? never : any_level;
  if (!a.exact && !b.exact) {
    if ((a.number.sign() < 0) != (b.number.sign() < 0)) return any_level;
    Integer difference;
    const Integer x = distance(a.number);
    const Integer y = distance(b.number);
    difference.with_mpz([&](mpz_ptr z) {
      Integer left = x;
      Integer right = y;
      left.with_mpz([&](mpz_ptr l) { right.with_mpz([&](mpz_ptr r) { mpz_xor(z, l, r); }); });
    });
    return difference.is_zero() ? never : fine - static_cast<std::int64_t>(difference.bit_length()) + 1;
  }
  const FineCell& point = a.exact ? a : b;
  const FineCell& cell = a.exact ? b : a;
  if (inside(point.value, cell.number, fine)) return never;
  // Cells are nested: once the point is outside, it stays so.
  std::int64_t low = fine - static_cast<std::int64_t>(distance(cell.number).bit_length());  // the cell touches zero
  std::int64_t high = fine;
  if (!inside(point.value, cell.number >> static_cast<std::size_t>(fine - low), low)) return any_level;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (inside(point.value, cell.number >> static_cast<std::size_t>(fine - middle), middle) ? low : high) = middle;
  }
  return high;
}

/// The least level at which all boxes are apart and no cell touches zero; never where the fine level does not tell.
std::int64_t common_level(const std::vector<std::vector<FineCell>>& points, std::int64_t fine) {
  std::int64_t level = any_level;
  for (const auto& point : points)
    for (const FineCell& x : point)
      if (!x.exact) level = std::max(level, level_off_zero(x, fine));
  for (std::size_t i = 0; i < points.size() && level != never; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      std::int64_t apart = never;
      for (std::size_t v = 0; v < points[i].size() && apart > level; ++v)
        apart = std::min(apart, level_apart(points[i][v], points[j][v], fine));
      level = std::max(level, apart);
    }
  return level;
}

RootInterval box_side(const FineCell& x, std::int64_t fine, std::int64_t level) {
  if (x.exact) return {x.value, x.value, true, 1};
  const Integer c = x.number >> static_cast<std::size_t>(fine - level);
  return {Rational::dyadic(c, -level), Rational::dyadic(add(c, Integer(1)), -level), false, 1};
}

bool before(const RealSolution& a, const RealSolution& b) {
  for (std::size_t v = 0; v < a.coordinates.size(); ++v) {
    if (a.coordinates[v].lower != b.coordinates[v].lower) return a.coordinates[v].lower < b.coordinates[v].lower;
    if (a.coordinates[v].upper != b.coordinates[v].upper) return a.coordinates[v].upper < b.coordinates[v].upper;
  }
  return false;
}

}  // namespace

std::vector<RealSolution> canonical_boxes(CoordinateFinder& finder, std::optional<std::int64_t> least,
                                          const ExecutionContext& ctx) {
  std::int64_t bits = CoordinateFinder::least_bits;
  std::int64_t fine = bits / 2;
  for (; least && fine < *least; fine = bits / 2) bits *= 2;
  for (;; bits *= 2, fine = bits / 2) {
    finder.refine(bits, fine, ctx);
    std::vector<std::vector<FineCell>> points;
    for (std::size_t i = 0; i < finder.size(); ++i) {
      std::vector<FineCell> point;
      for (const Coordinate& x : finder.coordinates(i))
        point.push_back({x.exact, x.value, x.exact ? Integer() : *x.interval.cell(fine)});
      points.push_back(std::move(point));
    }
    std::int64_t level = common_level(points, fine);
    if (level == never) continue;
    if (least) level = std::max(level, *least);
    std::vector<RealSolution> boxes;
    for (const auto& point : points) {
      RealSolution box;
      for (const FineCell& x : point) box.coordinates.push_back(box_side(x, fine, level));
      boxes.push_back(std::move(box));
    }
    std::sort(boxes.begin(), boxes.end(), before);
    return boxes;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
