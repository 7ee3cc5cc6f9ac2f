// NumberField: Q[x]/(f) for an irreducible f; FiniteField: the field of p^k elements as Z/pZ[x]/(f), p below 2^63;
// BigFiniteField: the same with a p of any length.
//
// Ring objects of the category of fields, with the arithmetic of QuotientRing; polynomials over them have division,
// gcds, evaluation and interpolation like those over any field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <polyfork/core/export.hpp>
#include <polyfork/poly/extensions/quotient_ring.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/prime_field.hpp>
#include <polyfork/ring/rationals.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

/// What makes a quotient ring modulo an irreducible polynomial a field.
template <Field R>
class QuotientField : public QuotientRing<R> {
 public:
  using category = field_tag;
  using element = typename QuotientRing<R>::element;

  /// Throws DomainError for zero.
  element inverse(const element& a) const { return *this->try_divide(this->one(), a); }
  /// 1, or 0 when both are zero.
  element gcd(const element& a, const element& b) const {
    return a.is_zero() && b.is_zero() ? this->zero() : this->one();
  }

 protected:
  using QuotientRing<R>::QuotientRing;
};

}  // namespace detail

class POLYFORK_EXPORT NumberField : public detail::QuotientField<Rationals> {
 public:
  /// Throws DomainError unless the polynomial is irreducible over Q.
  explicit NumberField(PolyQ minimal_polynomial);
  /// The product of all conjugates of a.
  Rational norm(const element& a) const;
  /// The sum of all conjugates of a.
  Rational trace(const element& a) const;
};

class POLYFORK_EXPORT FiniteField : public detail::QuotientField<PrimeField> {
 public:
  /// Throws DomainError unless the polynomial is irreducible.
  explicit FiniteField(PolyZp minimal_polynomial);
  /// The field of p^degree elements modulo irreducible_polynomial(field, degree); the variable's name is that of a root
  /// of this polynomial in texts, which generates the field but not always its group of units.
  FiniteField(const PrimeField& field, std::size_t degree, const std::string& variable = "a");
  /// p^degree.
  Integer size() const;
  /// a^p.
  element frobenius(const element& a) const;
  /// The element whose coefficients are the digits of n in base p: every element once, as points of interpolation are
  /// numbered. Throws DomainError unless 0 <= n < size().
  element element_at(Integer n) const;
  /// The product and the sum of all conjugates.
  std::uint64_t norm(const element& a) const;
  std::uint64_t trace(const element& a) const;
};

/// As FiniteField in all, with a prime of any length.
class POLYFORK_EXPORT BigFiniteField : public detail::QuotientField<BigPrimeField> {
 public:
  explicit BigFiniteField(DensePoly<BigPrimeField> minimal_polynomial);
  BigFiniteField(const BigPrimeField& field, std::size_t degree, const std::string& variable = "a");
  Integer size() const;
  element frobenius(const element& a) const;
  element element_at(Integer n) const;
  Integer norm(const element& a) const;
  Integer trace(const element& a) const;
};

static_assert(Field<NumberField> && Field<FiniteField> && Field<BigFiniteField>);

/// The embedding of Z/pZ. Throws DomainError for other characteristics.
template <>
struct RingConversion<PrimeField, FiniteField> {
  static FiniteField::element apply(const FiniteField& to, const PrimeField& from, const PrimeField::element& a) {
    if (!(to.base() == from)) throw DomainError("the fields have different characteristics");
    return to.constant(a);
  }
};
template <>
struct RingConversion<BigPrimeField, BigFiniteField> {
  static BigFiniteField::element apply(const BigFiniteField& to, const BigPrimeField& from, const Integer& a) {
    if (!(to.base() == from)) throw DomainError("the fields have different characteristics");
    return to.constant(a);
  }
};

}  // namespace v1
}  // namespace polyfork
