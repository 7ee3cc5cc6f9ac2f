// Division in Q[x] through Z[x].
//
// With remainder: b's numerators are made primitive, those of a multiplied by the power of lc(b) that makes every step
// divide (none when lc(b) = +-1), and the integer quotient and remainder get the denominators back; one
// canonicalisation each at the end. Exact: by Gauss's lemma b divides a over Q exactly when their primitive parts
// divide over Z, so no powers are needed. Cost: that of Z[x] on coefficients longer by (deg a - deg b + 1) bits(lc b).
// Preconditions: normalised, b not empty.
#include <optional>
#include <utility>

#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/dense/detail/dense_ops.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/dense/integer_content.hpp"
#include "poly/division/division_rationals_short.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Z = DenseOps<Integers>;

RationalVector scaled(const IntegerVector& v, const Integer& numerator, const Integer& denominator,
                      const ExecutionContext& ctx) {
  const Rational factor(numerator, denominator);
  if (v.empty()) return {};
  return {factor.numerator().is_one() ? v : Z::scale(Integers{}, v, factor.numerator(), ctx), factor.denominator()};
}

/// The inverse of a constant.
Rational inverse_of(const RationalVector& b) {
  return Rational::trusted(Integer(b.numerators()[0]), b.denominator()).inverse();
}

}  // namespace

std::optional<std::pair<RationalVector, RationalVector>> DenseOps<Rationals>::try_div_rem(const Rationals& ring,
                                                                                          const V& a, const V& b,
                                                                                          const ExecutionContext& ctx) {
  std::pair<V, V> result;
  div_rem_into(ring, result.first, result.second, a, b, ctx);
  return result;
}

bool DenseOps<Rationals>::div_rem_into(const Rationals&, V& quotient, V& remainder, const V& a, const V& b,
                                       const ExecutionContext& ctx) {
  if (a.size() < b.size()) {
    if (&remainder != &a) {
      const MemoryReservation reservation = reserve_unless_short(ctx, a.numerators().bytes());
      remainder = a;
    }
    quotient = V();
    return true;
  }
  if (b.size() == 1) {
    scale_into(Rationals{}, quotient, a, inverse_of(b), ctx);
    remainder = V();
    return true;
  }
  if (short_div_rem(quotient, remainder, a, b, ctx)) return true;
  const Integers ring;
  const Integer content = Z::content(ring, b.numerators(), ctx);
  const IntegerVector divisor = divided_exactly(b.numerators(), content, ctx);
  const Integer lead(divisor[divisor.size() - 1]);
  require_list(a.size(), saturating_mul(lead.bit_length() - 1, a.size() - b.size() + 1) / 8, ctx);
  const Integer multiplier = bounded_power(lead, a.size() - b.size() + 1, ctx);
  const auto qr = abs(lead).is_one()
                      ? Z::try_div_rem(ring, a.numerators(), divisor, ctx)
                      : Z::try_div_rem(ring, Z::scale(ring, a.numerators(), multiplier, ctx), divisor, ctx);
  // a = (q / (s da)) b'  + r / (s da) and b' = b db / content, with s the multiplier or 1.
  const Integer bottom = abs(lead).is_one() ? a.denominator() : polyfork::mul(multiplier, a.denominator());
  V top = scaled(qr->first, b.denominator(), polyfork::mul(bottom, content), ctx);
  remainder = scaled(qr->second, 1, bottom, ctx);
  quotient = std::move(top);
  return true;
}

std::optional<RationalVector> DenseOps<Rationals>::try_exact_div(const Rationals&, const V& a, const V& b,
                                                                 const ExecutionContext& ctx) {
  if (a.empty()) return V{};
  if (a.size() < b.size()) return std::nullopt;
  if (b.size() == 1) return scale(Rationals{}, a, inverse_of(b), ctx);
  const Integers ring;
  const Integer content_a = Z::content(ring, a.numerators(), ctx);
  const Integer content_b = Z::content(ring, b.numerators(), ctx);
  const auto q = Z::try_exact_div(ring, divided_exactly(a.numerators(), content_a, ctx),
                                  divided_exactly(b.numerators(), content_b, ctx), ctx);
  if (!q) return std::nullopt;
  return scaled(*q, polyfork::mul(content_a, b.denominator()), polyfork::mul(content_b, a.denominator()), ctx);
}

bool DenseOps<Rationals>::exact_div_into(const Rationals& ring, V& quotient, const V& a, const V& b,
                                         const ExecutionContext& ctx) {
  if (b.size() == 1 && !a.empty()) {
    scale_into(ring, quotient, a, inverse_of(b), ctx);
    return true;
  }
  std::optional<V> found = try_exact_div(ring, a, b, ctx);
  if (found) quotient = std::move(*found);
  return found.has_value();
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
