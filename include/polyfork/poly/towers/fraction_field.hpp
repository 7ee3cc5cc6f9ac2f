// FractionField<D>: the field of fractions of a gcd domain; RationalFunctions<R>: R(x).
//
// Fractions are in lowest terms with a denominator that is its own gcd with zero: monic over fields, with positive
// leading coefficient over Z; so equal fractions have equal parts. Sums and products cancel early, by gcds of smaller
// operands than those of the result (Henrici, JACM 1956; Knuth, TAOCP 2, 4.5.1).
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/ring.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

/// Says that the parts of a fraction are known to be in normal form.
struct NormalParts {};

}  // namespace detail

/// Made by FractionField::fraction, which brings it to normal form.
template <class E>
struct Fraction {
  Fraction(E numerator_part, E denominator_part, detail::NormalParts)
      : numerator(std::move(numerator_part)), denominator(std::move(denominator_part)) {}
  E numerator;
  E denominator;
  friend bool operator==(const Fraction&, const Fraction&) = default;
};

template <GcdDomain D>
class FractionField {
 public:
  using category = field_tag;
  using element = Fraction<typename D::element>;
  using vector_type = std::vector<element>;
  using base_ring = D;
  static constexpr bool is_prime_field = false;
  static constexpr bool is_complex_field = false;

  FractionField() requires std::default_initializable<D>
  = default;
  explicit FractionField(D domain) : domain_(std::move(domain)) {}

  const D& base() const noexcept { return domain_; }
  /// numerator / denominator in normal form. Throws DomainError when the denominator is zero.
  element fraction(typename D::element numerator, typename D::element denominator) const {
    detail::require_element(domain_, numerator);
    detail::require_element(domain_, denominator);
    if (domain_.is_zero(denominator)) throw DomainError("a fraction with denominator zero");
    const E common = domain_.gcd(numerator, denominator);
    return normal(divided(std::move(numerator), common), divided(std::move(denominator), common));
  }
  /// The fraction a / 1.
  element embed(typename D::element a) const { return {std::move(a), domain_.one(), detail::NormalParts()}; }

  element zero() const { return embed(domain_.zero()); }
  element one() const { return embed(domain_.one()); }
  element from_integer(IntegerView n) const { return embed(domain_.from_integer(n)); }
  /// The image of n, an integer of any built-in type.
  template <std::integral I>
  element from_integer(I n) const {
    return from_integer(Integer(n));
  }
  element add(const element& a, const element& b) const { return sum(a, b.numerator, b.denominator); }
  element sub(const element& a, const element& b) const { return sum(a, domain_.neg(b.numerator), b.denominator); }
  element mul(const element& a, const element& b) const { return product(a, b.numerator, b.denominator); }
  element neg(const element& a) const { return {domain_.neg(a.numerator), a.denominator, detail::NormalParts()}; }
  bool is_zero(const element& a) const { return domain_.is_zero(a.numerator); }
  bool is_one(const element& a) const { return domain_.is_one(a.numerator) && domain_.is_one(a.denominator); }
  bool equal(const element& a, const element& b) const {
    return domain_.equal(a.numerator, b.numerator) && domain_.equal(a.denominator, b.denominator);
  }
  /// Throws DomainError for zero.
  element inverse(const element& a) const {
    if (is_zero(a)) throw DomainError("the inverse of zero in a field of fractions");
    return normal(a.denominator, a.numerator);
  }
  /// Throws DomainError when b = 0.
  std::optional<element> try_divide(const element& a, const element& b) const {
    if (is_zero(b)) throw DomainError("division by zero in a field of fractions");
    return product(a, b.denominator, b.numerator);
  }
  /// 1, or 0 when both are zero.
  element gcd(const element& a, const element& b) const { return is_zero(a) && is_zero(b) ? zero() : one(); }
  Integer characteristic() const { return domain_.characteristic(); }
  /// "x + 1", "(x + 1)/(x - 2)".
  std::string to_string(const element& a) const {
    if (domain_.is_one(a.denominator)) return domain_.to_string(a.numerator);
    return operand(domain_.to_string(a.numerator)) + '/' + operand(domain_.to_string(a.denominator));
  }
  void require_element(const element& a) const {
    detail::require_element(domain_, a.numerator);
    detail::require_element(domain_, a.denominator);
  }
  bool uses_name(std::string_view name) const { return detail::uses_name(domain_, name); }
  /// What a name in a text stands for in the domain.
  std::optional<element> named_element(std::string_view name) const {
    if constexpr (requires { domain_.named_element(name); })
      if (auto a = domain_.named_element(name)) return embed(std::move(*a));
    return std::nullopt;
  }

  friend bool operator==(const FractionField& a, const FractionField& b) { return a.domain_ == b.domain_; }

 private:
  using E = typename D::element;

  /// Exact division by a common divisor.
  E divided(E a, const E& divisor) const {
    return domain_.is_one(divisor) ? std::move(a) : *domain_.try_divide(a, divisor);
  }
  /// The fraction of coprime parts, the denominator made its own gcd with zero.
  element normal(E numerator, E denominator) const {
    if (domain_.is_one(denominator)) return {std::move(numerator), std::move(denominator), detail::NormalParts()};
    E normalised = domain_.gcd(denominator, domain_.zero());
    if (!domain_.equal(normalised, denominator))
      numerator = *domain_.try_divide(numerator, *domain_.try_divide(denominator, normalised));
    return {std::move(numerator), std::move(normalised), detail::NormalParts()};
  }
  /// a + n / d: with g the gcd of the denominators, what cancels divides g.
  element sum(const element& a, const E& n, const E& d) const {
    const E g = domain_.gcd(a.denominator, d);
    const E cofactor_a = divided(a.denominator, g);
    const E top = domain_.add(domain_.mul(a.numerator, divided(d, g)), domain_.mul(n, cofactor_a));
    if (domain_.is_zero(top)) return zero();
    if (domain_.is_one(g)) return normal(top, domain_.mul(a.denominator, d));
    const E h = domain_.gcd(top, g);
    return normal(divided(top, h), domain_.mul(cofactor_a, divided(d, h)));
  }
  /// a n / d with n / d in lowest terms, d any nonzero.
  element product(const element& a, const E& n, const E& d) const {
    if (domain_.is_zero(a.numerator) || domain_.is_zero(n)) return zero();
    const E g = domain_.gcd(a.numerator, d);
    const E h = domain_.gcd(n, a.denominator);
    return normal(domain_.mul(divided(a.numerator, g), divided(n, h)),
                  domain_.mul(divided(a.denominator, h), divided(d, g)));
  }
  static bool is_word(std::string_view text) {
    for (const char c : text)
      if (!(c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) return false;
    return true;
  }
  static std::string operand(const std::string& text) { return is_word(text) ? text : '(' + text + ')'; }

  [[no_unique_address]] D domain_;
};

/// The field R(x) of rational functions: RationalFunctions<Rationals>(PolynomialRing<Rationals>({}, "t")).
template <GcdDomain R>
using RationalFunctions = FractionField<PolynomialRing<R>>;

}  // namespace v1
}  // namespace polyfork
