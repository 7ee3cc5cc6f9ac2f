// Coordinates by evaluation at refined roots.
//
// A coordinate is g(t) / (d f'(t)), whose numerator and denominator are enclosed by Horner's rule at an interval around
// the root t. How much the evaluation loses is not known in advance: the root's precision grows until the quotient is
// as narrow as asked for. Since f is square-free, f'(t) is not zero and that happens.
#include "system/points/coordinates.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/multivariate/convert_variables.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "core/progress/phased_progress.hpp"
#include "core/retry_on_one_thread.hpp"
#include "rootiso/isolate/isolate_with_factors.hpp"
#include "system/points/fixed_polynomial.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The sum of c_i a^i b^(m - i).
Integer homogeneous(const PolyZ& f, const Rational& x, std::size_t m) {
  Integer value;
  Integer power(1);
  const bool is_whole = x.denominator().is_one();
  for (std::size_t i = m + 1; i-- > 0;) {
    value *= x.numerator();
    if (i < f.length()) value += is_whole ? Integer(f.coefficients()[i]) : mul(f.coefficients()[i], power);
    if (!is_whole) power *= x.denominator();
  }
  return value;
}

int sign_of(const PolyZ& f, const Rational& x) {
  return f.is_zero() ? 0 : homogeneous(f, x, static_cast<std::size_t>(f.degree())).sign();
}

}  // namespace

CoordinateFinder::CoordinateFinder(UnivariateRepresentation representation, std::size_t height_bits,
                                   const ExecutionContext& ctx)
    : r_(std::move(representation)),
      height_bits_(height_bits),
      least_bits_(least_precision(height_bits)),
      derivative_(derivative(r_.polynomial, 1, ctx)),
      is_form_(r_.form.size(), false) {
  const UnivariateRepresentation& r = r_;
  if (std::count(r.form.begin(), r.form.end(), 0) + 1 == static_cast<std::ptrdiff_t>(r.form.size()))
    for (std::size_t v = 0; v < r.form.size(); ++v) is_form_[v] = r.form[v] == 1;
  drop_ = static_cast<std::int64_t>(derivative_.coefficients().max_bits());
  narrower_ = extra_ = 32 + 2 * std::bit_width(static_cast<std::uint64_t>(r.polynomial.degree()));
  const PhasedProgress progress(ctx);
  auto isolation = retry_on_one_thread(
      progress.phase(0.7), [&](const ExecutionContext& with) { return isolate_with_factors(r.polynomial, {}, with); });
  source_ = std::make_shared<const Preprocessed>(std::move(isolation.source));
  for (const RootInterval& root : isolation.result.roots) {
    points_.push_back({root, root, std::vector<Coordinate>(r.form.size()), {}});
    points_.back().multiplicity = multiplicity_at(root);
    if (root.exact) set_exact(points_.back());
  }
  // Attempts that turn out to be too short are as dear as the last one.
  const auto enclosing = progress.phase(0.3);
  enclosing.context().progress("coordinates", 0);
  retry_on_one_thread(enclosing, [&](const ExecutionContext& with) { expect_loss(with); });
  retry_on_one_thread(enclosing, [&](const ExecutionContext& with) { isolate(least_bits_, with); });
}

std::optional<std::size_t> CoordinateFinder::multiplicity_at(const RootInterval& root) const {
  if (r_.multiplicities.empty()) return std::nullopt;
  // The interval holds one root of the product, a simple one: of the longest polynomial, if of no other one.
  const auto longest =
      std::ranges::max_element(r_.multiplicities, {}, [](const auto& c) { return c.polynomial.length(); });
  for (auto c = r_.multiplicities.begin(); c != r_.multiplicities.end(); ++c) {
    if (c == longest) continue;
    const PolyZ& f = c->polynomial;
    if (root.exact ? sign_of(f, root.lower) == 0 : sign_of(f, root.lower) * sign_of(f, root.upper) < 0)
      return c->multiplicity;
  }
  return longest->multiplicity;
}

PolyZ CoordinateFinder::annihilator(std::size_t, std::size_t v, const ExecutionContext& ctx) const {
  if (is_form_[v]) return r_.polynomial;
  const Variables both({"x", "t"});
  const auto in_t = [&](const PolyZ& f) { return to_multivariate(f, both, "t", ctx); };
  const MultiPolyZ slope = scale(in_t(derivative_), r_.denominators[v], ctx);
  const MultiPolyZ difference = sub(mul(MultiPolyZ::generator(both, "x"), slope, ctx), in_t(r_.numerators[v]), ctx);
  return to_dense_univariate(resultant(in_t(r_.polynomial), difference, "t", ctx), "x", ctx);
}

void CoordinateFinder::enclose_coordinates(std::span<Point* const> points, const Digits& digits,
                                           const ExecutionContext& ctx) const {
  const auto limbs_for = [](std::int64_t bits) { return (bits + 16 + 63) / 64; };
  const auto limbs = static_cast<std::size_t>(limbs_for(digits.values));
  std::vector<DyadicInterval> roots;
  roots.reserve(points.size());
  for (const Point* p : points) roots.push_back(enclose(p->root.lower, p->root.upper, 64 * limbs_for(digits.root)));
  const auto values_at = [&](const PolyZ& f, const auto& use) {
    const MemoryReservation held(ctx.memory(), FixedPolynomial::bytes_for(f, limbs, drop_));
    const FixedPolynomial fixed(f, limbs, drop_);
    parallel_for(ctx, points.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        ctx.poll();
        use(i, fixed.values_on(roots[i]));
      }
    });
  };
  std::vector<DyadicInterval> slopes(points.size());
  values_at(derivative_, [&](std::size_t i, DyadicInterval value) { slopes[i] = std::move(value); });
  // By variable and point how narrow the coordinates are; less than zero: the derivative is not told from zero.
  std::vector<std::vector<std::int64_t>> reached(r_.form.size(), std::vector<std::int64_t>(points.size(), digits.root));
  parallel_for(ctx, r_.form.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      if (is_form_[v]) {
        for (std::size_t i = 0; i < points.size(); ++i) points[i]->coordinates[v].interval = roots[i];
        continue;
      }
      values_at(r_.numerators[v], [&](std::size_t i, const DyadicInterval& numerator) {
        Coordinate& x = points[i]->coordinates[v];
        if (x.exact) return;
        auto value = quotient(numerator, slopes[i], r_.denominators[v]);
        if (!value) {
          reached[v][i] = -1;
          return;
        }
        const Integer width = sub(value->upper, value->lower);
        reached[v][i] = std::min(digits.root, value->scale - static_cast<std::int64_t>(width.bit_length()));
        x.interval = std::move(*value);
      });
    }
  });
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i]->reached = digits.root;
    for (const auto& of_variable : reached)
      points[i]->reached = std::max<std::int64_t>(0, std::min(points[i]->reached, of_variable[i]));
  }
}

void CoordinateFinder::set_exact(Point& point) const {
  const Rational& t = point.root.lower;
  const auto m = static_cast<std::size_t>(r_.polynomial.degree()) - 1;
  const Integer denominator = homogeneous(derivative_, t, m);
  for (std::size_t v = 0; v < r_.form.size(); ++v) {
    Coordinate& x = point.coordinates[v];
    x.exact = true;
    x.value = is_form_[v] ? t : Rational(homogeneous(r_.numerators[v], t, m), mul(denominator, r_.denominators[v]));
  }
}

void CoordinateFinder::approximate(Point& point, std::int64_t bits, const ExecutionContext& ctx) const {
  if (point.root.exact) return;
  for (std::int64_t times = 1; point.reached < bits; times *= 2) {
    ctx.poll();
    const Digits digits = digits_for(bits, times * narrower_, times * extra_);
    if (point.root.width() > Rational::dyadic(Integer(1), -digits.root)) {
      // From the interval with short ends: cells inside of one with long ends cost products as long as those.
      if (!point.located) point.located = locate_isolated_root(source_, point.coarse, ctx);
      LocatedRoot& located = *point.located;
      if (located.exact) {
        point.root = {located.value, located.value, true, 1};
        set_exact(point);
        return;
      }
      if (located.cell.k < digits.root) located.refine(digits.root - located.cell.k, ctx);
      point.root = {located.cell.lower(), located.cell.upper(), false, 1};
    }
    Point* const alone = &point;
    enclose_coordinates(std::span(&alone, 1), digits, ctx);
  }
}

void CoordinateFinder::examine(const std::vector<Candidate>& candidates, const ExecutionContext& ctx) {
  // The points where x_v = value are the roots of f and g - value d f' in common.
  std::vector<std::pair<std::size_t, Rational>> kinds;
  std::vector<std::size_t> kind_of;
  for (const Candidate& c : candidates) {
    const auto kind = std::find(kinds.begin(), kinds.end(), std::pair(c.v, c.value));
    kind_of.push_back(static_cast<std::size_t>(kind - kinds.begin()));
    if (kind == kinds.end()) kinds.emplace_back(c.v, c.value);
  }
  std::vector<PolyZ> common(kinds.size());
  parallel_for(ctx, kinds.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [v, value] = kinds[i];
      const PolyZ left = scale(r_.numerators[v], value.denominator(), ctx);
      const PolyZ right = scale(derivative_, mul(value.numerator(), r_.denominators[v]), ctx);
      common[i] = gcd(r_.polynomial, sub(left, right, ctx), ctx);
    }
  });
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Point& point = points_[candidates[i].point];
    const PolyZ& f = common[kind_of[i]];
    // A factor of f has the root in the interval, and no other one, if its sign changes.
    if (f.degree() <= 0 || sign_of(f, point.coarse.lower) == sign_of(f, point.coarse.upper)) continue;
    Coordinate& x = point.coordinates[candidates[i].v];
    x.exact = true;
    x.value = candidates[i].value;
  }
}

void CoordinateFinder::separate_from_ends(std::size_t index, std::int64_t bits, std::int64_t level,
                                          const ExecutionContext& ctx) {
  Point& point = points_[index];
  for (std::size_t v = 0; v < point.coordinates.size(); ++v) {
    Coordinate& x = point.coordinates[v];
    // The end of a cell lies in the interval: the coordinate is that end, or more precision tells.
    for (std::int64_t precise = 2 * bits; !x.exact && !x.interval.cell(level); precise *= 2) {
      const Integer end = x.interval.upper >> static_cast<std::size_t>(x.interval.scale - level);
      if (!is_form_[v]) examine({{index, v, Rational::dyadic(end, -level)}}, ctx);
      if (x.exact) break;
      approximate(point, precise, ctx);
    }
  }
}

bool CoordinateFinder::refine(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) {
  // What points know by then stays when some of them lack memory.
  retry_on_one_thread(ctx, [&](const ExecutionContext& with) { refine_points(bits, level, with); });
  return true;
}

void CoordinateFinder::refine_points(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) {
  const auto late = [&] {
    return std::ranges::count_if(points_, [&](const Point& p) { return !p.root.exact && p.reached < bits; });
  };
  if (late() > 1) isolate(bits, ctx);
  std::atomic<std::size_t> done{0};
  parallel_for(ctx, points_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) approximate(points_[i], bits, ctx);
    ctx.progress("coordinates", static_cast<double>(done += end - begin) / static_cast<double>(points_.size()));
  });
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    for (std::size_t v = 0; v < point.coordinates.size() && !point.examined; ++v) {
      const Coordinate& x = point.coordinates[v];
      if (x.exact || is_form_[v]) continue;
      auto value = short_number_in(x.interval, height_bits_, ctx);
      if (value) candidates.push_back({i, v, std::move(*value)});
    }
  }
  examine(candidates, ctx);
  for (Point& point : points_) point.examined = true;
  for (std::size_t i = 0; i < points_.size(); ++i) separate_from_ends(i, bits, level, ctx);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
