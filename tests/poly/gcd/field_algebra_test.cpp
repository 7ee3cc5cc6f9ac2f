// Cofactors, inverses modulo a polynomial, interpolation and power series over any field.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/division/interpolation.hpp>
#include <polyfork/poly/division/series.hpp>
#include <polyfork/poly/gcd/extended_gcd_field.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/big_prime_field.hpp>

#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

template <class Sampler>
class FieldAlgebra : public ::testing::Test {
 protected:
  using R = typename Sampler::ring_type;
  using Poly = DensePoly<R>;
  Poly draw(std::size_t length) {
    std::vector<typename R::element> c;
    for (std::size_t i = 0; i < length; ++i) c.push_back(Sampler::sample(generator_));
    return Poly::from_elements(Sampler::ring(), std::move(c));
  }
  IntegerGenerator generator_{20};
};

using Samplers = ::testing::Types<GaussianRationalsSampler, RationalsSampler, Mersenne127, SmallPrime>;
TYPED_TEST_SUITE(FieldAlgebra, Samplers);

TYPED_TEST(FieldAlgebra, CofactorsAndInverses) {
  using P = typename TestFixture::Poly;
  for (std::size_t n = 0; n < 6; ++n) {
    const P common = this->draw(n % 3);
    const P a = mul(this->draw(n), common), b = mul(this->draw(6 - n), common);
    const auto e = extended_gcd(a, b);
    EXPECT_EQ(e.g, gcd(a, b));
    EXPECT_EQ(add(mul(e.s, a), mul(e.t, b)), e.g);
    // The generic algorithm, where a faster one is chosen.
    const auto generic = extended_gcd<typename P::ring_type>(a, b, ExecutionContext::default_context());
    EXPECT_EQ(generic.g, e.g);
    EXPECT_EQ(generic.s, e.s);
    EXPECT_EQ(generic.t, e.t);
    if (b.degree() > 0 && gcd(a, b).is_one()) {
      const P inverse = inverse_mod(a, b);
      EXPECT_LT(inverse.degree(), b.degree());
      EXPECT_TRUE(rem(mul(inverse, a), b).is_one());
    } else {
      EXPECT_THROW(inverse_mod(a, b), DomainError);
    }
  }
}

TYPED_TEST(FieldAlgebra, Interpolation) {
  using P = typename TestFixture::Poly;
  using E = typename P::element;
  const auto ring = TypeParam::ring();
  for (std::size_t n = 0; n < 8; ++n) {
    const P f = this->draw(n);
    std::vector<E> points, values;
    for (std::size_t i = 0; i < n; ++i) {
      points.push_back(ring.from_integer(Integer(3) - Integer(2 * i)));
      values.push_back(evaluate(f, points.back()));
    }
    EXPECT_EQ((interpolate<typename P::ring_type>(ring, points, values)), f);
    if (n < 2) continue;
    points[1] = points[0];
    EXPECT_THROW((interpolate<typename P::ring_type>(ring, points, values)), DomainError);
    points.pop_back();
    EXPECT_THROW((interpolate<typename P::ring_type>(ring, points, values)), DomainError);
  }
}

TYPED_TEST(FieldAlgebra, PowerSeries) {
  using P = typename TestFixture::Poly;
  const auto ring = TypeParam::ring();
  for (std::size_t n = 0; n < 20; n += 1 + n / 4) {
    P f = this->draw(7);
    f.set_coefficient(0, ring.one());
    const P a = this->draw(5);
    const P g = inverse_series<typename P::ring_type>(f, n);
    EXPECT_LE(g.length(), n);
    EXPECT_EQ(truncated(mul(f, g), n), truncated(P::constant(ring, ring.one()), n));
    EXPECT_EQ(truncated(mul(f, divide_series<typename P::ring_type>(a, f, n)), n), truncated(a, n));
  }
  EXPECT_THROW(inverse_series<typename P::ring_type>(P::generator(ring), 3), DomainError);
}

}  // namespace
}  // namespace polyfork::test
