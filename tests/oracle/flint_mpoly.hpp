// FLINT's sparse polynomials in several variables, made from ours and back.
#pragma once

#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <cstdint>
#include <vector>

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#include <flint/nmod_mpoly.h>
#include <flint/nmod_mpoly_factor.h>

#include <polyfork/poly/multi_products/multi_poly.hpp>

namespace polyfork::test {

inline ordering_t flint_order(const Variables& v) {
  if (v.order() == MonomialOrder::graded_lex) return ORD_DEGLEX;
  return v.order() == MonomialOrder::graded_reverse_lex ? ORD_DEGREVLEX : ORD_LEX;
}

inline std::vector<ulong> flint_exponents(const std::vector<std::uint64_t>& e) { return {e.begin(), e.end()}; }

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

}  // namespace polyfork::test
