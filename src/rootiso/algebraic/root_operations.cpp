// Operations on isolated roots: refinement, comparison, sign of a polynomial, decimal digits.
//
// Everything is decided by signs of integers: equality of two roots by a gcd that changes sign where both cells meet,
// a nonzero sign of g at a root of f by a Descartes bound of zero on a refined cell.
#include <polyfork/rootiso/root_operations.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "core/limits.hpp"
#include "ring/held.hpp"
#include "ring/power_of_ten.hpp"
#include "rootiso/algebraic/algebraic_state.hpp"
#include "rootiso/algebraic/located_root.hpp"
#include "rootiso/algebraic/round_decimal.hpp"
#include "rootiso/local/local_polynomial.hpp"
#include "rootiso/refine/canonical.hpp"
#include "rootiso/refine/refine.hpp"
#include "rootiso/refine/refine_cells.hpp"
#include "rootiso/values/descartes.hpp"
#include "rootiso/values/dyadic_cell.hpp"
#include "rootiso/values/evaluate_sign.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::DyadicCell;
using detail::LocatedRoot;
using detail::vanishes_in;

RootInterval exact_root(const Rational& value, std::uint64_t multiplicity) {
  return {value, value, true, multiplicity};
}

/// A bound on the characters before the decimal point.
std::size_t integer_digits(const RootInterval& root) {
  return std::max(root.lower.numerator().bit_length(), root.upper.numerator().bit_length()) / 3 + 3;
}

bool has_rational_root(const detail::Preprocessed& source, const RootInterval& interval) {
  return std::any_of(source.rational_roots.begin(), source.rational_roots.end(), [&](const detail::RationalRoot& r) {
    return interval.lower < r.value && r.value < interval.upper;
  });
}

/// The cell that the interval is, if it is a standard dyadic one away from zero.
std::optional<DyadicCell> as_cell(const RootInterval& root) {
  const Rational width = root.width();
  if (root.exact || width.sign() <= 0) return std::nullopt;
  const std::int64_t k = static_cast<std::int64_t>(width.denominator().bit_length()) -
                         static_cast<std::int64_t>(width.numerator().bit_length());
  if (width != Rational::dyadic(1, -k)) return std::nullopt;
  const Rational c = root.lower * Rational::dyadic(1, k);
  if (c.denominator() != 1) return std::nullopt;
  DyadicCell cell{c.numerator(), k};
  if (cell.touches_zero()) return std::nullopt;
  return cell;
}

/// The roots in their places; those that have cells are refined to the level, all together.
std::vector<LocatedRoot> locate_and_refine(const std::shared_ptr<const detail::Preprocessed>& source,
                                           const std::vector<RootInterval>& roots, std::int64_t level,
                                           const ExecutionContext& ctx) {
  std::vector<LocatedRoot> located(roots.size());
  std::vector<std::size_t> together;
  std::vector<DyadicCell> cells;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    located[i].source = source;
    auto cell = as_cell(roots[i]);
    const bool after_the_last = cells.empty() || (cell && cells.back().upper() <= cell->lower());
    if (cell && after_the_last && !has_rational_root(*source, roots[i])) {
      together.push_back(i);
      cells.push_back(std::move(*cell));
    } else {
      located[i] = detail::locate_isolated_root(source, roots[i], ctx);
    }
  }
  cells = detail::refine_cells(source->factors.product().coefficients(), std::move(cells), level, ctx);
  for (std::size_t i = 0; i < together.size(); ++i) located[together[i]].cell = std::move(cells[i]);
  return located;
}

std::string decimal_of(LocatedRoot located, const Integer& scale, std::size_t digits, const ExecutionContext& ctx) {
  const std::size_t own = located.exact ? detail::bytes_of(located.value) : detail::bytes_of(located.cell.c);
  const MemoryReservation reservation(ctx.memory(), detail::rounding_bytes(own, scale));
  if (located.exact) return detail::decimal_text(detail::round_half_even(located.value, scale), digits);
  located.refine(std::max<std::int64_t>(detail::decimal_level(scale) - located.cell.k, 0), ctx);
  for (;;) {
    // The root is irrational, so it is never half-way between two decimals: this ends.
    if (const auto value = detail::rounded_cell(located.cell, scale, ctx)) return detail::decimal_text(*value, digits);
    located.refine(8, ctx);
  }
}

std::string significant_of(LocatedRoot located, std::size_t digits, const ExecutionContext& ctx) {
  if (located.exact) return *detail::significant_text(located.value, located.value, digits, ctx);
  const auto known = static_cast<std::int64_t>(located.cell.c.bit_length());
  located.refine(std::max<std::int64_t>(detail::significant_bits(digits) - known, 0), ctx);
  for (;;) {
    if (auto text = detail::significant_text(located.cell.lower(), located.cell.upper(), digits, ctx)) return *text;
    located.refine(8, ctx);
  }
}

}  // namespace

RootInterval refine_root(const PolyZ& f, const RootInterval& root, const Rational& width, const ExecutionContext& ctx) {
  if (width.sign() <= 0) throw DomainError("the width must be positive");
  const LocatedRoot located = detail::locate_root(f, root, ctx);
  if (located.exact) return exact_root(located.value, root.multiplicity);
  const DyadicCell cell =
      detail::refine_cell(located.polynomial().coefficients(), located.cell, detail::level_of_width(width), ctx);
  return {cell.lower(), cell.upper(), false, root.multiplicity};
}

std::strong_ordering compare_roots(const PolyZ& f, const RootInterval& root_f, const PolyZ& g,
                                   const RootInterval& root_g, const ExecutionContext& ctx) {
  LocatedRoot a = detail::locate_root(f, root_f, ctx);
  LocatedRoot b = detail::locate_root(g, root_g, ctx);
  if (a.exact && b.exact) return a.value <=> b.value;

  // At least one is irrational. Equal roots lie in nested cells on which the gcd changes sign.
  if (!a.exact && !b.exact) {
    const DyadicCell& smaller = a.cell.k >= b.cell.k ? a.cell : b.cell;
    const bool nested = a.cell.contains(b.cell) || b.cell.contains(a.cell);
    if (nested &&
        vanishes_in(gcd(a.polynomial(), b.polynomial().with_variable(a.polynomial().variable()), ctx), smaller, ctx))
      return std::strong_ordering::equal;
  }
  for (std::int64_t bits = 1;; bits *= 2) {
    const Rational a_lower = a.exact ? a.value : a.cell.lower();
    const Rational a_upper = a.exact ? a.value : a.cell.upper();
    const Rational b_lower = b.exact ? b.value : b.cell.lower();
    const Rational b_upper = b.exact ? b.value : b.cell.upper();
    if (a_upper <= b_lower) return std::strong_ordering::less;
    if (b_upper <= a_lower) return std::strong_ordering::greater;
    if (!a.exact) a.refine(bits, ctx);
    if (!b.exact) b.refine(bits, ctx);
  }
}

int sign_at_root(const PolyZ& g, const PolyZ& f, const RootInterval& root, const ExecutionContext& ctx) {
  LocatedRoot located = detail::locate_root(f, root, ctx);
  if (g.is_constant()) return g.leading_coefficient().sign();
  const IntegerVector& a = g.coefficients();
  if (located.exact) return detail::sign_at_rational(a, located.value, ctx);
  if (vanishes_in(gcd(located.polynomial(), g.with_variable(located.polynomial().variable()), ctx), located.cell, ctx))
    return 0;
  for (std::int64_t bits = 1;; bits *= 2) {
    const DyadicCell& cell = located.cell;
    if (detail::descartes_bound(detail::local_polynomial(a, cell.lower(), cell.upper(), ctx), 1, ctx) == 0)
      return detail::sign_at_rational(a, located.cell.right_half().lower(), ctx);
    located.refine(bits, ctx);
  }
}

std::string root_to_decimal(const PolyZ& f, const RootInterval& root, std::size_t digits, const ExecutionContext& ctx) {
  const Integer scale = detail::power_of_ten(digits, ctx);
  const MemoryReservation held(ctx.memory(), detail::bytes_of(scale) + digits);
  return decimal_of(detail::locate_root(f, root, ctx), scale, digits, ctx);
}

std::vector<std::string> roots_to_decimal(const PolyZ& f, const std::vector<RootInterval>& roots, std::size_t digits,
                                          const ExecutionContext& ctx) {
  const Integer scale = detail::power_of_ten(digits, ctx);
  std::size_t bytes = detail::bytes_of(scale);  // and the texts, whose digits before the point are the intervals'
  for (const RootInterval& root : roots)
    bytes = detail::saturating_add(bytes, detail::saturating_add(digits, sizeof(std::string) + integer_digits(root)));
  const MemoryReservation held(ctx.memory(), bytes);
  const auto source = detail::preprocess_for_roots(f, ctx);
  const std::vector<LocatedRoot> located = locate_and_refine(source, roots, detail::decimal_level(scale), ctx);
  std::vector<std::string> texts(roots.size());
  parallel_for(ctx, roots.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) texts[i] = decimal_of(located[i], scale, digits, ctx);
  });
  return texts;
}

std::vector<std::string> roots_to_significant(const PolyZ& f, const std::vector<RootInterval>& roots,
                                              std::size_t digits, const ExecutionContext& ctx) {
  detail::require_significant(digits);
  const MemoryReservation held(ctx.memory(), detail::saturating_mul(roots.size(), detail::saturating_add(digits, 64)));
  const auto source = detail::preprocess_for_roots(f, ctx);
  constexpr std::int64_t coarse = std::int64_t{-1} << 40;  // each is refined by itself, to its own size
  const std::vector<LocatedRoot> located = locate_and_refine(source, roots, coarse, ctx);
  std::vector<std::string> texts(roots.size());
  parallel_for(ctx, roots.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) texts[i] = significant_of(located[i], digits, ctx);
  });
  return texts;
}

}  // namespace v1
}  // namespace polyfork
