// MultiPolynomialRing<R>: the ring R[x, y, ...] of sparse polynomials in several variables as a ring of coefficients.
//
// A value that holds R and the variables with their order; its elements are SparseMultiPoly<R>. FractionField over it
// is the field of rational functions in several variables. Elements must have this ring and, unless they are constant,
// these variables. Arithmetic of elements runs on the default context, since a ring's functions take none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>

namespace polyfork {
inline namespace v1 {

template <Ring R>
class MultiPolynomialRing {
 public:
  using category = std::conditional_t<GcdDomain<R>, gcd_domain_tag,
                                      std::conditional_t<IntegralDomain<R>, integral_domain_tag, commutative_ring_tag>>;
  using element = SparseMultiPoly<R>;
  using vector_type = std::vector<element>;
  using base_ring = R;
  static constexpr bool is_prime_field = false;
  static constexpr bool is_complex_field = false;

  /// Without variables.
  MultiPolynomialRing() requires std::default_initializable<R>
  = default;
  /// Throws DomainError for a variable that has the name of an element of the base.
  MultiPolynomialRing(R base, Variables variables) : zero_(std::move(base), std::move(variables)) {}
  explicit MultiPolynomialRing(Variables variables) requires std::default_initializable<R>
      : MultiPolynomialRing(R(), std::move(variables)) {}

  const R& base() const noexcept { return zero_.ring(); }
  const Variables& variables() const noexcept { return zero_.variables(); }
  element constant(typename R::element c) const { return zero_.constant_like(std::move(c)); }
  /// The polynomial that is one of the variables. Throws DomainError for an unknown name.
  element generator(std::string_view name) const { return element::generator(base(), variables(), name); }

  element zero() const { return zero_; }
  element one() const { return constant(base().one()); }
  element from_integer(IntegerView n) const { return constant(base().from_integer(n)); }
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
    return mul(a, b);
  }
  element neg(const element& a) const { return sub(zero_, a); }
  bool is_zero(const element& a) const { return a.is_zero(); }
  bool is_one(const element& a) const { return a.is_one(); }
  bool equal(const element& a, const element& b) const { return a == b; }
  /// Throws DomainError when b = 0.
  std::optional<element> try_divide(const element& a, const element& b) const { return try_exact_div(a, b); }
  /// Over Z with positive leading coefficient, over fields monic.
  element gcd(const element& a, const element& b) const requires GcdDomain<R> { return polyfork::gcd(a, b); }
  Integer characteristic() const { return base().characteristic(); }
  std::string to_string(const element& a) const { return polyfork::to_string(a); }
  /// Throws ModulusMismatch for polynomials over another ring, DomainError for those in other variables.
  void require_element(const element& a) const {
    detail::require_equal_rings(a.ring(), base());
    if (!a.is_constant() && !(a.variables() == variables())) detail::refuse_variables(a.variables(), variables());
  }
  bool uses_name(std::string_view name) const { return variables().contains(name) || detail::uses_name(base(), name); }
  /// What a name in a text stands for: a variable, or what it is in the base ring.
  std::optional<element> named_element(std::string_view name) const {
    if (variables().contains(name)) return generator(name);
    if constexpr (requires { base().named_element(name); })
      if (auto c = base().named_element(name)) return constant(std::move(*c));
    return std::nullopt;
  }

  friend bool operator==(const MultiPolynomialRing& a, const MultiPolynomialRing& b) {
    return a.base() == b.base() && a.variables() == b.variables();
  }

 private:
  element zero_;  // the ring and the variables
};

}  // namespace v1
}  // namespace polyfork
