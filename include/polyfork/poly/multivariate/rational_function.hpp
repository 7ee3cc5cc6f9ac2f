// RationalFunction<D>: quotients of polynomials as values, in one variable (D = PolynomialRing<R>) or in several
// (D = MultiPolynomialRing<R>).
//
//   const RationalFunction f(PolyQ{1, 1}, PolyQ{-1, 0, 1});       // (x + 1)/(x^2 - 1) = 1/(x - 1)
//   const RationalFunction g("x*y"_poly.as<MultiPolyQ>(), "x + y"_poly.as<MultiPolyQ>());
//
// A value holds its field, FractionField<D>, and a fraction in lowest terms. Operators run on the default context. Two
// of them can be combined when their fields are equal or one of them is a constant of the same coefficient ring: else
// ModulusMismatch, or DomainError for different variables.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_polynomial_ring.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

template <class P>
struct RingOfPolynomials;
template <GcdDomain R>
struct RingOfPolynomials<DensePoly<R>> {
  using type = PolynomialRing<R>;
  static type of(const DensePoly<R>& p) { return type(p.ring(), p.variable()); }
};
template <GcdDomain R>
struct RingOfPolynomials<SparseMultiPoly<R>> {
  using type = MultiPolynomialRing<R>;
  static type of(const SparseMultiPoly<R>& p) { return type(p.ring(), p.variables()); }
};

}  // namespace detail

template <GcdDomain D>
class RationalFunction : public detail::operands::ForeignOperands<RationalFunction<D>> {
 public:
  using domain_type = D;
  using field_type = FractionField<D>;
  using polynomial = typename D::element;
  using coefficient_ring = typename D::base_ring;
  using element = typename coefficient_ring::element;

  static_assert(
      requires { typename D::base_ring; }, "D is a ring of polynomials: PolynomialRing<R>");

  /// Zero; without variables where there would be several.
  RationalFunction() requires std::default_initializable<D> : RationalFunction(field_type()) {}
  /// Zero of a field.
  explicit RationalFunction(field_type field) : field_(std::move(field)), value_(field_.zero()) {}
  RationalFunction(field_type field, Fraction<polynomial> value) : field_(std::move(field)), value_(std::move(value)) {
    field_.require_element(value_);
  }
  /// A polynomial, and a quotient in lowest terms. Throws DomainError when the denominator is zero or the variables are
  /// different ones.
  RationalFunction(const polynomial& numerator)  // NOLINT(google-explicit-constructor): polynomials are among them
      : field_(detail::RingOfPolynomials<polynomial>::of(numerator)), value_(field_.embed(numerator)) {}
  RationalFunction(const polynomial& numerator, const polynomial& denominator)
      : field_(detail::RingOfPolynomials<polynomial>::of(named(numerator, denominator))),
        value_(field_.fraction(numerator, denominator)) {}
  template <class Other>
  requires detail::operands::Foreign<polynomial, Other> RationalFunction(const polynomial&, const Other&)
  = delete;  // two polynomials over this ring
  template <class Other>
  requires(detail::operands::Foreign<RationalFunction, Other> &&
           !std::same_as<Other, polynomial>) explicit RationalFunction(const Other&) =
      delete;  // of polynomials over this ring: convert(ring, f), to_rational(f)

  const field_type& field() const noexcept { return field_; }
  const Fraction<polynomial>& fraction() const noexcept { return value_; }
  const polynomial& numerator() const noexcept { return value_.numerator; }
  const polynomial& denominator() const noexcept { return value_.denominator; }
  bool is_zero() const { return field_.is_zero(value_); }
  bool is_one() const { return field_.is_one(value_); }
  bool is_polynomial() const { return value_.denominator.is_one(); }
  bool is_constant() const { return value_.numerator.is_constant() && value_.denominator.is_constant(); }
  /// Throws DomainError for zero.
  RationalFunction inverse() const { return {field_, field_.inverse(value_)}; }

  RationalFunction operator+() const { return *this; }
  RationalFunction operator-() const { return {field_, field_.neg(value_)}; }
  RationalFunction& operator+=(const RationalFunction& b) { return *this = *this + b; }
  RationalFunction& operator-=(const RationalFunction& b) { return *this = *this - b; }
  RationalFunction& operator*=(const RationalFunction& b) { return *this = *this * b; }
  RationalFunction& operator/=(const RationalFunction& b) { return *this = *this / b; }

  RationalFunction& operator+=(const element& b) { return *this = *this + b; }
  RationalFunction& operator-=(const element& b) { return *this = *this - b; }
  RationalFunction& operator*=(const element& b) { return *this = *this * b; }
  RationalFunction& operator/=(const element& b) { return *this = *this / b; }
  template <std::integral I>
  RationalFunction& operator+=(I b) {
    return *this = *this + b;
  }
  template <std::integral I>
  RationalFunction& operator-=(I b) {
    return *this = *this - b;
  }
  template <std::integral I>
  RationalFunction& operator*=(I b) {
    return *this = *this * b;
  }
  template <std::integral I>
  RationalFunction& operator/=(I b) {
    return *this = *this / b;
  }

  friend RationalFunction operator+(const RationalFunction& a, const RationalFunction& b) {
    const field_type& field = common_field(a, b);
    return {field, field.add(a.value_, b.value_)};
  }
  friend RationalFunction operator-(const RationalFunction& a, const RationalFunction& b) {
    const field_type& field = common_field(a, b);
    return {field, field.sub(a.value_, b.value_)};
  }
  friend RationalFunction operator*(const RationalFunction& a, const RationalFunction& b) {
    const field_type& field = common_field(a, b);
    return {field, field.mul(a.value_, b.value_)};
  }
  /// Throws DomainError when b = 0.
  friend RationalFunction operator/(const RationalFunction& a, const RationalFunction& b) {
    const field_type& field = common_field(a, b);
    return {field, *field.try_divide(a.value_, b.value_)};
  }
  friend bool operator<(const RationalFunction&, const RationalFunction&) = delete;  // a field that has no order
  // Elements of the coefficient ring on either side, and integers, are mapped into the field.
  friend RationalFunction operator+(const RationalFunction& a, const element& b) { return a + a.constant(b); }
  friend RationalFunction operator+(const element& a, const RationalFunction& b) { return b.constant(a) + b; }
  friend RationalFunction operator-(const RationalFunction& a, const element& b) { return a - a.constant(b); }
  friend RationalFunction operator-(const element& a, const RationalFunction& b) { return b.constant(a) - b; }
  friend RationalFunction operator*(const RationalFunction& a, const element& b) { return a * a.constant(b); }
  friend RationalFunction operator*(const element& a, const RationalFunction& b) { return b.constant(a) * b; }
  friend RationalFunction operator/(const RationalFunction& a, const element& b) { return a / a.constant(b); }
  friend RationalFunction operator/(const element& a, const RationalFunction& b) { return b.constant(a) / b; }
  template <std::integral I>
  friend RationalFunction operator+(const RationalFunction& a, I b) {
    return a + a.image(b);
  }
  template <std::integral I>
  friend RationalFunction operator+(I a, const RationalFunction& b) {
    return b.image(a) + b;
  }
  template <std::integral I>
  friend RationalFunction operator-(const RationalFunction& a, I b) {
    return a - a.image(b);
  }
  template <std::integral I>
  friend RationalFunction operator-(I a, const RationalFunction& b) {
    return b.image(a) - b;
  }
  template <std::integral I>
  friend RationalFunction operator*(const RationalFunction& a, I b) {
    return a * a.image(b);
  }
  template <std::integral I>
  friend RationalFunction operator*(I a, const RationalFunction& b) {
    return b.image(a) * b;
  }
  template <std::integral I>
  friend RationalFunction operator/(const RationalFunction& a, I b) {
    return a / a.image(b);
  }
  template <std::integral I>
  friend RationalFunction operator/(I a, const RationalFunction& b) {
    return b.image(a) / b;
  }

  /// Equal parts: fractions in lowest terms have one form.
  friend bool operator==(const RationalFunction& a, const RationalFunction& b) { return a.value_ == b.value_; }
  template <std::integral I>
  friend bool operator==(const RationalFunction& a, I b) {
    return a.field_.equal(a.value_, a.image(b).value_);
  }
  friend bool operator==(const RationalFunction& a, const element& b) { return a == a.constant(b); }

  /// A negative exponent is that of the inverse. Throws DomainError for one of zero.
  template <std::integral I>
  friend RationalFunction pow(const RationalFunction& a, I exponent) {
    if constexpr (std::signed_integral<I>)
      if (exponent < 0) {
        const Fraction<polynomial> inverse = a.field_.inverse(a.value_);
        return {a.field_, polyfork::pow(a.field_, inverse, std::uint64_t{0} - static_cast<std::uint64_t>(exponent))};
      }
    return {a.field_, polyfork::pow(a.field_, a.value_, static_cast<std::uint64_t>(exponent))};
  }

  template <class Other>
  requires(!std::integral<Other>) friend void pow(const RationalFunction&, const Other&) = delete;

  /// The derivative in one variable, and by one of several. Throws DomainError for an unknown name.
  friend RationalFunction derivative(const RationalFunction& a) requires requires(const polynomial& p) { p.variable(); }
  { return a.quotient_rule(derivative(a.numerator()), derivative(a.denominator())); }
  friend RationalFunction derivative(const RationalFunction& a, std::string_view variable) requires
      requires(const polynomial& p) {
    p.variables();
  }
  {
    if (a.is_constant()) return a.image(0);
    return a.quotient_rule(derivative_by(a.numerator(), variable), derivative_by(a.denominator(), variable));
  }

  /// The value at a point of the coefficient field: one element in one variable, in several one for each. Throws
  /// DomainError where the denominator vanishes.
  friend element evaluate(const RationalFunction& a,
                          const element& x) requires(Field<coefficient_ring>&& requires(const polynomial& p) {
    p.variable();
  }) {
    return a.quotient(evaluate(a.numerator(), x), evaluate(a.denominator(), x));
  }
  friend element evaluate(const RationalFunction& a, const std::vector<element>& point) requires(
      Field<coefficient_ring>&& requires(const polynomial& p) { p.variables(); }) {
    return a.quotient(value_of(a.numerator(), point), value_of(a.denominator(), point));
  }
  template <class... X>
  requires(Field<coefficient_ring> && (detail::operands::Coordinate<X, element> && ...)) element operator()(
      const X&... coordinates) const {
    if constexpr (requires(const polynomial& p) { p.variable(); })
      return evaluate(*this, coordinate(coordinates)...);
    else
      return evaluate(*this, std::vector<element>{coordinate(coordinates)...});
  }

  /// "x + 1", "(x + 1)/(x^2 - 2)".
  friend std::string to_string(const RationalFunction& a) { return a.field_.to_string(a.value_); }
  friend std::ostream& operator<<(std::ostream& out, const RationalFunction& a) { return out << to_string(a); }

 private:
  /// The one of two polynomials that says which variables there are.
  static const polynomial& named(const polynomial& a, const polynomial& b) {
    polynomial::check(a, b);
    return a.is_constant() ? b : a;
  }
  static const field_type& common_field(const RationalFunction& a, const RationalFunction& b) {
    if (a.field_ == b.field_ || b.is_constant()) {
      detail::require_equal_rings(a.field_.base().base(), b.field_.base().base());
      return a.field_;
    }
    if (!a.is_constant()) {
      polynomial::check(a.numerator(), b.numerator());
      polynomial::check(a.denominator(), b.denominator());
    }
    return b.field_;
  }
  RationalFunction constant(const element& c) const {
    return {field_, field_.embed(field_.base().constant(detail::operand(field_.base().base(), c)))};
  }
  template <class I>
  RationalFunction image(I n) const {
    return {field_, field_.from_integer(Integer(n))};
  }
  template <class X>
  element coordinate(const X& x) const {
    if constexpr (std::integral<X>)
      return field_.base().base().from_integer(Integer(x));
    else
      return element(x);
  }
  RationalFunction quotient_rule(const polynomial& numerator_slope, const polynomial& denominator_slope) const {
    const D& domain = field_.base();
    const polynomial top =
        domain.sub(domain.mul(numerator_slope, denominator()), domain.mul(numerator(), denominator_slope));
    return {field_, field_.fraction(top, domain.mul(denominator(), denominator()))};
  }
  // Constants may have come without the field's variables.
  static polynomial derivative_by(const polynomial& p, std::string_view variable) {
    return p.is_constant() && !p.variables().contains(variable) ? p.constant_like(p.ring().zero())
                                                                : derivative(p, variable);
  }
  static element value_of(const polynomial& p, const std::vector<element>& point) {
    return p.is_constant() && p.variables().size() != point.size() ? p.constant_term() : evaluate(p, point);
  }
  element quotient(const element& top, const element& bottom) const {
    const coefficient_ring& ring = field_.base().base();
    if (ring.is_zero(bottom)) throw DomainError("a rational function where its denominator vanishes");
    return ring.mul(top, ring.inverse(bottom));
  }

  field_type field_;
  Fraction<polynomial> value_;
};

template <GcdDomain R>
RationalFunction(const DensePoly<R>&) -> RationalFunction<PolynomialRing<R>>;
template <GcdDomain R>
RationalFunction(const DensePoly<R>&, const DensePoly<R>&) -> RationalFunction<PolynomialRing<R>>;
template <GcdDomain R>
RationalFunction(const SparseMultiPoly<R>&) -> RationalFunction<MultiPolynomialRing<R>>;
template <GcdDomain R>
RationalFunction(const SparseMultiPoly<R>&, const SparseMultiPoly<R>&) -> RationalFunction<MultiPolynomialRing<R>>;
// To the constructor that is deleted.
template <GcdDomain R, class Other>
requires detail::operands::Foreign<DensePoly<R>, Other> RationalFunction(const DensePoly<R>&, const Other&)
->RationalFunction<PolynomialRing<R>>;
template <GcdDomain R, class Other>
requires detail::operands::Foreign<SparseMultiPoly<R>, Other> RationalFunction(const SparseMultiPoly<R>&, const Other&)
->RationalFunction<MultiPolynomialRing<R>>;

}  // namespace v1
}  // namespace polyfork
