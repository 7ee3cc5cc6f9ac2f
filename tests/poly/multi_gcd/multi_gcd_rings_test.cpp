// Gcds, contents and square-free decompositions of sparse polynomials in several variables over other gcd domains.
#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include <gtest/gtest.h>

#include <functional>

#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "cancellation.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

/// A small element: over polynomial rings of degree 1 at most.
template <class R>
typename R::element small_element(Random& r, const R& ring) {
  const auto number = [&] { return Integer(static_cast<std::int64_t>(r.below(9)) - 4); };
  if constexpr (std::same_as<R, GaussianRationals>) {
    return GaussianRational(Rational(number(), Integer(1 + r.below(3))), Rational(number()));
  } else if constexpr (requires { ring.generator(); }) {
    const auto base = [&] { return ring.constant(ring.base().from_integer(number())); };
    return ring.add(base(), ring.mul(base(), ring.generator()));
  } else {
    return ring.from_integer(number());
  }
}

template <class R>
SparseMultiPoly<R> small_poly(Random& r, const R& ring, const Variables& v, std::size_t terms, std::uint64_t degree) {
  for (;;) {
    std::vector<typename SparseMultiPoly<R>::Term> list;
    for (std::size_t i = 0; i < terms; ++i) {
      std::vector<std::uint64_t> e(v.size());
      for (auto& x : e) x = r.below(degree + 1);
      list.push_back({std::move(e), small_element(r, ring)});
    }
    auto p = SparseMultiPoly<R>::from_terms(ring, v, list);
    if (!p.is_zero()) return p;
  }
}

template <class R>
struct Sample {
  static R ring() { return R{}; }
};
template <>
struct Sample<BigPrimeField> {
  static BigPrimeField ring() { return BigPrimeField::trusted((Integer(1) << 127) - Integer(1)); }
};
template <class R>
struct Sample<PolynomialRing<R>> {
  static PolynomialRing<R> ring() { return PolynomialRing<R>(Sample<R>::ring(), "s"); }
};

template <class R>
class MultiGcdRingsProperty : public testing::Test {};
using Rings = testing::Types<GaussianRationals, BigPrimeField, PolynomialRing<Integers>>;
TYPED_TEST_SUITE(MultiGcdRingsProperty, Rings);

/// Divides both, with cofactors whose gcd is a unit; its leading coefficient is normalised.
TYPED_TEST(MultiGcdRingsProperty, PlantedFactor) {
  const TypeParam ring = Sample<TypeParam>::ring();
  Random r(931);
  for (int round = 0; round < 8; ++round) {
    const Variables v = test_variables(1 + r.below(3), static_cast<MonomialOrder>(r.below(3)));
    const auto g = small_poly(r, ring, v, 3, 2);
    const auto a = small_poly(r, ring, v, 3, 1) * g;
    const auto b = small_poly(r, ring, v, 2, 1) * g;
    const auto found = gcd(a, b);
    EXPECT_TRUE(try_exact_div(found, g)) << a << " | " << b << " | " << found;
    EXPECT_TRUE(gcd(exact_div(a, found), exact_div(b, found)).is_one()) << a << " | " << b << " | " << found;
    const auto lead = found.leading_coefficient();
    EXPECT_TRUE(ring.equal(lead, ring.gcd(lead, ring.zero()))) << found;
    EXPECT_EQ(gcd(b, a), found);
  }
}

TYPED_TEST(MultiGcdRingsProperty, ContentTimesPrimitivePart) {
  const TypeParam ring = Sample<TypeParam>::ring();
  Random r(932);
  const Variables v = test_variables(2);
  for (int round = 0; round < 6; ++round) {
    auto c = small_poly(r, ring, v, 2, 2);
    c = evaluate_at(c, "x", ring.from_integer(Integer(2)));
    const auto a = small_poly(r, ring, v, 3, 2) * c;
    const auto content = content_in(a, "x");
    EXPECT_LE(content.degree("x"), 0);
    EXPECT_EQ(content * primitive_part_in(a, "x"), a);
    if (!a.is_zero()) {
      EXPECT_TRUE(try_exact_div(content, c)) << a << " | " << c;
      EXPECT_TRUE(content_in(primitive_part_in(a, "x"), "x").is_one()) << a;
    }
  }
}

TYPED_TEST(MultiGcdRingsProperty, SquareFreeProduct) {
  const TypeParam ring = Sample<TypeParam>::ring();
  using P = SparseMultiPoly<TypeParam>;
  Random r(933);
  const Variables v = test_variables(2, MonomialOrder::graded_lex);
  const P x = P::generator(ring, v, "x");
  const P y = P::generator(ring, v, "y");
  for (int round = 0; round < 3; ++round) {
    const auto c = small_element(r, ring);
    const P f = small_poly(r, ring, v, 2, 1) * pow(x + y * c + ring.one(), 2) * pow(x - y, 3) * pow(y, 4);
    const auto d = square_free_decomposition(f);
    P product = P::constant(ring, v, d.unit);
    std::uint64_t last = 0;
    for (const auto& [factor, multiplicity] : d.factors) {
      EXPECT_LT(last, multiplicity);
      last = multiplicity;
      EXPECT_TRUE(gcd(gcd(factor, derivative(factor, "x")), derivative(factor, "y")).is_constant()) << factor;
      product *= pow(factor, multiplicity);
    }
    EXPECT_EQ(product, f);
    EXPECT_GE(last, 4U);
  }
}

TEST(MultiGcdRings, EasyCases) {
  using P = SparseMultiPoly<GaussianRationals>;
  const Variables v = test_variables(3);
  const P x = P::generator(v, "x");
  const P y = P::generator(v, "y");
  const P z = P::generator(v, "z");
  const GaussianRational i(Rational(0), Rational(1));
  const P zero(v);
  EXPECT_TRUE(gcd(zero, zero).is_zero());
  EXPECT_EQ(gcd(zero, x * i), x);
  EXPECT_TRUE(gcd(x, P::constant(v, i)).is_one());
  EXPECT_EQ(gcd(x * x + y * y, x + y * i), x + y * i);
  EXPECT_EQ(gcd(x * x * y * (z + i), x * y * y * (z * z + GaussianRational(1))), x * y * (z + i));
  EXPECT_TRUE(gcd(x + y, z - i).is_one());
  EXPECT_TRUE(content_in(zero, "y").is_zero());
  EXPECT_TRUE(primitive_part_in(zero, "y").is_zero());
  EXPECT_EQ(content_in(x * y * i + y * z, "x"), y);
  EXPECT_TRUE(square_free_decomposition(P::constant(v, i)).factors.empty());
  EXPECT_EQ(square_free_decomposition(P::constant(v, i)).unit, i);
}

using GaussianMulti = SparseMultiPoly<GaussianRationals>;

GaussianMulti mapped(const GaussianMulti& f, const std::function<GaussianRational(const GaussianRational&)>& map) {
  std::vector<GaussianMulti::Term> terms;
  for (std::size_t i = 0; i < f.term_count(); ++i) terms.push_back({f.exponents(i), map(f.coefficient(i))});
  return GaussianMulti::from_terms(f.ring(), f.variables(), terms);
}

/// Coefficients near powers of two, whose residues modulo primes just below 2^62 are short.
GaussianMulti edge_poly(Random& r, const Variables& v, std::size_t terms, std::uint64_t degree, bool real) {
  const auto number = [&] {
    const Integer power = Integer(1) << (r.below(4) == 0 ? 0 : 62 + r.below(67));
    return Rational(power + Integer(static_cast<std::int64_t>(r.below(5)) - 2));
  };
  for (;;) {
    std::vector<GaussianMulti::Term> list;
    for (std::size_t i = 0; i < terms; ++i) {
      std::vector<std::uint64_t> e(v.size());
      for (auto& x : e) x = r.below(degree + 1);
      list.push_back({std::move(e), GaussianRational(number(), real ? Rational(0) : number())});
    }
    auto p = GaussianMulti::from_terms(GaussianRationals{}, v, list);
    if (!p.is_constant()) return p;
  }
}

TEST(GaussianMultiGcdProperty, IsThatOverQForRationalOperands) {
  Random r(934);
  for (int round = 0; round < 20; ++round) {
    const Variables v = test_variables(2 + r.below(3), static_cast<MonomialOrder>(r.below(3)));
    const auto g = edge_poly(r, v, 4, 3, true);
    const auto a = g * edge_poly(r, v, 4, 3, true);
    const auto b = g * edge_poly(r, v, 4, 3, true);
    const auto rational = [&](const GaussianMulti& f) {
      std::vector<MultiPolyQ::Term> terms;
      for (std::size_t i = 0; i < f.term_count(); ++i) terms.push_back({f.exponents(i), f.coefficient(i).real()});
      return MultiPolyQ::from_terms(Rationals{}, v, terms);
    };
    const auto found = gcd(a, b);
    EXPECT_EQ(rational(found), gcd(rational(a), rational(b))) << a << " | " << b;
    EXPECT_EQ(mapped(found, [](const GaussianRational& c) { return GaussianRational(c.real()); }), found);
  }
}

TEST(GaussianMultiGcdProperty, CommutesWithConjugationAndThreads) {
  Random r(935);
  const auto conjugate = [](const GaussianRational& c) { return GaussianRational(c.real(), -c.imaginary()); };
  for (int round = 0; round < 20; ++round) {
    const Variables v = test_variables(2 + r.below(3), static_cast<MonomialOrder>(r.below(3)));
    const auto g = edge_poly(r, v, 5, 3, false);
    const auto a = g * edge_poly(r, v, 4, 3, false);
    const auto b = g * edge_poly(r, v, 4, 3, false);
    const auto found = gcd(a, b);
    EXPECT_TRUE(try_exact_div(found, g)) << a << " | " << b;
    EXPECT_TRUE(gcd(exact_div(a, found), exact_div(b, found)).is_one()) << a << " | " << b;
    EXPECT_EQ(mapped(gcd(mapped(a, conjugate), mapped(b, conjugate)), conjugate), found);
    EXPECT_EQ(gcd(a, b, ExecutionContext().with_threads(4)), found);
  }
}

TEST(GaussianMultiGcd, DenseOperands) {
  Random r(936);
  const Variables v = test_variables(3);
  const auto dense = [&] { return pow(edge_poly(r, v, 4, 1, false) + GaussianRational(1), 4); };
  const auto g = dense();
  const auto found = gcd(g * dense(), g * dense());  // subresultants would take minutes
  EXPECT_TRUE(try_exact_div(found, make_monic(g)));
}

TEST(MultiGcdRings, Errors) {
  using P = SparseMultiPoly<BigPrimeField>;
  const BigPrimeField f(Integer(5));
  const BigPrimeField g(Integer(7));
  const Variables v = test_variables(2);
  const P x = P::generator(f, v, "x");
  const P y = P::generator(f, v, "y");
  EXPECT_THROW(gcd(x, P::generator(g, v, "x")), ModulusMismatch);
  EXPECT_THROW(gcd(x, P::generator(f, test_variables(2, MonomialOrder::graded_lex), "x")), DomainError);
  EXPECT_THROW(content_in(x, "w"), DomainError);
  EXPECT_THROW(square_free_decomposition(P(f, v)), DomainError);
  EXPECT_EQ(square_free_decomposition(pow(x, 5) + y).factors[0].factor, pow(x, 5) + y);  // degrees above p
  EXPECT_EQ(square_free_decomposition(pow(x, 5) + pow(y, 5)).factors[0].multiplicity, 5U);
  using T = SparseMultiPoly<PolynomialRing<BigPrimeField>>;
  const PolynomialRing<BigPrimeField> ring(f, "t");
  EXPECT_THROW(square_free_decomposition(pow(T::generator(ring, v, "x"), 5) + T::constant(ring, v, ring.generator())),
               DomainError);
  EXPECT_EQ(gcd(pow(x, 5) + pow(y, 5), x + y), x + y);
}

TEST(MultiGcdRings, Cancelled) {
  using P = SparseMultiPoly<PolynomialRing<Integers>>;
  const PolynomialRing<Integers> ring = Sample<PolynomialRing<Integers>>::ring();
  const Variables v = test_variables(3);
  const P x = P::generator(ring, v, "x");
  const P y = P::generator(ring, v, "y");
  const P z = P::generator(ring, v, "z");
  const P f = pow(x + y * ring.generator() + z + ring.one(), 12);
  const P g = pow(x - y * z, 11) + ring.one();
  expect_cancelled(
      "gcd by subresultants", [&](const ExecutionContext& ctx) { (void)gcd(f, g, ctx); },
      std::chrono::milliseconds(20));
}

}  // namespace
}  // namespace polyfork::test
