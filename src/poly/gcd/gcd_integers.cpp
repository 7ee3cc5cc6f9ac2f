// DenseOps<Integers>::gcd and DenseOps<Rationals>::gcd: short ones in words, else contents apart, then the modular gcd
// of the primitive parts.
//
// Over Q the gcd of the numerators is made monic; no rational Euclid, whose coefficients grow quadratically in length.
#include <algorithm>
#include <utility>

#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "poly/dense/integer_content.hpp"
#include "poly/gcd/gcd_modular.hpp"
#include "poly/gcd/gcd_short.hpp"
#include "poly/rows/rational_parts.hpp"
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

}  // namespace

IntegerVector DenseOps<Integers>::gcd(const Integers& ring, const V& a, const V& b, const ExecutionContext& ctx) {
  if (a.empty()) return positive(b, ctx);
  if (b.empty()) return positive(a, ctx);
  if (V g; gcd_short(g, a, b, ctx)) return g;
  const Integer content_a = content(ring, a, ctx);
  const Integer content_b = content(ring, b, ctx);
  const Integer common = polyfork::gcd(content_a, content_b);
  if (a.size() == 1 || b.size() == 1) return V{common};
  V g = primitive_gcd(a, content_a, b, content_b, ctx);
  const MemoryReservation held = hold(g, ctx);
  return common.is_one() ? std::move(g) : scale(ring, g, common, ctx);
}

RationalVector DenseOps<Rationals>::gcd(const Rationals&, const V& a, const V& b, const ExecutionContext& ctx) {
  const IntegerVector& x = a.numerators();
  const IntegerVector& y = b.numerators();
  if (a.empty() && b.empty()) return {};
  if (a.size() == 1 || b.size() == 1) return RationalVector(IntegerVector{1});
  IntegerVector g;
  if (a.empty() || b.empty()) {
    g = positive(a.empty() ? y : x, ctx);
  } else if (!gcd_short(g, x, y, ctx)) {
    // The leading coefficient of a primitive gcd is its denominator, as it is. Contents matter for nothing but the
    // number of images, which have to hold the gcd times that of the leading coefficients.
    const std::size_t shared = polyfork::gcd(x[x.size() - 1], y[y.size() - 1]).bit_length();
    g = 4 * shared <= 3 * std::min(x.max_bits(ctx), y.max_bits(ctx))
            ? gcd_cofactors(x, y, ctx).gcd
            : primitive_gcd(x, OpsZ::content({}, x, ctx), y, OpsZ::content({}, y, ctx), ctx);
    Integer lead(g[g.size() - 1]);
    return RationalParts::canonical(std::move(g), std::move(lead));
  }
  Integer lead(g[g.size() - 1]);
  return {std::move(g), std::move(lead), ctx};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
