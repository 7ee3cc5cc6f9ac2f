// QuotientRing<R>: the ring R[x]/(f) as a ring of coefficients.
//
// A value that holds f, made monic; elements are polynomials in f's variable of degree below that of f. The ring makes
// no promise about zero divisors, whatever f is: NumberField and FiniteField (fields of an irreducible f) do.
// Arithmetic of elements runs on the default context, since a ring's functions take none. A product costs one in R[x]
// and a division with remainder, a quotient over a field an extended Euclidean algorithm: O(n^2) operations in R.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/extensions/detail/quotient_division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/towers/fraction_field.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>

namespace polyfork {
inline namespace v1 {

template <GcdDomain R>
class QuotientRing {
 public:
  using category = commutative_ring_tag;
  using element = DensePoly<R>;
  using vector_type = std::vector<element>;
  using base_ring = R;
  static constexpr bool is_prime_field = false;
  static constexpr bool is_complex_field = false;

  /// Throws DomainError when the modulus is constant, or its leading coefficient is no unit of R; when the name of its
  /// variable stands for an element of R.
  explicit QuotientRing(DensePoly<R> modulus) : data_(made(std::move(modulus))) {}

  const R& base() const noexcept { return data_->modulus.ring(); }
  /// Monic.
  const element& modulus() const noexcept { return data_->modulus; }
  std::size_t degree() const noexcept { return static_cast<std::size_t>(data_->modulus.degree()); }
  const std::string& variable() const noexcept { return data_->modulus.variable(); }

  /// The class of x, of a constant, of any polynomial over R (in whatever variable).
  element generator() const { return reduced(element::generator(base())); }
  element constant(typename R::element c) const { return named(element::constant(base(), std::move(c))); }
  element reduced(element a) const {
    if (!(a.ring() == base())) throw ModulusMismatch("polynomials over different rings");
    a = named(std::move(a));
    return a.length() < data_->modulus.length() ? a : monic_div_rem(a, data_->modulus).remainder;
  }
  /// From coefficients in ascending degree.
  element from_elements(std::vector<typename R::element> c) const {
    return reduced(element::from_elements(base(), std::move(c)));
  }

  element zero() const { return named(element(base())); }
  element one() const { return constant(base().one()); }
  element from_integer(IntegerView n) const { return constant(base().from_integer(n)); }
  /// The image of n, an integer of any built-in type.
  template <std::integral I>
  element from_integer(I n) const {
    return from_integer(Integer(n));
  }
  // The using-declarations keep the members of the same names from hiding the functions of polynomials.
  element add(const element& a, const element& b) const {
    using polyfork::add;
    return add(a, b);
  }
  element sub(const element& a, const element& b) const {
    using polyfork::sub;
    return sub(a, b);
  }
  element mul(const element& a, const element& b) const {
    using polyfork::mul;
    return reduced(mul(a, b));
  }
  element neg(const element& a) const { return sub(zero(), a); }
  bool is_zero(const element& a) const { return a.is_zero(); }
  bool is_one(const element& a) const { return a.is_one(); }
  bool equal(const element& a, const element& b) const { return a == b; }
  /// A q with q b = a, if there is one; over R that is no field one is found only where b divides no zero. Throws
  /// DomainError when b = 0.
  std::optional<element> try_divide(const element& a, const element& b) const {
    if (b.is_zero()) throw DomainError("division by zero in a quotient ring");
    if constexpr (Field<R>) {
      auto q = detail::quotient_modulo(a, b, data_->modulus);
      if (q) q = named(std::move(*q));
      return q;
    } else {
      return divided_by_fractions(a, b);
    }
  }
  Integer characteristic() const { return base().characteristic(); }
  std::string to_string(const element& a) const { return polyfork::to_string(a); }
  /// Throws ModulusMismatch for polynomials over another ring, DomainError for those in another variable or not
  /// reduced.
  void require_element(const element& a) const {
    if (!(a.ring() == base())) throw ModulusMismatch("polynomials over different rings");
    if (!a.is_constant() && a.variable() != variable())
      throw DomainError("polynomials in different variables: " + a.variable() + " and " + variable());
    if (a.length() >= data_->modulus.length()) throw DomainError("an element of a quotient ring is not reduced");
  }
  bool uses_name(std::string_view name) const { return name == variable() || detail::uses_name(base(), name); }
  /// What a name in a text stands for: the class of x, or what it is in the base ring.
  std::optional<element> named_element(std::string_view name) const {
    if (name == variable()) return generator();
    if constexpr (requires { base().named_element(name); })
      if (auto c = base().named_element(name)) return constant(std::move(*c));
    return std::nullopt;
  }

  friend bool operator==(const QuotientRing& a, const QuotientRing& b) {
    return a.data_ == b.data_ || (a.variable() == b.variable() && a.modulus() == b.modulus());
  }

 private:
  struct Data {
    element modulus;
  };

  static std::shared_ptr<const Data> made(element modulus) {
    if (modulus.is_constant()) throw DomainError("a quotient ring needs a modulus that is not constant");
    detail::require_variable_name(modulus.ring(), modulus.variable());
    if (!modulus.is_monic()) {
      const R& ring = modulus.ring();
      const auto inverse = ring.try_divide(ring.one(), modulus.leading_coefficient());
      if (!inverse) throw DomainError("a quotient ring needs a modulus whose leading coefficient is a unit");
      modulus = scale(modulus, *inverse);
    }
    return std::make_shared<const Data>(Data{std::move(modulus)});
  }
  element named(element a) const { return std::move(a).with_variable(variable()); }

  /// The quotient over the field of fractions, if its coefficients are in R.
  std::optional<element> divided_by_fractions(const element& a, const element& b) const {
    const FractionField<R> fractions(base());
    const auto embedded = [&](const element& p) {
      std::vector<typename FractionField<R>::element> c;
      for (std::size_t i = 0; i < p.length(); ++i) c.push_back(fractions.embed(p.coefficient(i)));
      return DensePoly<FractionField<R>>::from_elements(fractions, std::move(c));
    };
    const auto q = detail::quotient_modulo(embedded(a), embedded(b), embedded(data_->modulus));
    if (!q) return std::nullopt;
    std::vector<typename R::element> c;
    for (std::size_t i = 0; i < q->length(); ++i) {
      auto x = q->coefficient(i);
      if (!base().is_one(x.denominator)) return std::nullopt;
      c.push_back(std::move(x.numerator));
    }
    element result = from_elements(std::move(c));
    if (!(mul(result, b) == a)) return std::nullopt;
    return result;
  }

  std::shared_ptr<const Data> data_;
};

}  // namespace v1
}  // namespace polyfork
