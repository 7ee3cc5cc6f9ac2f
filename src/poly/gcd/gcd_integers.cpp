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

/// A polynomial without its content, charged while it is held. One of a word stays: contents matter for nothing but the
/// number of images, which have to hold the gcd times that of the leading coefficients.
class PrimitivePart {
 public:
  PrimitivePart(const IntegerVector& a, const Integer& content, const ExecutionContext& ctx)
      : whole_(content.is_inline() ? &a : nullptr) {
    if (whole_ != nullptr) return;
    divided_ = divided_exactly(a, content, ctx);
    held_ = hold(divided_, ctx);
  }
  const IntegerVector& operator*() const noexcept { return whole_ != nullptr ? *whole_ : divided_; }

 private:
  const IntegerVector* whole_;
  IntegerVector divided_;
  MemoryReservation held_;
};

Integer lead_gcd(const IntegerVector& a, const IntegerVector& b) {
  return polyfork::gcd(a[a.size() - 1], b[b.size() - 1]);
}

/// The gcd of the primitive parts of a and b, in the memory of out; out may be one of them.
void gcd_of_parts(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, Integer lead,
                  const ExecutionContext& ctx) {
  if (&out != &a && &out != &b) return gcd_primitive_into(out, a, b, std::move(lead), ctx);
  IntegerVector found;
  gcd_primitive_into(found, a, b, std::move(lead), ctx);
  out = std::move(found);
}

/// Likewise, by what is left of a and b without their contents where these are long. They are not constant.
void primitive_gcd(IntegerVector& out, const IntegerVector& a, const Integer& content_a, const IntegerVector& b,
                   const Integer& content_b, const ExecutionContext& ctx) {
  const PrimitivePart part_a(a, content_a, ctx);
  const PrimitivePart part_b(b, content_b, ctx);
  gcd_of_parts(out, *part_a, *part_b, lead_gcd(*part_a, *part_b), ctx);
}

void long_gcd(IntegerVector& out, const IntegerVector& a, const IntegerVector& b, const ExecutionContext& ctx) {
  const Integer content_a = OpsZ::content({}, a, ctx);
  const Integer content_b = OpsZ::content({}, b, ctx);
  const Integer common = polyfork::gcd(content_a, content_b);
  if (a.size() == 1 || b.size() == 1) {
    out = IntegerVector{common};
    return;
  }
  primitive_gcd(out, a, content_a, b, content_b, ctx);
  if (common.is_one()) return;
  const MemoryReservation held = hold(out, ctx);
  OpsZ::scale_into({}, out, out, common, ctx);
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
    long_gcd(out, a, b, ctx);
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
      // Few bits in common are worth no look at the contents.
      Integer lead = lead_gcd(x, y);
      if (4 * lead.bit_length() <= 3 * std::min(x.max_bits(ctx), y.max_bits(ctx)))
        gcd_of_parts(g, x, y, std::move(lead), ctx);
      else
        primitive_gcd(g, x, OpsZ::content({}, x, ctx), y, OpsZ::content({}, y, ctx), ctx);
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
