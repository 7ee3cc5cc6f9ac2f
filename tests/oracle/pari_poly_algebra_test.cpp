// A hundred thousand pairs of short polynomials over each of Z, Q and Z/pZ, Bezout cofactors and resultants, and gcds
// in several variables against PARI.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

TEST_F(AlgebraPariOracle, ShortPolynomialsOverQ) {
  pf::test::IntegerGenerator g(970);
  pf::PolyQ out;
  for (int i = 0; i < 100'000; ++i) {
    const pari_sp before = avma;
    const auto draw = [&] {
      std::vector<pf::Rational> c(g.random().below(i % 50 == 0 ? 40 : 7));
      for (pf::Rational& x : c)
        x = i % 3 == 0 ? pf::Rational(g.edge(), pf::Integer(1) << g.random().below(70))
                       : g.rational(1 + g.random().below(2));
      return pf::PolyQ::from_elements({}, c);
    };
    const pf::PolyQ a = draw();
    const pf::PolyQ b = draw();
    const pf::Rational at = g.rational(1);
    GEN pa = to_pari(a);
    GEN pb = to_pari(b);
    GEN x = gdiv(to_pari(at.numerator().view()), to_pari(at.denominator().view()));
    const auto check = [&](const char* what, GEN expected, const auto& ours) {
      ours(out, a, b);
      ASSERT_TRUE(gequal(to_pari(out), expected)) << what << " " << a << " | " << b;
      pf::PolyQ first = a;
      ours(first, first, b);
      ASSERT_EQ(first, out) << what << " in the place of an operand";
      pf::PolyQ second = b;
      ours(second, a, second);
      ASSERT_EQ(second, out) << what << " in the place of the other";
    };
    check("add", gadd(pa, pb), [](pf::PolyQ& r, const pf::PolyQ& f, const pf::PolyQ& h) { add_into(r, f, h); });
    check("sub", gsub(pa, pb), [](pf::PolyQ& r, const pf::PolyQ& f, const pf::PolyQ& h) { sub_into(r, f, h); });
    check("mul", gmul(pa, pb), [](pf::PolyQ& r, const pf::PolyQ& f, const pf::PolyQ& h) { mul_into(r, f, h); });
    check("scale", gmul(pa, x), [&](pf::PolyQ& r, const pf::PolyQ& f, const pf::PolyQ&) { scale_into(r, f, at); });
    check("derivative", deriv(pa, 0),
          [](pf::PolyQ& r, const pf::PolyQ& f, const pf::PolyQ&) { derivative_into(r, f); });
    check("taylor_shift", poleval(pa, gadd(pol_x(0), x)),
          [&](pf::PolyQ& r, const pf::PolyQ& f, const pf::PolyQ&) { r = taylor_shift(f, at); });
    const pf::Rational value = evaluate(a, at);
    ASSERT_TRUE(gequal(gmul(poleval(pa, x), to_pari(value.denominator().view())), to_pari(value.numerator().view())))
        << a << " | " << at;
    if (HasFatalFailure()) return;
    if (i % 5 == 0 && !a.is_constant() && !b.is_constant()) {  // which take PARI longer
      GEN d = ggcd(pa, pb);
      ASSERT_TRUE(gequal(to_pari(gcd(a, b)), gdiv(d, typ(d) == t_POL ? leading_coeff(d) : d))) << a << " | " << b;
      GEN rest;
      GEN quotient = RgX_divrem(pa, pb, &rest);
      const auto division = div_rem(a, b);
      ASSERT_TRUE(gequal(to_pari(division.quotient), quotient)) << a << " | " << b;
      ASSERT_TRUE(gequal(to_pari(division.remainder), rest)) << a << " | " << b;
      const pf::Rational r = resultant(a, b);
      ASSERT_TRUE(
          gequal(gmul(polresultant0(pa, pb, 0, 0), to_pari(r.denominator().view())), to_pari(r.numerator().view())))
          << a << " | " << b;
    }
    set_avma(before);
  }
}

/// A hundred thousand pairs, residues 0, 1 and p - 1 among others.
TEST_F(AlgebraPariOracle, ShortPolynomialsOverPrimeFields) {
  pf::test::IntegerGenerator g(971);
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{2147483647},
                                (std::uint64_t{1} << 61) - 1, (std::uint64_t{1} << 63) - 25}) {
    const pf::PrimeField field(p);
    const auto draw = [&](std::uint64_t longest) {
      std::vector<std::uint64_t> c(g.random().below(longest));
      for (std::uint64_t& x : c) {
        const std::uint64_t kind = g.random().below(5);
        x = kind == 0 ? 0 : kind == 1 ? 1 : kind == 2 ? p - 1 : g.random().below(p);
      }
      return pf::PolyZp::from_elements(field, std::move(c));
    };
    const auto of_residues = [](const pf::PolyZp& a) {
      GEN f = cgetg(static_cast<long>(a.length()) + 2, t_POL);
      f[1] = evalsigne(a.is_zero() ? 0 : 1) | evalvarn(0);
      for (std::size_t i = 0; i < a.length(); ++i) gel(f, i + 2) = utoi(a.coefficients()[i]);
      return f;
    };
    for (int i = 0; i < 20'000; ++i) {
      const pari_sp before = avma;
      GEN m = utoipos(p);
      const pf::PolyZp a = draw(i % 100 == 0 ? 90 : 8);
      const pf::PolyZp b = draw(i % 100 == 0 ? 90 : 8);
      const std::uint64_t at = g.random().below(p);
      GEN pa = of_residues(a);
      GEN pb = of_residues(b);
      ASSERT_TRUE(gequal(of_residues(add(a, b)), FpX_add(pa, pb, m))) << a << " | " << b << " modulo " << p;
      ASSERT_TRUE(gequal(of_residues(sub(a, b)), FpX_sub(pa, pb, m))) << a << " | " << b << " modulo " << p;
      ASSERT_TRUE(gequal(of_residues(mul(a, b)), FpX_mul(pa, pb, m))) << a << " | " << b << " modulo " << p;
      ASSERT_TRUE(gequal(of_residues(scale(a, at)), FpX_Fp_mul(pa, utoi(at), m))) << a << " modulo " << p;
      ASSERT_TRUE(gequal(of_residues(derivative(a)), FpX_deriv(pa, m))) << a << " modulo " << p;
      ASSERT_TRUE(gequal(utoi(evaluate(a, at)), FpX_eval(pa, utoi(at), m))) << a << " modulo " << p;
      if (a.is_zero() || b.is_zero()) continue;
      ASSERT_TRUE(gequal(of_residues(gcd(a, b)), FpX_normalize(FpX_gcd(pa, pb, m), m))) << a << " | " << b << " " << p;
      ASSERT_TRUE(gequal(utoi(resultant(a, b)), FpX_resultant(pa, pb, m))) << a << " | " << b << " modulo " << p;
      GEN rest;
      GEN quotient = FpX_divrem(pa, pb, m, &rest);
      const auto division = div_rem(a, b);
      ASSERT_TRUE(gequal(of_residues(division.quotient), quotient)) << a << " | " << b << " modulo " << p;
      ASSERT_TRUE(gequal(of_residues(division.remainder), rest)) << a << " | " << b << " modulo " << p;
      set_avma(before);
    }
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
