// Resultants, discriminants and chains of subresultants of dense univariate polynomials: determinants, laws, every
// ring.
#include <polyfork/poly/gcd/resultant.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/text/io.hpp>

#include "algebra_generators.hpp"
#include "back_ends.hpp"
#include "cancellation.hpp"
#include "poly/gcd/resultant_images.hpp"
#include "poly/images/gcd_primes.hpp"
#include "poly/images/integer_crt.hpp"
#include "ring_samplers.hpp"
#include "sylvester.hpp"

namespace polyfork::test {
namespace {

Integer by_images(const PolyZ& a, const PolyZ& b) {
  return detail::resultant_by_images(a.coefficients(), b.coefficients(), ExecutionContext());
}

template <class Sampler>
class ResultantProperty : public ::testing::Test {
 public:
  using R = typename Sampler::ring_type;
  DensePoly<R> draw(std::size_t length) {
    std::vector<typename R::element> c;
    for (std::size_t i = 0; i < length; ++i)
      c.push_back(generator.random().below(4) == 0 ? ring.zero() : Sampler::sample(generator));
    return DensePoly<R>::from_elements(ring, std::move(c));
  }
  std::size_t below(std::uint64_t n) { return static_cast<std::size_t>(generator.random().below(n)); }
  R ring = Sampler::ring();
  IntegerGenerator generator{0x4e5};
};

using Rings =
    ::testing::Types<IntegersSampler, RationalsSampler, PrimeFieldSampler<2>, PrimeFieldSampler<5>, LargePrime,
                     Mersenne127, GaussianRationalsSampler, PolynomialRingSampler<IntegersSampler, 2>,
                     FractionFieldSampler<PolynomialRingSampler<PrimeFieldSampler<7>, 2>>>;
TYPED_TEST_SUITE(ResultantProperty, Rings);

TYPED_TEST(ResultantProperty, SylvestersDeterminant) {
  for (int round = 0; round < 12; ++round) {
    const auto a = this->draw(this->below(5));
    const auto b = this->draw(this->below(5));
    EXPECT_EQ(resultant(a, b), sylvester_determinant(a, b)) << a << " | " << b;
  }
}

TYPED_TEST(ResultantProperty, ExchangeProductsCommonFactors) {
  const auto& domain = this->ring;
  for (int round = 0; round < 8; ++round) {
    const auto a = this->draw(1 + this->below(4));
    const auto b = this->draw(1 + this->below(4));
    const auto c = this->draw(1 + this->below(4));
    const bool odd = a.degree() % 2 != 0 && b.degree() % 2 != 0;
    const auto r = resultant(a, b);
    EXPECT_EQ(resultant(b, a), odd ? domain.neg(r) : r) << a << " | " << b;
    if (a.is_zero() || b.is_zero() || c.is_zero()) continue;
    EXPECT_EQ(resultant(a, b * c), domain.mul(r, resultant(a, c))) << a << " | " << b << " | " << c;
    if (!c.is_constant()) {
      EXPECT_EQ(resultant(a * c, b * c), domain.zero());
    }
    EXPECT_EQ(domain.is_zero(r), !gcd(a, b).is_constant()) << a << " | " << b;
  }
}

TYPED_TEST(ResultantProperty, SubresultantsByDefinition) {
  for (int round = 0; round < 8; ++round) {
    auto a = this->draw(2 + this->below(4));
    auto b = this->draw(2 + this->below(3));
    if (a.is_constant() || b.is_constant()) continue;
    if (a.degree() < b.degree()) std::swap(a, b);
    const auto chain = subresultant_chain(a, b);
    EXPECT_EQ(chain.front().index, static_cast<std::size_t>(b.degree()));
    std::size_t at = 0;
    for (std::size_t j = static_cast<std::size_t>(b.degree()); j-- > 0;) {
      while (at < chain.size() && chain[at].index > j) ++at;
      const auto expected = subresultant_by_definition(a, b, j);
      if (at < chain.size() && chain[at].index == j) {
        EXPECT_EQ(chain[at].value, expected) << a << " | " << b << " | " << j;
      } else {
        EXPECT_TRUE(expected.is_zero()) << a << " | " << b << " | " << j;
      }
    }
  }
}

/// disc(a b) = disc(a) disc(b) Res(a, b)^2.
TYPED_TEST(ResultantProperty, DiscriminantsOfProducts) {
  const auto& domain = this->ring;
  for (int round = 0; round < 8; ++round) {
    const auto a = this->draw(2 + this->below(2));
    const auto b = this->draw(2 + this->below(2));
    if (a.is_constant() || b.is_constant()) continue;
    const auto r = resultant(a, b);
    EXPECT_EQ(discriminant(a * b), domain.mul(domain.mul(discriminant(a), discriminant(b)), domain.mul(r, r)))
        << a << " | " << b;
    EXPECT_EQ(discriminant(a * a * b), domain.zero());
    if (a.degree() == 2) {
      EXPECT_EQ(discriminant(a), domain.sub(domain.mul(a[1], a[1]),
                                            domain.mul(domain.from_integer(Integer(4)), domain.mul(a[0], a[2]))));
    }
  }
}

TEST(ResultantProperty, IntegersAgreeWithTheirImages) {
  IntegerGenerator g(61);
  const PrimeField p(9223372036854775783U);
  for (int round = 0; round < 30; ++round) {
    const PolyZ a = random_bits(g, 1 + g.random().below(60), 1 + g.random().below(300));
    const PolyZ b = random_bits(g, 1 + g.random().below(60), 1 + g.random().below(300));
    EXPECT_EQ(resultant(a, b).view().mod(p.modulus()), resultant(reduce(a, p), reduce(b, p)));
    EXPECT_EQ(resultant(a << round % 3, b * Integer(6)),
              resultant(a, b) * pow(Integer(6), a.length() - 1 + round % 3) * pow(b[0], round % 3));
  }
}

/// The first primes of the images divide leading coefficients: degrees fall, matrices stay.
TEST(Resultant, PrimesThatDivideLeadingCoefficients) {
  detail::GcdPrimes primes;
  const Integer p = primes.next();
  const Integer q = primes.next();
  const PolyZ a{3, 1, 7, p};
  const PolyZ b{5, -2, p * q};
  const PolyZ c{1, 0, 9, q, p};
  for (const auto& [x, y] : {std::pair{a, b}, {a, c}, {b, c}, {c, a}, {b, a}, {c, b}})
    EXPECT_EQ(by_images(x, y), sylvester_determinant(x, y)) << x << " | " << y;
}

/// Degrees that fall by several at once.
TEST(Resultant, GapsInTheChain) {
  const PolyZ x = PolyZ::generator();
  const auto at = [&](std::size_t k) { return PolyZ::monomial({}, 1, k); };
  for (const auto& [a, b] : {std::pair{at(6) + x * Integer(3) + PolyZ{1}, at(5) * Integer(2) + x - PolyZ{7}},
                             {at(5) + PolyZ{1}, at(4) * Integer(3) + PolyZ{2}},
                             {at(6) * Integer(2) - at(2) + PolyZ{5}, at(6) + PolyZ{2}},
                             {at(7) + at(2) - x, at(3) * Integer(5) - x},
                             {at(7) * Integer(3) + at(6) + PolyZ{4}, at(6) * Integer(7) + at(1) * Integer(2)}}) {
    const auto chain = subresultant_chain(a, b);
    std::size_t next = 0;
    for (std::size_t j = static_cast<std::size_t>(b.degree()); j-- > 0;) {
      while (next < chain.size() && chain[next].index > j) ++next;
      const bool there = next < chain.size() && chain[next].index == j;
      EXPECT_EQ(there ? chain[next].value : PolyZ(), subresultant_by_definition(a, b, j))
          << a << " | " << b << " | " << j;
    }
  }
}

/// Around the degrees where the method changes.
TEST(ResultantProperty, ImagesAreSubresultants) {
  IntegerGenerator g(66);
  for (std::size_t n = 1; n < 14; ++n)
    for (const std::size_t m : {std::size_t{1}, n, std::size_t{11}}) {
      const PolyZ a = random_z(g, n + 1);
      const PolyZ b = random_z(g, m + 1);
      const Integer expected =
          detail::GenericResultant<Integers>(Integers{}, ExecutionContext()).run(a.elements(), b.elements());
      EXPECT_EQ(by_images(a, b), expected) << a << " | " << b;
      EXPECT_EQ(resultant(a, b), expected) << a << " | " << b;
    }
}

TEST(Resultant, Cases) {
  const PolyZ x = PolyZ::generator();
  EXPECT_EQ(resultant(PolyZ(), x), 0);
  EXPECT_EQ(resultant(PolyZ{5}, PolyZ{7}), 1);
  EXPECT_EQ(resultant(PolyZ{5}, x * x), 25);
  EXPECT_EQ(resultant(x - PolyZ{2}, x - PolyZ{7}), -5);
  EXPECT_EQ(resultant(x * x * x, x + PolyZ{2}), 8);
  EXPECT_EQ(discriminant(PolyZ{3, 2, 5}), 4 - 60);
  EXPECT_EQ(discriminant(PolyZ{3, 2}), 1);
  EXPECT_EQ(discriminant(PolyZ{7, 0, 5, 0, 1}), Integer(16 * 7) * (25 - 28) * (25 - 28));
  EXPECT_EQ(discriminant(PolyQ{Rational(1, 2), 3, Rational(2, 3)}), Rational(9) - Rational(4, 3));
  EXPECT_EQ(discriminant(PolyZp(PrimeField(2), {1, 1, 1})), 1U);
  EXPECT_EQ(discriminant(PolyZp(PrimeField(3), {1, 0, 0, 1})), 0U);
  EXPECT_EQ(discriminant(PolyZp(PrimeField(3), {1, 2, 0, 1})), 1U);  // -4 2^3 - 27
  EXPECT_EQ(to_string(subresultant_chain(PolyZ{1, 1, 1, 1}, PolyZ{2, 1}).back().value), "5");
}

TEST(Resultant, Errors) {
  const PolyZ x = PolyZ::generator();
  EXPECT_THROW((void)resultant(x, PolyZ::generator().with_variable("y")), DomainError);
  EXPECT_THROW((void)resultant(PolyZp::generator(PrimeField(3)), PolyZp::generator(PrimeField(5))), ModulusMismatch);
  EXPECT_THROW((void)discriminant(PolyZ()), DomainError);
  EXPECT_THROW((void)discriminant(PolyQ{Rational(1, 2)}), DomainError);
  EXPECT_THROW((void)discriminant(PolyZp::constant(PrimeField(3), 1)), DomainError);
  EXPECT_THROW((void)subresultant_chain(x, PolyZ{2}), DomainError);
  EXPECT_THROW((void)subresultant_chain(PolyQ{1, 2}, PolyQ()), DomainError);
  IntegerGenerator g(62);
  const PolyZ a = random_bits(g, 200, 2000);
  EXPECT_THROW((void)resultant(a, a + x, ExecutionContext().with_memory_limit(50000)), MemoryLimit);
}

TEST(Resultant, IntegerFromResidues) {
  IntegerGenerator g(63);
  for (const std::size_t n : {1, 2, 15, 16, 17, 33, 100, 700}) {
    detail::GcdPrimes source;
    std::vector<std::uint64_t> primes;
    for (std::size_t i = 0; i < n; ++i) primes.push_back(source.next());
    for (int round = 0; round < 4; ++round) {
      Integer x = round == 0 ? Integer(0) : g.uniform(61 * n - 1);
      if (round % 2 != 0) x.negate();
      std::vector<std::uint64_t> residues;
      residues.reserve(n);
      for (const std::uint64_t p : primes) residues.push_back(x.view().mod(p));
      EXPECT_EQ(detail::integer_from_residues(residues, primes, ExecutionContext()), x);
    }
  }
}

TEST(ThreadsResultant, SameResults) {
  IntegerGenerator g(64);
  const PolyZ a = random_bits(g, 60, 400);
  const PolyZ b = random_bits(g, 50, 500);
  const Integer expected = resultant(a, b, ExecutionContext().with_threads(1));
  EXPECT_EQ(expected.view().mod(101), resultant(reduce(a, PrimeField(101)), reduce(b, PrimeField(101))));
  for (const ExecutionContext& ctx : contexts()) {
    EXPECT_EQ(resultant(a, b, ctx), expected);
    EXPECT_EQ(discriminant(b, ctx), discriminant(b));
  }
}

TEST(Resultant, CanBeStopped) {
  IntegerGenerator g(65);
  const PolyZ a = random_bits(g, 40, 100);
  const PolyZ b = random_bits(g, 40, 100);
  std::stop_source source;
  source.request_stop();
  const auto ctx = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_THROW((void)resultant(a, b, ctx), Cancelled);
  EXPECT_THROW((void)subresultant_chain(a, b, ctx), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
