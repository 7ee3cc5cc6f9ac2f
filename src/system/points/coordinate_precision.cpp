// How precise roots and values have to be for coordinates of a given width.
//
// What is lost between a root and a coordinate is measured on all points at once, or estimated from the values of the
// polynomial beside its roots, before attempts that would be too short are made.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include <polyfork/core/parallel.hpp>

#include "rootiso/refine/canonical.hpp"
#include "rootiso/refine/refine_cells.hpp"
#include "rootiso/values/evaluate_sign.hpp"
#include "system/points/coordinates.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// About log2 |f(x)| of a dyadic number; nothing where that many bits of precision do not tell.
std::optional<std::int64_t> size_of_value(const PolyZ& f, const Rational& x, std::size_t most_bits,
                                          const ExecutionContext& ctx) {
  const auto k = static_cast<std::int64_t>(x.denominator().bit_length()) - 1;
  for (std::size_t precision = 256; precision <= most_bits; precision *= 2) {
    const ApproximateValue value = evaluate_dyadic(f.coefficients(), x.numerator(), k, precision, ctx);
    if (value.certain_sign() != 0) return static_cast<std::int64_t>(value.mantissa.bit_length()) + value.exponent;
  }
  return std::nullopt;
}

/// The interval between the ends of an isolating cell.
DyadicCell cell_of(const RootInterval& root) {
  const std::int64_t k = level_of_width(root.width());
  return {(root.lower * Rational::dyadic(Integer(1), k)).floor(), k};
}

/// Precisions that grow geometrically are beyond all bounds of separation by then.
constexpr int most_attempts = 16;

}  // namespace

void CoordinateFinder::isolate(std::int64_t bits, const ExecutionContext& ctx) {
  // Refining one root costs as much as isolating all of them: how many bits are lost is measured, and made up for at
  // once. Where f'(t) is not told from zero the loss is estimated; where that does not help either, the precision grows
  // geometrically.
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    // Of every point the root and two ends for each coordinate.
    held_ = {};
    held_ = MemoryReservation(
        ctx.memory(), points_.size() * (2 * r_.form.size() + 4) * (static_cast<std::size_t>(bits + extra_) / 8 + 64));
    const Digits digits = digits_for(bits, narrower_, extra_);
    std::vector<Point*> open;
    std::vector<DyadicCell> cells;
    for (Point& point : points_) {
      if (point.root.exact) continue;
      open.push_back(&point);
      cells.push_back(cell_of(point.root));
    }
    cells = refine_cells(source_->factors.product().coefficients(), std::move(cells), digits.root, ctx);
    for (std::size_t i = 0; i < open.size(); ++i) open[i]->root = {cells[i].lower(), cells[i].upper(), false, 1};
    enclose_coordinates(open, digits, ctx);
    if (std::ranges::count_if(open, [&](const Point* p) { return p->reached < bits; }) <= 1) return;
    const std::int64_t least = (*std::ranges::min_element(open, {}, &Point::reached))->reached;
    if (least > 0) {
      extra_ += bits - least + 16;
      narrower_ += bits - least + 16;
      continue;
    }
    const std::int64_t before = extra_;
    expect_loss(ctx);
    if (extra_ > before) continue;
    extra_ = 2 * before + 64;
    narrower_ = 2 * narrower_ + 64;
  }
}

/// The quotient of values is as narrow as the root where they are as steep as they are large, and where what is
/// quadratic in the root's width is no more than the roundings of the values.
CoordinateFinder::Digits CoordinateFinder::digits_for(std::int64_t bits, std::int64_t narrower,
                                                      std::int64_t extra) const noexcept {
  constexpr std::int64_t spare = 8;
  const std::int64_t root = std::max(bits + narrower, (bits + extra) / 2 + spare);
  return {root, std::max(bits + extra, root)};
}

void CoordinateFinder::expect_loss(const ExecutionContext& ctx) {
  if (points_.size() < 2) return;
  std::vector<std::int64_t> lost(points_.size(), 0);
  parallel_for(ctx, points_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (points_[i].reached <= 0 && !points_[i].root.exact) lost[i] = bits_lost(points_[i], ctx);
  });
  // All but one of the points are what an attempt is for.
  std::nth_element(lost.begin(), lost.begin() + 1, lost.end(), std::greater<>());
  if (lost[1] > extra_) extra_ = lost[1] + 16;
}

std::int64_t CoordinateFinder::bits_lost(const Point& point, const ExecutionContext& ctx) const {
  const auto n = static_cast<std::int64_t>(r_.polynomial.degree());
  const Rational& a = point.root.lower;
  const Rational& b = point.root.upper;
  const Rational width = point.root.width();
  if (!a.is_dyadic() || !b.is_dyadic() || width.is_zero()) return 0;
  const auto length = [](const Integer& x) { return static_cast<std::int64_t>(x.bit_length()); };
  const std::int64_t width_bits = length(width.denominator()) - length(width.numerator());
  // The intermediate values of Horner's rule grow where the root is greater than 1.
  const Rational middle = (a + b) * Rational(1, 2);
  const double size = std::abs(middle.to_double());
  const double log_size = std::isfinite(size)
                              ? std::log2(std::max(size, 1.0))
                              : static_cast<double>(length(middle.numerator()) - length(middle.denominator()) + 1);
  const auto growth = static_cast<std::int64_t>(static_cast<double>(n - 1) * log_size) + 1;
  // More cancel only where an end is another root.
  const auto most_bits = static_cast<std::size_t>(8 * (drop_ + growth + width_bits));
  const auto at_a = size_of_value(r_.polynomial, a, most_bits, ctx);
  const auto at_b = size_of_value(r_.polynomial, b, most_bits, ctx);
  if (!at_a || !at_b) return 0;
  const std::int64_t slope = std::max(*at_a, *at_b) + width_bits;
  return std::max<std::int64_t>(drop_ + growth + 2 * length(Integer(n)) - slope, 0);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
