// Arithmetic in the field of one algebraic number, and how elements of it become numbers of their own.
//
// An element is G(t)/d, G in Z[x], t a root of the irreducible f of degree n. The polynomial Res_y(f(y), d x - G(y)) is
// lc(f)^deg G times the product of d x - G(t_i) over all conjugates t_i, a power of the minimal polynomial of the
// element; it is interpolated from its values at n + 1 integers. Its square-free part is the minimal polynomial: no
// factorization is needed. Bounds of G over the cell of t, by Horner's rule, tell the root.
#include "rootiso/algebraic/field_element.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>

#include "ring/held.hpp"
#include "rootiso/algebraic/select_root.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The polynomial of degree at most n with these values at 0, 1, ..., n, all its coefficients integers.
PolyZ interpolated(std::vector<Integer> v) {
  const std::size_t n = v.size() - 1;
  for (std::size_t k = 1; k <= n; ++k)  // divided differences, integers for a polynomial over Z
    for (std::size_t i = n; i >= k; --i) v[i] = exact_div(v[i] - v[i - 1], Integer(k));
  std::vector<Integer> c(n + 1);
  for (std::size_t i = n + 1; i-- != 0;) {  // c = c (x - i) + v[i]
    for (std::size_t j = n; j != 0; --j) c[j] = c[j - 1] - c[j] * Integer(i);
    c[0] = v[i] - c[0] * Integer(i);
  }
  return PolyZ::from_elements({}, std::move(c));
}

/// The minimal polynomial of G(t)/d.
PolyZ minimal_polynomial_of(const PolyZ& f, const PolyZ& numerator, const Integer& denominator,
                            const ExecutionContext& ctx) {
  const PolyZ modulus = PolyZ(f.coefficients());  // in the variable of the element
  std::vector<Integer> values;
  SharedCharge held(ctx.memory());
  for (std::ptrdiff_t i = 0; i <= f.degree(); ++i) {
    ctx.poll();
    const PolyZ shifted = sub(PolyZ::constant(denominator * Integer(i)), numerator, ctx);
    values.push_back(resultant(modulus, shifted, ctx));
    held.add(3 * bytes_of(values.back()));  // as a value, as a coefficient, and in the polynomial
  }
  const PolyZ power = interpolated(std::move(values));
  return square_free_decomposition(power, ctx).factors.front().factor;
}

/// Dyadic bounds of G(t)/d for t in [lower, upper].
Bounds bounds_of_value(const PolyZ& numerator, const Integer& denominator, const Bounds& t, std::size_t bits) {
  Rational lower;
  Rational upper;
  for (std::size_t i = numerator.length(); i-- != 0;) {
    const auto [least, most] = std::minmax({lower * t.lower, lower * t.upper, upper * t.lower, upper * t.upper});
    const Rational c(numerator.coefficient(i));
    Rational next_lower = least + c;
    Rational next_upper = most + c;
    lower = std::move(next_lower);
    upper = std::move(next_upper);
  }
  // Rounded outwards to dyadic numbers, far finer than the interval is wide.
  const auto level = static_cast<std::int64_t>(4 * bits + 64 + denominator.bit_length());
  const Rational scale = Rational(Integer(1), denominator) * Rational::dyadic(1, level);
  return {Rational::dyadic((lower * scale).floor(), -level), Rational::dyadic((upper * scale).ceil(), -level)};
}

}  // namespace

FieldElement element_of(const AlgebraicReal& a) {
  if (a.state()->element()) return *a.state()->element();
  return {a.state(), PolyQ::generator()};
}

std::shared_ptr<const AlgebraicState> common_field(const AlgebraicReal& a, const AlgebraicReal& b,
                                                   const ExecutionContext& ctx) {
  const auto generator_of = [](const AlgebraicReal& x) {
    return x.state()->element() ? x.state()->element()->generator : x.state();
  };
  auto p = generator_of(a);
  auto q = generator_of(b);
  const auto known = p->current(ctx);
  if (known->factor->degree() > most_field_degree) return nullptr;
  if (p == q) return p;
  const auto other = q->current(ctx);
  if (known->coefficients() != other->coefficients() || !equal(AlgebraicReal(p), AlgebraicReal(q), ctx)) return nullptr;
  return p;
}

AlgebraicReal number_of(std::shared_ptr<const AlgebraicState> generator, PolyQ value) {
  if (value.is_constant()) return value.coefficient(0);
  return AlgebraicReal(std::make_shared<const AlgebraicState>(FieldElement{std::move(generator), std::move(value)}));
}

AlgebraicReal product_in_field(const std::shared_ptr<const AlgebraicState>& generator, const PolyQ& a, const PolyQ& b,
                               const ExecutionContext& ctx) {
  return number_of(generator, rem(mul(a, b, ctx), generator->minimal(ctx)->monic, ctx));
}

AlgebraicReal power_in_field(const FieldElement& a, std::uint64_t exponent, const ExecutionContext& ctx) {
  const auto minimal = a.generator->minimal(ctx);
  PolyQ result = PolyQ::constant(Rational(1));
  PolyQ square = rem(a.value, minimal->monic, ctx);
  for (;; exponent /= 2) {
    if (exponent % 2 != 0) result = rem(mul(result, square, ctx), minimal->monic, ctx);
    if (exponent <= 1) return number_of(a.generator, std::move(result));
    square = rem(mul(square, square, ctx), minimal->monic, ctx);
  }
}

AlgebraicReal inverse_in_field(const FieldElement& a, const ExecutionContext& ctx) {
  const auto minimal = a.generator->minimal(ctx);
  PolyQ r0 = minimal->monic;
  PolyQ r1 = rem(a.value, minimal->monic, ctx);
  PolyQ t0;
  PolyQ t1 = PolyQ::constant(Rational(1));
  while (!r1.is_constant()) {  // r = t a modulo the minimal polynomial
    auto [quotient, remainder] = div_rem(r0, r1, ctx);
    r0 = std::exchange(r1, std::move(remainder));
    PolyQ t = sub(t0, mul(quotient, t1, ctx), ctx);
    t0 = std::exchange(t1, std::move(t));
  }
  return number_of(a.generator, scale(t1, r1.coefficient(0).inverse(), ctx));
}

/// c_0 + a (c_1 + ... + c_n a^(n-1)) = 0 for the minimal polynomial, whose c_0 is not zero as n is at least 2.
std::optional<FieldElement> inverse_of_generator(const std::shared_ptr<const AlgebraicState>& a,
                                                 const ExecutionContext& ctx) {
  if (a->current(ctx)->factor->degree() > most_field_degree) return std::nullopt;
  const PolyQ& minimal = a->minimal(ctx)->monic;
  return FieldElement{a, scale(shift_right(minimal, 1, ctx), -minimal.coefficient(0).inverse(), ctx)};
}

AlgebraicReal value_in_field(const PolyQ& g, const FieldElement& a, const ExecutionContext& ctx) {
  const auto minimal = a.generator->minimal(ctx);
  PolyQ result;
  for (std::size_t i = g.length(); i-- != 0;)
    result = add(rem(mul(result, a.value, ctx), minimal->monic, ctx), PolyQ::constant(g.coefficient(i)), ctx);
  return number_of(a.generator, std::move(result));
}

LocatedElement locate_element(const FieldElement& a, const ExecutionContext& ctx) {
  const PolyZ numerator(a.value.coefficients().numerators());
  const Integer denominator(a.value.coefficients().denominator());
  const AlgebraicState& generator = *a.generator;
  const PolyZ f = minimal_polynomial_of(*generator.minimal(ctx)->primitive, numerator, denominator, ctx);
  SelectedRoot root = select_root_of_irreducible(
      f,
      [&](std::size_t bits) {
        const DyadicCell cell = generator.cell_at(generator.first(ctx).k + static_cast<std::int64_t>(bits), ctx);
        return bounds_of_value(numerator, denominator, {cell.lower(), cell.upper()}, bits);
      },
      ctx);
  return {std::make_shared<const PolyZ>(std::move(root.polynomial)), std::move(root.cell)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
