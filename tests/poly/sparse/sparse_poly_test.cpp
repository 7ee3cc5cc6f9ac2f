// Sparse univariate polynomials against the dense ones, around the decisions between them, and at exponents that no
// dense polynomial reaches.
#include <polyfork/poly/sparse/convert_sparse.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/text/io.hpp>

#include "integers_mod_six.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

constexpr std::uint64_t top_exponent = detail::sup::max_exponent;
using SparseZ = SparsePoly<Integers>;
using SparseQ = SparsePoly<Rationals>;
using SparseZp = SparsePoly<PrimeField>;

template <class Sampler>
class SparsePolyProperty : public ::testing::Test {
 public:
  using R = typename Sampler::ring_type;
  using Sparse = SparsePoly<R>;
  using Dense = DensePoly<R>;

  /// x^low F(x^step), F of this length with about one coefficient in `gap`.
  Sparse draw(std::size_t length, std::uint64_t gap, std::uint64_t step = 1, std::uint64_t low = 0) {
    std::vector<typename Sparse::Term> terms;
    for (std::size_t i = 0; i < length; ++i)
      if (generator.random().below(gap) == 0) terms.push_back({low + step * i, Sampler::sample(generator)});
    return Sparse(ring, std::move(terms));
  }
  R ring = Sampler::ring();
  IntegerGenerator generator{0x59a5};
};

using Rings = ::testing::Types<IntegersSampler, RationalsSampler, PrimeFieldSampler<5>, Mersenne127,
                               PolynomialRingSampler<PrimeFieldSampler<7>, 2>>;
TYPED_TEST_SUITE(SparsePolyProperty, Rings);

TYPED_TEST(SparsePolyProperty, ArithmeticEqualsTheDenseOne) {
  for (const std::size_t length : {0, 1, 5, 40, 200})
    for (const std::uint64_t gap : {1, 2, 20}) {
      const auto a = this->draw(length, gap), b = this->draw(length / 2 + 3, gap);
      const auto x = to_dense(a), y = to_dense(b);
      EXPECT_EQ(to_sparse(x), a);
      EXPECT_EQ(a.degree(), x.degree());
      EXPECT_EQ(to_dense(a + b), x + y);
      EXPECT_EQ(to_dense(a - b), x - y);
      EXPECT_EQ(to_dense(a * b), x * y);
      EXPECT_EQ(to_dense(-a), -x);
      EXPECT_EQ(to_dense(derivative(a, 2)), derivative(x, 2));
      EXPECT_EQ(to_dense(a << 3), x << 3);
      EXPECT_EQ(to_dense(a >> 3), x >> 3);
      EXPECT_EQ(to_string(a), to_string(x));
      const auto e = TypeParam::sample(this->generator);
      EXPECT_EQ(to_dense(scale(a, e)), scale(x, e));
      EXPECT_TRUE(this->ring.equal(evaluate(a, e), evaluate(x, e)));
      for (const std::uint64_t i : {0, 1, 7, 1000}) EXPECT_TRUE(this->ring.equal(a[i], x[i]));
    }
}

// The same product by the heap and as a dense product, whatever is chosen.
TYPED_TEST(SparsePolyProperty, HeapEqualsDenseProducts) {
  using Ops = detail::sup::SparseListOps<typename TestFixture::R>;
  const ExecutionContext& ctx = ExecutionContext::default_context();
  for (const std::uint64_t step : {1, 3, 1000000007})
    for (const std::uint64_t gap : {1, 3, 30}) {
      const auto a = this->draw(120, gap, step, 5), b = this->draw(100, gap, 2 * step, 11);
      const auto heap = TestFixture::Sparse::make(Ops::mul(this->ring, a.packed_terms(), b.packed_terms(), ctx), a);
      EXPECT_EQ(a * b, heap);
      for (const int threads : {2, 4}) EXPECT_EQ(mul(a, b, ctx.with_threads(threads)), heap);
      if (step == 3) {
        EXPECT_EQ(to_dense(heap), to_dense(a) * to_dense(b));
      }
      if (!a.is_zero() && !b.is_zero() && IntegralDomain<typename TestFixture::R>) {
        EXPECT_EQ(exact_div(heap, b), a);
        EXPECT_FALSE(try_exact_div(heap + TestFixture::Sparse::generator(this->ring), b << 1).has_value());
      }
    }
}

TYPED_TEST(SparsePolyProperty, DivisionEqualsTheDenseOne) {
  for (const std::uint64_t gap : {1, 4, 15}) {
    const auto a = this->draw(60, gap);
    auto b = this->draw(9, 2);
    if (b.is_zero()) b = TestFixture::Sparse::generator(this->ring);
    const auto x = to_dense(a), y = to_dense(b);
    for (const bool lazy : {false, true}) {
      const auto sparse = lazy ? lazy_pseudo_div_rem(a, b) : pseudo_div_rem(a, b);
      const auto dense = lazy ? lazy_pseudo_div_rem(x, y) : pseudo_div_rem(x, y);
      EXPECT_TRUE(this->ring.equal(sparse.multiplier, dense.multiplier));
      EXPECT_EQ(to_dense(sparse.quotient), dense.quotient);
      EXPECT_EQ(to_dense(sparse.remainder), dense.remainder);
    }
    if constexpr (Field<typename TestFixture::R>) {
      const auto sparse = div_rem(a, b);
      const auto dense = div_rem(x, y);
      EXPECT_EQ(to_dense(sparse.quotient), dense.quotient);
      EXPECT_EQ(to_dense(sparse.remainder), dense.remainder);
    }
  }
}

TYPED_TEST(SparsePolyProperty, GcdEqualsTheDenseOneOnEveryPath) {
  const ExecutionContext small = ExecutionContext().with_memory_limit(64 << 10);  // lists of up to 256 coefficients
  for (int i = 0; i < 6; ++i) {
    const auto c = this->draw(4, 1, 2, 1), a = this->draw(3, 1, 2) * c, b = this->draw(4, 1, 2) * c;
    const typename TestFixture::Sparse zero(this->ring);
    const auto g = gcd(a, b);
    EXPECT_EQ(to_dense(g), gcd(to_dense(a), to_dense(b)));
    if (!c.is_zero()) {
      EXPECT_EQ(detail::sup::sparse_gcd(a + (c << 20), a + b + (c << 40), small),
                gcd(a + (c << 20), a + b + (c << 40)));
    }
    EXPECT_EQ(gcd(a, zero), to_sparse(gcd(to_dense(a), DensePoly(this->ring))));
    // x -> x^s for any s commutes with the gcd.
    const std::uint64_t s = std::uint64_t{1} << 50;
    const auto power = [&](const auto& f) { return detail::sup::with_step(f, s, ExecutionContext::default_context()); };
    EXPECT_EQ(gcd(power(a), power(b)), power(g));
  }
}

TEST(SparsePoly, ZeroDivisors) {
  using P = SparsePoly<IntegersModSix>;
  const P f{{1, 1}, {0, 2}}, g{{1, 3}};
  EXPECT_EQ(to_string(f * g), "3*x^2");  // 3 x (x + 2): the lowest terms cancel
  EXPECT_EQ(exact_div(f * g, f), g);
  EXPECT_EQ(to_string(scale(f, 3)), "3*x");
  EXPECT_EQ(to_dense(f * f), to_dense(f) * to_dense(f));
  EXPECT_TRUE((P{{std::uint64_t{1} << 40, 2}} * P{{7, 3}}).is_zero());
  EXPECT_FALSE(try_exact_div(f, g).has_value());
}

TEST(SparsePoly, TermsAreCollected) {
  const SparseZ f{{5, 1}, {1000, 3}, {5, -1}, {0, 7}};
  EXPECT_EQ(f.term_count(), 2U);
  EXPECT_EQ(f.degree(), 1000);
  EXPECT_EQ(f.coefficient(5), 0);
  EXPECT_EQ(f[1000], 3);
  EXPECT_EQ(to_string(f), "3*x^1000 + 7");
  SparseZ g = f;
  g.set_coefficient(1000, 0);
  g.set_coefficient(2, -1);
  EXPECT_EQ(to_string(g), "-x^2 + 7");
  std::ostringstream out;
  out << SparseZ();
  EXPECT_EQ(out.str(), "0");
  EXPECT_EQ(SparseZ().degree(), -1);
  EXPECT_TRUE(SparseZ::constant(-1).is_negative_one() && SparseZ::constant(1).is_one() &&
              SparseZ::generator().is_monic());
  static_assert(std::same_as<SUP<Integers>, SparseZ>);
  const SparseZ few = SparseZ::monomial(3, 7) + SparseZ::from_elements({2, 1});
  EXPECT_EQ(few.terms(), (std::vector<SparseZ::Term>{{7, 3}, {1, 1}, {0, 2}}));
  EXPECT_EQ(few.packed_terms().exponents, (std::vector<std::uint64_t>{7, 1, 0}));
}

TEST(SparsePoly, HugeExponents) {
  const SparseZ x = SparseZ::generator();
  const SparseZ f = pow(x, top_exponent - 1) + SparseZ::constant(1);
  EXPECT_EQ(f.degree(), static_cast<std::int64_t>(top_exponent - 1));
  EXPECT_EQ(exact_div(f * x, f), x);
  EXPECT_EQ(evaluate(f, -1), 2);
  EXPECT_EQ(evaluate(f, 1), 2);
  EXPECT_EQ(evaluate(f, 0), 1);
  EXPECT_EQ(derivative(f), scale(pow(x, top_exponent - 2), Integer(top_exponent - 1)));
  const SparseZ g = pow(x, std::uint64_t{1} << 40) - SparseZ::constant(3);
  const SparseZ h = pow(x, std::uint64_t{1} << 61) + SparseZ::constant(1);
  const auto [q, r] = div_rem(g * g + x, g);
  EXPECT_EQ(q, g);
  EXPECT_EQ(r, x);
  EXPECT_EQ(gcd(g * h, g * g), g);
  EXPECT_EQ(to_string(square_free_decomposition(g * g * (x << 6)).factors[0].factor), to_string(g));
  EXPECT_FALSE(is_square_free(g * g));
  EXPECT_TRUE(is_square_free(g * x));
  EXPECT_EQ(compose(g, x << 9), pow(x, (std::uint64_t{1} << 40) * 10) - SparseZ::constant(3));
}

TEST(SparsePoly, ExponentsOverflowIntoErrors) {
  const SparseZ x = SparseZ::generator();
  const SparseZ f = SparseZ::monomial({}, 2, top_exponent) + x;
  EXPECT_THROW((void)SparseZ::monomial({}, 1, top_exponent + 1), DomainError);
  EXPECT_THROW((SparseZ{{~std::uint64_t{0}, 1}}), DomainError);
  EXPECT_THROW((void)(f * x), DomainError);
  EXPECT_THROW((void)(f * f), DomainError);
  EXPECT_THROW((void)(f << 1), DomainError);
  EXPECT_THROW((void)(x << top_exponent), DomainError);
  EXPECT_THROW((void)pow(f, 2), DomainError);
  EXPECT_THROW((void)pow(x + SparseZ::constant(1), ~std::uint64_t{0}), DomainError);
  EXPECT_THROW((void)compose(f, pow(x, 2)), DomainError);
  EXPECT_EQ(f * SparseZ::constant(3), SparseZ::monomial({}, 6, top_exponent) + scale(x, 3));
  EXPECT_EQ((f >> 1) << 1, f);
}

TEST(SparsePoly, WhatCannotFitThrowsMemoryLimit) {
  const SparseZ x = SparseZ::generator();
  const SparseZ f = pow(x, std::uint64_t{1} << 60) - SparseZ::constant(1);
  EXPECT_THROW((void)to_dense(f), MemoryLimit);
  EXPECT_THROW((void)evaluate(f, 2), MemoryLimit);
  EXPECT_THROW((void)evaluate(pow(x, 1000000), 2, ExecutionContext().with_memory_limit(4096)), MemoryLimit);
  EXPECT_THROW((void)pseudo_div_rem(f, scale(x, 2) + SparseZ::constant(1)), MemoryLimit);
  EXPECT_THROW((void)div_rem(f, x - SparseZ::constant(1), ExecutionContext().with_memory_limit(1 << 20)), MemoryLimit);
}

TEST(SparsePoly, FrobeniusPowersOverFiniteFields) {
  const PrimeField field(101);
  const SparseZp x = SparseZp::generator(field);
  const SparseZp one = SparseZp::constant(field, 1);
  // x^(101^9) - x is divisible by every polynomial whose irreducible factors have a degree that divides 9.
  const SparseZp all = pow(x, 1093685272684360901U) - x;
  const SparseZp f = (x - one) * (x + scale(one, 5)) * (pow(x, 2) - scale(one, 2));  // 2 is no square modulo 101
  EXPECT_EQ(gcd(all, f), (x - one) * (x + scale(one, 5)));
  EXPECT_EQ(evaluate(all, 77), 0U);
  // (x^s - 2)^(101^2), s prime to 101, as a polynomial in x^(s 101^2)
  const std::uint64_t p2 = 101 * 101;
  const SparseZp power = pow(x, 7 * p2) - scale(one, 2);
  const auto decomposition = square_free_decomposition(power * pow(x, 3));
  ASSERT_EQ(decomposition.factors.size(), 2U);
  EXPECT_EQ(decomposition.factors[0].factor, x);
  EXPECT_EQ(decomposition.factors[0].multiplicity, 3U);
  EXPECT_EQ(decomposition.factors[1].factor, pow(x, 7) - scale(one, 2));
  EXPECT_EQ(decomposition.factors[1].multiplicity, p2);
  EXPECT_FALSE(is_square_free(power));
}

TEST(SparsePoly, ChoiceByDensity) {
  EXPECT_FALSE(prefer_sparse(0, 0));
  EXPECT_FALSE(prefer_sparse(1, 64));
  EXPECT_TRUE(prefer_sparse(10, 80));
  EXPECT_FALSE(prefer_sparse(11, 80));
  const SparseQ f{{1000, 1}, {0, 1}};
  EXPECT_TRUE(std::holds_alternative<SparseQ>(by_density(f)));
  EXPECT_TRUE(std::holds_alternative<SparseQ>(by_density(to_dense(f))));
  EXPECT_TRUE(std::holds_alternative<PolyQ>(by_density(SparseQ{{3, 1}})));
  EXPECT_EQ(std::get<PolyQ>(by_density(PolyQ{1, 2, 3})), (PolyQ{1, 2, 3}));
  using detail::sup::prefer_dense_product;
  EXPECT_TRUE(prefer_dense_product(1000, 1000, 1000, 1000, true, SIZE_MAX));
  EXPECT_FALSE(prefer_dense_product(1000, 1000, 1000, 1000, true, 4096));
  EXPECT_FALSE(prefer_dense_product(100, 1000000, 100, 1000000, true, SIZE_MAX));
  EXPECT_FALSE(prefer_dense_product(3, 10, 1000, 1000, true, SIZE_MAX));
  EXPECT_TRUE(prefer_dense_product(300, 300, 300, 300, false, SIZE_MAX));
  EXPECT_FALSE(prefer_dense_product(30, 30000, 30, 30000, false, SIZE_MAX));
  EXPECT_FALSE(prefer_dense_product(1 << 20, ~std::uint64_t{0}, 1 << 20, ~std::uint64_t{0}, true, SIZE_MAX));
}

TEST(SparsePoly, ConvertsBetweenRings) {
  const SparseQ f{{std::uint64_t{1} << 45, Rational(1, 3)}, {1, 2}};
  const auto image = convert(PrimeField(7), f.with_variable("t"));
  EXPECT_EQ(to_string(image), "5*t^35184372088832 + 2*t");
  EXPECT_THROW((void)convert(PrimeField(3), f), DomainError);
  EXPECT_THROW((void)convert(Integers(), f), DomainError);
}

TEST(SparsePoly, CanBeStopped) {
  std::stop_source source;
  source.request_stop();
  const auto ctx = ExecutionContext().with_stop_token(source.get_token());
  const SparseZ x = SparseZ::generator();
  const SparseZ f = pow(x, std::uint64_t{1} << 30) - SparseZ::constant(1);
  EXPECT_THROW((void)div_rem(f, x - SparseZ::constant(1), ctx), Cancelled);
  EXPECT_THROW((void)mul(f, f, ctx), Error);
}

}  // namespace
}  // namespace polyfork::test
