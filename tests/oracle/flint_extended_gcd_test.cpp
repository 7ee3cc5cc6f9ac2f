// Bezout cofactors over Q and Z against FLINT.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/extended_gcd_q.hpp>
#include <polyfork/poly/gcd/gcd.hpp>

#include "drawn_inputs.hpp"
#include "flint_poly_q.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

/// Coefficients at the ends of words, or of up to three limbs; a common factor, contents, one that divides the other,
/// equal ones, constants and zero.
std::pair<PolyZ, PolyZ> draw_pair(IntegerGenerator& g, int round) {
  const bool longer = round % 50 == 0;
  const auto draw = [&](std::size_t length) {
    if (round % 3 != 0) return PolyZ(g.vector(length, 1 + g.random().below(3)));
    std::vector<Integer> c;
    for (std::size_t i = 0; i < length; ++i) c.push_back(g.edge());
    return PolyZ::from_elements({}, std::move(c));
  };
  const PolyZ common = draw(1 + g.random().below(4));
  PolyZ a = mul(common, draw(g.random().below(longer ? 40 : 9)));
  PolyZ b = mul(common, draw(g.random().below(longer ? 40 : 9)));
  if (round % 11 == 4) a = mul(b, draw(1 + g.random().below(4)));
  if (round % 11 == 5) a = scale(b, g.draw(1));
  if (round % 11 == 6) {
    a = scale(a, g.draw(2));
    b = scale(b, g.draw(2));
  }
  return {std::move(a), std::move(b)};
}

TEST(ExtendedGcdFlintOracle, RationalsAndIntegers) {
  IntegerGenerator g(962);
  FlintPolyQ gcd_q;
  FlintPolyQ s;
  FlintPolyQ t;
  int compared = 0;
  for (int round = 0; round < drawn_inputs("POLYFORK_GCD_INPUTS", 4000); ++round) {
    const auto [a, b] = draw_pair(g, round);
    const PolyQ qa = scale(to_rational(a), Rational(Integer(3), Integer(7)));
    const PolyQ qb = to_rational(b);
    const ExtendedGcdQ e = extended_gcd(qa, qb);
    ASSERT_EQ(add(mul(e.s, qa), mul(e.t, qb)), e.g) << a << " | " << b;
    ASSERT_EQ(e.g, gcd(qa, qb)) << a << " | " << b;
    const ExtendedGcdZ z = extended_gcd(a, b);
    ASSERT_EQ(add(mul(z.s, a), mul(z.t, b)), scale(z.g, z.multiplier)) << a << " | " << b;
    ASSERT_EQ(z.g, gcd(a, b)) << a << " | " << b;
    ASSERT_GT(z.multiplier, Integer(0));
    // No smaller multiplier has integral cofactors of these degrees.
    ASSERT_TRUE(gcd(gcd(content(z.s), content(z.t)), z.multiplier).is_one()) << a << " | " << b;
    const bool divides_b = e.g.degree() == a.degree();
    const bool divides_a = e.g.degree() == b.degree();
    if (a.is_zero() || b.is_zero() || divides_a || divides_b) {  // conventions differ
      ASSERT_TRUE(divides_a == divides_b || (divides_b ? z.t : z.s).is_zero()) << a << " | " << b;
      ASSERT_TRUE(divides_a != divides_b || z.multiplier.is_one()) << a << " | " << b;
      continue;
    }
    ++compared;
    FlintPolyQ fb(qb);
    fmpq_poly_xgcd(gcd_q.get(), s.get(), t.get(), FlintPolyQ(qa).get(), fb.get());
    ASSERT_TRUE(gcd_q.is_equal(e.g)) << a << " | " << b;
    ASSERT_TRUE(s.is_equal(e.s)) << a << " | " << b;
    ASSERT_TRUE(t.is_equal(e.t)) << a << " | " << b;
    // Over Z the cofactors of the gcd with its content, times the least common denominator.
    fmpq_poly_xgcd(gcd_q.get(), s.get(), t.get(), FlintPolyQ(to_rational(a)).get(), fb.get());
    fmpz_t lead;
    fmpz_t d;
    fmpz_t other;
    fmpz_init(lead);
    fmpz_init(d);
    fmpz_init(other);
    fmpz_set_mpz(lead, z.g.leading_coefficient().view().mpz());
    fmpq_poly_scalar_mul_fmpz(s.get(), s.get(), lead);
    fmpq_poly_scalar_mul_fmpz(t.get(), t.get(), lead);
    fmpq_poly_get_denominator(d, s.get());
    fmpq_poly_get_denominator(other, t.get());
    fmpz_lcm(d, d, other);
    ASSERT_EQ(z.multiplier, from_fmpz(d)) << a << " | " << b;
    fmpq_poly_scalar_mul_fmpz(s.get(), s.get(), d);
    fmpq_poly_scalar_mul_fmpz(t.get(), t.get(), d);
    ASSERT_TRUE(s.is_equal(to_rational(z.s))) << a << " | " << b;
    ASSERT_TRUE(t.is_equal(to_rational(z.t))) << a << " | " << b;
    fmpz_clear(lead);
    fmpz_clear(d);
    fmpz_clear(other);
  }
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace polyfork::test
