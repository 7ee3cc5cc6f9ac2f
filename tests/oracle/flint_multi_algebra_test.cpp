// Gcds, resultants, discriminants and square-free parts of sparse polynomials in several variables against FLINT.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>
#include <flint/nmod_mpoly.h>
#include <flint/nmod_mpoly_factor.h>

#include <polyfork/poly/multivariate/multi_gcd.hpp>
#include <polyfork/poly/multivariate/multi_resultant.hpp>

#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

ordering_t flint_order(const Variables& v) {
  if (v.order() == MonomialOrder::graded_lex) return ORD_DEGLEX;
  return v.order() == MonomialOrder::graded_reverse_lex ? ORD_DEGREVLEX : ORD_LEX;
}

std::vector<ulong> flint_exponents(const std::vector<std::uint64_t>& e) { return {e.begin(), e.end()}; }

class MpolyZ {
 public:
  explicit MpolyZ(const Variables& v) : variables_(v) {
    fmpz_mpoly_ctx_init(ctx_, static_cast<slong>(v.size()), flint_order(v));
    fmpz_mpoly_init(p_, ctx_);
  }
  explicit MpolyZ(const MultiPolyZ& a) : MpolyZ(a.variables()) {
    fmpz_t c;
    fmpz_init(c);
    for (std::size_t i = 0; i < a.term_count(); ++i) {
      const Integer value = a.coefficient(i);
      const std::vector<ulong> e = flint_exponents(a.exponents(i));
      fmpz_set_mpz(c, value.view().mpz());
      fmpz_mpoly_push_term_fmpz_ui(p_, c, e.data(), ctx_);
    }
    fmpz_clear(c);
  }
  ~MpolyZ() {
    fmpz_mpoly_clear(p_, ctx_);
    fmpz_mpoly_ctx_clear(ctx_);
  }
  MpolyZ(const MpolyZ&) = delete;
  MpolyZ& operator=(const MpolyZ&) = delete;
  fmpz_mpoly_struct* get() { return p_; }
  fmpz_mpoly_ctx_struct* ctx() { return ctx_; }
  MultiPolyZ value() {
    std::vector<MultiPolyZ::Term> terms;
    std::vector<ulong> e(variables_.size());
    mpz_t z;
    mpz_init(z);
    fmpz_t c;
    fmpz_init(c);
    for (slong i = 0; i < fmpz_mpoly_length(p_, ctx_); ++i) {
      fmpz_mpoly_get_term_exp_ui(e.data(), p_, i, ctx_);
      fmpz_mpoly_get_term_coeff_fmpz(c, p_, i, ctx_);
      fmpz_get_mpz(z, c);
      terms.push_back({{e.begin(), e.end()}, Integer(z)});
    }
    fmpz_clear(c);
    mpz_clear(z);
    return MultiPolyZ::from_terms(variables_, terms);
  }

 private:
  Variables variables_;
  fmpz_mpoly_ctx_t ctx_;
  fmpz_mpoly_t p_;
};

class MpolyZp {
 public:
  MpolyZp(const PrimeField& field, const Variables& v) : field_(field), variables_(v) {
    nmod_mpoly_ctx_init(ctx_, static_cast<slong>(v.size()), flint_order(v), field.modulus());
    nmod_mpoly_init(p_, ctx_);
  }
  explicit MpolyZp(const MultiPolyZp& a) : MpolyZp(a.ring(), a.variables()) {
    for (std::size_t i = 0; i < a.term_count(); ++i) {
      const std::vector<ulong> e = flint_exponents(a.exponents(i));
      nmod_mpoly_push_term_ui_ui(p_, a.coefficient(i), e.data(), ctx_);
    }
  }
  ~MpolyZp() {
    nmod_mpoly_clear(p_, ctx_);
    nmod_mpoly_ctx_clear(ctx_);
  }
  MpolyZp(const MpolyZp&) = delete;
  MpolyZp& operator=(const MpolyZp&) = delete;
  nmod_mpoly_struct* get() { return p_; }
  nmod_mpoly_ctx_struct* ctx() { return ctx_; }
  MultiPolyZp value() {
    std::vector<MultiPolyZp::Term> terms;
    std::vector<ulong> e(variables_.size());
    for (slong i = 0; i < nmod_mpoly_length(p_, ctx_); ++i) {
      nmod_mpoly_get_term_exp_ui(e.data(), p_, i, ctx_);
      terms.push_back({{e.begin(), e.end()}, nmod_mpoly_get_term_coeff_ui(p_, i, ctx_)});
    }
    return MultiPolyZp::from_terms(field_, variables_, terms);
  }

 private:
  PrimeField field_;
  Variables variables_;
  nmod_mpoly_ctx_t ctx_;
  nmod_mpoly_t p_;
};

Variables draw_variables(Random& r, std::size_t least, std::size_t most) {
  return test_variables(least + r.below(most - least + 1), static_cast<MonomialOrder>(r.below(3)));
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
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{5}, std::uint64_t{101}}) {
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
