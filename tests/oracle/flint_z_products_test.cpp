// Products and Taylor shifts in Z[x] against FLINT, by every algorithm and by the dispatchers.
#include <gtest/gtest.h>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>

#include <polyfork/poly/multiplication.hpp>
#include <polyfork/poly/taylor_shift.hpp>

#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

/// A polynomial of FLINT's; lengths are those of vectors, zeros on top included.
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
  ~FlintPoly() { fmpz_poly_clear(p_); }
  FlintPoly(const FlintPoly&) = delete;
  FlintPoly& operator=(const FlintPoly&) = delete;
  fmpz_poly_struct* get() { return p_; }

  IntegerVector to_vector(std::size_t size) const {
    IntegerVectorBuilder builder;
    mpz_t z;
    mpz_init(z);
    fmpz_t value;
    fmpz_init(value);
    for (std::size_t i = 0; i < size; ++i) {
      fmpz_poly_get_coeff_fmpz(value, p_, static_cast<slong>(i));
      fmpz_get_mpz(z, value);
      builder.push_back(mpz_srcptr(z));
    }
    fmpz_clear(value);
    mpz_clear(z);
    return builder.finish();
  }

 private:
  fmpz_poly_t p_;
};

TEST(ZProductsFlintOracle, Products) {
  IntegerGenerator g(70);
  for (int round = 0; round < 60; ++round) {
    const IntegerVector a = g.vector(1 + g.random().below(200), 1 + g.random().below(20));
    const IntegerVector b = g.vector(1 + g.random().below(200), 1 + g.random().below(20));
    FlintPoly fa(a);
    FlintPoly fb(b);
    FlintPoly fc;
    fmpz_poly_mul(fc.get(), fa.get(), fb.get());
    const IntegerVector expected = fc.to_vector(a.size() + b.size() - 1);
    EXPECT_EQ(mul(a, b), expected);
    for (const auto algorithm : {MulAlgorithm::classical, MulAlgorithm::karatsuba,
                                 MulAlgorithm::plain_divide_and_conquer, MulAlgorithm::toom_cook_4,
                                 MulAlgorithm::toom_cook_8, MulAlgorithm::kronecker, MulAlgorithm::kronecker_two_point,
                                 MulAlgorithm::multimodular, MulAlgorithm::blocked, MulAlgorithm::bivariate})
      EXPECT_EQ(mul_with(algorithm, a, b), expected) << mul_algorithm_name(algorithm);
  }
}

TEST(ZProductsFlintOracle, TaylorShifts) {
  IntegerGenerator g(71);
  for (int round = 0; round < 40; ++round) {
    const IntegerVector f = g.vector(1 + g.random().below(300), 1 + g.random().below(10));
    const Integer c = round % 2 == 0 ? Integer(round % 4 == 0 ? 1 : -1) : g.nonzero(1);
    FlintPoly shifted(f);
    fmpz_t by;
    fmpz_init(by);
    fmpz_set_mpz(by, c.view().mpz());
    fmpz_poly_taylor_shift(shifted.get(), shifted.get(), by);
    fmpz_clear(by);
    const IntegerVector expected = shifted.to_vector(f.size());
    EXPECT_EQ(taylor_shift(f, c), expected);
    for (const auto algorithm : {ShiftAlgorithm::horner, ShiftAlgorithm::tableau, ShiftAlgorithm::tableau_bands,
                                 ShiftAlgorithm::tableau_halves, ShiftAlgorithm::products, ShiftAlgorithm::convolution})
      EXPECT_EQ(taylor_shift_with(algorithm, f, c), expected) << shift_algorithm_name(algorithm);
  }
}

}  // namespace
}  // namespace polyfork::test
