// Euclid's algorithm on rows of limbs against the one on elements.
#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/ring/big_prime_field.hpp>

#include "integer_generators.hpp"

namespace polyfork {
namespace {

using Poly = DensePoly<BigPrimeField>;

/// By remainders of monic polynomials.
Poly gcd_by_remainders(Poly a, Poly b) {
  while (!b.is_zero()) {
    Poly r = rem(a, make_monic(b));
    a = std::move(b);
    b = std::move(r);
  }
  return a.is_zero() ? a : make_monic(a);
}

/// Every third coefficient is zero, some are p - 1.
Poly random_poly(const BigPrimeField& field, std::size_t length, test::IntegerGenerator& g) {
  std::vector<Integer> c(length);
  const std::size_t bits = field.modulus().bit_length() + 64;
  for (Integer& x : c) {
    const std::uint64_t kind = g.random().below(6);
    x = kind < 2 ? Integer(0) : kind == 2 ? field.modulus() - Integer(1) : field.from_integer(g.uniform(bits));
  }
  if (length != 0) c.back() = field.from_integer(Integer(1) + g.uniform(8) * Integer(2));
  return Poly::from_elements(field, c);
}

TEST(GcdBigPrimeProperty, AgreesWithRemaindersOfElements) {
  test::IntegerGenerator g(931);
  // 2, 3, small, one word, just above one, two full words, three, and more.
  const Integer one(1);
  for (const Integer& p :
       {Integer(2), Integer(3), Integer(101), (one << 61) - one, (one << 64) + Integer(13), (one << 127) - one,
        (one << 128) - Integer(159), (one << 130) - Integer(5), (one << 255) - Integer(19), (one << 521) - one}) {
    const BigPrimeField field(p);
    for (int round = 0; round < 25; ++round) {
      const Poly common = random_poly(field, g.random().below(6), g);
      const Poly a = random_poly(field, g.random().below(14), g) * common;
      const Poly b = random_poly(field, g.random().below(14), g) * common;
      EXPECT_EQ(gcd(a, b), gcd_by_remainders(a, b)) << p;
      EXPECT_EQ(gcd(b, a), gcd(a, b));
      EXPECT_EQ(gcd(a, a), gcd_by_remainders(a, a));
      const Poly far = a * Poly::monomial(field, field.one(), 17) + common;  // quotients of many coefficients
      EXPECT_EQ(gcd(far, b), gcd_by_remainders(far, b));
    }
  }
}

TEST(GcdBigPrime, ChargesItsRows) {
  test::IntegerGenerator g(932);
  const BigPrimeField field((Integer(1) << 127) - Integer(1));
  const Poly a = random_poly(field, 3000, g);
  const Poly b = random_poly(field, 2900, g);
  EXPECT_THROW(gcd(a, b, ExecutionContext().with_memory_limit(1 << 14)), MemoryLimit);
}

}  // namespace
}  // namespace polyfork
