// Values at many points: one evaluation for each, in parallel; what is found is charged until the call returns.
#include <polyfork/poly/dense/many_values.hpp>

#include <algorithm>
#include <cstddef>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "poly/dense/evaluate_fraction.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

template <class Poly, class Point>
std::vector<Point> values_at(const Poly& f, std::span<const Point> points, const ExecutionContext& ctx) {
  const MemoryReservation list(ctx.memory(), points.size() * sizeof(Point));
  detail::SharedCharge charge(ctx.memory());
  std::vector<Point> values(points.size());
  constexpr std::size_t coefficients_of_a_task = 1000;
  const std::size_t grain = std::max<std::size_t>(1, coefficients_of_a_task / (f.length() + 1));
  parallel_for(ctx, points.size(), grain, [&](std::size_t begin, std::size_t end) {
    std::size_t own = 0;  // of this task's values, which are few where they are long
    for (std::size_t i = begin; i < end; ++i) {
      evaluate_into(values[i], f, points[i], ctx);
      own += detail::bytes_of(values[i]) - sizeof(Point);
    }
    if (own != 0) charge.add(own);
  });
  return values;
}

}  // namespace

std::vector<Integer> evaluate_many(const PolyZ& f, std::span<const Integer> points, const ExecutionContext& ctx) {
  return values_at(f, points, ctx);
}

std::vector<Rational> evaluate_many(const PolyQ& f, std::span<const Rational> points, const ExecutionContext& ctx) {
  return values_at(f, points, ctx);
}

std::vector<Rational> evaluate_many(const PolyZ& f, std::span<const Rational> points, const ExecutionContext& ctx) {
  return values_at(f, points, ctx);
}

Rational evaluate(const PolyZ& f, const Rational& x, const ExecutionContext& ctx) {
  Rational value;
  evaluate_into(value, f, x, ctx);
  return value;
}

void evaluate_into(Rational& out, const PolyZ& f, const Rational& x, const ExecutionContext& ctx) {
  detail::evaluate_fraction_into(out, f.coefficients(), x, ctx);
}

}  // namespace v1
}  // namespace polyfork
