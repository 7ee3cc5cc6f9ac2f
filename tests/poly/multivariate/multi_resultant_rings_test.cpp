// Resultants, discriminants and chains of subresultants in several variables over other integral domains.
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include <cstdint>
#include <stop_token>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/multivariate/multi_gcd.hpp>

#include "back_ends.hpp"
#include "multi_generators.hpp"
#include "multi_sylvester.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

template <class Sampler>
class MultiResultantRingsProperty : public testing::Test {
 public:
  using R = typename Sampler::ring_type;
  using P = SparseMultiPoly<R>;

  /// Contains x.
  P draw(const Variables& v, std::size_t terms, std::uint64_t degree) {
    for (;;) {
      std::vector<typename P::Term> list;
      for (std::size_t i = 0; i < terms; ++i) {
        std::vector<std::uint64_t> e(v.size());
        for (auto& x : e) x = generator.random().below(degree + 1);
        list.push_back({std::move(e), Sampler::sample(generator)});
      }
      P p = P::from_terms(ring, v, list);
      if (!p.is_constant() && p.degree(0) >= 1) return p;
    }
  }
  R ring = Sampler::ring();
  IntegerGenerator generator{0x3e5};
};

using Rings = testing::Types<GaussianRationalsSampler, Mersenne127, PolynomialRingSampler<IntegersSampler, 2>,
                             FractionFieldSampler<PolynomialRingSampler<PrimeFieldSampler<7>, 2>>>;
TYPED_TEST_SUITE(MultiResultantRingsProperty, Rings);

TYPED_TEST(MultiResultantRingsProperty, SubresultantsByDefinition) {
  for (int round = 0; round < 5; ++round) {
    const Variables v = test_variables(1 + this->generator.random().below(2));
    auto a = this->draw(v, 3, 3);
    auto b = this->draw(v, 3, 2);
    if (a.degree(0) < b.degree(0)) std::swap(a, b);
    const auto chain = subresultant_chain(a, b, "x");
    std::size_t at = 0;
    for (std::size_t j = static_cast<std::size_t>(b.degree(0)); j-- > 0;) {
      const auto expected = subresultant_by_definition(a, b, 0, j);
      while (at < chain.size() && chain[at].index > j) ++at;
      if (at < chain.size() && chain[at].index == j) {
        EXPECT_EQ(chain[at].value, expected) << a << " | " << b << " | " << j;
      } else {
        EXPECT_TRUE(expected.is_zero()) << a << " | " << b << " | " << j;
      }
    }
    const auto r = resultant(a, b, "x");
    EXPECT_EQ(r, subresultant_by_definition(a, b, 0, 0)) << a << " | " << b;
    EXPECT_EQ(resultant(b, a, "x"), a.degree(0) % 2 != 0 && b.degree(0) % 2 != 0 ? neg(r) : r);
  }
}

TYPED_TEST(MultiResultantRingsProperty, ProductsCommonFactorsDiscriminants) {
  const Variables v = test_variables(2);
  for (int round = 0; round < 3; ++round) {
    const auto a = this->draw(v, 2, 2);
    const auto b = this->draw(v, 2, 2);
    const auto c = this->draw(v, 2, 1);
    const auto r = resultant(a, b, "x");
    EXPECT_EQ(resultant(a, b * c, "x"), r * resultant(a, c, "x")) << a << " | " << b << " | " << c;
    EXPECT_TRUE(resultant(a * c, b * c, "x").is_zero());
    EXPECT_EQ(r.is_zero(), gcd(a, b).degree(0) > 0) << a << " | " << b;
    EXPECT_EQ(discriminant(a * c, "x"), discriminant(a, "x") * discriminant(c, "x") * pow(resultant(a, c, "x"), 2));
    EXPECT_TRUE(discriminant(a * a, "x").is_zero());
  }
}

TYPED_TEST(MultiResultantRingsProperty, CasesAndErrors) {
  using Poly = SparseMultiPoly<typename TypeParam::ring_type>;
  const Variables v = test_variables(2);
  const Poly x = Poly::generator(this->ring, v, "x");
  const Poly y = Poly::generator(this->ring, v, "y");
  const Poly zero(this->ring, v);
  EXPECT_TRUE(resultant(zero, x, "x").is_zero());
  EXPECT_TRUE(resultant(y, y * y, "x").is_one());
  EXPECT_EQ(resultant(y, x * x * x + y, "x"), y * y * y);
  EXPECT_EQ(resultant(x * x + y, x - y, "x"), y * y + y);
  EXPECT_EQ(discriminant(x * x + x * y + y, "x"), y * y - y - y - y - y);
  EXPECT_TRUE(discriminant(x * y + y, "x").is_one());
  EXPECT_THROW((void)resultant(x, y, "w"), DomainError);
  EXPECT_THROW((void)resultant(x, Poly::generator(this->ring, test_variables(3), "z"), "x"), DomainError);
  EXPECT_THROW((void)discriminant(y, "x"), DomainError);
  EXPECT_THROW((void)discriminant(zero, "x"), DomainError);
  EXPECT_THROW((void)subresultant_chain(x, y, "x"), DomainError);
  EXPECT_THROW((void)subresultant_chain(x, zero, "x"), DomainError);
  EXPECT_THROW((void)resultant(pow(x, std::uint64_t{1} << 30), x + y, "x"), DomainError);
  if constexpr (requires { TypeParam::other(); }) {
    EXPECT_THROW((void)resultant(x, Poly::generator(TypeParam::other(), v, "x"), "x"), ModulusMismatch);
  }
}

using GaussianMulti = SparseMultiPoly<GaussianRationals>;

std::pair<GaussianMulti, GaussianMulti> gaussian_pair() {
  const Variables v = test_variables(2);
  const GaussianMulti x = GaussianMulti::generator(GaussianRationals{}, v, "x");
  const GaussianMulti y = GaussianMulti::generator(GaussianRationals{}, v, "y");
  const GaussianMulti i = GaussianMulti::constant(GaussianRationals{}, v, GaussianRational(0, 1));
  return {pow(x, 4) * i + pow(x, 2) * y - y * y * i + x, pow(x, 3) * (y + i) - y * x + i};
}

TEST(ThreadsMultiResultantRings, SameResults) {
  const auto [a, b] = gaussian_pair();
  const GaussianMulti expected = resultant(a, b, "x", ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_EQ(resultant(a, b, "x", ctx), expected);
    EXPECT_EQ(subresultant_chain(a, b, "x", ctx).back().value, expected);
  }
}

TEST(MultiResultantRings, CanBeStopped) {
  const auto [a, b] = gaussian_pair();
  std::stop_source source;
  source.request_stop();
  const auto ctx = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_THROW((void)resultant(a, b, "x", ctx), Cancelled);
  EXPECT_THROW((void)discriminant(a, "x", ctx), Cancelled);
  EXPECT_THROW((void)subresultant_chain(a, b, "x", ctx), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
