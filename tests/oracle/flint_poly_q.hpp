// Polynomials over Q for comparisons with FLINT.
#pragma once

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>

#include <polyfork/poly/dense/dense_poly.hpp>

#include "flint_poly.hpp"

namespace polyfork::test {

inline Integer from_fmpz(const fmpz_t x) {
  mpz_t z;
  mpz_init(z);
  fmpz_get_mpz(z, x);
  const Integer value{mpz_srcptr(z)};
  mpz_clear(z);
  return value;
}

class FlintPolyQ {
 public:
  FlintPolyQ() { fmpq_poly_init(p_); }
  explicit FlintPolyQ(const PolyQ& a) : FlintPolyQ() {
    FlintPoly numerators(a.coefficients().numerators());
    fmpq_poly_set_fmpz_poly(p_, numerators.get());
    fmpz_t d;
    fmpz_init(d);
    fmpz_set_mpz(d, a.coefficients().denominator().view().mpz());
    fmpq_poly_scalar_div_fmpz(p_, p_, d);
    fmpz_clear(d);
  }
  ~FlintPolyQ() { fmpq_poly_clear(p_); }
  FlintPolyQ(const FlintPolyQ&) = delete;
  FlintPolyQ& operator=(const FlintPolyQ&) = delete;
  fmpq_poly_struct* get() { return p_; }
  bool is_equal(const PolyQ& a) const {
    FlintPolyQ other(a);
    return fmpq_poly_equal(p_, other.p_) != 0;
  }

 private:
  fmpq_poly_t p_;
};

}  // namespace polyfork::test
