// Number fields and finite fields: irreducibility of the modulus, norms and traces.
#include <polyfork/poly/extensions/number_field.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <polyfork/poly/factor/factor.hpp>
#include <polyfork/poly/gcd/resultant.hpp>

namespace polyfork {
inline namespace v1 {

namespace {

template <class P>
P checked(P f) {
  if (!is_irreducible(f)) throw DomainError("a field needs an irreducible modulus: " + to_string(f).substr(0, 80));
  return f;
}

/// Of the product of a and all powers of x below the degree, the coefficient that stands at the power itself: the trace
/// of the multiplication by a.
template <class Ring>
typename Ring::base_ring::element trace_of(const Ring& ring, const typename Ring::element& a) {
  auto sum = ring.base().zero();
  typename Ring::element product = a;
  for (std::size_t i = 0; i < ring.degree(); ++i) {
    sum = ring.base().add(sum, product.coefficient(i));
    product = ring.mul(product, ring.generator());
  }
  return sum;
}

/// The modulus is monic, so its resultant with a is the product of a's values at its roots.
template <class Ring>
typename Ring::base_ring::element norm_of(const Ring& ring, const typename Ring::element& a) {
  return a.is_zero() ? ring.base().zero() : resultant(ring.modulus(), a);
}

/// Throws MemoryLimit for degrees of which no machine holds a polynomial.
template <Field R>
DensePoly<R> modulus_of(const R& field, std::size_t degree) {
  const ExecutionContext& ctx = ExecutionContext::default_context();
  detail::require_list(degree < SIZE_MAX ? degree + 1 : degree, sizeof(typename R::element), ctx);
  return detail::within_memory(ctx, [&] { return irreducible_polynomial(field, degree); });
}

/// The element whose coefficients are the digits of n in base p.
template <class Ring>
typename Ring::element element_of_digits(const Ring& ring, Integer n) {
  if (n.sign() < 0 || n >= ring.size()) throw DomainError("a finite field has no element of number " + n.to_string());
  const Integer p = ring.characteristic();
  std::vector<typename Ring::base_ring::element> digits;
  for (std::size_t i = 0; i < ring.degree(); ++i) {
    auto division = floor_div_rem(n, p);
    digits.push_back(ring.base().from_integer(division.second));
    n = std::move(division.first);
  }
  return ring.from_elements(std::move(digits));
}

}  // namespace

NumberField::NumberField(PolyQ minimal_polynomial) : QuotientField(checked(std::move(minimal_polynomial))) {}
Rational NumberField::norm(const element& a) const { return norm_of(*this, a); }
Rational NumberField::trace(const element& a) const { return trace_of(*this, a); }

FiniteField::FiniteField(PolyZp minimal_polynomial) : QuotientField(checked(std::move(minimal_polynomial))) {}
FiniteField::FiniteField(const PrimeField& field, std::size_t degree, const std::string& variable)
    : QuotientField(modulus_of(field, degree).with_variable(variable)) {}

Integer FiniteField::size() const { return pow(characteristic(), degree()); }
FiniteField::element FiniteField::frobenius(const element& a) const { return pow(*this, a, base().modulus()); }

FiniteField::element FiniteField::element_at(Integer n) const { return element_of_digits(*this, std::move(n)); }

std::uint64_t FiniteField::norm(const element& a) const { return norm_of(*this, a); }
std::uint64_t FiniteField::trace(const element& a) const { return trace_of(*this, a); }

BigFiniteField::BigFiniteField(DensePoly<BigPrimeField> minimal_polynomial)
    : QuotientField(checked(std::move(minimal_polynomial))) {}
BigFiniteField::BigFiniteField(const BigPrimeField& field, std::size_t degree, const std::string& variable)
    : QuotientField(modulus_of(field, degree).with_variable(variable)) {}

Integer BigFiniteField::size() const { return pow(characteristic(), degree()); }
BigFiniteField::element BigFiniteField::frobenius(const element& a) const {
  const Integer& p = base().modulus();
  element power = one();
  for (std::size_t bit = p.bit_length(); bit-- > 0;) {
    power = mul(power, power);
    if (mpz_tstbit(p.view().mpz(), bit) != 0) power = mul(power, a);
  }
  return power;
}
BigFiniteField::element BigFiniteField::element_at(Integer n) const { return element_of_digits(*this, std::move(n)); }
Integer BigFiniteField::norm(const element& a) const { return norm_of(*this, a); }
Integer BigFiniteField::trace(const element& a) const { return trace_of(*this, a); }

}  // namespace v1
}  // namespace polyfork
