// Products and Taylor shifts in Z[x] against FLINT, by every algorithm and by the dispatchers.
#include <gtest/gtest.h>

#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "flint_poly.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

TEST(ZProductsFlintOracle, Products) {
  IntegerGenerator g(70);
  for (int round = 0; round < 60; ++round) {
    const IntegerVector a = g.vector(1 + g.random().below(200), 1 + g.random().below(20));
    const IntegerVector b = g.vector(1 + g.random().below(200), 1 + g.random().below(20));
    FlintPoly fa(a);
    FlintPoly fb(b);
    FlintPoly fc;
    fmpz_poly_mul(fc.get(), fa.get(), fb.get());
    const PolyZ expected = from_flint(fc.get());
    EXPECT_EQ(PolyZ(mul(a, b)), expected);
    for (const auto algorithm :
         {MulAlgorithm::classical, MulAlgorithm::karatsuba, MulAlgorithm::plain_divide_and_conquer,
          MulAlgorithm::toom_cook_4, MulAlgorithm::toom_cook_8, MulAlgorithm::kronecker,
          MulAlgorithm::kronecker_two_point, MulAlgorithm::multimodular, MulAlgorithm::blocked, MulAlgorithm::bivariate,
          MulAlgorithm::pieces})
      EXPECT_EQ(PolyZ(mul_with(algorithm, a, b)), expected) << mul_algorithm_name(algorithm);
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
    const PolyZ expected = from_flint(shifted.get());
    EXPECT_EQ(PolyZ(taylor_shift(f, c)), expected);
    for (const auto algorithm : {ShiftAlgorithm::horner, ShiftAlgorithm::tableau, ShiftAlgorithm::tableau_bands,
                                 ShiftAlgorithm::tableau_halves, ShiftAlgorithm::products, ShiftAlgorithm::convolution})
      EXPECT_EQ(PolyZ(taylor_shift_with(algorithm, f, c)), expected) << shift_algorithm_name(algorithm);
  }
}

}  // namespace
}  // namespace polyfork::test
