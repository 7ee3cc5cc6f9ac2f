// Series, cofactors, resultants and multipoint functions over Z/pZ against FLINT.
#include <gtest/gtest.h>

#include <flint/flint.h>
#include <flint/nmod_poly.h>

#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/residues/extended_gcd.hpp>
#include <polyfork/poly/residues/multipoint.hpp>
#include <polyfork/poly/residues/partial_products.hpp>
#include <polyfork/poly/residues/power_series.hpp>

#include "algebra_generators.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

class NmodPoly {
 public:
  explicit NmodPoly(const PrimeField& field) : field_(field) { nmod_poly_init(p_, field.modulus()); }
  explicit NmodPoly(const PolyZp& a) : NmodPoly(a.ring()) {
    for (std::size_t i = 0; i < a.length(); ++i) nmod_poly_set_coeff_ui(p_, static_cast<slong>(i), a.coefficient(i));
  }
  ~NmodPoly() { nmod_poly_clear(p_); }
  NmodPoly(const NmodPoly&) = delete;
  NmodPoly& operator=(const NmodPoly&) = delete;
  nmod_poly_struct* get() { return p_; }
  PolyZp value() const {
    std::vector<std::uint64_t> c;
    for (slong i = 0; i < nmod_poly_length(p_); ++i) c.push_back(nmod_poly_get_coeff_ui(p_, i));
    return PolyZp::from_elements(field_, std::move(c));
  }

 private:
  PrimeField field_;
  nmod_poly_t p_;
};

TEST(ZpAlgebraFlintOracle, SeriesAndDivision) {
  IntegerGenerator g(60);
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    for (const std::size_t n : {100, 1000, 3000}) {
      PolyZp f = random_zp(g, field, n);
      if (f.coefficient(0) == 0) f = add(f, PolyZp(field, {1}));
      NmodPoly ff(f);
      NmodPoly fq(field);
      NmodPoly fr(field);
      nmod_poly_inv_series(fq.get(), ff.get(), static_cast<slong>(n));
      EXPECT_EQ(inverse_series(f, n), fq.value());
      const PolyZp a = random_zp(g, field, 2 * n + g.random().below(n));
      NmodPoly fa(a);
      nmod_poly_divrem(fq.get(), fr.get(), fa.get(), ff.get());
      const auto division = div_rem(a, f);
      EXPECT_EQ(division.quotient, fq.value());
      EXPECT_EQ(division.remainder, fr.value());
      nmod_poly_mullow(fq.get(), fa.get(), ff.get(), static_cast<slong>(n));
      EXPECT_EQ(mullow(a, f, n), fq.value());
    }
  }
}

TEST(ZpAlgebraFlintOracle, CofactorsAndResultants) {
  IntegerGenerator g(61);
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    for (int round = 0; round < 6; ++round) {
      const PolyZp common = random_zp(g, field, 1 + g.random().below(30));
      const PolyZp a = mul(common, random_zp(g, field, 1 + g.random().below(1500)));
      const PolyZp b = mul(common, random_zp(g, field, 1 + g.random().below(1500)));
      NmodPoly fa(a);
      NmodPoly fb(b);
      NmodPoly fg(field);
      NmodPoly fs(field);
      NmodPoly ft(field);
      const ExtendedGcd e = extended_gcd(a, b);
      if (!a.is_constant() && !b.is_constant() && e.g.length() < std::min(a.length(), b.length())) {
        nmod_poly_xgcd(fg.get(), fs.get(), ft.get(), fa.get(), fb.get());
        EXPECT_EQ(e.g, fg.value());
        EXPECT_EQ(e.s, fs.value());
        EXPECT_EQ(e.t, ft.value());
      }
      EXPECT_EQ(resultant(a, b), nmod_poly_resultant(fa.get(), fb.get()));
      const PolyZp c = random_zp(g, field, 1 + g.random().below(1000));  // usually coprime to a
      NmodPoly fc(c);
      EXPECT_EQ(resultant(a, c), nmod_poly_resultant(fa.get(), fc.get()));
    }
  }
}

TEST(ZpAlgebraFlintOracle, EvaluationAndInterpolation) {
  IntegerGenerator g(62);
  for (const std::uint64_t p : zp_moduli()) {
    const PrimeField field(p);
    const PolyZp f = random_zp(g, field, 900);
    Residues64 points(700);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = i % p;
    NmodPoly ff(f);
    Residues64 expected(points.size());
    nmod_poly_evaluate_nmod_vec(expected.data(), ff.get(), points.data(), static_cast<slong>(points.size()));
    const ResidueVector values = evaluate_many(f, points);
    EXPECT_TRUE(std::equal(values.begin(), values.end(), expected.begin()));
    if (p < points.size()) continue;
    nmod_poly_interpolate_nmod_vec(ff.get(), points.data(), expected.data(), static_cast<slong>(points.size()));
    EXPECT_EQ(interpolate(field, points, expected), ff.value());
  }
}

}  // namespace
}  // namespace polyfork::test
