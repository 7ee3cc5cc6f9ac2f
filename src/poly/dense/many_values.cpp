// Values at many points: one evaluation for each, in parallel; what is found is charged until the call returns.
//
// Tried and slower on every size: images modulo primes, by Horner's rule or trees of products, and CRT. A value of n
// coefficients at a word has about n residues, and n steps modulo each are more than n^2 / 2 products of words.
#include <polyfork/poly/dense/many_values.hpp>

#include <algorithm>
#include <cstddef>

#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>

#include "core/short_reservation.hpp"
#include "poly/dense/evaluate_z.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

/// values[i] = evaluate(out, point) in parallel. Neighbours that take less than `length` coefficients share a task.
template <class Point, class Evaluate>
void each_value(std::vector<Point>& values, std::span<const Point> points, std::size_t length,
                const ExecutionContext& ctx, const Evaluate& evaluate) {
  const MemoryReservation list = detail::reserve_unless_short(ctx, points.size() * sizeof(Point));
  detail::SharedCharge charge(ctx.memory());
  const bool in_place = values.data() == points.data();
  values.resize(points.size());
  constexpr std::size_t coefficients_of_a_task = 1000;
  const std::size_t grain = std::max<std::size_t>(1, coefficients_of_a_task / (length + 1));
  parallel_for(ctx, points.size(), grain, [&](std::size_t begin, std::size_t end) {
    if (ctx.stop_requested()) ctx.poll();
    std::size_t own = 0;  // of this task's values, which are few where they are long
    for (std::size_t i = begin; i < end; ++i) {
      if (in_place)
        evaluate(values[i], Point(points[i]));
      else
        evaluate(values[i], points[i]);
      own += detail::bytes_of(values[i]) - sizeof(Point);
    }
    if (own != 0) charge.add(own);
  });
}

template <class Poly>
void values_at_fractions(std::vector<Rational>& values, const Poly& f, std::span<const Rational> points,
                         const ExecutionContext& ctx) {
  each_value(values, points, f.length(), ctx, [&](Rational& out, const Rational& x) { evaluate_into(out, f, x, ctx); });
}

}  // namespace

void evaluate_many_into(std::vector<Integer>& values, const PolyZ& f, std::span<const Integer> points,
                        const ExecutionContext& ctx) {
  bool signs[2] = {false, false};
  for (const Integer& x : points)
    if (detail::WordPoint::fits(x)) signs[x.sign() < 0] = true;
  const detail::PreparedCoefficients prepared(f.coefficients(), signs[0], signs[1], ctx);
  each_value(values, points, f.length(), ctx,
             [&](Integer& out, const Integer& x) { detail::evaluate_prepared_into(out, prepared, x, ctx); });
}

void evaluate_many_into(std::vector<Rational>& values, const PolyQ& f, std::span<const Rational> points,
                        const ExecutionContext& ctx) {
  values_at_fractions(values, f, points, ctx);
}

void evaluate_many_into(std::vector<Rational>& values, const PolyZ& f, std::span<const Rational> points,
                        const ExecutionContext& ctx) {
  values_at_fractions(values, f, points, ctx);
}

std::vector<Integer> evaluate_many(const PolyZ& f, std::span<const Integer> points, const ExecutionContext& ctx) {
  std::vector<Integer> values;
  evaluate_many_into(values, f, points, ctx);
  return values;
}

std::vector<Rational> evaluate_many(const PolyQ& f, std::span<const Rational> points, const ExecutionContext& ctx) {
  std::vector<Rational> values;
  evaluate_many_into(values, f, points, ctx);
  return values;
}

std::vector<Rational> evaluate_many(const PolyZ& f, std::span<const Rational> points, const ExecutionContext& ctx) {
  std::vector<Rational> values;
  evaluate_many_into(values, f, points, ctx);
  return values;
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
