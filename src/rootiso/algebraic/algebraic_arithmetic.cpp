// Arithmetic of algebraic numbers.
//
// Numbers of one field, polynomials in one generator, are computed with as such (field_element.hpp). With a rational
// number, and for the inverse of a generator, the polynomial and the isolating interval are mapped by a Moebius
// transformation, which keeps everything that is known about them; the result is an element of the generator's field as
// well. Otherwise a polynomial with the result among its roots is computed from minimal polynomials, factored, and the
// operands are refined until one factor is left that has one root in the interval of the result (select_root.hpp).
// Nothing is factored where the degrees m and n of the operands are coprime: m and n divide the degree of the field of
// both, which is at most m n and therefore m n, so that automorphisms take the pair of operands to every pair of their
// conjugates, and the polynomial's roots are all conjugates.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/poly/dense/detail/bounded_power.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "core/limits.hpp"
#include "poly/dense/deflation.hpp"
#include "poly/dense/integer_content.hpp"
#include "ring/gmp_memory.hpp"
#include "ring/held.hpp"
#include "rootiso/algebraic/algebraic_state.hpp"
#include "rootiso/algebraic/composed.hpp"
#include "rootiso/algebraic/field_element.hpp"
#include "rootiso/algebraic/select_root.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::AlgebraicState;
using detail::Bounds;
using detail::DyadicCell;
using detail::FieldElement;

Bounds bounds_of(const DyadicCell& cell) { return {cell.lower(), cell.upper()}; }

/// The ends of the cell of a with `bits` significant bits, even if a finer one is known.
Bounds bounds_with_bits(const AlgebraicReal& a, std::size_t bits, const ExecutionContext& ctx) {
  const DyadicCell& first = a.state()->first(ctx);
  const auto more = static_cast<std::int64_t>(bits) - static_cast<std::int64_t>(first.c.bit_length());
  return bounds_of(a.state()->cell_at(first.k + more, ctx));
}

Bounds sorted(Rational a, Rational b) {
  if (b < a) std::swap(a, b);
  return {std::move(a), std::move(b)};
}

AlgebraicReal select_root(const PolyZ& h, detail::Enclosure enclosure, const ExecutionContext& ctx) {
  return detail::number_at(detail::select_root(h, enclosure, ctx));
}

/// The root of h, whose roots are functions of one conjugate of a and one of b, in the enclosure.
AlgebraicReal select_function_of_two(const PolyZ& h, const PolyZ& f, const PolyZ& g, detail::Enclosure enclosure,
                                     const ExecutionContext& ctx) {
  const bool conjugate = std::gcd(f.length() - 1, g.length() - 1) == 1;
  return detail::number_at(conjugate ? detail::select_conjugate(h, enclosure, ctx)
                                     : detail::select_root(h, enclosure, ctx));
}

/// The element of the field of an irrational a that a polynomial in a is; nothing where fields are not computed with.
std::optional<detail::FieldElement> linear_in(const AlgebraicReal& a, const Rational& constant, const Rational& slope,
                                              const ExecutionContext& ctx) {
  if (a.state()->current(ctx)->factor->degree() > detail::most_field_degree) return std::nullopt;
  return detail::FieldElement{a.state(), PolyQ{constant, slope}};
}

/// sum f_i u^i v^(n-i) x^i.
PolyZ homogenised(const PolyZ& f, const Integer& u, const Integer& v, const ExecutionContext& ctx) {
  const std::size_t length = f.length();
  const std::size_t factor = std::max(u.bit_length(), v.bit_length());
  const std::size_t bits =
      detail::saturating_add(f.coefficients().max_bits(ctx), detail::saturating_mul(length, factor));
  const MemoryReservation held(ctx.memory(),
                               detail::saturating_mul(2 * length, bits / 8 + sizeof(Integer) + sizeof(mp_limb_t)));
  std::vector<Integer> c = f.elements();
  Integer power = 1;
  for (Integer& x : c) {
    ctx.poll();
    x *= power;
    power *= u;
  }
  power = 1;
  for (std::size_t i = length; i-- > 0;) {
    ctx.poll();
    c[i] *= power;
    power *= v;
  }
  return PolyZ::from_elements({}, std::move(c)).with_variable(f.variable());
}

PolyZ primitive(const PolyZ& f, const ExecutionContext& ctx) {
  return PolyZ(detail::primitive_positive(f.coefficients(), ctx)).with_variable(f.variable());
}

/// a + q for an irrational a.
AlgebraicReal translated(const AlgebraicReal& a, const Rational& q, const ExecutionContext& ctx) {
  if (q.is_zero()) return a;
  if (const auto& element = a.state()->element())
    return detail::number_of(element->generator, add(element->value, PolyQ::constant(q), ctx));
  const PolyZ& f = *a.state()->polynomial(ctx);
  const PolyZ scaled = homogenised(f, Integer(1), q.denominator(), ctx);
  const MemoryReservation held = detail::hold(scaled.coefficients(), ctx);
  const auto [lower, upper] = bounds_of(a.state()->first(ctx));
  return detail::make_algebraic(primitive(affine(scaled, q.denominator(), -q.numerator(), ctx), ctx), lower + q,
                                upper + q, ctx, linear_in(a, q, Rational(1), ctx));
}

/// a q for an irrational a and q != 0.
AlgebraicReal dilated(const AlgebraicReal& a, const Rational& q, const ExecutionContext& ctx) {
  if (q.is_one()) return a;
  if (const auto& element = a.state()->element())
    return detail::number_of(element->generator, scale(element->value, q, ctx));
  const PolyZ& f = *a.state()->polynomial(ctx);
  const auto [lower, upper] = bounds_of(a.state()->first(ctx));
  const Bounds image = sorted(lower * q, upper * q);
  return detail::make_algebraic(primitive(homogenised(f, q.denominator(), q.numerator(), ctx), ctx), image.lower,
                                image.upper, ctx, linear_in(a, Rational(0), q, ctx));
}

/// Numbers r <= x^(1/n) < s with about `bits` bits in common. Precondition: 0 < lower <= x <= upper.
Bounds root_bounds(const Bounds& x, std::uint64_t n, std::size_t bits, const ExecutionContext& ctx) {
  const std::int64_t exponent = static_cast<std::int64_t>(x.lower.numerator().bit_length()) -
                                static_cast<std::int64_t>(x.lower.denominator().bit_length());
  const auto degree = static_cast<std::int64_t>(n);
  const std::int64_t level = static_cast<std::int64_t>(bits) - exponent / degree;
  const auto floor_root = [&](const Rational& value) {
    const MemoryReservation scratch(ctx.memory(), detail::gmp_div_bytes(detail::saturating_mul(bits + 64, n) / 64));
    Integer r = (value * Rational::dyadic(1, level * degree)).floor();
    r.with_mpz([&](mpz_ptr z) { mpz_root(z, z, n); });
    return r;
  };
  return {Rational::dyadic(floor_root(x.lower), -level), Rational::dyadic(floor_root(x.upper) + Integer(1), -level)};
}

/// The n-th root of a positive number.
AlgebraicReal positive_root(const AlgebraicReal& a, std::uint64_t n, const ExecutionContext& ctx) {
  // q x^n - p, or f(x^n): n enters as a degree.
  const PolyZ f = a.polynomial(ctx);
  const MemoryReservation held(ctx.memory(), detail::saturating_mul(detail::saturating_mul(f.length(), n), 16));
  const PolyZ h = detail::inflate(f, n, ctx);
  return select_root(
      h,
      [&](std::size_t bits) {
        const Bounds x =
            a.is_rational() ? Bounds{a.rational_value(), a.rational_value()} : bounds_with_bits(a, bits, ctx);
        return root_bounds(x, n, bits, ctx);
      },
      ctx);
}

/// Throws MemoryLimit where a^exponent is certainly too long for the context, before anything is computed. Mahler's
/// measure M is multiplicative: for the minimal polynomials f of a and g of a^exponent, of degrees n and m,
/// M(g)^n = M(f)^(m exponent), and g has a coefficient of at least M(g) / sqrt(m + 1). M(f) is at least the product of
/// the leading coefficient and |a|, and as much for the reversed polynomial. Half of that counts, since elements of
/// fields are held by other coefficients of about that length.
void require_power(const AlgebraicReal& a, std::uint64_t exponent, const ExecutionContext& ctx) {
  constexpr std::uint64_t harmless = std::uint64_t{1} << 20;
  if (exponent < harmless) return;
  const PolyZ& f = *a.state()->minimal(ctx)->primitive;
  const double value = std::fabs(a.to_double(ctx));
  const double magnitude = std::isnormal(value) ? std::log2(value) : 0;
  const auto bits = [](const Integer& c) { return static_cast<double>(c.bit_length() - 1); };
  const double measure = std::max(bits(f.leading_coefficient()) + std::max(0.0, magnitude),
                                  bits(f.coefficient(0)) + std::max(0.0, -magnitude));
  const double bytes = static_cast<double>(exponent) * measure / static_cast<double>(f.degree()) / 16;
  constexpr double largest = static_cast<double>(detail::largest_power_bits) / 8;  // also without a limit
  if (bytes > largest || bytes > static_cast<double>(ctx.memory().available()))
    throw MemoryLimit(bytes < 0x1p63 ? static_cast<std::size_t>(bytes) : SIZE_MAX, ctx.memory().used(),
                      ctx.memory().limit());
}

/// a + b, or a - b, of irrational numbers.
AlgebraicReal sum_of_roots(const AlgebraicReal& a, const AlgebraicReal& b, bool difference,
                           const ExecutionContext& ctx) {
  const PolyZ& f = *a.state()->minimal(ctx)->primitive;
  const PolyZ& g = *b.state()->minimal(ctx)->primitive;
  const PolyZ h = detail::composed_sum(f, difference ? homogenised(g, Integer(-1), Integer(1), ctx) : g, ctx);
  const MemoryReservation held = detail::hold(h.coefficients(), ctx);
  return select_function_of_two(
      h, f, g,
      [&](std::size_t bits) {
        const Bounds x = bounds_with_bits(a, bits, ctx);
        const Bounds y = bounds_with_bits(b, bits, ctx);
        if (difference) return Bounds{x.lower - y.upper, x.upper - y.lower};
        return Bounds{x.lower + y.lower, x.upper + y.upper};
      },
      ctx);
}

}  // namespace

AlgebraicReal AlgebraicReal::sum(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx) {
  if (a.is_rational() && b.is_rational()) return a.value_ + b.value_;
  if (b.is_rational()) return translated(a, b.value_, ctx);
  if (a.is_rational()) return translated(b, a.value_, ctx);
  if (a.root_ == b.root_) return dilated(a, Rational(2), ctx);
  if (auto field = detail::common_field(a, b, ctx))
    return detail::number_of(std::move(field), add(detail::element_of(a).value, detail::element_of(b).value, ctx));
  return sum_of_roots(a, b, false, ctx);
}

AlgebraicReal AlgebraicReal::difference(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx) {
  if (!a.is_rational() && !b.is_rational()) {
    if (a.root_ == b.root_) return {};
    if (auto field = detail::common_field(a, b, ctx))
      return detail::number_of(std::move(field), sub(detail::element_of(a).value, detail::element_of(b).value, ctx));
    if (same(a, b, ctx)) return {};  // one gcd, instead of factors of degree m n
    return sum_of_roots(a, b, true, ctx);
  }
  return sum(a, product(b, Rational(-1), ctx), ctx);
}

AlgebraicReal AlgebraicReal::product(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx) {
  if (a.is_rational() && b.is_rational()) return a.value_ * b.value_;
  if (a.is_zero() || b.is_zero()) return {};
  if (b.is_rational()) return dilated(a, b.value_, ctx);
  if (a.is_rational()) return dilated(b, a.value_, ctx);
  if (auto field = detail::common_field(a, b, ctx))
    return detail::product_in_field(field, detail::element_of(a).value, detail::element_of(b).value, ctx);
  if (a.root_ == b.root_) return power(a, 2, ctx);
  const PolyZ& f = *a.root_->minimal(ctx)->primitive;
  const PolyZ& g = *b.root_->minimal(ctx)->primitive;
  const PolyZ h = detail::composed_product(f, g, ctx);
  const MemoryReservation held = detail::hold(h.coefficients(), ctx);
  return select_function_of_two(
      h, f, g,
      [&](std::size_t bits) {
        const Bounds x = bounds_with_bits(a, bits, ctx);
        const Bounds y = bounds_with_bits(b, bits, ctx);
        const auto [smallest, largest] =
            std::minmax({x.lower * y.lower, x.lower * y.upper, x.upper * y.lower, x.upper * y.upper});
        return Bounds{smallest, largest};
      },
      ctx);
}

AlgebraicReal AlgebraicReal::reciprocal(const AlgebraicReal& a, const ExecutionContext& ctx) {
  if (a.is_rational()) return a.value_.inverse();
  if (a.root_->element()) return detail::inverse_in_field(*a.root_->element(), ctx);
  const PolyZ& f = *a.root_->polynomial(ctx);
  std::vector<Integer> c = f.elements();
  std::reverse(c.begin(), c.end());
  const auto [lower, upper] = bounds_of(a.root_->first(ctx));
  return detail::make_algebraic(primitive(PolyZ::from_elements({}, std::move(c)).with_variable(f.variable()), ctx),
                                upper.inverse(), lower.inverse(), ctx, detail::inverse_of_generator(a.root_, ctx));
}

AlgebraicReal AlgebraicReal::quotient(const AlgebraicReal& a, const AlgebraicReal& b, const ExecutionContext& ctx) {
  if (b.is_zero()) throw DomainError("division by zero");
  if (a.root_ != nullptr && a.root_ == b.root_) return 1;
  if (!a.is_rational() && !b.is_rational() && !detail::common_field(a, b, ctx) && same(a, b, ctx)) return 1;
  return product(a, reciprocal(b, ctx), ctx);
}

AlgebraicReal AlgebraicReal::power(const AlgebraicReal& a, std::uint64_t exponent, const ExecutionContext& ctx) {
  if (exponent == 0) return 1;
  if (exponent == 1) return a;
  if (a.is_rational()) return detail::bounded_power(a.value_, exponent, ctx);
  require_power(a, exponent, ctx);
  if (detail::common_field(a, a, ctx)) return detail::power_in_field(detail::element_of(a), exponent, ctx);
  const PolyZ h = detail::composed_power(*a.root_->minimal(ctx)->primitive, exponent, ctx);
  const MemoryReservation held = detail::hold(h.coefficients(), ctx);
  return detail::number_at(detail::select_conjugate(
      h,
      [&](std::size_t bits) {
        const Bounds x = bounds_with_bits(a, bits, ctx);
        return sorted(polyfork::pow(x.lower, exponent), polyfork::pow(x.upper, exponent));
      },
      ctx));
}

AlgebraicReal AlgebraicReal::nth_root(const AlgebraicReal& a, std::uint64_t n, const ExecutionContext& ctx) {
  if (n == 0) throw DomainError("the zeroth root");
  if (n == 1 || a.is_zero()) return a;
  if (a.sign(ctx) > 0) return positive_root(a, n, ctx);
  if (n % 2 == 0) throw DomainError("an even root of a negative number");
  return product(positive_root(product(a, Rational(-1), ctx), n, ctx), Rational(-1), ctx);
}

AlgebraicReal evaluate(const PolyQ& g, const AlgebraicReal& x, const ExecutionContext& ctx) {
  if (x.is_rational()) return evaluate(g, x.rational_value(), ctx);
  if (detail::common_field(x, x, ctx))
    return detail::value_in_field(PolyQ(g.coefficients()), detail::element_of(x), ctx);
  AlgebraicReal value;
  for (std::size_t i = g.length(); i-- != 0;) value = add(mul(value, x, ctx), AlgebraicReal(g.coefficient(i)), ctx);
  return value;
}

AlgebraicReal evaluate(const PolyZ& g, const AlgebraicReal& x, const ExecutionContext& ctx) {
  return evaluate(PolyQ(RationalVector(g.coefficients(), Integer(1))), x, ctx);
}

}  // namespace v1
}  // namespace polyfork
