// Gcds, resultants, discriminants and square-free parts of sparse polynomials in several variables against FLINT.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "drawn_inputs.hpp"
#include "flint_mpoly.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

Variables draw_variables(Random& r, std::size_t least, std::size_t most) {
  return test_variables(least + r.below(most - least + 1), static_cast<MonomialOrder>(r.below(3)));
}

/// How many inputs of each kind are drawn: POLYFORK_GCD_INPUTS, else those of the suite, ten thousand gcds in all.
int gcd_inputs(int usual) { return drawn_inputs("POLYFORK_GCD_INPUTS", usual); }

/// Two polynomials with a planted common factor: coprime otherwise, with contents in single variables, one dividing the
/// other, to powers that a characteristic may divide, of few terms in many variables or filling their degrees.
template <class R>
std::pair<SparseMultiPoly<R>, SparseMultiPoly<R>> draw_pair(Random& r, const R& ring, int round, std::uint64_t power) {
  const std::size_t n = 2 + r.below(round % 3 == 0 ? 5 : 2);
  const Variables v = test_variables(n, static_cast<MonomialOrder>(r.below(3)));
  const bool fills = n == 2 && round % 4 == 0;
  const MultiShape shape{fills ? 40 : 1 + r.below(n > 3 ? 6 : 9), fills ? 6 : 1 + r.below(n > 3 ? 3 : 7), 30};
  const auto draw = [&](const MultiShape& of) { return nonzero_multi(r, ring, v, of); };
  SparseMultiPoly<R> a = draw(shape);
  SparseMultiPoly<R> b = draw(shape);
  const SparseMultiPoly<R> g = draw(shape);
  switch (round % 6) {
    case 0:
      break;
    case 1: {  // contents
      const MultiShape few{3, 2, 30};
      const SparseMultiPoly<R> content = draw(few);
      a = a * g * content * draw(few);
      b = b * g * content * draw(few);
      break;
    }
    case 2:
      a = a * g;
      b = a * b;
      break;
    case 3: {
      const SparseMultiPoly<R> repeated = pow(draw({2, 1 + r.below(2), 30}), power);
      a = a * repeated * g;
      b = b * repeated;
      break;
    }
    default:
      a = a * g;
      b = b * g;
  }
  return {std::move(a), std::move(b)};
}

/// Points of extensions: the field itself has too few.
TEST(MultiAlgebraFlintOracle, GcdModuloSmallPrimes) {
  Random r(448);
  for (const std::uint64_t p : {2U, 3U, 5U, 7U, 67U, 101U, 257U})
    for (int round = 0; round < gcd_inputs(900); ++round) {
      const auto [a, b] = draw_pair(r, PrimeField(p), round, std::min<std::uint64_t>(p, 5));
      MpolyZp fa(a);
      MpolyZp fb(b);
      MpolyZp fg(a.ring(), a.variables());
      ASSERT_NE(nmod_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
      ASSERT_EQ(gcd(a, b), fg.value()) << a << " | " << b << " modulo " << p;
    }
}

/// Over Z and, on the same numerators, Q; modulo long primes.
TEST(MultiAlgebraFlintOracle, GcdOfManyShapes) {
  Random r(449);
  for (int round = 0; round < gcd_inputs(1500); ++round) {
    const auto [a, b] = draw_pair(r, Integers{}, round, 3);
    MpolyZ fa(a);
    MpolyZ fb(b);
    MpolyZ fg(a.variables());
    ASSERT_NE(fmpz_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
    const MultiPolyZ expected = fg.value();
    ASSERT_EQ(gcd(a, b), expected) << a << " | " << b;
    const MultiPolyQ qa = scale(to_rational(a), Rational(Integer(3), Integer(7)));
    ASSERT_EQ(gcd(qa, to_rational(b)), make_monic(to_rational(expected))) << a << " | " << b;
  }
  for (const std::uint64_t p : {std::uint64_t{65537}, std::uint64_t{4611686018427387847}})
    for (int round = 0; round < gcd_inputs(600); ++round) {
      const auto [a, b] = draw_pair(r, PrimeField(p), round, 3);
      MpolyZp fa(a);
      MpolyZp fb(b);
      MpolyZp fg(a.ring(), a.variables());
      ASSERT_NE(nmod_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
      ASSERT_EQ(gcd(a, b), fg.value()) << a << " | " << b << " modulo " << p;
    }
}

TEST(MultiAlgebraFlintOracle, GcdOverZ) {
  Random r(441);
  for (int round = 0; round < 120; ++round) {
    const Variables v = draw_variables(r, 1, 5);
    const MultiShape shape{1 + r.below(12), 1 + r.below(7), round % 4 == 0 ? std::uint64_t{1} << 50 : 30};
    const MultiPolyZ g = random_multi(r, Integers{}, v, shape);
    const MultiPolyZ a = random_multi(r, Integers{}, v, shape) * g;
    const MultiPolyZ b = random_multi(r, Integers{}, v, shape) * (round % 7 == 0 ? a : g);
    MpolyZ fa(a);
    MpolyZ fb(b);
    MpolyZ fg(v);
    ASSERT_NE(fmpz_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
    EXPECT_EQ(gcd(a, b), fg.value()) << a << " | " << b;
  }
}

/// Boxes of degrees that are far from full: the monomials are read off values.
TEST(MultiAlgebraFlintOracle, SparseGcdsInManyVariables) {
  Random r(447);
  for (int round = 0; round < 60; ++round) {
    const Variables v = draw_variables(r, 3, 6);
    const MultiShape shape{2 + r.below(25), 4 + r.below(12), round % 4 == 0 ? std::uint64_t{1} << 60 : 30};
    const MultiShape few{1 + r.below(4), 9, 5};
    const MultiPolyZ g = random_multi(r, Integers{}, v, shape);
    const MultiPolyZ content = random_multi(r, Integers{}, v, few);
    const MultiPolyZ a = random_multi(r, Integers{}, v, few) * g * (round % 3 == 0 ? content : g);
    const MultiPolyZ b = random_multi(r, Integers{}, v, shape) * (round % 5 == 0 ? a : round % 3 == 1 ? content : g);
    MpolyZ fa(a);
    MpolyZ fb(b);
    MpolyZ fg(v);
    ASSERT_NE(fmpz_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
    EXPECT_EQ(gcd(a, b), fg.value()) << a << " | " << b;
  }
}

/// A pair with a planted gcd of 1 to 90 terms and cofactors of 1 to 90: images in one main variable or in two, of the
/// gcd or of a cofactor. Leading coefficients share monomials, contents or polynomials; coefficients are multiples of
/// the primes that come first.
template <class R>
std::pair<SparseMultiPoly<R>, SparseMultiPoly<R>> draw_many_terms(Random& r, const R& ring, int round) {
  const Variables v = draw_variables(r, 3, 6);
  const auto draw = [&](std::uint64_t most, std::uint64_t degree) {
    const std::uint64_t size = round % 5 == 0 ? std::uint64_t{1} << 60 : 30;
    return nonzero_multi(r, ring, v, {1 + r.below(1 + r.below(most)), degree, size});
  };
  SparseMultiPoly<R> g = draw(90, 4 + r.below(6));
  SparseMultiPoly<R> a = draw(90, 3 + r.below(6));
  SparseMultiPoly<R> b = draw(90, 3 + r.below(6));
  if (round % 4 == 1) {
    std::vector<std::uint64_t> e(v.size(), 0);
    e[0] = 10;
    const auto top = SparseMultiPoly<R>::monomial(ring, v, ring.one(), e) * draw(round % 8 == 1 ? 1 : 3, 2);
    (round % 3 == 0 ? g : a) += top;
    b += top;
  }
  if (round % 6 == 2) {
    const std::uint64_t first[] = {1108307720798209, 1125899906842597, (std::uint64_t{16348} << 48) + 1};
    g += draw(5, 9) * ring.from_integer(Integer(first[r.below(3)]));
    a += draw(5, 9) * ring.from_integer(Integer(first[r.below(3)]));
  }
  if (round % 7 == 3) b = b * a;
  return {a * g, b * g};
}

TEST(MultiAlgebraFlintOracle, GcdsAndCofactorsOfManyTerms) {
  Random r(450);
  for (int round = 0; round < gcd_inputs(300); ++round) {
    const auto [a, b] = draw_many_terms(r, Integers{}, round);
    MpolyZ fa(a);
    MpolyZ fb(b);
    MpolyZ fg(a.variables());
    ASSERT_NE(fmpz_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
    const MultiPolyZ expected = fg.value();
    ASSERT_EQ(gcd(a, b), expected) << a << " | " << b;
    if (round % 4 != 0) continue;
    ASSERT_EQ(gcd(to_rational(a), to_rational(b)), make_monic(to_rational(expected))) << a << " | " << b;
  }
  // 2^40 divides p - 1 of the first one, 2^48 that of the second.
  for (const std::uint64_t p : {std::uint64_t{1108307720798209}, (std::uint64_t{16348} << 48) + 1,
                                std::uint64_t{4611686018427387847}, std::uint64_t{65537}, std::uint64_t{251}})
    for (int round = 0; round < gcd_inputs(60); ++round) {
      const auto [a, b] = draw_many_terms(r, PrimeField(p), round);
      MpolyZp fa(a);
      MpolyZp fb(b);
      MpolyZp fg(a.ring(), a.variables());
      ASSERT_NE(nmod_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
      ASSERT_EQ(gcd(a, b), fg.value()) << a << " | " << b << " modulo " << p;
    }
}

TEST(MultiAlgebraFlintOracle, GcdOverZp) {
  Random r(442);
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{7}, std::uint64_t{101}, std::uint64_t{65537},
                                std::uint64_t{4611686018427387847}, (std::uint64_t{1} << 63) - 25})
    for (int round = 0; round < 25; ++round) {
      const PrimeField f(p);
      const Variables v = draw_variables(r, 1, 3);
      const MultiShape shape{1 + r.below(5), 1 + r.below(4), 30};
      const MultiPolyZp g = random_multi(r, f, v, shape);
      const MultiPolyZp a = random_multi(r, f, v, shape) * g;
      const MultiPolyZp b = random_multi(r, f, v, shape) * g;
      MpolyZp fa(a);
      MpolyZp fb(b);
      MpolyZp fg(f, v);
      ASSERT_NE(nmod_mpoly_gcd(fg.get(), fa.get(), fb.get(), fg.ctx()), 0);
      EXPECT_EQ(gcd(a, b), fg.value()) << a << " | " << b;
    }
}

TEST(MultiAlgebraFlintOracle, ResultantsAndDiscriminants) {
  Random r(443);
  for (int round = 0; round < 60; ++round) {
    const Variables v = draw_variables(r, 1, 3);
    const MultiShape shape{1 + r.below(6), 1 + r.below(4), 30};
    const MultiPolyZ a = nonzero_multi(r, Integers{}, v, shape);
    const MultiPolyZ b = nonzero_multi(r, Integers{}, v, shape);
    MpolyZ fa(a);
    MpolyZ fb(b);
    MpolyZ fr(v);
    for (std::size_t k = 0; k < v.size(); ++k) {
      ASSERT_NE(fmpz_mpoly_resultant(fr.get(), fa.get(), fb.get(), static_cast<slong>(k), fr.ctx()), 0);
      EXPECT_EQ(resultant(a, b, v.name(k)), fr.value()) << a << " | " << b << " | " << v.name(k);
      if (a.degree(k) < 1) continue;
      ASSERT_NE(fmpz_mpoly_discriminant(fr.get(), fa.get(), static_cast<slong>(k), fr.ctx()), 0);
      EXPECT_EQ(discriminant(a, v.name(k)), fr.value()) << a << " | " << v.name(k);
    }
  }
}

/// FLINT's factors of equal multiplicity, multiplied and monic.
std::map<std::uint64_t, MultiPolyZp> flint_square_free(const MultiPolyZp& a) {
  std::map<std::uint64_t, MultiPolyZp> factors;
  MpolyZp fa(a);
  MpolyZp base(a.ring(), a.variables());
  nmod_mpoly_factor_t f;
  nmod_mpoly_factor_init(f, fa.ctx());
  EXPECT_NE(nmod_mpoly_factor_squarefree(f, fa.get(), fa.ctx()), 0);
  for (slong i = 0; i < nmod_mpoly_factor_length(f, fa.ctx()); ++i) {
    nmod_mpoly_factor_get_base(base.get(), f, i, fa.ctx());
    const MultiPolyZp factor = make_monic(base.value());
    const auto multiplicity = static_cast<std::uint64_t>(nmod_mpoly_factor_get_exp_si(f, i, fa.ctx()));
    const auto [at, first] = factors.try_emplace(multiplicity, factor);
    if (!first) at->second *= factor;
  }
  nmod_mpoly_factor_clear(f, fa.ctx());
  return factors;
}

TEST(MultiAlgebraFlintOracle, SquareFreeOverZp) {
  Random r(445);
  for (const std::uint64_t p :
       {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{5}, std::uint64_t{67}, std::uint64_t{101}}) {
    const PrimeField f(p);
    for (int round = 0; round < 40; ++round) {
      const Variables v = draw_variables(r, 1, 3);
      const MultiShape shape{1 + r.below(3), 1 + r.below(3), 30};
      const MultiPolyZp a = nonzero_multi(r, f, v, shape) * pow(nonzero_multi(r, f, v, shape), 2) *
                            pow(nonzero_multi(r, f, v, {2, 1, 30}), 1 + r.below(2 * std::min<std::uint64_t>(p, 5)));
      std::map<std::uint64_t, MultiPolyZp> ours;
      for (const auto& [factor, multiplicity] : square_free_decomposition(a).factors)
        ours.emplace(multiplicity, factor);
      EXPECT_EQ(ours, flint_square_free(a)) << a << " modulo " << p;
    }
  }
}

}  // namespace
}  // namespace polyfork::test
