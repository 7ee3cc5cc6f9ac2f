// Resultants and discriminants of sparse polynomials in several variables over Z, Q and Z/pZ against FLINT.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "drawn_inputs.hpp"
#include "flint_mpoly.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

/// How many inputs of each kind are drawn: POLYFORK_RESULTANT_INPUTS, else those of the suite.
int resultant_inputs(int usual) { return drawn_inputs("POLYFORK_RESULTANT_INPUTS", usual); }

/// The first variable's exponents times a factor, plus a shift.
MultiPolyZ stretched(const MultiPolyZ& a, std::uint64_t factor, std::uint64_t shift) {
  std::vector<MultiPolyZ::Term> terms = a.terms();
  for (MultiPolyZ::Term& term : terms) term.exponents[0] = term.exponents[0] * factor + shift;
  return MultiPolyZ::from_terms(a.variables(), terms);
}

/// Operands of 1 to 8 terms in 1 to 4 variables: of low degrees that fill their box or do not, lacunary or deflatable
/// in the first variable, with powers of it, contents, common factors, and coefficients whose resultants end near the
/// edges of one, two, four and eight words.
MultiPolyZ draw_operand(Random& r, const Variables& v, int round) {
  const std::uint64_t sizes[] = {1, 9, 1000, std::uint64_t{1} << 31, std::uint64_t{1} << 62};
  const std::uint64_t most_terms = round % 5 == 0 ? 3 : v.size() < 3 ? 8 : 8 - v.size();
  const std::uint64_t degree = v.size() < 3 ? 1 + r.below(round % 7 == 0 ? 7 : 5) : 1 + r.below(3);
  MultiPolyZ a = nonzero_multi(r, Integers{}, v, {1 + r.below(most_terms), degree, sizes[r.below(5)]});
  if (round % 4 == 1 && a.term_count() < 4) a = stretched(a, 1 + r.below(4), r.below(3));
  if (round % 6 == 2) a = a * nonzero_multi(r, Integers{}, v, {1, 3, 12});
  return a;
}

std::pair<MultiPolyZ, MultiPolyZ> draw_operands(Random& r, int round) {
  const Variables v = test_variables(1 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
  MultiPolyZ a = draw_operand(r, v, round);
  MultiPolyZ b = draw_operand(r, v, round);
  if (round % 11 == 3) {
    const MultiPolyZ g = nonzero_multi(r, Integers{}, v, {2, 1, 5});
    a = a * g;
    b = b * g;
  }
  return {std::move(a), std::move(b)};
}

TEST(MultiResultantFlintOracle, OverZ) {
  Random r(461);
  for (int round = 0; round < resultant_inputs(4000); ++round) {
    const auto [a, b] = draw_operands(r, round);
    MpolyZ fa(a);
    MpolyZ fb(b);
    MpolyZ fr(a.variables());
    ASSERT_NE(fmpz_mpoly_resultant(fr.get(), fa.get(), fb.get(), 0, fr.ctx()), 0);
    const MultiPolyZ expected = fr.value();
    ASSERT_EQ(resultant(a, b, "x"), expected) << a << " | " << b;
    if (round % 8 == 0) {
      const Rational third(Integer(2), Integer(3));
      const MultiPolyQ q = scale(to_rational(a), third);
      ASSERT_EQ(resultant(q, to_rational(b), "x"),
                scale(to_rational(expected), pow(third, static_cast<std::uint64_t>(b.degree(0)))))
          << a << " | " << b;
    }
    if (a.degree(0) < 1) continue;
    ASSERT_NE(fmpz_mpoly_discriminant(fr.get(), fa.get(), 0, fr.ctx()), 0);
    ASSERT_EQ(discriminant(a, "x"), fr.value()) << a;
    if (round % 8 == 0) {
      const Rational half(Integer(1), Integer(2));
      ASSERT_EQ(discriminant(scale(to_rational(a), half), "x"),
                scale(to_rational(fr.value()), pow(half, 2 * static_cast<std::uint64_t>(a.degree(0)) - 2)))
          << a;
    }
  }
}

TEST(MultiResultantFlintOracle, OverZp) {
  Random r(462);
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{5}, std::uint64_t{101},
                                std::uint64_t{1125899906842597}, std::uint64_t{4611686018427387847}})
    for (int round = 0; round < resultant_inputs(500); ++round) {
      const auto [za, zb] = draw_operands(r, round);
      const PrimeField field(p);
      const MultiPolyZp a = reduce(za, field);
      const MultiPolyZp b = reduce(zb, field);
      if (a.is_zero() || b.is_zero()) continue;
      MpolyZp fa(a);
      MpolyZp fb(b);
      MpolyZp fr(field, a.variables());
      ASSERT_NE(nmod_mpoly_resultant(fr.get(), fa.get(), fb.get(), 0, fr.ctx()), 0);
      ASSERT_EQ(resultant(a, b, "x"), fr.value()) << a << " | " << b << " modulo " << p;
      // FLINT's discriminant is another one where the derivative loses a degree; by integers it is the same everywhere.
      if (za.degree(0) < 1 || a.degree(0) < za.degree(0)) continue;
      ASSERT_EQ(discriminant(a, "x"), reduce(discriminant(za, "x"), field)) << a << " modulo " << p;
    }
}

/// What is left of them when powers of the variable come out first, at degrees that lists of coefficients would feel.
TEST(MultiResultantFlintOracle, LacunaryOperands) {
  Random r(463);
  for (int round = 0; round < resultant_inputs(200); ++round) {
    const Variables v = test_variables(2 + r.below(2));
    const MultiPolyZ a = stretched(nonzero_multi(r, Integers{}, v, {1 + r.below(4), 3, 20}), 1 + r.below(40), 0);
    const MultiPolyZ b = nonzero_multi(r, Integers{}, v, {2, 1 + r.below(3), 20});
    MpolyZ fa(a);
    MpolyZ fb(b);
    MpolyZ fr(v);
    ASSERT_NE(fmpz_mpoly_resultant(fr.get(), fa.get(), fb.get(), 0, fr.ctx()), 0);
    ASSERT_EQ(resultant(a, b, "x"), fr.value()) << a << " | " << b;
    ASSERT_NE(fmpz_mpoly_resultant(fr.get(), fb.get(), fa.get(), 0, fr.ctx()), 0);
    ASSERT_EQ(resultant(b, a, "x"), fr.value()) << b << " | " << a;
    if (a.degree(0) < 1 || a.term_count() > 3) continue;
    ASSERT_NE(fmpz_mpoly_discriminant(fr.get(), fa.get(), 0, fr.ctx()), 0);
    ASSERT_EQ(discriminant(a, "x"), fr.value()) << a;
  }
}

}  // namespace
}  // namespace polyfork::test
