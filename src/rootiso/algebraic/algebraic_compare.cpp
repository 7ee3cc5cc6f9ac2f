// Order and equality of algebraic numbers, and signs of polynomials at them.
//
// Intervals come first: numbers that are apart cost shifts and comparisons of words. When some tens of bits do not
// decide, one gcd does: two numbers in nested cells are equal if and only if the gcd of their polynomials changes sign
// on the smaller cell. Either way the gcd gives a factor of smaller degree, unless it is trivial, which both numbers
// keep; after that refinement ends, because the numbers are known to differ.
#include <algorithm>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "ring/held.hpp"
#include "rootiso/algebraic/algebraic_state.hpp"
#include "rootiso/algebraic/numerators.hpp"
#include "rootiso/values/cell_sign.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::AlgebraicState;
using detail::DyadicCell;
using detail::RootEnclosure;

constexpr std::int64_t first_bits = 32;  // of refinement before a gcd
constexpr std::size_t exact_bits = 128;  // before a polynomial is evaluated exactly at a rational number
constexpr std::size_t sign_bits = 64;    // of the cell before a gcd

/// The order of two standard cells, which are nested (equal) or apart.
std::strong_ordering order_of(const DyadicCell& a, const DyadicCell& b) {
  const std::int64_t level = std::min(a.k, b.k);
  return a.ancestor(level).c <=> b.ancestor(level).c;
}

/// Keeps the factor that vanishes at the number: d, or the rest without d.
void record_factor(const AlgebraicState& a, const RootEnclosure& known, const PolyZ& d, bool vanishes,
                   const ExecutionContext& ctx) {
  if (d.is_constant() || d.length() == known.factor->length()) return;
  a.record(std::make_shared<const PolyZ>(vanishes ? d.with_variable(known.factor->variable())
                                                  : exact_div(*known.factor, d, ctx)),
           ctx);
}

/// Decides equality of numbers with these nested cells.
bool equal_in_nested(const AlgebraicState& a, const RootEnclosure& x, const AlgebraicState& b, const RootEnclosure& y,
                     const ExecutionContext& ctx) {
  const DyadicCell& smaller = x.cell.k >= y.cell.k ? x.cell : y.cell;
  bool same = x.factor == y.factor || x.coefficients() == y.coefficients();
  if (!same) {
    const PolyZ d = gcd(*x.factor, y.factor->with_variable(x.factor->variable()), ctx);
    const MemoryReservation held = detail::hold(d.coefficients(), ctx);
    same = detail::vanishes_in(d, smaller, ctx);
    record_factor(a, x, d, same, ctx);
    record_factor(b, y, d.with_variable(y.factor->variable()), same, ctx);
  }
  if (same) {
    a.record(smaller, ctx);
    b.record(smaller, ctx);
  }
  return same;
}

}  // namespace

std::strong_ordering AlgebraicReal::order(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx) {
  if (b.is_rational()) return order(a, b.value_, ctx);
  if (a.is_rational()) return 0 <=> order(b, a.value_, ctx);
  if (a.root_ == b.root_) return std::strong_ordering::equal;
  auto x = a.root_->current(ctx);
  auto y = b.root_->current(ctx);
  bool known_to_differ = false;
  for (std::int64_t bits = first_bits;; bits *= 2) {
    const std::strong_ordering order = order_of(x->cell, y->cell);
    if (order != 0) return order;
    // The cells are nested. If the polynomials are the same, the smaller cell has the one root of both.
    const bool refined = bits != first_bits;
    if (!known_to_differ && (refined || x->factor == y->factor)) {
      if (equal_in_nested(*a.root_, *x, *b.root_, *y, ctx)) return std::strong_ordering::equal;
      known_to_differ = true;
    }
    const std::int64_t level = std::max(x->cell.k, y->cell.k) + bits;
    x = a.root_->at_level(level, ctx);
    y = b.root_->at_level(level, ctx);
  }
}

/// An irrational number is on the side of a rational one where its polynomial has another sign than at that one.
std::strong_ordering AlgebraicReal::order(const AlgebraicReal& a, const Rational& b, const ExecutionContext& ctx) {
  if (a.is_rational()) return a.value_ <=> b;
  auto x = a.root_->current(ctx);
  for (std::size_t bits = first_bits;; bits *= 2) {
    if (x->cell.upper() <= b) return std::strong_ordering::less;
    if (x->cell.lower() >= b) return std::strong_ordering::greater;
    if (bits > exact_bits) {
      const IntegerVector& f = x->coefficients();
      const bool left =
          detail::sign_at_rational(f, b, ctx) == detail::sign_at_dyadic_nonroot(f, x->cell.c, x->cell.k, ctx);
      return left ? std::strong_ordering::greater : std::strong_ordering::less;
    }
    x = a.root_->with_bits(bits, ctx);
  }
}

bool AlgebraicReal::same(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx) {
  if (a.is_rational() || b.is_rational()) return a.is_rational() && b.is_rational() && a.value_ == b.value_;
  if (a.root_ == b.root_) return true;
  const auto& p = a.root_->element();
  const auto& q = b.root_->element();
  if (p && q && p->generator == q->generator && p->value == q->value) return true;
  auto x = a.root_->current(ctx);
  auto y = b.root_->current(ctx);
  if (order_of(x->cell, y->cell) != 0) return false;
  if (x->factor != y->factor) {
    const std::int64_t level = std::max(x->cell.k, y->cell.k) + first_bits;
    x = a.root_->at_level(level, ctx);
    y = b.root_->at_level(level, ctx);
    if (order_of(x->cell, y->cell) != 0) return false;
  }
  return equal_in_nested(*a.root_, *x, *b.root_, *y, ctx);
}

int sign_at(const PolyZ& g, const AlgebraicReal& x, const ExecutionContext& ctx) {
  if (g.is_constant()) return g.leading_coefficient().sign();
  const IntegerVector& coefficients = g.coefficients();
  if (x.is_rational()) return detail::sign_at_rational(coefficients, x.rational_value(), ctx);
  const AlgebraicState& state = *x.state();
  auto known = state.current(ctx);
  bool tested = false;
  for (std::size_t bits = sign_bits;; bits *= 2) {
    if (const int sign = detail::sign_on_cell(coefficients, known->cell, ctx); sign != 0) return sign;
    if (!tested && known->cell.c.bit_length() >= sign_bits) {
      const PolyZ d = gcd(*known->factor, g.with_variable(known->factor->variable()), ctx);
      const bool vanishes = detail::vanishes_in(d, known->cell, ctx);
      record_factor(state, *known, d, vanishes, ctx);
      if (vanishes) return 0;
      tested = true;
    }
    known = state.with_bits(bits, ctx);
  }
}

int sign_at(const PolyQ& g, const AlgebraicReal& x, const ExecutionContext& ctx) {
  return sign_at(detail::Numerators(g, ctx).polynomial(), x, ctx);
}

}  // namespace v1
}  // namespace polyfork
