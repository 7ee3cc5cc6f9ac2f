// A hundred thousand short polynomials against FLINT, and extended gcds.
#include <gtest/gtest.h>

#include <flint/fmpq_poly.h>

#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/gcd/extended_gcd_q.hpp>

#include "flint_poly.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

Integer from_fmpz(const fmpz_t x) {
  mpz_t z;
  mpz_init(z);
  fmpz_get_mpz(z, x);
  const Integer value{mpz_srcptr(z)};
  mpz_clear(z);
  return value;
}

TEST(ShortPolyFlintOracle, SumsProductsAndValues) {
  IntegerGenerator g(960);
  FlintPoly fc;
  PolyZ out;
  Integer value;
  fmpz_t x;
  fmpz_t y;
  fmpz_init(x);
  fmpz_init(y);
  for (int i = 0; i < 100'000; ++i) {
    const PolyZ a(g.vector(g.random().below(7), 1 + g.random().below(3)));
    const PolyZ b(g.vector(g.random().below(7), 1 + g.random().below(3)));
    FlintPoly fa(a);
    FlintPoly fb(b);
    fmpz_poly_mul(fc.get(), fa.get(), fb.get());
    mul_into(out, a, b);
    ASSERT_EQ(out, from_flint(fc.get())) << i;
    fmpz_poly_add(fc.get(), fa.get(), fb.get());
    add_into(out, a, b);
    ASSERT_EQ(out, from_flint(fc.get())) << i;
    fmpz_poly_sub(fc.get(), fa.get(), fb.get());
    sub_into(out, a, b);
    ASSERT_EQ(out, from_flint(fc.get())) << i;
    const Integer at = g.draw(1);
    fmpz_set_mpz(x, at.view().mpz());
    fmpz_poly_evaluate_fmpz(y, fa.get(), x);
    evaluate_into(value, a, at);
    ASSERT_EQ(value, from_fmpz(y)) << i;
  }
  fmpz_clear(x);
  fmpz_clear(y);
}

TEST(ShortPolyFlintOracle, LongValues) {
  IntegerGenerator g(961);
  fmpz_t x;
  fmpz_t y;
  fmpz_init(x);
  fmpz_init(y);
  for (int i = 0; i < 60; ++i) {
    const PolyZ a(g.vector(1 + g.random().below(3000), 1 + g.random().below(i % 3 == 0 ? 30 : 3)));
    const Integer at =
        i % 5 == 0 ? g.draw(1) << g.random().below(200) : g.draw(1 + g.random().below(i % 7 == 0 ? 40 : 2));
    const FlintPoly fa(a);
    fmpz_set_mpz(x, at.view().mpz());
    fmpz_poly_evaluate_fmpz(y, const_cast<FlintPoly&>(fa).get(), x);
    for (const int threads : {1, 3})
      ASSERT_EQ(evaluate(a, at, ExecutionContext().with_threads(threads)), from_fmpz(y)) << i;
  }
  fmpz_clear(x);
  fmpz_clear(y);
}

/// Over Q as FLINT has it.
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

TEST(ExtendedGcdFlintOracle, Rationals) {
  IntegerGenerator g(962);
  FlintPolyQ gcd;
  FlintPolyQ s;
  FlintPolyQ t;
  for (int i = 0; i < 300; ++i) {
    const auto draw = [&](std::size_t length) { return PolyZ(g.vector(length, 1 + g.random().below(2))); };
    const PolyZ common = draw(1 + g.random().below(4));
    const PolyQ a = scale(to_rational(mul(common, draw(1 + g.random().below(9)))), Rational(Integer(3), Integer(7)));
    const PolyQ b = to_rational(mul(common, draw(1 + g.random().below(9))));
    if (a.is_zero() || b.is_zero() || gcd.is_equal(a)) continue;
    const ExtendedGcdQ e = extended_gcd(a, b);
    if (e.g.degree() == a.degree() || e.g.degree() == b.degree()) continue;  // conventions differ
    fmpq_poly_xgcd(gcd.get(), s.get(), t.get(), FlintPolyQ(a).get(), FlintPolyQ(b).get());
    EXPECT_TRUE(gcd.is_equal(e.g)) << i;
    EXPECT_TRUE(s.is_equal(e.s)) << i;
    EXPECT_TRUE(t.is_equal(e.t)) << i;
  }
}

}  // namespace
}  // namespace polyfork::test
