// Roots told apart by enclosures of the operands that they come from.
#include "rootiso/algebraic/select_root.hpp"

#include <utility>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/factor/factor_z.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "ring/held.hpp"
#include "rootiso/algebraic/located_root.hpp"
#include "rootiso/values/cell_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr std::size_t first_bits = 32;

/// Precondition: irreducible candidates, one of which has the number as a root.
SelectedRoot select_among(std::vector<PolyZ> candidates, Enclosure enclosure, const ExecutionContext& ctx) {
  PolyZ slope;
  MemoryReservation held;
  for (std::size_t bits = first_bits;; bits *= 2) {
    if (candidates.size() == 1 && candidates[0].degree() == 1)
      return {Rational(-candidates[0].coefficient(0), candidates[0].coefficient(1)), {}, {}};
    ctx.poll();
    const auto [lower, upper] = enclosure(bits);
    const DyadicBall ball = ball_around(lower, upper);
    if (candidates.size() != 1)
      std::erase_if(candidates, [&](const PolyZ& g) { return sign_on_ball(g.coefficients(), ball, ctx) != 0; });
    if (candidates.size() != 1 || candidates[0].degree() == 1) continue;
    const PolyZ& g = candidates[0];
    if (slope.is_zero()) {
      slope = derivative(g, 1, ctx);
      held = hold(slope.coefficients(), ctx);
    }
    if (sign_on_ball(slope.coefficients(), ball, ctx) == 0) continue;
    DyadicCell cell = cell_away_from_zero(g, lower, upper, ctx);
    return {std::nullopt, std::move(candidates[0]), std::move(cell)};
  }
}

}  // namespace

SelectedRoot select_root(const PolyZ& h, Enclosure enclosure, const ExecutionContext& ctx) {
  std::vector<PolyZ> candidates;
  SharedCharge held(ctx.memory());
  for (PolynomialFactor<Integers>& g : factor(h, ctx).factors) {
    held.add(g.polynomial.coefficients().bytes());
    candidates.push_back(std::move(g.polynomial));
  }
  return select_among(std::move(candidates), enclosure, ctx);
}

SelectedRoot select_conjugate(const PolyZ& h, Enclosure enclosure, const ExecutionContext& ctx) {
  std::vector<PolyZ> candidates;
  for (IntegerFactor& part : square_free_factors(h.coefficients(), ctx))
    candidates.push_back(PolyZ::make(std::move(part.factor), h));
  const MemoryReservation held = hold(candidates.front().coefficients(), ctx);
  return select_among(std::move(candidates), enclosure, ctx);
}

SelectedRoot select_root_of_irreducible(const PolyZ& h, Enclosure enclosure, const ExecutionContext& ctx) {
  const MemoryReservation held = hold(h.coefficients(), ctx);
  std::vector<PolyZ> candidates;
  candidates.push_back(h);
  return select_among(std::move(candidates), enclosure, ctx);
}

AlgebraicReal number_at(SelectedRoot root) {
  if (root.value) return std::move(*root.value);
  return AlgebraicReal(std::make_shared<const AlgebraicState>(
      AlgebraicState::Irreducible{}, std::make_shared<const PolyZ>(std::move(root.polynomial)), std::move(root.cell)));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
