// Products that a ring brings along against the generic product on plain lists, and polynomials over them for all
// thread counts.
#include <polyfork/poly/dense/detail/vector_product.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/text/io.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>

#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

template <class Sampler>
void expect_schoolbook(std::size_t n, std::size_t m, std::uint64_t stream) {
  using R = typename Sampler::ring_type;
  using E = typename R::element;
  const R ring = Sampler::ring();
  IntegerGenerator g(stream);
  std::vector<E> a, b;
  for (std::size_t i = 0; i < n; ++i) a.push_back(Sampler::sample(g));
  for (std::size_t i = 0; i < m; ++i) b.push_back(Sampler::sample(g));
  std::vector<E> c(n + m, ring.zero());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) c[i + j] = ring.add(c[i + j], ring.mul(a[i], b[j]));
  using P = DensePoly<R>;
  const P want = P::from_elements(ring, c), x = P::from_elements(ring, a), y = P::from_elements(ring, b);
  for (const int threads : {1, 2, 4}) {
    const P product = mul(x, y, ExecutionContext().with_threads(threads));
    EXPECT_EQ(product, want) << to_string(product) << " is not " << to_string(want);
  }
}

template <class Sampler>
class VectorProductProperty : public ::testing::Test {};
using Samplers =
    ::testing::Types<GaussianRationalsSampler, BigPrimeFieldSampler<1, 0>, Mersenne127,
                     PolynomialRingSampler<IntegersSampler>, PolynomialRingSampler<RationalsSampler, 2>,
                     PolynomialRingSampler<PrimeFieldSampler<3>, 5>, PolynomialRingSampler<GaussianRationalsSampler, 2>,
                     PolynomialRingSampler<PolynomialRingSampler<LargePrime, 3>, 3, 'y'>>;
TYPED_TEST_SUITE(VectorProductProperty, Samplers);

TYPED_TEST(VectorProductProperty, EqualsTheSchoolbook) {
  for (const auto& [n, m] : {std::pair{1, 1}, {1, 9}, {2, 2}, {3, 7}, {20, 5}, {33, 40}})
    for (std::uint64_t stream = 0; stream < 3; ++stream)
      expect_schoolbook<TypeParam>(static_cast<std::size_t>(n), static_cast<std::size_t>(m), 0x7ec0 + stream);
}

TEST(VectorProduct, ElementsOfOtherRingsAreRefused) {
  const PolynomialRing<Integers> ring({}, "x");
  const auto x = ring.generator();
  const auto y = DensePoly<Integers>(x).with_variable("y");
  using P = DensePoly<PolynomialRing<Integers>>;
  EXPECT_THROW((void)mul(P(ring, {x, x}), P(ring, {y, y})), DomainError);
  const PolynomialRing<PrimeField> mod7(PrimeField(7)), mod5(PrimeField(5));
  const DensePoly<PolynomialRing<PrimeField>> c(mod7, {mod7.generator(), mod7.one()});
  EXPECT_THROW((void)mul(c, std::decay_t<decltype(c)>(mod7, {mod5.generator(), mod5.one()})), ModulusMismatch);
}

TEST(VectorProduct, MemoryLimitAndPrinting) {
  const BigPrimeField field((Integer(1) << 127) - Integer(1));
  std::vector<Integer> c(2000, Integer(3));
  const auto a = DensePoly<BigPrimeField>::from_elements(field, c);
  EXPECT_THROW((void)mul(a, a, ExecutionContext().with_memory_limit(4096)), MemoryLimit);
  const PolynomialRing<Integers> zx({}, "x");
  DensePoly<PolynomialRing<Integers>> f(zx, {zx.one(), zx.generator()});
  f.set_variable("y");
  EXPECT_EQ(to_string(mul(f, f)), "(x^2)*y^2 + (2*x)*y + 1");
}

}  // namespace
}  // namespace polyfork::test
