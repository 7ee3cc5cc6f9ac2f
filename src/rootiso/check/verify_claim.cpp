// The claim of a certificate on one half-line, carried over to y = x^h.
//
// On x > 0 (and on the mirror image of x < 0) x -> x^h is increasing, so that claims about y in their order are claims
// about x. A rational root of the polynomial in y, a point, is the h-th power of a root that the claim lists as such,
// or of the one root in a listed interval; whatever else is listed is for the core.
#include <algorithm>

#include <polyfork/core/memory.hpp>

#include "core/limits.hpp"
#include "ring/held.hpp"
#include "rootiso/check/verify.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// c 2^-k for a positive dyadic number.
PositiveDyadic dyadic_of(const Rational& x) {
  return {x.numerator(), static_cast<std::int64_t>(x.denominator().bit_length()) - 1};
}

PositiveDyadic power_of(const PositiveDyadic& x, std::size_t h, const ExecutionContext& ctx) {
  if (h == 1) return x;
  const MemoryReservation held(ctx.memory(), saturating_mul(x.c.bit_length() / 8 + 1, saturating_mul(4, h)));
  return {pow(x.c, h), x.k * static_cast<std::int64_t>(h)};
}

/// Is r^h = s? Powers are only taken where the lengths allow it.
bool is_power(const Rational& r, std::size_t h, const Rational& s) {
  if (h == 1) return r == s;
  const auto fits = [h](const Integer& base, const Integer& power) {
    const std::size_t bits = power.bit_length();
    return base.bit_length() <= 1 || saturating_mul(base.bit_length() - 1, h) < bits;
  };
  return fits(r.numerator(), s.numerator()) && fits(r.denominator(), s.denominator()) &&
         pow(r.numerator(), h) == s.numerator() && pow(r.denominator(), h) == s.denominator();
}

std::string text_of(const RootInterval& r) {
  const auto shown = [](const Rational& x) {
    return x.numerator().bit_length() + x.denominator().bit_length() > 256 ? std::string("...") : x.to_string();
  };
  return r.exact ? shown(r.lower) : "(" + shown(r.lower) + ", " + shown(r.upper) + ")";
}

/// Roots and points of one half-line, mirrored to the positive one, ascending.
std::vector<RootInterval> roots_on(const IsolationCertificate& c, bool negative) {
  std::vector<RootInterval> roots;
  for (const RootInterval& r : c.roots)
    if (r.lower.sign() == (negative ? -1 : 1)) roots.push_back(r);
  if (!negative) return roots;
  std::reverse(roots.begin(), roots.end());
  for (RootInterval& r : roots) {
    r.lower = -r.lower;
    r.upper = -r.upper;
    std::swap(r.lower, r.upper);
  }
  return roots;
}

std::vector<CertifiedPoint> points_on(const IsolationCertificate& c, bool negative) {
  std::vector<CertifiedPoint> points;
  for (const CertifiedPoint& p : c.points)
    if (p.value.sign() == (negative ? -1 : 1)) points.push_back(p);
  if (!negative) return points;
  std::reverse(points.begin(), points.end());
  for (CertifiedPoint& p : points) p.value = -p.value;
  return points;
}

/// The points of the factorisation, taken one by one in the order of the listed roots.
class Matching {
 public:
  explicit Matching(std::vector<CertifiedPoint> points) : points_(std::move(points)) {}

  bool finished() const { return next_ == points_.size(); }

  void take(const RootInterval& r) {
    if (finished() || points_[next_].multiplicity != r.multiplicity)
      throw Rejection{"the multiplicity of " + text_of(r) + " is not proved"};
    ++next_;
  }
  const Rational* next() const { return finished() ? nullptr : &points_[next_].value; }
  const Rational* last() const { return next_ == 0 ? nullptr : &points_[next_ - 1].value; }

 private:
  std::vector<CertifiedPoint> points_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<CoreInterval> prove_points(const IsolationCertificate& c, bool negative, const ExecutionContext& ctx) {
  const std::size_t h = c.power;
  // Even powers map both half-lines of x to y > 0.
  Matching matching(points_on(c, negative && h % 2 == 1));
  std::vector<CoreInterval> intervals;
  SharedCharge held(ctx.memory());
  for (const RootInterval& r : roots_on(c, negative)) {
    ctx.poll();
    if (r.exact) {
      if (matching.next() == nullptr || !is_power(r.lower, h, *matching.next()))
        throw Rejection{"no factor has the root " + text_of(r)};
      matching.take(r);
      continue;
    }
    CoreInterval y{power_of(dyadic_of(r.lower), h, ctx), power_of(dyadic_of(r.upper), h, ctx), r.multiplicity};
    held.add(4 * (bytes_of(y.lower.c) + bytes_of(y.upper.c)));
    const Rational lower = y.lower.value();
    const Rational upper = y.upper.value();
    const bool of_point = matching.next() != nullptr && *matching.next() > lower && *matching.next() < upper;
    if (matching.last() != nullptr && *matching.last() >= lower) throw Rejection{"a rational root meets " + text_of(r)};
    if (of_point) matching.take(r);
    if (matching.next() != nullptr && *matching.next() <= upper)
      throw Rejection{"a rational root of the factorisation is not listed or meets " + text_of(r)};
    if (!of_point) intervals.push_back(std::move(y));
  }
  if (!matching.finished()) throw Rejection{"a rational root of the factorisation is not listed"};
  return intervals;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
