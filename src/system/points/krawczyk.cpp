// Krawczyk's operator K(b) = m - Y f(m) + (1 - Y J) (b - m), with the middle m of the box b.
//
// What makes it dear are the derivatives J in the box: those of a neighbourhood hold for all boxes inside of it, and a
// few words of precision are enough for them, since they only tell by how much boxes shrink. Y may be anything. The
// point is known to many more digits than the neighbourhood, a small one from the start: its image is about as small as
// the error of the point, and the derivatives hardly change in it.
#include "system/points/krawczyk.hpp"

#include <algorithm>
#include <utility>

#include "system/points/approximate_inverse.hpp"
#include "system/points/ball_values.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t guard_bits = 64;  // of the scale beyond the box or the intervals that are known
constexpr std::int64_t slope_bits = 96;  // are mostly enough for derivatives
constexpr int first_radius_bits = 40;    // the first neighbourhood has a radius of at most 2^-40
constexpr int bits_narrower = 20;        // than the one before is the next neighbourhood
constexpr int most_contractions = 40;    // until it lies in the box

/// Balls of a scale around the sides of a box of another one.
template <class Box>
std::vector<Ball> balls_of(const Box& b, std::int64_t box_scale, std::int64_t scale) {
  std::vector<Ball> balls;
  balls.reserve(b.size());
  for (const auto& side : b) balls.push_back(ball_around(DyadicInterval{side.lower, side.upper, box_scale}, scale));
  return balls;
}

template <class Box>
bool lies_inside(const Box& a, const Box& b) {
  for (std::size_t v = 0; v < a.size(); ++v)
    if (a[v].lower <= b[v].lower || a[v].upper >= b[v].upper) return false;
  return true;
}

/// The common part into b; false where there is none.
template <class Box>
bool intersect(Box& b, const Box& with) {
  for (std::size_t v = 0; v < b.size(); ++v) {
    b[v].lower = std::max(b[v].lower, with[v].lower);
    b[v].upper = std::min(b[v].upper, with[v].upper);
    if (b[v].lower > b[v].upper) return false;
  }
  return true;
}

}  // namespace

KrawczykTest::KrawczykTest(const std::vector<MultiPolyQ>& equations, const ExecutionContext& ctx) {
  const IntegerSystem system = integer_system(equations);
  equations_ = system.equations;
  degrees_.assign(system.variables, 0);
  for (const Equation& f : equations_) {
    ctx.poll();
    std::vector<Equation> row;
    row.reserve(system.variables);
    for (std::size_t v = 0; v < system.variables; ++v) row.push_back(derivative_of(f, v));
    derivatives_.push_back(std::move(row));
    for (const auto& exponents : f.exponents)
      for (std::size_t v = 0; v < exponents.size(); ++v) degrees_[v] = std::max(degrees_[v], exponents[v]);
  }
}

bool KrawczykTest::is_zero_at(const std::vector<Coordinate>& point, const ExecutionContext& ctx) const {
  std::vector<std::vector<Rational>> powers(point.size());
  for (std::size_t v = 0; v < point.size(); ++v) {
    powers[v].emplace_back(1);
    while (powers[v].size() <= degrees_[v]) powers[v].push_back(powers[v].back() * point[v].value);
  }
  return std::all_of(equations_.begin(), equations_.end(), [&](const Equation& f) {
    ctx.poll();
    Rational sum;
    for (std::size_t i = 0; i < f.coefficients.size(); ++i) {
      Rational term(f.coefficients[i]);
      for (std::size_t v = 0; v < point.size(); ++v)
        if (f.exponents[i][v] != 0) term = term * powers[v][f.exponents[i][v]];
      sum = sum + term;
    }
    return sum.is_zero();
  });
}

KrawczykTest::Contraction KrawczykTest::contraction_in(const Box& b, const Scales& scales) const {
  const std::size_t n = equations_.size();
  const std::int64_t scale = scales.slopes;
  const BallPowers powers = powers_of(balls_of(b, scales.box, scale), degrees_, scale);
  std::vector<std::vector<Ball>> slopes(n, std::vector<Ball>(n));
  std::vector<std::vector<Integer>> middle(n, std::vector<Integer>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t v = 0; v < n; ++v) {
      slopes[i][v] = value_of(derivatives_[i][v], powers, scale);
      middle[i][v] = slopes[i][v].middle;
    }
  Contraction result{scale, approximate_inverse(std::move(middle), scale), {}};
  if (result.inverse.empty()) return result;
  result.rest.assign(n, std::vector<Ball>(n));
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t w = 0; w < n; ++w) {
      Ball entry{shifted(Integer(v == w ? 1 : 0), scale), Integer(0)};
      for (std::size_t i = 0; i < n; ++i) subtract_product(entry, result.inverse[v][i], slopes[i][w], scale);
      result.rest[v][w] = std::move(entry);
    }
  return result;
}

KrawczykTest::Box KrawczykTest::image(const Contraction& c, const Box& b, std::int64_t scale) const {
  const std::size_t n = equations_.size();
  std::vector<Ball> middle;
  std::vector<Integer> from_middle;
  for (const Side& side : b) {
    const Integer m = add(side.lower, side.upper) >> 1;
    middle.push_back({m, Integer(0)});
    from_middle.push_back(sub(side.upper, m));  // not below the distance to the lower end
  }
  const BallPowers powers = powers_of(middle, degrees_, scale);
  std::vector<Ball> value;
  for (const Equation& f : equations_) value.push_back(value_of(f, powers, scale));
  Box result;
  for (std::size_t v = 0; v < n; ++v) {
    Ball sum = middle[v];
    for (std::size_t i = 0; i < n; ++i) subtract_product(sum, c.inverse[v][i], value[i], c.scale);
    for (std::size_t w = 0; w < n; ++w) add_multiples(sum, c.rest[v][w], from_middle[w], c.scale);
    result.push_back({sum.lower(), sum.upper()});
  }
  return result;
}

bool KrawczykTest::holds_solution(const std::vector<Coordinate>& point, const std::vector<RootInterval>& box,
                                  const ExecutionContext& ctx) const {
  const auto exact =
      static_cast<std::size_t>(std::ranges::count_if(box, [](const RootInterval& x) { return x.exact; }));
  if (exact == box.size()) {
    const bool known = std::ranges::all_of(point, [](const Coordinate& x) { return x.exact; });
    return known && is_zero_at(point, ctx);
  }
  // A coordinate that is exact is proved through the representation only.
  if (exact != 0) return false;
  std::int64_t scale = guard_bits;
  for (const RootInterval& side : box) {
    scale = std::max(scale, static_cast<std::int64_t>(side.lower.denominator().bit_length()) + guard_bits);
    scale = std::max(scale, static_cast<std::int64_t>(side.upper.denominator().bit_length()) + guard_bits);
  }
  scale = std::max(scale, slope_bits + guard_bits);
  const Scales short_scales{scale, slope_bits};
  if (holds_solution_near(point, box, short_scales, ctx)) return true;
  // All that is known of the point, which is more than most boxes need.
  for (const Coordinate& x : point)
    if (!x.exact) scale = std::max(scale, x.interval.scale + guard_bits);
  return holds_solution_near(point, box, {scale, scale}, ctx);
}

bool KrawczykTest::holds_solution_near(const std::vector<Coordinate>& point, const std::vector<RootInterval>& box,
                                       const Scales& scales, const ExecutionContext& ctx) const {
  const std::int64_t scale = scales.box;
  Box whole;
  Box middle;
  Integer radius = shifted(Integer(1), scale - first_radius_bits);
  for (std::size_t v = 0; v < box.size(); ++v) {
    const DyadicInterval cell = enclose(box[v].lower, box[v].upper, scale);
    whole.push_back({cell.lower, cell.upper});
    radius = std::min(radius, sub(cell.upper, cell.lower) >> 2);
    const Ball near = point[v].exact ? ball_around(point[v].value, scale) : ball_around(point[v].interval, scale);
    middle.push_back({near.middle, near.middle});
  }
  for (; !radius.is_zero(); radius = radius >> bits_narrower) {
    ctx.poll();
    Box b = middle;
    for (Side& side : b) {
      side.lower -= radius;
      side.upper += radius;
    }
    const Contraction c = contraction_in(b, scales);
    if (c.inverse.empty()) continue;
    Box inner = image(c, b, scale);
    if (!lies_inside(inner, b)) continue;
    // The solution in the neighbourhood lies in the box, which is open.
    for (int i = 0; !lies_inside(inner, whole); ++i)
      if (i == most_contractions || !intersect(inner, image(c, inner, scale))) return false;
    return true;
  }
  return false;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
