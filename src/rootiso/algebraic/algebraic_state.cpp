// The shared state of an algebraic number: enclosures that only become better, exchanged under a mutex, and the cells
// and factors with which numbers are made.
#include "rootiso/algebraic/algebraic_state.hpp"

#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor_z.hpp>

#include "core/limits.hpp"
#include "ring/held.hpp"
#include "ring/integer_limits.hpp"
#include "rootiso/algebraic/field_element.hpp"
#include "rootiso/algebraic/located_root.hpp"
#include "rootiso/local/local_polynomial.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

std::shared_ptr<const MinimalPolynomial> minimal_of(const PolyZ& f, const ExecutionContext& ctx) {
  const IntegerVector& c = f.coefficients();
  RationalVector monic(c.copy(ctx), Integer(c[c.size() - 1]), ctx);
  return std::make_shared<const MinimalPolynomial>(
      MinimalPolynomial{std::make_shared<const PolyZ>(f), PolyQ(std::move(monic))});
}

/// The coarsest cell around the root inside this one that does not touch zero.
DyadicCell away_from_zero(const IntegerVector& f, const DyadicCell& cell, const ExecutionContext& ctx) {
  if (!cell.touches_zero()) return cell;
  DyadicCell finer = cell;
  for (std::int64_t bits = 1; finer.touches_zero(); bits *= 2) finer = refine_cell(f, finer, finer.k + bits, ctx);
  const bool negative = finer.c.sign() < 0;
  const Integer magnitude = negative ? -(finer.c + Integer(1)) : finer.c;  // of the end nearer to zero
  return finer.ancestor(finer.k - static_cast<std::int64_t>(magnitude.bit_length() - 1));
}

}  // namespace

AlgebraicState::AlgebraicState(SharedPolynomial polynomial, DyadicCell first) {
  set_made(std::move(polynomial), std::move(first));
}

AlgebraicState::AlgebraicState(Irreducible, SharedPolynomial polynomial, DyadicCell first) : irreducible_(true) {
  set_made(std::move(polynomial), std::move(first));
}

AlgebraicState::AlgebraicState(SharedPolynomial polynomial, DyadicCell first, FieldElement element)
    : element_(std::move(element)) {
  set_made(std::move(polynomial), std::move(first));
}

AlgebraicState::AlgebraicState(FieldElement element) : element_(std::move(element)) {}

void AlgebraicState::set_made(SharedPolynomial polynomial, DyadicCell first) const {
  made_.emplace(Made{std::move(polynomial), std::move(first)});
  current_ = std::make_shared<const RootEnclosure>(RootEnclosure{made_->polynomial, made_->first});
  ready_.store(&*made_, std::memory_order_release);
}

/// Threads that ask at the same time may compute twice; the first one's answer stays.
const AlgebraicState::Made& AlgebraicState::make(const ExecutionContext& ctx) const {
  LocatedElement located = locate_element(*element_, ctx);
  auto minimal = minimal_of(*located.polynomial, ctx);
  const std::lock_guard lock(mutex_);
  if (!made_) {
    set_made(std::move(located.polynomial), std::move(located.cell));
    minimal_ = std::move(minimal);
  }
  return *made_;
}

std::shared_ptr<const MinimalPolynomial> AlgebraicState::minimal(const ExecutionContext& ctx) const {
  const Enclosure known = current(ctx);
  {
    const std::lock_guard lock(mutex_);
    if (minimal_ != nullptr) return minimal_;
  }
  if (irreducible_) return set_minimal(minimal_of(*known->factor, ctx));
  std::shared_ptr<const MinimalPolynomial> found;
  for (const PolynomialFactor<Integers>& g : factor(*known->factor, ctx).factors) {
    if (g.polynomial.length() != known->factor->length() && !vanishes_in(g.polynomial, known->cell, ctx)) continue;
    found = minimal_of(g.polynomial, ctx);
    break;
  }
  record(found->primitive, ctx);
  return set_minimal(std::move(found));
}

std::shared_ptr<const MinimalPolynomial> AlgebraicState::set_minimal(
    std::shared_ptr<const MinimalPolynomial> found) const {
  const std::lock_guard lock(mutex_);
  if (minimal_ == nullptr) minimal_ = std::move(found);
  return minimal_;
}

AlgebraicState::Enclosure AlgebraicState::current(const ExecutionContext& ctx) const {
  made(ctx);
  const std::lock_guard lock(mutex_);
  return current_;
}

AlgebraicState::Enclosure AlgebraicState::at_level(std::int64_t level, const ExecutionContext& ctx) const {
  Enclosure known = current(ctx);
  if (known->cell.k >= level) return known;
  // GMP ends the process where there is no memory: the system is asked for about what a long refinement takes.
  constexpr std::int64_t long_level = std::int64_t{1} << 26;
  if (level >= long_level)
    require_obtainable(saturating_mul(known->coefficients().size() + 16, static_cast<std::size_t>(level) / 8));
  return improve(known->factor, refine_cell(known->coefficients(), known->cell, level, ctx), ctx);
}

DyadicCell AlgebraicState::cell_at(std::int64_t level, const ExecutionContext& ctx) const {
  return at_level(level, ctx)->cell.ancestor(level);
}

AlgebraicState::Enclosure AlgebraicState::with_bits(std::size_t bits, const ExecutionContext& ctx) const {
  Enclosure known = current(ctx);
  const std::size_t have = known->cell.c.bit_length();
  return have >= bits ? known : at_level(known->cell.k + static_cast<std::int64_t>(bits - have), ctx);
}

void AlgebraicState::record(const SharedPolynomial& factor, const ExecutionContext& ctx) const {
  improve(factor, current(ctx)->cell, ctx);
}

void AlgebraicState::record(const DyadicCell& cell, const ExecutionContext& ctx) const {
  improve(current(ctx)->factor, cell, ctx);
}

/// Replaces the current enclosure by the better of it and the given one, part by part: any factor goes with any cell.
AlgebraicState::Enclosure AlgebraicState::improve(const SharedPolynomial& factor, const DyadicCell& cell,
                                                  const ExecutionContext& ctx) const {
  for (;;) {
    Enclosure known = current(ctx);
    const bool smaller = factor->degree() < known->factor->degree();
    const bool finer = cell.k > known->cell.k;
    if (!smaller && !finer) return known;
    auto better = std::make_shared<const RootEnclosure>(
        RootEnclosure{smaller ? factor : known->factor, finer ? cell : known->cell});
    const std::lock_guard lock(mutex_);
    if (current_ != known) continue;  // another thread was faster
    current_ = better;
    return better;
  }
}

bool vanishes_in(const PolyZ& d, const DyadicCell& cell, const ExecutionContext& ctx) {
  if (d.is_constant()) return false;
  return sign_at_dyadic_nonroot(d.coefficients(), cell.c, cell.k, ctx) !=
         sign_at_dyadic_nonroot(d.coefficients(), cell.c + Integer(1), cell.k, ctx);
}

DyadicCell coarsest_isolating_cell(const PolyZ& f, const DyadicCell& cell, const ExecutionContext& ctx) {
  // Cells that are too coarse lie in cells that are: the level is found in steps that double, then by bisection.
  const auto is_too_coarse = [&](std::int64_t level) {
    const DyadicCell parent = cell.ancestor(level);
    return parent.touches_zero() || count_roots_inside(f.coefficients(), parent.lower(), parent.upper(), 2, ctx) != 1;
  };
  std::int64_t fine = cell.k;
  std::int64_t up = 1;
  for (; !is_too_coarse(fine - up); up *= 2) fine -= up;
  for (std::int64_t coarse = fine - up; fine - coarse > 1;) {
    const std::int64_t middle = coarse + (fine - coarse) / 2;
    (is_too_coarse(middle) ? coarse : fine) = middle;
  }
  return cell.ancestor(fine);
}

DyadicCell cell_away_from_zero(const PolyZ& f, const Rational& lower, const Rational& upper,
                               const ExecutionContext& ctx) {
  return away_from_zero(f.coefficients(), coarsest_cell(f.coefficients(), lower, upper, ctx), ctx);
}

AlgebraicReal make_algebraic(PolyZ polynomial, const Rational& lower, const Rational& upper,
                             const ExecutionContext& ctx, std::optional<FieldElement> element) {
  const MemoryReservation held = hold(polynomial.coefficients(), ctx);
  DyadicCell cell = cell_away_from_zero(polynomial, lower, upper, ctx);
  auto shared = std::make_shared<const PolyZ>(std::move(polynomial));
  if (!element) return AlgebraicReal(std::make_shared<const AlgebraicState>(std::move(shared), std::move(cell)));
  return AlgebraicReal(std::make_shared<const AlgebraicState>(std::move(shared), std::move(cell), std::move(*element)));
}

AlgebraicReal make_algebraic(const Preprocessed& source, DyadicCell cell, const ExecutionContext& ctx) {
  for (const auto& [factor, multiplicity] : source.factors) {
    if (source.factors.size() != 1 && !vanishes_in(factor, cell, ctx)) continue;
    PolyZ own = PolyZ::make(charged_copy(factor.coefficients(), ctx), factor);
    cell = away_from_zero(own.coefficients(), cell, ctx);
    return AlgebraicReal(
        std::make_shared<const AlgebraicState>(std::make_shared<const PolyZ>(std::move(own)), std::move(cell)));
  }
  throw Error("internal error: an isolating cell without a sign change");
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
