// Products, divisions, gcds and square-free decompositions over Z and Z/pZ against NTL.
#include <gtest/gtest.h>

#include <NTL/ZZXFactoring.h>
#include <NTL/ZZ_limbs.h>
#include <NTL/ZZ_pXFactoring.h>
#include <NTL/lzz_pXFactoring.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

NTL::ZZX to_ntl(const PolyZ& a) {
  NTL::ZZX f;
  f.SetLength(static_cast<long>(a.length()));
  for (std::size_t i = 0; i < a.length(); ++i) {
    const IntegerView x = a.coefficients()[i];
    NTL::ZZ& c = f[static_cast<long>(i)];
    NTL::ZZ_limbs_set(c, x.limbs().data(), static_cast<long>(x.limbs().size()));
    if (x.sign() < 0) NTL::negate(c, c);
  }
  f.normalize();
  return f;
}

PolyZ from_ntl(const NTL::ZZX& f) {
  IntegerVectorBuilder c;
  for (long i = 0; i <= NTL::deg(f); ++i) {
    const auto size = static_cast<int>(f[i].size());
    c.push_back(IntegerView(NTL::ZZ_limbs_get(f[i]), NTL::sign(f[i]) < 0 ? -size : size));
  }
  return PolyZ(c.finish());
}

TEST(AlgebraNtlOracle, ProductsOverZ) {
  IntegerGenerator g(60);
  for (int round = 0; round < 60; ++round) {
    const PolyZ a = random_z(g, 1 + g.random().below(150), 1 + g.random().below(12));
    const PolyZ b = random_z(g, 1 + g.random().below(150), 1 + g.random().below(12));
    const PolyZ expected = from_ntl(to_ntl(a) * to_ntl(b));
    EXPECT_EQ(a * b, expected);
    for (const auto algorithm :
         {MulAlgorithm::classical, MulAlgorithm::karatsuba, MulAlgorithm::plain_divide_and_conquer,
          MulAlgorithm::toom_cook_4, MulAlgorithm::toom_cook_8, MulAlgorithm::kronecker,
          MulAlgorithm::kronecker_two_point, MulAlgorithm::multimodular, MulAlgorithm::blocked, MulAlgorithm::bivariate,
          MulAlgorithm::pieces})
      EXPECT_EQ(PolyZ(mul_with(algorithm, a.coefficients(), b.coefficients())), expected);
  }
}

/// NTL has no shift: Horner's scheme on its polynomials.
TEST(AlgebraNtlOracle, TaylorShiftsOverZ) {
  IntegerGenerator g(65);
  for (int round = 0; round < 20; ++round) {
    const PolyZ a = random_z(g, 1 + g.random().below(200), 1 + g.random().below(6));
    const Integer c = round % 3 == 0 ? Integer(1) : g.nonzero(1 + g.random().below(2));
    NTL::ZZX shifted;
    const NTL::ZZX linear = to_ntl(PolyZ(IntegerVector{c, 1}));
    const NTL::ZZX f = to_ntl(a);
    for (long i = NTL::deg(f); i >= 0; --i) shifted = shifted * linear + NTL::ZZX(f[i]);
    const PolyZ expected = from_ntl(shifted);
    EXPECT_EQ(taylor_shift(a, c), expected);
    for (const auto algorithm : {ShiftAlgorithm::horner, ShiftAlgorithm::tableau, ShiftAlgorithm::tableau_bands,
                                 ShiftAlgorithm::tableau_halves, ShiftAlgorithm::products, ShiftAlgorithm::convolution})
      EXPECT_EQ(PolyZ(taylor_shift_with(algorithm, a.coefficients(), c)), expected);
  }
}

TEST(AlgebraNtlOracle, DivisionOverZ) {
  IntegerGenerator g(61);
  for (int round = 0; round < 80; ++round) {
    PolyZ b = random_z(g, 1 + g.random().below(60), 2);
    const PolyZ a = round % 2 == 0 ? b * random_z(g, 1 + g.random().below(60), 2)
                                   : random_z(g, b.length() + g.random().below(60), 2);
    const NTL::ZZX na = to_ntl(a);
    const NTL::ZZX nb = to_ntl(b);
    NTL::ZZX q;
    NTL::ZZX r;
    const auto quotient = try_exact_div(a, b);
    ASSERT_EQ(quotient.has_value(), NTL::divide(q, na, nb) != 0);
    if (quotient) {
      EXPECT_EQ(*quotient, from_ntl(q));
    }
    if (b.is_constant()) continue;
    NTL::PseudoDivRem(q, r, na, nb);
    const auto full = pseudo_div_rem(a, b);
    EXPECT_EQ(full.quotient, from_ntl(q));
    EXPECT_EQ(full.remainder, from_ntl(r));
    b.set_coefficient(b.length() - 1, Integer(1));
    NTL::DivRem(q, r, na, to_ntl(b));
    const auto monic = div_rem(a, b);
    EXPECT_EQ(monic.quotient, from_ntl(q));
    EXPECT_EQ(monic.remainder, from_ntl(r));
  }
}

/// A hundred thousand pairs.
TEST(AlgebraNtlOracle, ShortPolynomialsOverZ) {
  IntegerGenerator g(66);
  NTL::ZZX quotient;
  PolyZ out;
  for (int round = 0; round < 100'000; ++round) {
    const PolyZ a(g.vector(g.random().below(7), 1 + g.random().below(3)));
    const PolyZ b(g.vector(g.random().below(7), 1 + g.random().below(3)));
    const NTL::ZZX na = to_ntl(a);
    const NTL::ZZX nb = to_ntl(b);
    add_into(out, a, b);
    ASSERT_EQ(out, from_ntl(na + nb)) << round;
    sub_into(out, a, b);
    ASSERT_EQ(out, from_ntl(na - nb)) << round;
    mul_into(out, a, b);
    ASSERT_EQ(out, from_ntl(na * nb)) << round;
    derivative_into(out, a);
    ASSERT_EQ(out, from_ntl(NTL::diff(na))) << round;
    gcd_into(out, a, b);
    ASSERT_EQ(out, from_ntl(NTL::GCD(na, nb))) << round;
    if (a.is_zero() || b.is_zero()) continue;  // NTL refuses 0 / (2 x)
    const auto found = try_exact_div(a, b);
    ASSERT_EQ(found.has_value(), NTL::divide(quotient, na, nb) != 0) << a << " | " << b;
    if (found) {
      ASSERT_EQ(*found, from_ntl(quotient)) << round;
    }
  }
}

TEST(AlgebraNtlOracle, GcdOverZ) {
  IntegerGenerator g(62);
  for (int round = 0; round < 60; ++round) {
    const PolyZ common = random_bits(g, 1 + g.random().below(60), 1 + g.random().below(300));
    const PolyZ a = common * random_z(g, 1 + g.random().below(60), 3);
    const PolyZ b = common * random_z(g, 1 + g.random().below(60), 3);
    EXPECT_EQ(gcd(a, b), from_ntl(NTL::GCD(to_ntl(a), to_ntl(b))));
  }
}

TEST(AlgebraNtlOracle, SquareFreeOverZ) {
  IntegerGenerator g(63);
  for (int round = 0; round < 40; ++round) {
    PolyZ f{1};
    for (int i = 0; i < 3; ++i)
      f *= pow(random_bits(g, 1 + g.random().below(6), 1 + g.random().below(50)), 1 + g.random().below(5));
    f = primitive_part(f);
    if (f.is_constant()) continue;
    if (f.leading_coefficient().sign() < 0) f = -f;
    NTL::vec_pair_ZZX_long theirs;
    NTL::SquareFreeDecomp(theirs, to_ntl(f));
    const auto ours = square_free_decomposition(f);
    std::size_t nonconstant = 0;
    bool repeated = false;
    for (long i = 0; i < theirs.length(); ++i) {
      if (NTL::deg(theirs[i].a) == 0) continue;
      ASSERT_LT(nonconstant, ours.factors.size());
      EXPECT_EQ(ours.factors[nonconstant].factor, from_ntl(theirs[i].a));
      EXPECT_EQ(ours.factors[nonconstant].multiplicity, static_cast<std::uint64_t>(theirs[i].b));
      repeated = repeated || theirs[i].b > 1;
      ++nonconstant;
    }
    EXPECT_EQ(nonconstant, ours.factors.size());
    EXPECT_EQ(is_square_free(f), !repeated);
  }
}

/// NTL's polynomials modulo a word (lzz_pX) and modulo any prime (ZZ_pX) have the same interface.
template <class Poly>
Poly to_residues(const PolyZp& a) {
  Poly f;
  for (std::size_t i = 0; i < a.length(); ++i)
    NTL::SetCoeff(f, static_cast<long>(i), NTL::conv<typename Poly::coeff_type>(NTL::conv<NTL::ZZ>(a.coefficient(i))));
  return f;
}
template <class Poly>
PolyZp from_residues(const PrimeField& field, const Poly& f) {
  std::vector<std::uint64_t> c;
  for (long i = 0; i <= NTL::deg(f); ++i) c.push_back(NTL::conv<unsigned long>(NTL::conv<NTL::ZZ>(NTL::rep(f[i]))));
  return PolyZp::from_elements(field, std::move(c));
}

/// Residues 0, 1 and p - 1 among others.
PolyZp edge_zp(IntegerGenerator& g, const PrimeField& field, std::size_t length) {
  std::vector<std::uint64_t> c(length);
  for (std::uint64_t& x : c) {
    const std::uint64_t kind = g.random().below(5);
    x = kind == 0 ? 0 : kind == 1 ? 1 : kind == 2 ? field.modulus() - 1 : g.random().below(field.modulus());
  }
  return PolyZp::from_elements(field, std::move(c));
}

template <class Poly>
void compare_short_over(const PrimeField& field, int rounds) {
  IntegerGenerator g(67);
  const auto from = [&](const Poly& f) { return from_residues(field, f); };
  PolyZp out(field);
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t longest = round % 100 == 0 ? 90 : 8;
    const PolyZp a = edge_zp(g, field, g.random().below(longest));
    const PolyZp b = edge_zp(g, field, g.random().below(longest));
    const Poly na = to_residues<Poly>(a);
    const Poly nb = to_residues<Poly>(b);
    const auto check = [&](const char* what, const Poly& theirs, const auto& ours) {
      const PolyZp expected = from(theirs);
      ours(out, a, b);
      ASSERT_EQ(out, expected) << what << " " << round << " modulo " << field.modulus();
      PolyZp first = a;
      ours(first, first, b);
      ASSERT_EQ(first, expected) << what << " in the place of an operand " << round << " modulo " << field.modulus();
      PolyZp second = b;
      ours(second, a, second);
      ASSERT_EQ(second, expected) << what << " in the place of the other " << round << " modulo " << field.modulus();
    };
    check("add", na + nb, [](PolyZp& r, const PolyZp& f, const PolyZp& h) { add_into(r, f, h); });
    check("sub", na - nb, [](PolyZp& r, const PolyZp& f, const PolyZp& h) { sub_into(r, f, h); });
    check("mul", na * nb, [](PolyZp& r, const PolyZp& f, const PolyZp& h) { mul_into(r, f, h); });
    check("gcd", NTL::GCD(na, nb), [](PolyZp& r, const PolyZp& f, const PolyZp& h) { gcd_into(r, f, h); });
    ASSERT_EQ(derivative(a), from(NTL::diff(na))) << round;
    const std::uint64_t x = g.random().below(field.modulus());
    const auto value = NTL::eval(na, NTL::conv<typename Poly::coeff_type>(NTL::conv<NTL::ZZ>(x)));
    ASSERT_EQ(evaluate(a, x), NTL::conv<unsigned long>(NTL::conv<NTL::ZZ>(NTL::rep(value)))) << round;
    if (b.is_zero()) continue;
    Poly q;
    Poly r;
    NTL::DivRem(q, r, na, nb);
    PolyZp rest(field);
    div_rem_into(out, rest, a, b);
    ASSERT_EQ(out, from(q)) << round;
    ASSERT_EQ(rest, from(r)) << round;
    ASSERT_EQ(try_exact_div(a, b).has_value(), NTL::IsZero(r)) << round;
  }
}

/// A hundred thousand pairs.
TEST(AlgebraNtlOracle, ShortPolynomialsOverPrimeFields) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{2147483647},
                                (std::uint64_t{1} << 61) - 1, (std::uint64_t{1} << 63) - 25}) {
    if (p < static_cast<std::uint64_t>(NTL_SP_BOUND)) {
      NTL::zz_p::init(static_cast<long>(p));
      compare_short_over<NTL::zz_pX>(PrimeField(p), 20'000);
    } else {
      NTL::ZZ_p::init(NTL::conv<NTL::ZZ>(p));
      compare_short_over<NTL::ZZ_pX>(PrimeField(p), 20'000);
    }
    if (::testing::Test::HasFatalFailure()) return;
  }
}

template <class Poly, class Pairs>
void compare_over(const PrimeField& field, int rounds) {
  const auto to = [](const PolyZp& a) { return to_residues<Poly>(a); };
  const auto from = [&](const Poly& f) { return from_residues(field, f); };
  IntegerGenerator g(64);
  for (int round = 0; round < rounds; ++round) {
    const PolyZp common = random_zp(g, field, 1 + g.random().below(120));
    const PolyZp a = common * random_zp(g, field, 1 + g.random().below(200));
    const PolyZp b = common * random_zp(g, field, 1 + g.random().below(200));
    const Poly na = to(a);
    const Poly nb = to(b);
    EXPECT_EQ(a * b, from(na * nb));
    for (const auto algorithm : {MulAlgorithm::classical, MulAlgorithm::karatsuba, MulAlgorithm::kronecker})
      EXPECT_EQ(PolyZp(field, mul_with(algorithm, field, a.coefficients(), b.coefficients())), from(na * nb));
    EXPECT_EQ(gcd(a, b), from(NTL::GCD(na, nb)));
    Poly q;
    Poly r;
    NTL::DivRem(q, r, na, nb);
    const auto qr = div_rem(a, b);
    EXPECT_EQ(qr.quotient, from(q));
    EXPECT_EQ(qr.remainder, from(r));
    EXPECT_EQ(try_exact_div(a, b).has_value(), NTL::IsZero(r));
    // few factors of high multiplicity, also multiples of a small characteristic
    PolyZp f = make_monic(pow(random_zp(g, field, 1 + g.random().below(5)), 1 + g.random().below(7)) *
                          pow(random_zp(g, field, 2 + g.random().below(4)), 1 + g.random().below(7)));
    if (f.is_constant()) continue;
    Pairs theirs;
    NTL::SquareFreeDecomp(theirs, to(f));
    const auto ours = square_free_decomposition(f);
    for (const auto& [factor, multiplicity] : ours.factors) {
      Poly product;
      NTL::set(product);  // one; NTL may list several factors of one multiplicity
      for (long i = 0; i < theirs.length(); ++i)
        if (static_cast<std::uint64_t>(theirs[i].b) == multiplicity) product *= theirs[i].a;
      EXPECT_EQ(factor, from(product));
    }
    EXPECT_EQ(is_square_free(f), ours.factors.size() == 1 && ours.factors.front().multiplicity == 1);
  }
}

TEST(AlgebraNtlOracle, PrimeFields) {
  for (const std::uint64_t p : algebra_moduli()) {
    NTL::ZZ_p::init(NTL::conv<NTL::ZZ>(p));
    compare_over<NTL::ZZ_pX, NTL::vec_pair_ZZ_pX_long>(PrimeField(p), 12);
    if (p >= static_cast<std::uint64_t>(NTL_SP_BOUND)) continue;
    NTL::zz_p::init(static_cast<long>(p));
    compare_over<NTL::zz_pX, NTL::vec_pair_zz_pX_long>(PrimeField(p), 25);
  }
}

}  // namespace
}  // namespace polyfork::test
