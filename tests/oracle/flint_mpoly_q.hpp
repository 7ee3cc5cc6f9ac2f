// FLINT's sparse polynomials in several variables over Q, made from ours and back.
#pragma once

#include <gmp.h>  // before FLINT's headers, which then declare the conversions

#include <flint/fmpq.h>
#include <flint/fmpq_mpoly.h>

#include <vector>

#include <polyfork/poly/multi_products/multi_poly.hpp>

#include "flint_mpoly.hpp"

namespace polyfork::test {

class MpolyContextQ {
 public:
  explicit MpolyContextQ(const Variables& v) : variables(v) {
    fmpq_mpoly_ctx_init(ctx, static_cast<slong>(v.size()), flint_order(v));
  }
  ~MpolyContextQ() { fmpq_mpoly_ctx_clear(ctx); }
  MpolyContextQ(const MpolyContextQ&) = delete;
  MpolyContextQ& operator=(const MpolyContextQ&) = delete;
  Variables variables;
  fmpq_mpoly_ctx_t ctx;
};

class FlintFraction {
 public:
  FlintFraction() { fmpq_init(value); }
  explicit FlintFraction(const Rational& x) : FlintFraction() {
    fmpz_set_mpz(fmpq_numref(value), x.numerator().view().mpz());
    fmpz_set_mpz(fmpq_denref(value), x.denominator().view().mpz());
  }
  ~FlintFraction() { fmpq_clear(value); }
  FlintFraction(const FlintFraction&) = delete;
  FlintFraction& operator=(const FlintFraction&) = delete;
  Rational get() const {
    mpz_t z;
    mpz_init(z);
    fmpz_get_mpz(z, fmpq_numref(value));
    const Integer top(z);
    fmpz_get_mpz(z, fmpq_denref(value));
    const Integer bottom(z);
    mpz_clear(z);
    return {top, bottom};
  }
  fmpq_t value;
};

class MpolyQ {
 public:
  explicit MpolyQ(const MpolyContextQ& c) : context(c) { fmpq_mpoly_init(p, c.ctx); }
  MpolyQ(const MpolyContextQ& c, const MultiPolyQ& f) : MpolyQ(c) {
    for (std::size_t i = 0; i < f.term_count(); ++i) {
      const auto e = f.exponents(i);
      const std::vector<ulong> row(e.begin(), e.end());
      const FlintFraction x(f.coefficient(i));
      fmpq_mpoly_set_coeff_fmpq_ui(p, x.value, row.data(), c.ctx);
    }
  }
  ~MpolyQ() { fmpq_mpoly_clear(p, context.ctx); }
  MpolyQ(const MpolyQ&) = delete;
  MpolyQ& operator=(const MpolyQ&) = delete;
  MultiPolyQ get() const {
    std::vector<MultiPolyQ::Term> terms;
    std::vector<ulong> row(context.variables.size());
    for (slong i = 0; i < fmpq_mpoly_length(p, context.ctx); ++i) {
      FlintFraction x;
      fmpq_mpoly_get_term_exp_ui(row.data(), p, i, context.ctx);
      fmpq_mpoly_get_term_coeff_fmpq(x.value, p, i, context.ctx);
      terms.push_back({{row.begin(), row.end()}, x.get()});
    }
    return MultiPolyQ::from_terms(context.variables, terms);
  }
  const MpolyContextQ& context;
  fmpq_mpoly_t p;
};

}  // namespace polyfork::test
