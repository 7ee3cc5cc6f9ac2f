// Algebraic numbers: how they are made, and what they are made of.
#include <polyfork/rootiso/algebraic_real.hpp>

#include <ostream>
#include <utility>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/text/io.hpp>

#include "ring/held.hpp"
#include "rootiso/algebraic/algebraic_state.hpp"
#include "rootiso/algebraic/located_root.hpp"
#include "rootiso/algebraic/numerators.hpp"
#include "rootiso/isolate/isolate_with_factors.hpp"
#include "rootiso/refine/canonical.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::AlgebraicState;
using detail::DyadicCell;

RootInterval interval_of(const DyadicCell& cell) { return {cell.lower(), cell.upper(), false, 1}; }
RootInterval point_of(const Rational& value) { return {value, value, true, 1}; }

AlgebraicReal from_root(const PolyZ& f, const RootInterval& root, const ExecutionContext& ctx) {
  detail::LocatedRoot located = detail::locate_root(f, root, ctx);
  if (located.exact) return std::move(located.value);
  return detail::make_algebraic(*located.source, std::move(located.cell), ctx);
}

/// The cell that an interval of the isolation is.
DyadicCell cell_of(const RootInterval& root) {
  const std::int64_t k = detail::level_of_width(root.width());
  return {(root.lower * Rational::dyadic(1, k)).floor(), k};
}

/// The roots of each factor share one copy of it.
std::vector<RealRoot> collect_roots(const std::vector<RootInterval>& roots, detail::Preprocessed& source) {
  std::vector<detail::SharedPolynomial> factors;
  std::vector<std::uint64_t> multiplicities;
  for (auto& [factor, multiplicity] : std::move(source.factors).take()) {
    factors.push_back(std::make_shared<const PolyZ>(std::move(factor)));
    multiplicities.push_back(multiplicity);
  }
  std::vector<RealRoot> result;
  result.reserve(roots.size());
  for (const RootInterval& root : roots) {
    if (root.exact) {
      result.push_back({root.lower, root.multiplicity});
      continue;
    }
    std::size_t i = 0;  // multiplicities of factors are distinct
    while (multiplicities[i] != root.multiplicity) ++i;
    result.push_back(
        {AlgebraicReal(std::make_shared<const AlgebraicState>(factors[i], cell_of(root))), root.multiplicity});
  }
  return result;
}

}  // namespace

AlgebraicReal::AlgebraicReal(const PolyZ& f, const RootInterval& root, const ExecutionContext& ctx)
    : AlgebraicReal(from_root(f, root, ctx)) {}

AlgebraicReal::AlgebraicReal(const PolyQ& f, const RootInterval& root, const ExecutionContext& ctx)
    : AlgebraicReal(detail::Numerators(f, ctx).polynomial(), root, ctx) {}

int AlgebraicReal::sign(const ExecutionContext& ctx) const { return is_rational() ? value_.sign() : root_->sign(ctx); }

const Rational& AlgebraicReal::rational_value() const {
  if (!is_rational()) throw DomainError("the algebraic number is irrational");
  return value_;
}

PolyZ AlgebraicReal::polynomial(const ExecutionContext& ctx) const {
  if (is_rational()) return PolyZ{-value_.numerator(), value_.denominator()};
  return *root_->polynomial(ctx);
}

PolyZ AlgebraicReal::minimal_polynomial(const ExecutionContext& ctx) const {
  if (is_rational()) return PolyZ(polynomial(ctx).coefficients());
  return PolyZ(root_->minimal(ctx)->primitive->coefficients());  // not in the variable of the construction
}

std::size_t AlgebraicReal::degree(const ExecutionContext& ctx) const {
  return is_rational() ? 1 : static_cast<std::size_t>(root_->minimal(ctx)->primitive->degree());
}

std::vector<AlgebraicReal> AlgebraicReal::real_conjugates(const ExecutionContext& ctx) const {
  std::vector<AlgebraicReal> conjugates;
  for (RealRoot& root : real_roots(minimal_polynomial(ctx), {}, ctx)) conjugates.push_back(std::move(root.value));
  return conjugates;
}

RootInterval AlgebraicReal::interval(const ExecutionContext& ctx) const {
  return is_rational() ? point_of(value_) : interval_of(root_->first(ctx));
}

RootInterval AlgebraicReal::refine(const Rational& width, const ExecutionContext& ctx) const {
  if (width.sign() <= 0) throw DomainError("the width must be positive");
  return is_rational() ? point_of(value_) : interval_of(root_->cell_at(detail::level_of_width(width), ctx));
}

std::vector<RealRoot> real_roots(const PolyZ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  detail::IsolationWithFactors isolation = detail::isolate_with_factors(f, options, ctx);
  return collect_roots(isolation.result.roots, isolation.source);
}

std::vector<RealRoot> real_roots(const PolyQ& f, const IsolationOptions& options, const ExecutionContext& ctx) {
  return real_roots(detail::Numerators(f, ctx).polynomial(), options, ctx);
}

std::string AlgebraicReal::to_string(const ExecutionContext& ctx) const {
  if (is_rational()) return value_.to_string();
  const PolyZ f = minimal_polynomial(ctx);
  const RootInterval cell = interval_of(detail::coarsest_isolating_cell(f, root_->current(ctx)->cell, ctx));
  return "root(" + format_poly(f) + ", " + cell.lower.to_string() + ", " + cell.upper.to_string() + ")";
}

std::ostream& operator<<(std::ostream& out, const AlgebraicReal& a) { return out << a.to_string(); }

}  // namespace v1
}  // namespace polyfork
