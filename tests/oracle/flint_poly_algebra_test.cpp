// Division, gcd, square-free decomposition, resultants and discriminants against FLINT.
#include <gtest/gtest.h>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>
#include <flint/nmod_poly.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>

#include "algebra_generators.hpp"
#include "flint_poly.hpp"

namespace polyfork::test {
namespace {

TEST(AlgebraFlintOracle, GcdOverZ) {
  IntegerGenerator g(50);
  for (int round = 0; round < 60; ++round) {
    const PolyZ common = random_bits(g, 1 + g.random().below(60), 1 + g.random().below(300));
    const PolyZ a = common * random_z(g, 1 + g.random().below(60), 3);
    const PolyZ b = common * random_z(g, 1 + g.random().below(60), 3);
    FlintPoly fa(a);
    FlintPoly fb(b);
    FlintPoly fg;
    fmpz_poly_gcd(fg.get(), fa.get(), fb.get());
    EXPECT_EQ(gcd(a, b), from_flint(fg.get()));
  }
}

TEST(AlgebraFlintOracle, DivisionOverZ) {
  IntegerGenerator g(51);
  for (int round = 0; round < 60; ++round) {
    const PolyZ b = random_z(g, 1 + g.random().below(40), 2);
    const PolyZ a = round % 2 == 0 ? b * random_z(g, 1 + g.random().below(40), 2)
                                   : random_z(g, b.length() + g.random().below(40), 2);
    FlintPoly fa(a);
    FlintPoly fb(b);
    FlintPoly fq;
    FlintPoly fr;
    const auto quotient = try_exact_div(a, b);
    ASSERT_EQ(quotient.has_value(), fmpz_poly_divides(fq.get(), fa.get(), fb.get()) != 0);
    if (quotient) {
      EXPECT_EQ(*quotient, from_flint(fq.get()));
    }
    ulong exponent = 0;
    fmpz_poly_pseudo_divrem_basecase(fq.get(), fr.get(), &exponent, fa.get(), fb.get());
    // FLINT skips the multiplication also where a step happens to divide: equal up to the multipliers.
    const auto lazy = lazy_pseudo_div_rem(a, b);
    const Integer theirs = pow(b.leading_coefficient(), exponent);
    EXPECT_EQ(scale(lazy.quotient, theirs), scale(from_flint(fq.get()), lazy.multiplier));
    EXPECT_EQ(scale(lazy.remainder, theirs), scale(from_flint(fr.get()), lazy.multiplier));
    fmpz_poly_pseudo_divrem_cohen(fq.get(), fr.get(), fa.get(), fb.get());
    const auto full = pseudo_div_rem(a, b);
    EXPECT_EQ(full.quotient, from_flint(fq.get()));
    EXPECT_EQ(full.remainder, from_flint(fr.get()));
  }
}

TEST(AlgebraFlintOracle, SquareFreeOverZ) {
  IntegerGenerator g(52);
  for (int round = 0; round < 30; ++round) {
    PolyZ f = PolyZ{g.nonzero(1)};
    for (int i = 0; i < 3; ++i)
      f *= pow(random_bits(g, 1 + g.random().below(6), 1 + g.random().below(50)), 1 + g.random().below(6));
    if (f.is_constant()) continue;
    FlintPoly ff(f);
    fmpz_poly_factor_t factors;
    fmpz_poly_factor_init(factors);
    fmpz_poly_factor_squarefree(factors, ff.get());
    const auto ours = square_free_decomposition(f);
    // FLINT may list several factors of one multiplicity.
    for (const auto& [factor, multiplicity] : ours.factors) {
      PolyZ product{1};
      for (slong i = 0; i < factors->num; ++i)
        if (static_cast<std::uint64_t>(factors->exp[i]) == multiplicity) product *= from_flint(factors->p + i);
      EXPECT_EQ(product.leading_coefficient().sign() < 0 ? -product : product, factor);
    }
    fmpz_poly_factor_clear(factors);
    EXPECT_EQ(is_square_free(f), fmpz_poly_is_squarefree(ff.get()) != 0);
  }
}

TEST(AlgebraFlintOracle, ResultantsOverZ) {
  IntegerGenerator g(54);
  fmpz_t value;
  fmpz_init(value);
  const auto integer = [&] {
    Integer z;
    z.with_mpz([&](mpz_ptr out) { fmpz_get_mpz(out, value); });
    return z;
  };
  for (int round = 0; round < 60; ++round) {
    const bool special = round % 3 == 0;
    const std::size_t n = 1 + g.random().below(40);
    const std::size_t m = 1 + g.random().below(40);
    const PolyZ a = special ? random_z(g, n) : random_bits(g, n, 1 + g.random().below(300));
    const PolyZ b = special ? random_z(g, m) : random_bits(g, m, 1 + g.random().below(300));
    FlintPoly fa(a);
    FlintPoly fb(b);
    fmpz_poly_resultant(value, fa.get(), fb.get());
    EXPECT_EQ(resultant(a, b), integer());
    if (a.is_constant()) continue;
    fmpz_poly_discriminant(value, fa.get());
    EXPECT_EQ(discriminant(a), integer());
  }
  fmpz_clear(value);
}

TEST(AlgebraFlintOracle, PrimeFields) {
  IntegerGenerator g(53);
  for (const std::uint64_t p : algebra_moduli()) {
    const PrimeField field(p);
    const auto to_flint = [&](nmod_poly_struct* out, const PolyZp& a) {
      nmod_poly_init(out, p);
      for (std::size_t i = 0; i < a.length(); ++i) nmod_poly_set_coeff_ui(out, static_cast<slong>(i), a.coefficient(i));
    };
    const auto from = [&](const nmod_poly_struct* in) {
      std::vector<std::uint64_t> c;
      for (slong i = 0; i < nmod_poly_length(in); ++i) c.push_back(nmod_poly_get_coeff_ui(in, i));
      return PolyZp::from_elements(field, std::move(c));
    };
    for (int round = 0; round < 20; ++round) {
      const PolyZp common = random_zp(g, field, 1 + g.random().below(200));
      const PolyZp a = common * random_zp(g, field, 1 + g.random().below(200));
      const PolyZp b = common * random_zp(g, field, 1 + g.random().below(200));
      nmod_poly_t fa, fb, fg, fq, fr;
      to_flint(fa, a);
      to_flint(fb, b);
      for (nmod_poly_struct* x : {fg, fq, fr}) nmod_poly_init(x, p);
      nmod_poly_gcd(fg, fa, fb);
      nmod_poly_divrem(fq, fr, fa, fb);
      EXPECT_EQ(gcd(a, b), from(fg));
      const auto qr = div_rem(a, b);
      EXPECT_EQ(qr.quotient, from(fq));
      EXPECT_EQ(qr.remainder, from(fr));
      EXPECT_EQ(resultant(a, qr.remainder), nmod_poly_resultant(fa, fr));
      if (!a.is_constant()) {
        EXPECT_EQ(discriminant(a), nmod_poly_discriminant(fa));
      }
      for (nmod_poly_struct* x : {fa, fb, fg, fq, fr}) nmod_poly_clear(x);
    }
  }
}

}  // namespace
}  // namespace polyfork::test
