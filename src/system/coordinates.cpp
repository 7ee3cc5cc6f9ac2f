// Coordinates by evaluation at refined roots.
//
// A coordinate is g(t) / (d f'(t)), whose numerator and denominator are enclosed by Horner's rule at an interval around
// the root t. How much the evaluation loses is not known in advance: the root's precision grows until the quotient is
// as narrow as asked for. Since f is square-free, f'(t) is not zero and that happens.
#include "system/coordinates.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <polyfork/core/parallel.hpp>
#include <polyfork/rootiso/root_operations.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t height_bits = 64;

/// The sum of c_i a^i b^(m - i).
Integer homogeneous(const PolyZ& f, const Rational& x, std::size_t m) {
  Integer value;
  Integer power(1);
  for (std::size_t i = m + 1; i-- > 0;) {
    value = add(mul(value, x.numerator()), mul(f.coefficient(i), power));
    power *= x.denominator();
  }
  return value;
}

}  // namespace

CoordinateFinder::CoordinateFinder(const UnivariateRepresentation& r, const ExecutionContext& ctx)
    : r_(r), derivative_(derivative(r.polynomial, 1, ctx)), is_form_(r.form.size(), false) {
  if (std::count(r.form.begin(), r.form.end(), 0) + 1 == static_cast<std::ptrdiff_t>(r.form.size()))
    for (std::size_t v = 0; v < r.form.size(); ++v) is_form_[v] = r.form[v] == 1;
  const IsolationResult isolation = isolate_real_roots(r.polynomial, {}, ctx);
  for (const RootInterval& root : isolation.roots)
    points_.push_back({root, std::vector<Coordinate>(r.form.size()), false});
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
  const auto narrow = [&](const Coordinate& x) { return x.exact || x.interval.narrower_than(bits); };
  if (point.examined && std::all_of(point.coordinates.begin(), point.coordinates.end(), narrow)) return;
  std::int64_t extra = 32 + 2 * std::bit_width(static_cast<std::uint64_t>(r_.polynomial.degree()));
  for (;; extra *= 2) {
    ctx.poll();
    const std::int64_t scale = bits + extra;
    point.root = refine_root(r_.polynomial, point.root, Rational::dyadic(Integer(1), -scale), ctx);
    if (point.root.exact) return set_exact(point);
    const DyadicInterval t = enclose(point.root.lower, point.root.upper, scale + 16);
    const DyadicInterval denominator = evaluate(derivative_, t);
    bool done = true;
    for (std::size_t v = 0; v < r_.form.size() && done; ++v) {
      Coordinate& x = point.coordinates[v];
      if (x.exact) continue;
      if (is_form_[v]) {
        x.interval = t;
        continue;
      }
      auto value = quotient(evaluate(r_.numerators[v], t), denominator, r_.denominators[v]);
      done = value && value->narrower_than(bits);
      if (done) x.interval = std::move(*value);
    }
    if (done) return;
  }
}

bool CoordinateFinder::is(const Point& point, std::size_t v, const Rational& value, const ExecutionContext& ctx) const {
  // g(t) = value d f'(t).
  const PolyZ left = scale(r_.numerators[v], value.denominator(), ctx);
  const PolyZ right = scale(derivative_, mul(value.numerator(), r_.denominators[v]), ctx);
  return sign_at_root(sub(left, right, ctx), r_.polynomial, point.root, ctx) == 0;
}

void CoordinateFinder::refine(Point& point, std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) const {
  if (point.root.exact) {
    if (!point.examined) set_exact(point);
    point.examined = true;
    return;
  }
  approximate(point, bits, ctx);
  for (std::size_t v = 0; v < point.coordinates.size(); ++v) {
    Coordinate& x = point.coordinates[v];
    if (!x.exact && !point.examined && !is_form_[v]) {
      const Rational candidate = simplest(x.interval);
      if (candidate.numerator().bit_length() <= height_bits && candidate.denominator().bit_length() <= height_bits &&
          is(point, v, candidate, ctx)) {
        x.exact = true;
        x.value = candidate;
      }
    }
  }
  point.examined = true;
  for (std::size_t v = 0; v < point.coordinates.size(); ++v) {
    Coordinate& x = point.coordinates[v];
    // The end of a cell lies in the interval: the coordinate is that end, or more precision tells.
    for (std::int64_t precise = 2 * bits; !x.exact && !x.interval.cell(level); precise *= 2) {
      const Rational end =
          Rational::dyadic(x.interval.upper >> static_cast<std::size_t>(x.interval.scale - level), -level);
      if (!is_form_[v] && is(point, v, end, ctx)) {
        x.exact = true;
        x.value = end;
        break;
      }
      approximate(point, precise, ctx);
      if (point.root.exact) return;
    }
  }
}

void CoordinateFinder::refine(std::int64_t bits, std::int64_t level, const ExecutionContext& ctx) {
  parallel_for(ctx, points_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) refine(points_[i], bits, level, ctx);
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
