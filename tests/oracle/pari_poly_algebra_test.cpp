// A hundred thousand pairs of short polynomials over Z, Bezout cofactors and resultants, and gcds in several variables
// against PARI.
#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <pari/pari.h>

// PARI's macros clash with the names of polynomial libraries; the rest comes after them.
#undef gen
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/extended_gcd_q.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "integer_generators.hpp"
#include "multi_generators.hpp"

namespace {

namespace pf = polyfork;

GEN to_pari(pf::IntegerView x) {
  GEN z = gen_0;
  const auto limbs = x.limbs();
  for (std::size_t i = limbs.size(); i-- != 0;) z = addii(shifti(z, 64), utoi(limbs[i]));
  return x.sign() < 0 ? negi(z) : z;
}

GEN to_pari(const pf::PolyZ& a) {
  GEN list = cgetg(static_cast<long>(a.length()) + 1, t_VEC);
  for (std::size_t i = 0; i < a.length(); ++i) gel(list, i + 1) = to_pari(a.coefficients()[i]);
  return gtopolyrev(list, 0);
}

GEN to_pari(const pf::PolyQ& a) {
  const pf::RationalVector& v = a.coefficients();
  return gdiv(to_pari(pf::PolyZ(v.numerators())), to_pari(v.denominator().view()));
}

/// PARI's gcds of constants and of polynomials have any sign.
bool equal_up_to_sign(GEN a, GEN b) { return gequal(a, b) || gequal(a, gneg(b)); }

class AlgebraPariOracle : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { pari_init(std::size_t{256} << 20, 100000); }
  static void TearDownTestSuite() { pari_close(); }
};

TEST_F(AlgebraPariOracle, ShortPolynomials) {
  pf::test::IntegerGenerator g(967);
  pf::PolyZ out;
  for (int i = 0; i < 100'000; ++i) {
    const pari_sp before = avma;
    const pf::PolyZ a(g.vector(g.random().below(7), 1 + g.random().below(2)));
    const pf::PolyZ b(g.vector(g.random().below(7), 1 + g.random().below(2)));
    const pf::Integer at = g.draw(1);
    GEN pa = to_pari(a);
    GEN pb = to_pari(b);
    GEN x = to_pari(at.view());
    add_into(out, a, b);
    ASSERT_TRUE(gequal(to_pari(out), gadd(pa, pb))) << a << " | " << b;
    sub_into(out, a, b);
    ASSERT_TRUE(gequal(to_pari(out), gsub(pa, pb))) << a << " | " << b;
    mul_into(out, a, b);
    ASSERT_TRUE(gequal(to_pari(out), gmul(pa, pb))) << a << " | " << b;
    scale_into(out, a, at);
    ASSERT_TRUE(gequal(to_pari(out), gmul(pa, x))) << a << " | " << at;
    derivative_into(out, a);
    ASSERT_TRUE(gequal(to_pari(out), deriv(pa, 0))) << a;
    ASSERT_TRUE(gequal(to_pari(evaluate(a, at).view()), poleval(pa, x))) << a << " | " << at;
    taylor_shift_into(out, a, at);
    ASSERT_TRUE(gequal(to_pari(out), poleval(pa, gadd(pol_x(0), x)))) << a << " | " << at;
    gcd_into(out, a, b);
    ASSERT_TRUE(equal_up_to_sign(to_pari(out), ggcd(pa, pb))) << a << " | " << b;
    set_avma(before);
  }
}

TEST_F(AlgebraPariOracle, CofactorsAndResultants) {
  pf::test::IntegerGenerator g(968);
  for (int i = 0; i < 2000; ++i) {
    const pari_sp before = avma;
    const auto draw = [&](std::size_t length) { return pf::PolyZ(g.vector(length, 1 + g.random().below(2))); };
    const pf::PolyZ common = draw(1 + g.random().below(4));
    const pf::PolyZ a = mul(common, draw(1 + g.random().below(9)));
    const pf::PolyZ b = mul(common, draw(1 + g.random().below(9)));
    if (a.degree() < 1 || b.degree() < 1) continue;
    ASSERT_TRUE(gequal(to_pari(resultant(a, b).view()), polresultant0(to_pari(a), to_pari(b), 0, 0)));
    const pf::ExtendedGcdQ e = extended_gcd(pf::to_rational(a), pf::to_rational(b));
    if (e.g.degree() == a.degree() || e.g.degree() == b.degree()) continue;  // conventions differ
    GEN s;
    GEN t;
    GEN d = RgX_extgcd(to_pari(pf::to_rational(a)), to_pari(pf::to_rational(b)), &s, &t);
    GEN lead = leading_coeff(d);
    ASSERT_TRUE(gequal(to_pari(e.g), gdiv(d, lead))) << a << " | " << b;
    ASSERT_TRUE(gequal(to_pari(e.s), gdiv(s, lead))) << a << " | " << b;
    ASSERT_TRUE(gequal(to_pari(e.t), gdiv(t, lead))) << a << " | " << b;
    set_avma(before);
  }
}

TEST_F(AlgebraPariOracle, GcdsInSeveralVariables) {
  pf::test::Random r(969);
  const auto read = [](const pf::MultiPolyZ& a) { return gp_read_str(to_string(a).c_str()); };
  for (int i = 0; i < 2000; ++i) {
    const pari_sp before = avma;
    const pf::Variables v = pf::test::test_variables(1 + r.below(3), static_cast<pf::MonomialOrder>(r.below(3)));
    const pf::test::MultiShape shape{1 + r.below(5), 1 + r.below(4), 20};
    const pf::MultiPolyZ g = pf::test::random_multi(r, pf::Integers{}, v, shape);
    const pf::MultiPolyZ a = pf::test::random_multi(r, pf::Integers{}, v, shape) * g;
    const pf::MultiPolyZ b = pf::test::random_multi(r, pf::Integers{}, v, shape) * (i % 7 == 0 ? a : g);
    ASSERT_TRUE(equal_up_to_sign(read(gcd(a, b)), ggcd(read(a), read(b)))) << a << " | " << b;
    set_avma(before);
  }
}

}  // namespace
