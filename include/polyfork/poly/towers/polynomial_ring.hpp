// PolynomialRing<R>: the ring R[x] of dense polynomials as a ring of coefficients.
//
// A value that holds R and the name of the variable; its elements are DensePoly<R>. So DensePoly<PolynomialRing<R>>
// is R[x][y] with all that the category allows: R[x] is Euclidean over a field, a gcd domain over a gcd domain, and so
// on; units are those of R. Elements must have this ring and, unless they are constant, this variable: other ones give
// ModulusMismatch or DomainError where they meet. Towers are written from the inside:
// PolynomialRing(PolynomialRing(Rationals(), "x"), "y"); the variables differ, so that texts have one meaning.
// Arithmetic of elements runs on the default context, since a ring's functions take none.
//
// Products in R[x][y] for rings R with fast products: Kronecker's substitution y -> x^N with N above the degree of the
// product in x, one product in R[x], when the coefficients fill enough of it.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/dense/to_string.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

template <Ring R>
using polynomial_category = std::conditional_t<
    Field<R>, euclidean_domain_tag,
    std::conditional_t<GcdDomain<R>, gcd_domain_tag,
                       std::conditional_t<IntegralDomain<R>, integral_domain_tag, commutative_ring_tag>>>;

}  // namespace detail

template <Ring R>
class PolynomialRing {
 public:
  using category = detail::polynomial_category<R>;
  using element = DensePoly<R>;
  using vector_type = std::vector<element>;
  using base_ring = R;
  static constexpr bool is_prime_field = false;
  static constexpr bool is_complex_field = false;

  PolynomialRing() requires std::default_initializable<R>
  = default;
  /// In x, or the first of y, z, t, ... that the base does not use.
  explicit PolynomialRing(R base) : base_(std::move(base)) {}
  /// Throws DomainError for what is no name or stands for an element of the base, as DensePoly::set_variable does.
  PolynomialRing(R base, std::string variable) : base_(std::move(base)), variable_(std::move(variable)) {
    detail::require_variable_name(base_, this->variable());
  }

  const R& base() const noexcept { return base_; }
  const std::string& variable() const noexcept { return variable_.text(); }
  /// The polynomial c, and the polynomial x.
  element constant(typename R::element c) const { return named(element::constant(base_, std::move(c))); }
  element generator() const { return named(element::generator(base_)); }
  /// From coefficients in ascending degree.
  element from_elements(std::vector<typename R::element> c) const {
    return named(element::from_elements(base_, std::move(c)));
  }

  element zero() const { return named(element(base_)); }
  element one() const { return constant(base_.one()); }
  element from_integer(IntegerView n) const { return constant(base_.from_integer(n)); }
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
    return mul(a, b);
  }
  element neg(const element& a) const { return sub(zero(), a); }
  bool is_zero(const element& a) const { return a.is_zero(); }
  bool is_one(const element& a) const { return a.is_one(); }
  bool equal(const element& a, const element& b) const { return a == b; }
  /// Throws DomainError when b = 0.
  std::optional<element> try_divide(const element& a, const element& b) const { return try_exact_div(a, b); }
  /// Over Z and Q[x]... the leading coefficient is normalised in turn; over fields monic.
  element gcd(const element& a, const element& b) const requires GcdDomain<R> { return polyfork::gcd(a, b); }
  Integer characteristic() const { return base_.characteristic(); }
  std::string to_string(const element& a) const { return polyfork::to_string(a); }
  /// Throws ModulusMismatch for polynomials over another ring, DomainError for those in another variable.
  void require_element(const element& a) const {
    if (!(a.ring() == base_)) throw ModulusMismatch("polynomials over different rings");
    if (!a.is_constant() && a.variable() != variable())
      throw DomainError("polynomials in different variables: " + a.variable() + " and " + variable());
  }
  bool uses_name(std::string_view name) const { return name == variable() || detail::uses_name(base_, name); }
  /// What a name in a text stands for: the variable, or what it is in the base ring.
  std::optional<element> named_element(std::string_view name) const {
    if (name == variable()) return generator();
    if constexpr (requires { base_.named_element(name); })
      if (auto c = base_.named_element(name)) return constant(std::move(*c));
    return std::nullopt;
  }

  friend bool operator==(const PolynomialRing& a, const PolynomialRing& b) {
    return a.base_ == b.base_ && a.variable_ == b.variable_;
  }

 private:
  element named(element a) const { return std::move(a).with_variable(variable()); }

  [[no_unique_address]] R base_;
  detail::VariableName variable_{detail::default_variable(base_)};
};

namespace detail {

/// Rings whose dense products are faster than the generic ones.
template <class R>
concept FastProducts =
    std::is_same_v<R, Integers> || std::is_same_v<R, Rationals> || std::is_same_v<R, PrimeField> || HasVectorProduct<R>;

template <FastProducts R>
struct VectorProduct<PolynomialRing<R>> {
  using V = std::vector<DensePoly<R>>;
  using E = typename R::element;

  /// Kronecker's substitution is taken when at least this part of the packed operands is filled.
  static constexpr std::size_t sparsest = 4;

  static std::optional<V> mul(const PolynomialRing<R>& ring, const V& a, const V& b, const ExecutionContext& ctx) {
    const std::size_t slot = longest(a) + longest(b) - 1;
    if (a.size() == 1 || b.size() == 1 || filled(a) * sparsest < a.size() * slot ||
        filled(b) * sparsest < b.size() * slot)
      return std::nullopt;
    using polyfork::mul;
    return unpack(ring, mul(pack(ring, a, slot), pack(ring, b, slot), ctx), slot, a.size() + b.size() - 1);
  }

 private:
  static std::size_t longest(const V& a) {
    std::size_t length = 0;
    for (const DensePoly<R>& c : a) length = std::max(length, c.length());
    return length;
  }
  static std::size_t filled(const V& a) {
    std::size_t sum = 0;
    for (const DensePoly<R>& c : a) sum += c.length();
    return sum;
  }
  static DensePoly<R> pack(const PolynomialRing<R>& ring, const V& a, std::size_t slot) {
    std::vector<E> packed;
    packed.reserve(a.size() * slot);
    for (const DensePoly<R>& c : a) {
      ring.require_element(c);
      for (std::size_t i = 0; i < c.length(); ++i) packed.push_back(c.coefficient(i));
      packed.resize(packed.size() + slot - c.length(), ring.base().zero());
    }
    return ring.from_elements(std::move(packed));
  }
  static V unpack(const PolynomialRing<R>& ring, const DensePoly<R>& product, std::size_t slot, std::size_t length) {
    V out;
    out.reserve(length);
    for (std::size_t k = 0; k < length; ++k) {
      std::vector<E> c;
      for (std::size_t i = k * slot; i < std::min((k + 1) * slot, product.length()); ++i)
        c.push_back(product.coefficient(i));
      out.push_back(ring.from_elements(std::move(c)));
    }
    return out;
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork

#include <polyfork/poly/towers/detail/flatten.inl>
