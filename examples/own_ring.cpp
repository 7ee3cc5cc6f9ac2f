// A ring of one's own: the Gaussian integers Z[i], and all that polynomials over them gain from a gcd.
//
// A ring is a value with the members below (concept polyfork::Ring). Its category says what it promises: a gcd domain
// has a normalised gcd, so that contents, greatest common divisors and square-free decompositions work.
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/ring_conversions.hpp>

using polyfork::Integer;

struct Gaussian {
  Integer re;
  Integer im;
  friend bool operator==(const Gaussian&, const Gaussian&) = default;
};

struct GaussianIntegers {
  using category = polyfork::gcd_domain_tag;
  using element = Gaussian;
  using vector_type = std::vector<Gaussian>;

  element zero() const { return {}; }
  element one() const { return {1, 0}; }
  element from_integer(polyfork::IntegerView n) const { return {Integer(n), 0}; }
  element add(const element& a, const element& b) const { return {a.re + b.re, a.im + b.im}; }
  element sub(const element& a, const element& b) const { return {a.re - b.re, a.im - b.im}; }
  element mul(const element& a, const element& b) const {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  element neg(const element& a) const { return {-a.re, -a.im}; }
  bool is_zero(const element& a) const { return a.re.is_zero() && a.im.is_zero(); }
  bool is_one(const element& a) const { return a == one(); }
  bool equal(const element& a, const element& b) const { return a == b; }
  /// The quotient when it lies in Z[i].
  std::optional<element> try_divide(const element& a, const element& b) const {
    element q = nearest_quotient(a, b);
    if (!is_zero(sub(a, mul(q, b)))) return std::nullopt;
    return q;
  }
  /// Euclid with quotients rounded to the nearest point; of the four associates the one with re > 0, im >= 0.
  element gcd(element a, element b) const {
    while (!is_zero(b)) {
      element r = sub(a, mul(nearest_quotient(a, b), b));
      a = std::exchange(b, std::move(r));
    }
    while (!is_zero(a) && !(a.re.sign() > 0 && a.im.sign() >= 0)) a = mul(a, {0, 1});
    return a;
  }
  Integer characteristic() const { return 0; }
  std::string to_string(const element& a) const {
    if (a.im.is_zero()) return a.re.to_string();
    return a.re.to_string() + (a.im.sign() < 0 ? "-" : "+") + polyfork::abs(a.im).to_string() + "*i";
  }
  friend bool operator==(GaussianIntegers, GaussianIntegers) { return true; }

 private:
  static Integer rounded(const Integer& n, const Integer& d) {  // floor(n/d + 1/2)
    return polyfork::floor_div_rem((n << 1) + d, d << 1).first;
  }
  element nearest_quotient(const element& a, const element& b) const {
    if (is_zero(b)) throw polyfork::DomainError("division by zero");
    const element n = mul(a, {b.re, -b.im});
    const Integer norm = b.re * b.re + b.im * b.im;
    return {rounded(n.re, norm), rounded(n.im, norm)};
  }
};
static_assert(polyfork::GcdDomain<GaussianIntegers>);

// One specialisation, and polyfork::convert knows the map into Q(i).
template <>
struct polyfork::RingConversion<GaussianIntegers, polyfork::GaussianRationals> {
  static GaussianRational apply(const GaussianRationals&, const GaussianIntegers&, const Gaussian& a) {
    return {Rational(a.re), Rational(a.im)};
  }
};

int main() {
  using namespace polyfork;
  using Poly = DensePoly<GaussianIntegers>;

  const Poly a{{1, 1}, {3, 0}, {0, 2}};  // (1+i) + 3 x + 2i x^2
  const Poly b{{5, 0}, {1, -1}};
  const Poly f = a * a * b * Gaussian{3, 1};
  std::cout << "f = " << f << '\n';
  std::cout << "content(f) = " << f.ring().to_string(content(f)) << '\n';
  std::cout << "gcd(f, f') = " << gcd(f, derivative(f)) << '\n';

  const auto decomposition = square_free_decomposition(f);
  Poly product = Poly::constant(decomposition.unit);
  for (const auto& [factor, multiplicity] : decomposition.factors) {
    std::cout << "(" << factor << ")^" << multiplicity << '\n';
    for (std::uint64_t k = 0; k < multiplicity; ++k) product *= factor;
  }

  const auto monic = make_monic(convert(GaussianRationals(), f));
  std::cout << "monic over Q(i): " << monic << '\n';
  return product == f && monic.is_monic() ? 0 : 1;
}
