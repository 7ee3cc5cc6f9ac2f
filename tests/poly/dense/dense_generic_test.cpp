// DensePoly over rings of the user's own: residues modulo 6 (zero divisors), Gaussian integers, and polynomials.
#include <polyfork/poly/dense/dense_poly.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>

#include "integer_generators.hpp"
#include "integers_mod_six.hpp"

namespace polyfork::test {
namespace {

/// a + b i.
struct Gaussian {
  Integer re;
  Integer im;
  friend bool operator==(const Gaussian&, const Gaussian&) = default;
};
struct GaussianIntegers {
  using category = integral_domain_tag;
  using element = Gaussian;
  using vector_type = std::vector<Gaussian>;
  Gaussian zero() const { return {}; }
  Gaussian one() const { return {1, 0}; }
  Gaussian from_integer(IntegerView n) const { return {Integer(n), 0}; }
  Gaussian add(const Gaussian& a, const Gaussian& b) const { return {a.re + b.re, a.im + b.im}; }
  Gaussian sub(const Gaussian& a, const Gaussian& b) const { return {a.re - b.re, a.im - b.im}; }
  Gaussian mul(const Gaussian& a, const Gaussian& b) const {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  Gaussian neg(const Gaussian& a) const { return {-a.re, -a.im}; }
  bool is_zero(const Gaussian& a) const { return a.re.is_zero() && a.im.is_zero(); }
  bool is_one(const Gaussian& a) const { return a == one(); }
  bool equal(const Gaussian& a, const Gaussian& b) const { return a == b; }
  std::optional<Gaussian> try_divide(const Gaussian& a, const Gaussian& b) const {
    const Gaussian n = mul(a, {b.re, -b.im});
    const Integer d = b.re * b.re + b.im * b.im;
    const auto [re, re_rest] = floor_div_rem(n.re, d);
    const auto [im, im_rest] = floor_div_rem(n.im, d);
    if (!re_rest.is_zero() || !im_rest.is_zero()) return std::nullopt;
    return Gaussian{re, im};
  }
  Integer characteristic() const { return 0; }
  std::string to_string(const Gaussian& a) const { return a.re.to_string() + "+" + a.im.to_string() + "*i"; }
  friend bool operator==(GaussianIntegers, GaussianIntegers) { return true; }
};
static_assert(IntegralDomain<GaussianIntegers>);

/// The integers and the rationals again, with elements on a plain vector: a gcd domain and a field.
struct PlainIntegers : Integers {
  using category = gcd_domain_tag;
  using vector_type = std::vector<Integer>;
  friend bool operator==(PlainIntegers, PlainIntegers) { return true; }
};
struct PlainRationals : Rationals {
  using vector_type = std::vector<Rational>;
  friend bool operator==(PlainRationals, PlainRationals) { return true; }
};

template <class R, class Draw>
void check_laws(const R& ring, const Draw& draw, const ExecutionContext& ctx) {
  using P = DensePoly<R>;
  const auto poly = [&](std::size_t n) {
    std::vector<typename R::element> c;
    for (std::size_t i = 0; i < n; ++i) c.push_back(draw());
    return P::from_elements(ring, std::move(c));
  };
  for (const auto& [n, m] : {std::pair{0, 3}, {1, 1}, {5, 9}, {30, 30}, {31, 64}, {100, 100}, {7, 90}}) {
    const P a = poly(static_cast<std::size_t>(n));
    const P b = poly(static_cast<std::size_t>(m));
    const P c = poly(static_cast<std::size_t>(m));
    const P ab = mul(a, b, ctx);
    for (std::size_t k = 0; k < a.length() + b.length(); ++k) {
      auto sum = ring.zero();
      for (std::size_t i = 0; i <= k; ++i) sum = ring.add(sum, ring.mul(a.coefficient(i), b.coefficient(k - i)));
      ASSERT_TRUE(ring.equal(ab.coefficient(k), sum));
    }
    EXPECT_EQ(mul(a, add(b, c)), add(ab, mul(a, c)));
    EXPECT_EQ(sub(add(a, b), b), a);
    EXPECT_EQ(derivative(ab), add(mul(derivative(a), b), mul(a, derivative(b))));
    const auto x = draw();
    EXPECT_TRUE(ring.equal(evaluate(ab, x), ring.mul(evaluate(a, x), evaluate(b, x))));
    EXPECT_EQ((a << 3) >> 3, a);
    EXPECT_EQ(scale(a, x), mul(a, P::constant(ring, x)));
    EXPECT_TRUE(add(a, -a).is_zero());
  }
}

ExecutionContext tiny(int threads) {
  GenericMulTuning t;
  t.karatsuba_length = 2;
  t.parallel_length = 2;
  return ExecutionContext().with_threads(threads).with_tuning(Tuning().set(t));
}

TEST(DenseGenericProperty, IntegersModSix) {
  Random r(51);
  const auto draw = [&] { return static_cast<int>(r.below(6)); };
  check_laws(IntegersModSix{}, draw, ExecutionContext());
  check_laws(IntegersModSix{}, draw, tiny(2));
  EXPECT_TRUE(mul(DensePoly<IntegersModSix>{2, 2}, DensePoly<IntegersModSix>{3, 3}).is_zero());
}

TEST(DenseGenericProperty, GaussianIntegers) {
  IntegerGenerator g(52);
  const auto draw = [&] { return Gaussian{g.draw(2), g.draw(1)}; };
  check_laws(GaussianIntegers{}, draw, ExecutionContext());
  check_laws(GaussianIntegers{}, draw, tiny(2));
}

TEST(DenseGeneric, Division) {
  using P = DensePoly<GaussianIntegers>;
  IntegerGenerator g(53);
  for (std::size_t n = 1; n < 12; ++n) {
    std::vector<Gaussian> ca;
    std::vector<Gaussian> cb;
    for (std::size_t i = 0; i < n; ++i) ca.push_back({g.draw(1), g.draw(1)}), cb.push_back({g.draw(1), g.nonzero(1)});
    const P a(GaussianIntegers{}, ca);
    const P b(GaussianIntegers{}, cb);
    EXPECT_EQ(exact_div(mul(a, b), b), a);
    if (n > 1) {
      EXPECT_FALSE(try_exact_div(add(mul(a, b), P{Gaussian{1, 0}}), b).has_value());
    }
  }
  EXPECT_EQ(rem(DensePoly<IntegersModSix>{1, 2, 3, 4}, DensePoly<IntegersModSix>{1, 5}),
            (DensePoly<IntegersModSix>{4}));
}

TEST(DenseGeneric, GcdOverAGcdDomain) {
  using P = DensePoly<PlainIntegers>;
  IntegerGenerator g(54);
  const auto draw = [&](std::size_t n) {
    std::vector<Integer> c;
    for (std::size_t i = 0; i < n; ++i) c.push_back(g.draw(1));
    c.back() = g.nonzero(1);
    return P(PlainIntegers{}, c);
  };
  for (std::size_t n = 1; n < 8; ++n) {
    const P common = draw(n);
    const P a = draw(6);
    const P b = draw(9 - n);
    const P d = gcd(mul(a, common), mul(b, common));
    EXPECT_EQ(d.ring().gcd(d.leading_coefficient(), 0), d.leading_coefficient());
    EXPECT_TRUE(try_exact_div(d, common).has_value());
    EXPECT_TRUE(try_exact_div(mul(a, common), d).has_value());
    EXPECT_TRUE(try_exact_div(mul(b, common), d).has_value());
  }
  EXPECT_EQ(gcd(P{}, P{-2, -4}), (P{2, 4}));
  EXPECT_EQ(gcd(P{-6}, P{4, 8}), (P{2}));
  EXPECT_EQ(content(P{-6, 9}), 3);
}

TEST(DenseGeneric, GcdOverAField) {
  using P = DensePoly<PlainRationals>;
  const P common{Rational(1, 2), 3, 1};
  const P a = mul(common, P{1, 2});
  const P b = mul(common, P{5, 0, 1});
  EXPECT_EQ(gcd(a, b), common);
  EXPECT_EQ(gcd(P{}, P{2, 4}), (P{Rational(1, 2), 1}));
  EXPECT_TRUE(gcd(P{}, P{}).is_zero());
}

TEST(DenseGeneric, Text) {
  EXPECT_EQ(to_string(DensePoly<IntegersModSix>{1, 0, 5, 1}), "x^3 + 5*x^2 + 1");
  EXPECT_EQ(to_string(PolyZ{0, -1, 0, -1}), "-x^3 - x");
  EXPECT_EQ(to_string(PolyZ{-1}), "-1");
  EXPECT_EQ(to_string(PolyZ{}), "0");
  EXPECT_EQ(to_string(PolyQ{Rational(1, 2), Rational(-1), Rational(3)}), "3*x^2 - x + 1/2");
  EXPECT_EQ(to_string(PolyQ{Rational(-1, 2), Rational(-3, 4)}.with_variable("t")), "-3/4*t - 1/2");
  EXPECT_EQ(to_string(DensePoly<GaussianIntegers>{Gaussian{1, 2}, Gaussian{0, 1}}), "(0+1*i)*x + (1+2*i)");
}

}  // namespace
}  // namespace polyfork::test
