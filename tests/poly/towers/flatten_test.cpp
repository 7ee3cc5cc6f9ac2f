// Gcds, resultants and square-free decompositions over towers of polynomial rings: by way of several variables the same
// as by the generic algorithms, and modulo many degrees in little time.
#include <polyfork/poly/towers/polynomial_ring.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/gcd/detail/resultant_generic.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/sparse/sparse_algebra.hpp>

#include "cancellation.hpp"
#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

using ZT = PolynomialRing<Integers>;

template <class Sampler>
class FlattenProperty : public ::testing::Test {
 public:
  using R = typename Sampler::ring_type;
  using Poly = DensePoly<R>;
  using Elements = std::vector<typename R::element>;

  Poly draw(std::size_t length) {
    Elements c;
    for (std::size_t i = 0; i < length; ++i) c.push_back(Sampler::sample(generator));
    return Poly::from_elements(ring, std::move(c));
  }
  /// By hand, whatever the decision is.
  Elements flat_gcd_of(const Poly& a, const Poly& b) {
    const detail::Flattening<R> form(ring, ctx);
    return form.list(detail::flat_gcd(detail::Tower<R>::bottom(ring), form.flat(a.coefficients()),
                                      form.flat(b.coefficients()), ctx));
  }
  typename R::element flat_resultant_of(const Poly& a, const Poly& b) {
    const detail::Flattening<R> form(ring, ctx);
    return form.element(detail::flat_resultant(detail::Tower<R>::bottom(ring), form.flat(a.coefficients()),
                                               form.flat(b.coefficients()), ctx));
  }
  R ring = Sampler::ring();
  ExecutionContext ctx;
  IntegerGenerator generator{0xf1a7};
};

using Towers =
    ::testing::Types<PolynomialRingSampler<IntegersSampler>, PolynomialRingSampler<RationalsSampler, 3>,
                     PolynomialRingSampler<PrimeFieldSampler<1000003>>, PolynomialRingSampler<PrimeFieldSampler<7>, 2>,
                     PolynomialRingSampler<PolynomialRingSampler<IntegersSampler, 2, 's'>, 2>>;
TYPED_TEST_SUITE(FlattenProperty, Towers);

TYPED_TEST(FlattenProperty, EqualsTheGenericAlgorithms) {
  for (const std::size_t length : {1, 2, 3, 5}) {
    for (int round = 0; round < 5; ++round) {
      const auto common = this->draw(round % 2 == 0 ? 1 : length);
      const auto a = mul(this->draw(length), common);
      const auto b = mul(this->draw(length + 1), common);
      if (a.is_zero() || b.is_zero()) continue;
      EXPECT_EQ(this->flat_gcd_of(a, b), detail::DenseOps<typename TestFixture::R>::gcd_generic(
                                             this->ring, a.coefficients(), b.coefficients(), this->ctx));
      EXPECT_EQ(this->flat_gcd_of(a, a), detail::DenseOps<typename TestFixture::R>::gcd_generic(
                                             this->ring, a.coefficients(), a.coefficients(), this->ctx));
      const detail::GenericResultant<typename TestFixture::R> generic(this->ring, this->ctx);
      const auto c = this->draw(length + 2);
      if (c.is_zero()) continue;
      EXPECT_EQ(this->flat_resultant_of(a, c), generic.run_generic(a.elements(), c.elements()));
      EXPECT_EQ(this->flat_resultant_of(c, a), generic.run_generic(c.elements(), a.elements()));
      EXPECT_EQ(this->flat_resultant_of(a, b), generic.run_generic(a.elements(), b.elements()));
    }
  }
}

TYPED_TEST(FlattenProperty, ThePublicFunctionsAgree) {
  for (int round = 0; round < 1; ++round) {
    const auto g = this->draw(4);
    const auto a = mul(this->draw(6), g);
    const auto b = mul(this->draw(4), g);
    const auto c = this->draw(9);
    if (a.is_zero() || b.is_zero()) continue;
    EXPECT_EQ(gcd(a, b).coefficients(), detail::DenseOps<typename TestFixture::R>::gcd_generic(
                                            this->ring, a.coefficients(), b.coefficients(), this->ctx));
    EXPECT_EQ(to_dense(gcd(to_sparse(a), to_sparse(b))), gcd(a, b));
    EXPECT_EQ(resultant(a, c), detail::GenericResultant<typename TestFixture::R>(this->ring, this->ctx)
                                   .run_generic(a.elements(), c.elements()));
  }
}

DensePoly<ZT> random_over(const ZT& ring, std::size_t length, std::size_t inner, IntegerGenerator& g) {
  std::vector<PolyZ> c;
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<Integer> e;
    for (std::size_t j = 0; j < inner; ++j) e.emplace_back(static_cast<std::int64_t>(g.random().below(19)) - 9);
    c.push_back(ring.from_elements(std::move(e)));
  }
  return DensePoly<ZT>::from_elements(ring, std::move(c));
}

TEST(Flatten, SquareFreeDecompositionOfManyDegrees) {
  const ZT ring({}, "t");
  IntegerGenerator g(77);
  const auto a = random_over(ring, 5, 5, g);
  const auto b = random_over(ring, 4, 4, g);
  const auto c = random_over(ring, 3, 3, g);
  const auto f = mul(a, mul(mul(b, b), mul(c, mul(c, c))));
  const auto d = square_free_decomposition(f);
  ASSERT_EQ(d.factors.size(), 3U);
  auto product = DensePoly<ZT>::constant(ring, d.unit);
  for (const auto& [factor, multiplicity] : d.factors)
    for (std::uint64_t i = 0; i < multiplicity; ++i) product = mul(product, factor);
  EXPECT_EQ(product, f);
  EXPECT_FALSE(is_square_free(f));
  EXPECT_TRUE(is_square_free(mul(a, b)));
}

TEST(Flatten, ElementsOfOtherRingsAreRefused) {
  const ZT ring({}, "t");
  const ZT other({}, "u");
  std::vector<PolyZ> c(8, ring.generator());
  const auto good = DensePoly<ZT>::from_elements(ring, c);
  c[3] = other.generator();
  EXPECT_THROW((void)gcd(good, DensePoly<ZT>::from_elements(ring, c)), DomainError);
}

// So many points that rows are interpolated by subproduct trees.
TEST(Flatten, ResultantsOfManyDegreesInsideTheTower) {
  const ZT ring({}, "t");
  IntegerGenerator g(79);
  const auto a = random_over(ring, 10, 20, g);
  const auto b = random_over(ring, 10, 20, g);
  EXPECT_EQ(resultant(a, b),
            detail::GenericResultant<ZT>(ring, ExecutionContext()).run_generic(a.elements(), b.elements()));
  EXPECT_GT(resultant(a, b).degree(), 256);
}

TEST(Flatten, CanBeStopped) {
  const ZT ring({}, "t");
  IntegerGenerator g(78);
  const auto a = random_over(ring, 60, 60, g);
  const auto b = random_over(ring, 60, 60, g);
  expect_cancelled(
      "resultant", [&](const ExecutionContext& ctx) { (void)resultant(a, b, ctx); }, std::chrono::milliseconds(20));
}

}  // namespace
}  // namespace polyfork::test
