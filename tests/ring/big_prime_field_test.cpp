// Prime fields with long moduli: Barrett's reduction against GMP's division, primality of the modulus, vectors.
#include <polyfork/ring/big_prime_field.hpp>

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>

#include "integer_generators.hpp"
#include "ring/barrett_modulus.hpp"

namespace polyfork::test {
namespace {

/// x mod m by Barrett's reduction.
Integer reduced(const detail::BarrettModulus& m, const Integer& x) {
  std::vector<mp_limb_t> out(m.limbs()), scratch(m.scratch_limbs());
  m.reduce(x.view().limbs(), out.data(), scratch.data());
  std::size_t n = out.size();
  while (n != 0 && out[n - 1] == 0) --n;
  return Integer(IntegerView(out.data(), static_cast<int>(n)));
}

TEST(BarrettModulusProperty, AgreesWithDivision) {
  IntegerGenerator g(0xba44);
  for (const std::size_t limbs : {1, 2, 3, 5, 9, 17, 40}) {
    for (int k = 0; k < 60; ++k) {
      Integer p = abs(g.draw(limbs));
      if (k % 3 == 0) p = (Integer(1) << (64 * limbs)) - g.uniform(20);      // the largest of that length
      if (k % 3 == 1) p = (Integer(1) << (64 * limbs - 64)) + g.uniform(8);  // the smallest
      if (p < 2) continue;
      const detail::BarrettModulus m(p);
      const Integer square = Integer(1) << (128 * m.limbs());
      for (const Integer& x : {Integer(0), p, p - Integer(1), p * p - Integer(1), (p - Integer(1)) * (p - Integer(1)),
                               square - Integer(1), abs(g.draw(m.limbs())), abs(g.draw(2 * m.limbs())),
                               abs(g.draw(3 * m.limbs() + 1)), square * p + Integer(5), p * abs(g.draw(m.limbs()))})
        EXPECT_EQ(reduced(m, x), floor_div_rem(x, p).second) << x << " mod " << p;
      const Integer a = floor_div_rem(g.draw(limbs), p).second, b = floor_div_rem(g.draw(limbs), p).second;
      EXPECT_EQ(m.multiply(a, b), floor_div_rem(a * b, p).second);
    }
  }
}

TEST(BigPrimeField, RefusesWhatIsNotPrime) {
  const Integer mersenne = (Integer(1) << 127) - Integer(1);
  for (const Integer& n : {Integer(-7), Integer(0), Integer(1), Integer(4), Integer(561), Integer(3215031751U),
                           Integer((std::int64_t{1} << 62) + 1), mersenne * mersenne, mersenne * Integer(3),
                           (Integer(1) << 128) + Integer(1), (Integer(1) << 600)})
    EXPECT_THROW(BigPrimeField{n}, DomainError) << n;
  EXPECT_THROW(BigPrimeField::trusted(1), DomainError);
  EXPECT_EQ(BigPrimeField(mersenne), BigPrimeField::trusted(mersenne));
  EXPECT_FALSE(BigPrimeField(2) == BigPrimeField(3));
  EXPECT_EQ(BigPrimeField(7).from_integer(Integer(-1)), 6);
  EXPECT_EQ(BigPrimeField(7).characteristic(), 7);
  // A composite that passes Miller and Rabin's test to the first nine primes: 3825123056546413051.
  EXPECT_THROW(BigPrimeField(Integer("3825123056546413051")), DomainError);
}

TEST(BigPrimeFieldProperty, FermatAndInverses) {
  IntegerGenerator g(0xba45);
  for (const Integer& p : {Integer(2), Integer(65537), (Integer(1) << 127) - Integer(1),
                           (Integer(1) << 255) - Integer(19), (Integer(1) << 521) - Integer(1)}) {
    const BigPrimeField field(p);
    for (int k = 0; k < 8; ++k) {
      const Integer a = field.from_integer(g.draw(9));
      Integer power = field.one();
      for (std::size_t bit = p.bit_length(); bit-- != 0;) {
        power = field.mul(power, power);
        if (((p >> bit).is_odd())) power = field.mul(power, a);
      }
      EXPECT_EQ(power, a);
      if (!a.is_zero()) {
        EXPECT_TRUE(field.is_one(field.mul(a, field.inverse(a))));
      }
    }
  }
}

TEST(BigPrimeFieldProperty, VectorsReduceLikeElements) {
  IntegerGenerator g(0xba46);
  for (const std::size_t n : {0, 1, 63, 64, 65, 300}) {
    const BigPrimeField field((Integer(1) << 127) - Integer(1));
    const IntegerVector v = g.vector(n, 7);
    for (const int threads : {1, 2, 4}) {
      const IntegerVector r = field.reduce(v, ExecutionContext().with_threads(threads));
      ASSERT_EQ(r.size(), n);
      for (std::size_t k = 0; k < n; ++k) EXPECT_EQ(r[k], field.from_integer(v[k]).view());
    }
  }
}

}  // namespace
}  // namespace polyfork::test
