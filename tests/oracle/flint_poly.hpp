// Polynomials over Z for comparisons with FLINT.
#pragma once

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>

#include <vector>

#include <polyfork/poly/dense/dense_poly.hpp>

namespace polyfork::test {

class FlintPoly {
 public:
  FlintPoly() { fmpz_poly_init(p_); }
  explicit FlintPoly(const IntegerVector& a) : FlintPoly() {
    fmpz_t value;
    fmpz_init(value);
    for (std::size_t i = 0; i < a.size(); ++i) {
      fmpz_set_mpz(value, a[i].mpz());
      fmpz_poly_set_coeff_fmpz(p_, static_cast<slong>(i), value);
    }
    fmpz_clear(value);
  }
  explicit FlintPoly(const PolyZ& a) : FlintPoly(a.coefficients()) {}
  ~FlintPoly() { fmpz_poly_clear(p_); }
  FlintPoly(const FlintPoly&) = delete;
  FlintPoly& operator=(const FlintPoly&) = delete;
  fmpz_poly_struct* get() { return p_; }

 private:
  fmpz_poly_t p_;
};

inline PolyZ from_flint(const fmpz_poly_struct* p) {
  std::vector<Integer> c;
  mpz_t z;
  mpz_init(z);
  fmpz_t value;
  fmpz_init(value);
  for (slong i = 0; i < fmpz_poly_length(p); ++i) {
    fmpz_poly_get_coeff_fmpz(value, p, i);
    fmpz_get_mpz(z, value);
    c.emplace_back(mpz_srcptr(z));
  }
  fmpz_clear(value);
  mpz_clear(z);
  return PolyZ::from_elements({}, std::move(c));
}

}  // namespace polyfork::test
