// Identities between polynomials over any ring, as a typed test suite over the samplers of ring_samplers.hpp. Which
// ones are tested follows from the ring's category. Poly is the polynomial type: PolynomialLawsProperty<DenseOver<S>>.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>
#include <polyfork/poly/text/io.hpp>

#include "ring_samplers.hpp"

namespace polyfork::test {

/// Dense polynomials over the ring of a sampler.
template <class Sampler>
struct DenseOver {
  using sampler = Sampler;
  using ring_type = typename Sampler::ring_type;
  using poly = DensePoly<ring_type>;
};

/// Sparse polynomials over the ring of a sampler.
template <class Sampler>
struct SparseOver {
  using sampler = Sampler;
  using ring_type = typename Sampler::ring_type;
  using poly = SparsePoly<ring_type>;
};

template <class Over>
class PolynomialLawsProperty : public ::testing::Test {
 public:
  using S = typename Over::sampler;
  using R = typename Over::ring_type;
  using P = typename Over::poly;
  using E = typename R::element;
  static constexpr int rounds = [] {
    if constexpr (requires { S::rounds; }) return S::rounds;
    return 60;
  }();

  std::vector<E> elements(std::size_t length) {
    std::vector<E> c;
    for (std::uint64_t n = generator.random().below(length + 1); n != 0; --n) c.push_back(S::sample(generator));
    return c;
  }
  /// At most `length` coefficients.
  P poly(std::size_t length) { return P::from_elements(ring, elements(length)); }
  E nonzero_element() {
    for (int i = 0; i < 100; ++i)
      if (E e = S::sample(generator); !ring.is_zero(e)) return e;
    return ring.one();
  }
  P nonzero(std::size_t length) {
    for (int i = 0; i < 100; ++i)
      if (P p = poly(length); !p.is_zero()) return p;
    return constant(ring.one());
  }
  P monic(std::size_t length) {
    std::vector<E> c = elements(length);
    c.push_back(ring.one());
    return P::from_elements(ring, std::move(c));
  }
  P constant(E e) const { return P::constant(ring, std::move(e)); }
  bool divides(const P& b, const P& a) const { return b.is_zero() ? a.is_zero() : try_exact_div(a, b).has_value(); }
  ::testing::AssertionResult same(const P& a, const P& b) const {
    if (a == b) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << to_string(a) << " is not " << to_string(b);
  }

  R ring = S::ring();
  IntegerGenerator generator{0xb311};
};

TYPED_TEST_SUITE_P(PolynomialLawsProperty);

TYPED_TEST_P(PolynomialLawsProperty, SumsAndProducts) {
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->poly(7), b = this->poly(7), c = this->poly(5);
    EXPECT_TRUE(this->same((a + b) * (a + b), a * a + a * b + a * b + b * b));
    EXPECT_TRUE(this->same((a + b) * (a - b), a * a - b * b));
    EXPECT_TRUE(this->same(a * (b + c), a * b + a * c));
    EXPECT_TRUE(this->same((a * b) * c, a * (b * c)));
    EXPECT_TRUE(this->same(a - b + b, a));
    EXPECT_TRUE((a - a).is_zero());
    EXPECT_TRUE(this->same(-a + a, a - a));
    EXPECT_TRUE(this->same(neg(a), -a));
    EXPECT_TRUE(this->same(pow(c, 3), c * c * c));
    const auto e = this->nonzero_element();
    EXPECT_TRUE(this->same(scale(a, e), a * this->constant(e)));
    EXPECT_EQ(a * b, b * a);
  }
}

TYPED_TEST_P(PolynomialLawsProperty, EqualsTheNaiveReference) {
  const auto& r = this->ring;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->elements(9), b = this->elements(7);
    std::vector<typename TypeParam::ring_type::element> sum(9, r.zero()), product(16, r.zero());
    for (std::size_t k = 0; k < a.size(); ++k) sum[k] = r.add(sum[k], a[k]);
    for (std::size_t k = 0; k < b.size(); ++k) sum[k] = r.add(sum[k], b[k]);
    for (std::size_t k = 0; k < a.size(); ++k)
      for (std::size_t j = 0; j < b.size(); ++j) product[k + j] = r.add(product[k + j], r.mul(a[k], b[j]));
    using Poly = typename TypeParam::poly;
    const auto p = Poly::from_elements(r, a), q = Poly::from_elements(r, b);
    EXPECT_TRUE(this->same(p + q, Poly::from_elements(r, sum)));
    EXPECT_TRUE(this->same(p * q, Poly::from_elements(r, product)));
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_TRUE(r.equal(p.coefficient(k), a[k]));
  }
}

/// Everything commutes with x -> x^(2^40), which no list of coefficients survives.
TYPED_TEST_P(PolynomialLawsProperty, HugeExponents) {
  using Poly = typename TypeParam::poly;
  if constexpr (std::same_as<Poly, SparsePoly<typename TypeParam::ring_type>>) {
    const Poly power = Poly::monomial(this->ring, this->ring.one(), std::uint64_t{1} << 40);
    const auto high = [&](const Poly& f) { return compose(f, power); };
    for (int i = 0; i < std::max(2, this->rounds / 4); ++i) {
      const Poly a = this->poly(5), b = this->poly(4), m = this->monic(3);
      EXPECT_TRUE(this->same(high(a) + high(b), high(a + b)));
      EXPECT_TRUE(this->same(high(a) * high(b), high(a * b)));
      const auto [q, r] = monic_div_rem(a, m);
      const auto division = monic_div_rem(high(a), high(m));
      EXPECT_TRUE(this->same(division.quotient, high(q)) && this->same(division.remainder, high(r)));
      const Poly c = this->nonzero(3);
      const auto pseudo = lazy_pseudo_div_rem(a, c);
      EXPECT_TRUE(this->same(lazy_pseudo_div_rem(high(a), high(c)).remainder, high(pseudo.remainder)));
      if constexpr (IntegralDomain<typename TypeParam::ring_type>) {
        EXPECT_TRUE(this->same(exact_div(high(a * c), high(c)), high(a)));
      }
      if constexpr (GcdDomain<typename TypeParam::ring_type>) {
        EXPECT_TRUE(this->same(gcd(high(a), high(b)), high(gcd(a, b))));
      }
    }
  } else {
    GTEST_SKIP() << "dense";
  }
}

TYPED_TEST_P(PolynomialLawsProperty, ShiftsAreProductsByPowersOfX) {
  const auto x = decltype(this->poly(1))::generator(this->ring);
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->poly(7);
    EXPECT_TRUE(this->same(a << 3, a * pow(x, 3)));
    EXPECT_TRUE(this->same((a << 3) >> 3, a));
    EXPECT_TRUE(
        this->same(((a >> 2) << 2) + this->constant(a.coefficient(1)) * x + this->constant(a.coefficient(0)), a));
  }
}

TYPED_TEST_P(PolynomialLawsProperty, DerivativeObeysTheRules) {
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->poly(7), b = this->poly(7);
    EXPECT_TRUE(this->same(derivative(a + b), derivative(a) + derivative(b)));
    EXPECT_TRUE(this->same(derivative(a * b), derivative(a) * b + a * derivative(b)));
    EXPECT_TRUE(this->same(derivative(a, 2), derivative(derivative(a))));
    const auto c = this->poly(4);
    EXPECT_TRUE(this->same(derivative(compose(c, b)), compose(derivative(c), b) * derivative(b)));
  }
}

TYPED_TEST_P(PolynomialLawsProperty, EvaluationIsAHomomorphism) {
  const auto& r = this->ring;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->poly(6), b = this->poly(5);
    const auto x = this->nonzero_element();
    EXPECT_TRUE(r.equal(evaluate(a + b, x), r.add(evaluate(a, x), evaluate(b, x))));
    EXPECT_TRUE(r.equal(evaluate(a * b, x), r.mul(evaluate(a, x), evaluate(b, x))));
    EXPECT_TRUE(r.equal(evaluate(a, r.zero()), a.coefficient(0)));
    EXPECT_TRUE(r.equal(evaluate(compose(a, b), x), evaluate(a, evaluate(b, x))));
  }
}

TYPED_TEST_P(PolynomialLawsProperty, DivisionWithRemainder) {
  using Coefficients = typename TypeParam::ring_type;
  for (int i = 0; i < this->rounds; ++i) {
    const auto a = this->poly(9), m = this->monic(3);
    const auto [q, r] = monic_div_rem(a, m);
    EXPECT_TRUE(this->same(q * m + r, a));
    EXPECT_LT(r.degree(), m.degree());
    const auto b = this->nonzero(4);
    for (const bool lazy : {false, true}) {
      const auto pseudo = lazy ? lazy_pseudo_div_rem(a, b) : pseudo_div_rem(a, b);
      EXPECT_TRUE(this->same(scale(a, pseudo.multiplier), pseudo.quotient * b + pseudo.remainder));
      EXPECT_LT(pseudo.remainder.degree(), b.degree());
    }
    if constexpr (Field<Coefficients>) {
      const auto qr = div_rem(a, b);
      EXPECT_TRUE(this->same(qr.quotient * b + qr.remainder, a));
      EXPECT_LT(qr.remainder.degree(), b.degree());
      EXPECT_TRUE(this->same(rem(a, b), qr.remainder));
    }
    if constexpr (IntegralDomain<Coefficients>) {
      EXPECT_TRUE(this->same(exact_div(a * b, b), a));
      if (!b.is_constant()) {
        EXPECT_FALSE(try_exact_div(a * b + this->constant(this->ring.one()), b).has_value());
      }
    }
  }
}

TYPED_TEST_P(PolynomialLawsProperty, GcdAndContent) {
  using Coefficients = typename TypeParam::ring_type;
  if constexpr (GcdDomain<Coefficients>) {
    for (int i = 0; i < this->rounds; ++i) {
      const auto a = this->poly(4), b = this->poly(4), c = this->nonzero(3);
      const auto g = gcd(a, b);
      EXPECT_TRUE(this->divides(g, a) && this->divides(g, b));
      EXPECT_TRUE(this->same(g, gcd(b, a)));
      EXPECT_TRUE(this->same(gcd(g, g), g)) << "not normalised";
      const auto h = gcd(a * c, b * c);
      EXPECT_TRUE(this->divides(g * c, h) && this->divides(h, g * c));
      EXPECT_TRUE(this->same(scale(primitive_part(c), content(c)), c));
      const auto e = this->nonzero_element();
      EXPECT_TRUE(this->divides(this->constant(content(c)), this->constant(content(scale(c, e)))));
    }
  } else {
    GTEST_SKIP() << "no gcd domain";
  }
}

TYPED_TEST_P(PolynomialLawsProperty, SquareFreeFactorsRecompose) {
  using Coefficients = typename TypeParam::ring_type;
  if constexpr (GcdDomain<Coefficients>) {
    for (int i = 0; i < std::max(2, this->rounds / 4); ++i) {
      const auto a = this->nonzero(3), b = this->nonzero(2), c = this->nonzero(2);
      const auto f = a * pow(b, 2) * pow(c, 3);
      const auto decomposition = square_free_decomposition(f);
      auto product = this->constant(decomposition.unit);
      for (std::size_t k = 0; k < decomposition.factors.size(); ++k) {
        const auto& [factor, multiplicity] = decomposition.factors[k];
        product = product * pow(factor, multiplicity);
        EXPECT_TRUE(is_square_free(factor)) << to_string(factor);
        EXPECT_FALSE(factor.is_constant());
        for (std::size_t j = 0; j < k; ++j) EXPECT_TRUE(gcd(factor, decomposition.factors[j].factor).is_constant());
      }
      EXPECT_TRUE(this->same(product, f));
      EXPECT_EQ(is_square_free(b * b * c), b.is_constant() && is_square_free(c));
    }
  } else {
    GTEST_SKIP() << "no gcd domain";
  }
}

TYPED_TEST_P(PolynomialLawsProperty, ErrorsOfDivisionMixedRingsAndVariables) {
  using Sampler = typename TypeParam::sampler;
  using Poly = typename TypeParam::poly;
  const Poly one = this->constant(this->ring.one());
  const Poly zero = one - one;
  const Poly x = Poly::generator(this->ring);
  EXPECT_THROW((void)div_rem(x, zero), DomainError);
  EXPECT_THROW((void)exact_div(x, zero), DomainError);
  EXPECT_THROW((void)pseudo_div_rem(x, zero), DomainError);
  EXPECT_THROW((void)lazy_pseudo_div_rem(x, zero), DomainError);
  EXPECT_THROW((void)monic_div_rem(x, zero), DomainError);
  const Poly y = Poly(x).with_variable("y");
  EXPECT_THROW((void)(x + y), DomainError);
  EXPECT_THROW((void)(x * y), DomainError);
  EXPECT_FALSE(x == y);
  EXPECT_EQ((y + one).variable(), "y");
  if constexpr (requires { Sampler::other(); }) {
    const Poly foreign = Poly::generator(Sampler::other());
    EXPECT_THROW((void)(x + foreign), ModulusMismatch);
    EXPECT_THROW((void)(x * foreign), ModulusMismatch);
    EXPECT_THROW((void)pseudo_div_rem(x, foreign), ModulusMismatch);
    EXPECT_FALSE(x == foreign);
  }
  if constexpr (GcdDomain<typename TypeParam::ring_type>) {
    EXPECT_TRUE(gcd(zero, zero).is_zero());
    EXPECT_THROW((void)square_free_decomposition(zero), DomainError);
  }
}

REGISTER_TYPED_TEST_SUITE_P(PolynomialLawsProperty, SumsAndProducts, EqualsTheNaiveReference, HugeExponents,
                            ShiftsAreProductsByPowersOfX, DerivativeObeysTheRules, EvaluationIsAHomomorphism,
                            DivisionWithRemainder, GcdAndContent, SquareFreeFactorsRecompose,
                            ErrorsOfDivisionMixedRingsAndVariables);

}  // namespace polyfork::test
