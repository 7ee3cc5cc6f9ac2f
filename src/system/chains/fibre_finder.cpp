// Real points level by level, and the narrowing of their coordinates.
#include "system/chains/fibre_finder.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>
#include <polyfork/rootiso/isolate.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "system/points/fibre_isolation.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::int64_t first_scale = 128;
/// Above a point that still leaves a fibre undecided at this scale a multiple root is likely.
constexpr std::int64_t last_scale = std::int64_t{1} << 13;

/// Where points have been told apart this often on the way up, the rest of a tree is one task.
constexpr int most_forks = 32;

Variables numbered_variables(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t v = 0; v < n; ++v) names.push_back("v" + std::to_string(v));
  return Variables(std::move(names));
}

/// The interval of a root, with its own ends.
DyadicInterval interval_of(const RootInterval& root) {
  const std::size_t bits = std::max(root.lower.denominator().bit_length(), root.upper.denominator().bit_length());
  return enclose(root.lower, root.upper, static_cast<std::int64_t>(bits));
}

}  // namespace

FibreFinder::FibreFinder(TriangularSystem system, std::size_t height_bits, const ExecutionContext& ctx)
    : system_(std::move(system)), numbered_(numbered_variables(system_.variables)), height_bits_(height_bits) {
  Point start;
  start.coordinates.resize(system_.variables);
  start.upper_signs.resize(system_.levels.size(), 0);
  std::atomic<bool> failed{false};
  PointList found = points_above(std::move(start), 0, most_forks, failed, ctx);
  if (failed)
    decided_ = false;
  else
    found_ = std::move(found);
}

std::size_t FibreFinder::point_bytes() const noexcept {
  // A coordinate's ends have few words until more are asked for.
  return sizeof(Point) + system_.variables * (sizeof(Coordinate) + first_scale);
}

FibreFinder::PointList FibreFinder::points_above(Point point, std::size_t level, int forks, std::atomic<bool>& failed,
                                                 const ExecutionContext& ctx) const {
  const PhasedProgress progress(ctx);
  std::optional<PhasedProgress::Phase> fibres;
  fibres.emplace(progress.phase(0.5));
  PointList list;
  std::vector<Point>& points = list.points;
  points.push_back(std::move(point));
  for (; level < system_.levels.size() && (points.size() == 1 || forks == 0); ++level) {
    std::vector<Point> next;
    for (Point& p : points) {
      if (failed) return {};
      auto above = extend(std::move(p), level, *fibres);
      if (!above) {
        failed = true;
        return {};
      }
      std::move(above->begin(), above->end(), std::back_inserter(next));
    }
    points = std::move(next);
    list.held = MemoryReservation();
    list.held = MemoryReservation(ctx.memory(), points.size() * point_bytes());
  }
  fibres.reset();
  if (level == system_.levels.size() || points.empty()) return list;
  const double share = 0.5 / static_cast<double>(points.size());
  std::vector<PointList> above(points.size());
  parallel_for(ctx, points.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      above[i] = points_above(std::move(points[i]), level, forks - 1, failed, progress.phase(share));
  });
  list = {};
  for (PointList& part : above) {
    std::move(part.points.begin(), part.points.end(), std::back_inserter(points));
    part.held = MemoryReservation();
  }
  list.held = MemoryReservation(ctx.memory(), points.size() * point_bytes());
  return list;
}

std::vector<Ball> FibreFinder::balls(const Point& point, std::int64_t scale) const {
  std::vector<Ball> result(system_.variables);
  for (std::size_t v = 0; v < result.size(); ++v) {
    const Coordinate& x = point.coordinates[v];
    result[v] = x.exact ? ball_around(x.value, scale) : ball_around(x.interval, scale);
  }
  return result;
}

void FibreFinder::narrow(Point& point, std::size_t levels, std::int64_t scale, const ExecutionContext& ctx) const {
  if (point.scale >= scale) return;
  std::vector<Ball> at = balls(point, scale);
  for (std::size_t k = 0; k < levels; ++k) {
    const TriangularLevel& level = system_.levels[k];
    Coordinate& x = point.coordinates[level.variable];
    if (x.exact) continue;
    const std::vector<Ball> f = coefficients_at(level, at, scale);
    if (level.degree == 1) {
      if (auto root = linear_root(f, scale)) x.interval = std::move(*root);
    } else {
      x.interval = narrow_root(f, scale, x.interval, point.upper_signs[k], ctx);
    }
    at[level.variable] = ball_around(x.interval, scale);
  }
  point.scale = scale;
}

MultiPolyQ FibreFinder::equation_at(const Point& point, std::size_t level, const ExecutionContext& ctx) const {
  std::vector<bool> known(system_.variables, false);
  for (std::size_t k = 0; k < level; ++k) {
    const std::size_t v = system_.levels[k].variable;
    known[v] = point.coordinates[v].exact;
  }
  const IntegerSystem::Equation& f = system_.levels[level].equation;
  MultiPolyQ::Collector collector(Rationals{}, numbered_);
  for (std::size_t i = 0; i < f.exponents.size(); ++i) {
    ctx.poll();
    Rational term(f.coefficients[i]);
    auto exponents = f.exponents[i];
    for (std::size_t v = 0; v < exponents.size(); ++v) {
      if (!known[v] || exponents[v] == 0) continue;
      term *= pow(point.coordinates[v].value, exponents[v]);
      exponents[v] = 0;
    }
    collector.push_back(exponents, std::move(term));
  }
  return std::move(collector).finish(ctx);
}

std::optional<std::vector<FibreFinder::Point>> FibreFinder::extend_exactly(Point point, std::size_t level,
                                                                           const ExecutionContext& ctx) const {
  const TriangularLevel& l = system_.levels[level];
  const MultiPolyQ equation = equation_at(point, level, ctx);
  const PolyQ f = to_dense_univariate(equation, equation.variables().name(l.variable), ctx);
  if (f.is_zero()) return std::nullopt;
  if (f.is_constant()) return std::vector<Point>();
  const std::vector<RootInterval> roots = isolate_real_roots(f, {}, ctx).roots;
  if (roots.empty()) return std::vector<Point>();
  // Where each level has one root, thousands of long coordinates are not copied for each of thousands of levels.
  std::vector<Point> result(roots.size() - 1, point);
  result.push_back(std::move(point));
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const RootInterval& root = roots[i];
    if (!root.exact && root.multiplicity > 1) return std::nullopt;
    Point& next = result[i];
    Coordinate& x = next.coordinates[l.variable];
    next.multiplicity *= root.multiplicity;
    x.exact = root.exact;
    if (root.exact) {
      x.value = root.lower;
    } else {
      x.interval = interval_of(root);
      next.upper_signs[level] = evaluate(f, root.upper, ctx).sign();
    }
  }
  return result;
}

std::optional<std::vector<FibreFinder::Point>> FibreFinder::extend(Point point, std::size_t level,
                                                                   const ExecutionContext& ctx) const {
  const TriangularLevel& l = system_.levels[level];
  bool exact = true;
  for (std::size_t k = 0; k < level; ++k) exact = exact && point.coordinates[system_.levels[k].variable].exact;
  if (exact) return extend_exactly(std::move(point), level, ctx);
  for (std::int64_t scale = std::max(first_scale, point.scale); scale <= last_scale; scale *= 2) {
    narrow(point, level, scale, ctx);
    const std::vector<Ball> f = coefficients_at(l, balls(point, scale), scale);
    std::vector<Point> result;
    if (l.degree == 1) {
      const auto root = linear_root(f, scale);
      if (!root) continue;
      result.push_back(std::move(point));
      result.back().coordinates[l.variable].interval = *root;
      return result;
    }
    const auto roots = isolate_fibre(f, scale, ctx);
    if (!roots) continue;
    for (const FibreRoot& root : *roots) {
      Point next = point;
      next.coordinates[l.variable].interval = root.interval;
      next.upper_signs[level] = root.upper_sign;
      // The new coordinate has not been narrowed.
      next.scale = 0;
      result.push_back(std::move(next));
    }
    return result;
  }
  return std::nullopt;
}

void FibreFinder::approximate(Point& point, std::int64_t bits, const ExecutionContext& ctx) const {
  for (;; point.extra *= 2) {
    ctx.poll();
    narrow(point, system_.levels.size(), bits + point.extra, ctx);
    const bool done = std::all_of(system_.levels.begin(), system_.levels.end(), [&](const TriangularLevel& level) {
      const Coordinate& x = point.coordinates[level.variable];
      return x.exact || x.interval.narrower_than(bits);
    });
    if (done) return;
  }
}

std::optional<bool> FibreFinder::equals(Point& point, std::size_t level, const Rational& value, std::int64_t scale,
                                        const ExecutionContext& ctx) const {
  const TriangularLevel& l = system_.levels[level];
  for (;;) {
    const std::vector<Ball> f = coefficients_at(l, balls(point, point.scale), point.scale);
    if (evaluate(f, ball_around(value, point.scale), point.scale).sign() != 0) return false;
    if (point.scale >= scale) break;
    narrow(point, system_.levels.size(), scale, ctx);
  }
  // The polynomial at the value is a polynomial in those variables before whose coordinates are not rational. Where its
  // pseudo-remainder by their polynomials is zero, it is zero, and else not: what multiplies it is a product of their
  // leading coefficients. These do not vanish at the point once rational coordinates are put in: a fibre above a point
  // with others is decided only where its polynomial keeps its degree.
  MultiPolyQ g = equation_at(point, level, ctx);
  g = evaluate_at(g, g.variables().name(l.variable), value, ctx);
  for (std::size_t k = level; k-- > 0 && !g.is_zero();) {
    const std::size_t v = system_.levels[k].variable;
    if (point.coordinates[v].exact) continue;
    const MultiPolyQ below = equation_at(point, k, ctx);
    if (below.degree(v) <= 0) return std::nullopt;
    g = lazy_pseudo_div_rem(g, below, g.variables().name(v), ctx).remainder;
  }
  if (g.is_zero()) return true;
  const TriangularLevel remainder{l.variable, 0, integer_system({g}).equations[0]};
  if (coefficients_at(remainder, balls(point, point.scale), point.scale)[0].sign() != 0) return false;
  return std::nullopt;
}

bool FibreFinder::examine(Point& point, const ExecutionContext& ctx) const {
  if (point.examined) return true;
  const std::int64_t scale = 2 * point.scale;  // for all: doubled for each of them, it would soon be thousands of bits
  for (std::size_t k = 0; k < system_.levels.size(); ++k) {
    Coordinate& x = point.coordinates[system_.levels[k].variable];
    if (x.exact) continue;
    auto value = short_number_in(x.interval, height_bits_, ctx);
    if (!value) continue;
    const auto equal = equals(point, k, *value, scale, ctx);
    if (!equal) return false;
    if (!*equal) continue;
    x.exact = true;
    x.value = std::move(*value);
  }
  point.examined = true;
  return true;
}

bool FibreFinder::separate_from_ends(Point& point, std::int64_t bits, std::int64_t level,
                                     const ExecutionContext& ctx) const {
  const std::int64_t scale = 2 * point.scale;
  for (std::size_t k = 0; k < system_.levels.size(); ++k) {
    Coordinate& x = point.coordinates[system_.levels[k].variable];
    // The end of a cell lies in the interval: the coordinate is that end, or more precision tells.
    for (std::int64_t precise = 2 * bits; !x.exact && !x.interval.cell(level); precise *= 2) {
      Rational end = Rational::dyadic(x.interval.upper >> static_cast<std::size_t>(x.interval.scale - level), -level);
      const auto equal = equals(point, k, end, scale, ctx);
      if (!equal && precise > 64 * bits) return false;
      if (equal && *equal) {
        x.exact = true;
        x.value = std::move(end);
      } else {
        approximate(point, precise, ctx);
      }
    }
  }
  return true;
}

PolyZ FibreFinder::annihilator(std::size_t point, std::size_t v, const ExecutionContext& ctx) const {
  const auto equation = [&](std::size_t level) {
    return primitive_part(numerator_polynomial(equation_at(found_.points[point], level, ctx)), ctx);
  };
  std::size_t level = 0;
  while (system_.levels[level].variable != v) ++level;
  MultiPolyZ f = equation(level);
  const Variables variables = f.variables();
  while (level-- > 0) {
    const std::size_t eliminated = system_.levels[level].variable;
    if (f.degree(eliminated) <= 0) continue;
    const MultiPolyZ below = equation(level);
    MultiPolyZ r = resultant(f, below, variables.name(eliminated), ctx);
    while (r.is_zero()) {
      // The common factor does not vanish at the point: f would have every number as a root there.
      f = exact_div(f, gcd(f, below, ctx), ctx);
      r = resultant(f, below, variables.name(eliminated), ctx);
    }
    f = r.with_variables(variables, ctx);
  }
  return to_dense_univariate(f, variables.name(v), ctx);
}

bool FibreFinder::refine(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) {
  // What points know by then stays when some of them lack memory.
  return retry_on_one_thread(ctx, [&](const ExecutionContext& with) { return refine_points(bits, level, with); });
}

bool FibreFinder::refine_points(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) {
  std::atomic<bool> failed{false};
  parallel_for(ctx, found_.points.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !failed; ++i) {
      Point& point = found_.points[i];
      approximate(point, bits, ctx);
      if (!examine(point, ctx) || !separate_from_ends(point, bits, level, ctx)) failed = true;
    }
  });
  return !failed;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
