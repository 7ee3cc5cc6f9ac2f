// Factorization in several variables modulo long primes against FLINT.
#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <cstdint>
#include <map>
#include <string>

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mod_mpoly.h>
#include <flint/fmpz_mod_mpoly_factor.h>
#include <gtest/gtest.h>

#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>

#include "flint_mpoly.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

using LongPoly = SparseMultiPoly<BigPrimeField>;
using Factors = std::map<std::string, std::uint64_t>;

class MpolyMod {
 public:
  MpolyMod(const BigPrimeField& field, const Variables& v) : field_(field), variables_(v) {
    fmpz_init(c_);
    fmpz_set_mpz(c_, field.modulus().view().mpz());
    fmpz_mod_mpoly_ctx_init(ctx_, static_cast<slong>(v.size()), flint_order(v), c_);
    fmpz_mod_mpoly_init(p_, ctx_);
  }
  explicit MpolyMod(const LongPoly& a) : MpolyMod(a.ring(), a.variables()) {
    for (std::size_t i = 0; i < a.term_count(); ++i) {
      const Integer value = a.coefficient(i);
      const std::vector<ulong> e = flint_exponents(a.exponents(i));
      fmpz_set_mpz(c_, value.view().mpz());
      fmpz_mod_mpoly_push_term_fmpz_ui(p_, c_, e.data(), ctx_);
    }
  }
  ~MpolyMod() {
    fmpz_mod_mpoly_clear(p_, ctx_);
    fmpz_mod_mpoly_ctx_clear(ctx_);
    fmpz_clear(c_);
  }
  MpolyMod(const MpolyMod&) = delete;
  MpolyMod& operator=(const MpolyMod&) = delete;
  fmpz_mod_mpoly_struct* get() { return p_; }
  fmpz_mod_mpoly_ctx_struct* ctx() { return ctx_; }
  LongPoly value() {
    std::vector<LongPoly::Term> terms;
    std::vector<ulong> e(variables_.size());
    mpz_t z;
    mpz_init(z);
    for (slong i = 0; i < fmpz_mod_mpoly_length(p_, ctx_); ++i) {
      fmpz_mod_mpoly_get_term_exp_ui(e.data(), p_, i, ctx_);
      fmpz_mod_mpoly_get_term_coeff_fmpz(c_, p_, i, ctx_);
      fmpz_get_mpz(z, c_);
      terms.push_back({{e.begin(), e.end()}, Integer(IntegerView(z))});
    }
    mpz_clear(z);
    return LongPoly::from_terms(field_, variables_, terms);
  }

 private:
  BigPrimeField field_;
  Variables variables_;
  fmpz_t c_;
  fmpz_mod_mpoly_ctx_t ctx_;
  fmpz_mod_mpoly_t p_;
};

Factors flint_factors(const LongPoly& a) {
  Factors factors;
  MpolyMod fa(a);
  MpolyMod base(a.ring(), a.variables());
  fmpz_mod_mpoly_factor_t f;
  fmpz_mod_mpoly_factor_init(f, fa.ctx());
  EXPECT_NE(fmpz_mod_mpoly_factor(f, fa.get(), fa.ctx()), 0);
  for (slong i = 0; i < fmpz_mod_mpoly_factor_length(f, fa.ctx()); ++i) {
    fmpz_mod_mpoly_factor_get_base(base.get(), f, i, fa.ctx());
    factors[to_string(make_monic(base.value()))] +=
        static_cast<std::uint64_t>(fmpz_mod_mpoly_factor_get_exp_si(f, i, fa.ctx()));
  }
  fmpz_mod_mpoly_factor_clear(f, fa.ctx());
  return factors;
}

Factors our_factors(const LongPoly& a) {
  Factors factors;
  for (const auto& [g, multiplicity] : factor(a).factors) factors[to_string(g)] += multiplicity;
  return factors;
}

TEST(BigMultiFactorFlintOracle, RandomProducts) {
  Random r(456);
  for (const char* p : {"9223372036854775837", "170141183460469231731687303715884105727"}) {
    const BigPrimeField field{Integer(p)};
    for (int round = 0; round < 60; ++round) {
      const Variables v = test_variables(2 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
      const MultiShape shape{2 + r.below(6), 1 + r.below(4),
                             round % 2 == 0 ? std::uint64_t{3} : std::uint64_t{1} << 40};
      LongPoly f = nonzero_multi(r, field, v, shape);
      if (shape.terms < 4 && r.below(2) == 0) f = mul(f, f);
      for (std::size_t i = r.below(3); i-- > 0;) f = mul(f, nonzero_multi(r, field, v, shape));
      EXPECT_EQ(our_factors(f), flint_factors(f)) << f << " modulo " << p;
    }
  }
}

/// Few terms and coefficients 1, -1: forms, deflation, contents, powers, and what splits modulo one prime only.
TEST(BigMultiFactorFlintOracle, SmallShapes) {
  Random r(457);
  for (const char* p : {"9223372036854775837", "170141183460469231731687303715884105727"}) {
    const BigPrimeField field{Integer(p)};
    for (int round = 0; round < 150; ++round) {
      const Variables v = test_variables(2 + r.below(3));
      const MultiShape shape{2 + r.below(3), 1 + r.below(4), 1};
      LongPoly f = nonzero_multi(r, field, v, shape);
      for (std::size_t i = r.below(4); i-- > 0;) f = mul(f, nonzero_multi(r, field, v, shape));
      EXPECT_EQ(our_factors(f), flint_factors(f)) << f << " modulo " << p;
    }
  }
}

}  // namespace
}  // namespace polyfork::test
