// DenseOps<Integers>::gcd and DenseOps<Rationals>::gcd: short ones in words, else contents apart, then the modular gcd
// of the primitive parts.
//
// Over Q the gcd of the numerators is made monic; no rational Euclid, whose coefficients grow quadratically in length.
#include <algorithm>
#include <cstdint>
#include <utility>

#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "poly/dense/integer_content.hpp"
#include "poly/dense/rational_rows.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/gcd/gcd_short.hpp"
#include "poly/rows/rational_parts.hpp"
#include "poly/rows/short_rows.hpp"
#include "ring/held.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using OpsZ = DenseOps<Integers>;

IntegerVector positive(const IntegerVector& a, const ExecutionContext& ctx) {
  IntegerVector r = charged_copy(a, ctx);
  if (!r.empty() && r[r.size() - 1].sign() < 0) r.negate();
  return r;
}

/// The gcd of the primitive parts of a and b, which are not constant.
IntegerVector primitive_gcd(const IntegerVector& a, const Integer& content_a, const IntegerVector& b,
                            const Integer& content_b, const ExecutionContext& ctx) {
  const IntegerVector part_a = divided_exactly(a, content_a, ctx);
  const MemoryReservation held_a = hold(part_a, ctx);
  const IntegerVector part_b = divided_exactly(b, content_b, ctx);
  const MemoryReservation held_b = hold(part_b, ctx);
  return gcd_cofactors(part_a, part_b, ctx).gcd;
}

IntegerVector long_gcd(const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const Integer content_a = OpsZ::content({}, a, ctx);
  const Integer content_b = OpsZ::content({}, b, ctx);
  const Integer common = polyfork::gcd(content_a, content_b);
  if (a.size() == 1 || b.size() == 1) return IntegerVector{common};
  IntegerVector g = primitive_gcd(a, content_a, b, content_b, ctx);
  const MemoryReservation held = hold(g, ctx);
  return common.is_one() ? std::move(g) : OpsZ::scale({}, g, common, ctx);
}

}  // namespace

IntegerVector DenseOps<Integers>::gcd(const Integers& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V g;
  gcd_into(ring, g, a, b, ctx);
  return g;
}

void DenseOps<Integers>::gcd_into(const Integers&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  if (a.empty() || b.empty())
    out = positive(a.empty() ? b : a, ctx);
  else if (!gcd_short(out, a, b, ctx))
    out = long_gcd(a, b, ctx);
}

RationalVector DenseOps<Rationals>::gcd(const Rationals& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  V g;
  gcd_into(ring, g, a, b, ctx);
  return g;
}

void DenseOps<Rationals>::gcd_into(const Rationals&, V& out, const V& a, const V& b, const ExecutionContext& ctx) {
  const IntegerVector& x = a.numerators();
  const IntegerVector& y = b.numerators();
  if (a.empty() && b.empty()) {
    out = V();
    return;
  }
  IntegerVector& g = RationalParts::numerators(out);
  if (a.size() == 1 || b.size() == 1) {
    constexpr std::int64_t one = 1;
    write_words(g, &one, 1, ctx);
    RationalParts::denominator(out) = Integer(1);
    return;
  }
  if (a.empty() || b.empty()) {
    IntegerVector operand = positive(a.empty() ? y : x, ctx);
    Integer lead(operand[operand.size() - 1]);
    out = V(std::move(operand), std::move(lead), ctx);
    return;
  }
  try {
    bool primitive = true;
    if (gcd_short(g, x, y, ctx)) {
      primitive = false;
    } else {
      // Contents matter for nothing but the number of images, which have to hold the gcd times that of the leading
      // coefficients.
      const std::size_t shared = polyfork::gcd(x[x.size() - 1], y[y.size() - 1]).bit_length();
      g = 4 * shared <= 3 * std::min(x.max_bits(ctx), y.max_bits(ctx))
              ? gcd_cofactors(x, y, ctx).gcd
              : primitive_gcd(x, OpsZ::content({}, x, ctx), y, OpsZ::content({}, y, ctx), ctx);
    }
    // The leading coefficient of a primitive gcd is its denominator, as it is; short ones have the gcd of the contents.
    Integer lead(g[g.size() - 1]);
    if (!primitive) {
      const Integer common = common_factor(lead, g, ctx);
      divide_in_place(g, common, ctx);
      lead = quotient(lead, common);
    }
    RationalParts::denominator(out) = std::move(lead);
  } catch (...) {
    out = V();
    throw;
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
