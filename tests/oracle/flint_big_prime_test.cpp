// Polynomials modulo primes of several words against FLINT: product, division with remainder, gcd, value, resultant.
#include <gtest/gtest.h>

#include <gmp.h>

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mod.h>
#include <flint/fmpz_mod_poly.h>

#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/text/io.hpp>

#include "ring_samplers.hpp"

namespace polyfork::test {
namespace {

using Poly = DensePoly<BigPrimeField>;

class Number {
 public:
  explicit Number(const Integer& value = 0) {
    fmpz_init(n_);
    fmpz_set_mpz(n_, value.view().mpz());
  }
  ~Number() { fmpz_clear(n_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  fmpz* get() { return n_; }
  Integer value() const {
    Integer result;
    result.with_mpz([&](mpz_ptr z) { fmpz_get_mpz(z, n_); });
    return result;
  }

 private:
  fmpz_t n_;
};

class Context {
 public:
  explicit Context(const BigPrimeField& field) : p_(field.modulus()) { fmpz_mod_ctx_init(ctx_, p_.get()); }
  ~Context() { fmpz_mod_ctx_clear(ctx_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  fmpz_mod_ctx_struct* get() { return ctx_; }

 private:
  Number p_;
  fmpz_mod_ctx_t ctx_;
};

class ModPoly {
 public:
  ModPoly(Context& ctx, const BigPrimeField& field) : ctx_(ctx), field_(field) { fmpz_mod_poly_init(p_, ctx.get()); }
  ModPoly(Context& ctx, const Poly& a) : ModPoly(ctx, a.ring()) {
    for (std::size_t i = 0; i < a.length(); ++i) {
      Number c(a.coefficient(i));
      fmpz_mod_poly_set_coeff_fmpz(p_, static_cast<slong>(i), c.get(), ctx.get());
    }
  }
  ~ModPoly() { fmpz_mod_poly_clear(p_, ctx_.get()); }
  ModPoly(const ModPoly&) = delete;
  ModPoly& operator=(const ModPoly&) = delete;
  fmpz_mod_poly_struct* get() { return p_; }
  Poly value() {
    std::vector<Integer> c;
    for (slong i = 0; i < fmpz_mod_poly_length(p_, ctx_.get()); ++i) {
      Number n;
      fmpz_mod_poly_get_coeff_fmpz(n.get(), p_, i, ctx_.get());
      c.push_back(n.value());
    }
    return Poly::from_elements(field_, std::move(c));
  }

 private:
  Context& ctx_;
  BigPrimeField field_;
  fmpz_mod_poly_t p_;
};

TEST(BigPrimeFlintOracle, ProductDivisionGcd) {
  IntegerGenerator g(0xf11a);
  const Integer one = 1;
  for (const Integer& p : {Integer(2), Integer(65537), (one << 64) + Integer(13), (one << 127) - one,
                           (one << 255) - Integer(19), (one << 521) - one}) {
    const BigPrimeField field(p);
    Context ctx(field);
    const auto random = [&](std::size_t length) {
      std::vector<Integer> c(length);
      for (Integer& x : c) x = field.from_integer(g.draw(9));
      if (length != 0) c.back() = 1;
      return Poly::from_elements(field, std::move(c));
    };
    for (const std::size_t n : {1, 7, 60, 300}) {
      const Poly a = random(n + 5), b = random(n), c = random(n / 3 + 1);
      ModPoly fa(ctx, a), fb(ctx, b), fc(ctx, c), fq(ctx, field), fr(ctx, field);
      fmpz_mod_poly_mul(fq.get(), fa.get(), fb.get(), ctx.get());
      EXPECT_EQ(mul(a, b), fq.value());
      fmpz_mod_poly_divrem(fq.get(), fr.get(), fa.get(), fb.get(), ctx.get());
      const auto [quotient, remainder] = div_rem(a, b);
      EXPECT_EQ(quotient, fq.value());
      EXPECT_EQ(remainder, fr.value());
      ModPoly ac(ctx, mul(a, c)), bc(ctx, mul(b, c));
      fmpz_mod_poly_gcd(fq.get(), ac.get(), bc.get(), ctx.get());
      EXPECT_EQ(gcd(mul(a, c), mul(b, c)), fq.value());
      const Integer x = field.from_integer(g.draw(9));
      Number fx(x), fy;
      fmpz_mod_poly_evaluate_fmpz(fy.get(), fa.get(), fx.get(), ctx.get());
      EXPECT_EQ(evaluate(a, x), fy.value());
      if (n > 60) continue;
      fmpz_mod_poly_resultant(fy.get(), fa.get(), fb.get(), ctx.get());
      EXPECT_EQ(resultant(a, b), fy.value());
      EXPECT_EQ(resultant(mul(a, c), mul(b, c)).is_zero(), !c.is_constant());
      fmpz_mod_poly_discriminant(fy.get(), fa.get(), ctx.get());
      EXPECT_EQ(discriminant(a), fy.value());
    }
  }
}

}  // namespace
}  // namespace polyfork::test
