// A hundred thousand short polynomials against FLINT.
#include <gtest/gtest.h>

#include <gmp.h>  // before FLINT's headers, which then declare the conversions
//
#include <flint/fmpq.h>
#include <flint/fmpz_vec.h>

#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/dense/convert.hpp>
#include <polyfork/poly/dense/many_values.hpp>
#include <polyfork/poly/division/division.hpp>
#include <polyfork/poly/gcd/gcd.hpp>
#include <polyfork/poly/gcd/resultant.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>

#include "flint_poly_q.hpp"
#include "integer_generators.hpp"

namespace polyfork::test {
namespace {

/// Coefficients at the ends of words.
PolyZ edge_poly(IntegerGenerator& g, std::size_t length) {
  std::vector<Integer> c;
  for (std::size_t i = 0; i < length; ++i) c.push_back(g.edge());
  return PolyZ::from_elements({}, std::move(c));
}

/// Every operation on a hundred thousand pairs of polynomials, a third of them with coefficients at the ends of words,
/// one in forty of up to 64 coefficients of up to 16 limbs; also with operands in the place of results.
TEST(ShortPolyFlintOracle, EveryOperation) {
  IntegerGenerator g(960);
  FlintPoly result;
  FlintPoly rest;
  PolyZ out;
  PolyZ out_rest;
  Integer value;
  Rational value_q;
  fmpz* const many_points = _fmpz_vec_init(4);
  fmpz* const many_values = _fmpz_vec_init(4);
  std::vector<Integer> points;
  std::vector<Integer> values;
  std::vector<Rational> fractions;
  std::vector<Rational> values_q;
  fmpz_t x;
  fmpz_t y;
  fmpq_t q;
  fmpz_init(x);
  fmpz_init(y);
  fmpq_init(q);
  for (int i = 0; i < 100'000; ++i) {
    const bool longer = i % 40 == 7;
    const std::size_t limbs = 1 + g.random().below(longer ? 16 : 3);
    const bool edges = i % 3 == 0;
    const auto poly = [&] {
      const std::size_t length = g.random().below(longer ? 65 : 7);
      return edges ? edge_poly(g, length) : PolyZ(g.vector(length, limbs));
    };
    const PolyZ a = poly();
    const PolyZ b = poly();
    const Integer at = edges ? g.edge() : g.draw(1);
    FlintPoly fa(a);
    FlintPoly fb(b);
    fmpz_set_mpz(x, at.view().mpz());
    // ours(result, first operand, second operand)
    const auto check = [&](const char* what, const auto& ours) {
      const PolyZ expected = from_flint(result.get());
      ours(out, a, b);
      ASSERT_EQ(out, expected) << what << " " << i;
      PolyZ first = a;
      ours(first, first, b);
      ASSERT_EQ(first, expected) << what << " in the place of an operand " << i;
      PolyZ second = b;
      ours(second, a, second);
      ASSERT_EQ(second, expected) << what << " in the place of the other " << i;
    };
    const auto unary = [](const auto& operation) {
      return [&operation](PolyZ& r, const PolyZ& f, const PolyZ&) { operation(r, f); };
    };
    fmpz_poly_add(result.get(), fa.get(), fb.get());
    check("add", [](PolyZ& r, const PolyZ& f, const PolyZ& h) { add_into(r, f, h); });
    fmpz_poly_sub(result.get(), fa.get(), fb.get());
    check("sub", [](PolyZ& r, const PolyZ& f, const PolyZ& h) { sub_into(r, f, h); });
    fmpz_poly_mul(result.get(), fa.get(), fb.get());
    check("mul", [](PolyZ& r, const PolyZ& f, const PolyZ& h) { mul_into(r, f, h); });
    fmpz_poly_neg(result.get(), fa.get());
    const auto negated = [](PolyZ& r, const PolyZ& f) { neg_into(r, f); };
    check("neg", unary(negated));
    fmpz_poly_scalar_mul_fmpz(result.get(), fa.get(), x);
    const auto scaled = [&](PolyZ& r, const PolyZ& f) { scale_into(r, f, at); };
    check("scale", unary(scaled));
    fmpz_poly_derivative(result.get(), fa.get());
    const auto slope = [](PolyZ& r, const PolyZ& f) { derivative_into(r, f); };
    check("derivative", unary(slope));
    fmpz_poly_shift_left(result.get(), fa.get(), i % 5);
    const auto moved = [&](PolyZ& r, const PolyZ& f) { shift_left_into(r, f, static_cast<std::size_t>(i % 5)); };
    check("shift_left", unary(moved));
    fmpz_poly_taylor_shift(result.get(), fa.get(), x);
    const auto shifted = [&](PolyZ& r, const PolyZ& f) { taylor_shift_into(r, f, at); };
    check("taylor_shift", unary(shifted));
    fmpz_poly_gcd(result.get(), fa.get(), fb.get());
    check("gcd", [](PolyZ& r, const PolyZ& f, const PolyZ& h) { gcd_into(r, f, h); });
    const auto exponent = static_cast<std::uint64_t>(longer ? i % 3 : i % 13);
    fmpz_poly_pow(result.get(), fa.get(), exponent);
    const auto raised = [&](PolyZ& r, const PolyZ& f) { pow_into(r, f, exponent); };
    check("pow", unary(raised));
    fmpz_poly_evaluate_fmpz(y, fa.get(), x);
    evaluate_into(value, a, at);
    ASSERT_EQ(value, from_fmpz(y)) << i;
    value = at;
    evaluate_into(value, a, value);
    ASSERT_EQ(value, from_fmpz(y)) << i;
    points = {at, Integer(i % 7 - 3), -at, b.coefficient(0)};
    evaluate_many_into(values, a, points);
    for (std::size_t k = 0; k < points.size(); ++k) fmpz_set_mpz(many_points + k, points[k].view().mpz());
    fmpz_poly_evaluate_fmpz_vec(many_values, fa.get(), many_points, 4);
    for (std::size_t k = 0; k < points.size(); ++k) ASSERT_EQ(values[k], from_fmpz(many_values + k)) << a << " " << k;
    const Rational fraction(at, Integer(1 + i % 1000));
    const auto flint_value = [&](const Rational& point) {
      fmpz_set_mpz(fmpq_numref(q), point.numerator().view().mpz());
      fmpz_set_mpz(fmpq_denref(q), point.denominator().view().mpz());
      fmpz_poly_evaluate_fmpq(q, fa.get(), q);
      return Rational(from_fmpz(fmpq_numref(q)), from_fmpz(fmpq_denref(q)));
    };
    evaluate_into(value_q, a, fraction);
    ASSERT_EQ(value_q, flint_value(fraction)) << a << " at " << fraction;
    ASSERT_EQ(value_q.denominator(), from_fmpz(fmpq_denref(q)));
    fractions = {fraction, Rational(i % 9 - 4, 3), -fraction, Rational(1, 2), Rational(at)};
    evaluate_many_into(values_q, a, fractions);
    for (std::size_t k = 0; k < fractions.size(); ++k)
      ASSERT_EQ(values_q[k], flint_value(fractions[k])) << a << " at " << fractions[k];
    if (!a.is_zero() && !b.is_zero()) {
      fmpz_poly_resultant(y, fa.get(), fb.get());
      ASSERT_EQ(resultant(a, b), from_fmpz(y)) << a << " | " << b;
      fmpz_poly_discriminant(y, fa.get());
      if (!a.is_constant()) {
        ASSERT_EQ(discriminant(a), from_fmpz(y)) << a;
      }
    }
    ASSERT_EQ(a == b, fmpz_poly_equal(fa.get(), fb.get()) != 0) << i;
    ASSERT_EQ(is_square_free(a), !a.is_zero() && fmpz_poly_is_squarefree(fa.get()) != 0) << a;
    if (b.is_zero()) continue;
    const PolyZ product = mul(a, b);
    exact_div_into(out, product, b);
    ASSERT_EQ(out, a) << b;
    if (i % 7 == 0) {
      const PolyZ multiple = mul(b, poly());
      gcd_into(out, product, multiple);
      fmpz_poly_gcd(result.get(), FlintPoly(product).get(), FlintPoly(multiple).get());
      ASSERT_EQ(out, from_flint(result.get())) << product << ", " << multiple;
    }
    ASSERT_EQ(try_exact_div(a, b).has_value(), fmpz_poly_divides(result.get(), fa.get(), fb.get()) != 0) << i;
    if (a.length() >= b.length() && (!longer || i % 400 == 7)) {
      fmpz_poly_pseudo_divrem_cohen(result.get(), rest.get(), fa.get(), fb.get());
      const auto division = pseudo_div_rem(a, b);
      ASSERT_EQ(division.quotient, from_flint(result.get())) << a << " | " << b;
      ASSERT_EQ(division.remainder, from_flint(rest.get())) << a << " | " << b;
    }
    PolyZ monic = b;
    monic.set_coefficient(b.length(), Integer(i % 2 == 0 ? 1 : -1));
    fmpz_poly_divrem(result.get(), rest.get(), FlintPoly(product).get(), FlintPoly(monic).get());
    div_rem_into(out, out_rest, product, monic);
    ASSERT_EQ(out, from_flint(result.get())) << product << " | " << monic;
    ASSERT_EQ(out_rest, from_flint(rest.get())) << product << " | " << monic;
  }
  _fmpz_vec_clear(many_points, 4);
  _fmpz_vec_clear(many_values, 4);
  fmpz_clear(x);
  fmpz_clear(y);
  fmpq_clear(q);
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
    for (const int threads : {1, 3}) {
      const ExecutionContext ctx = ExecutionContext().with_threads(threads);
      ASSERT_EQ(evaluate(a, at, ctx), from_fmpz(y)) << i;
      const std::vector<Integer> points = {Integer(i), at, -at, Integer(-1)};
      const std::vector<Integer> values = evaluate_many(a, points, ctx);
      ASSERT_EQ(values[1], from_fmpz(y)) << i;
      for (std::size_t k = 0; k < points.size(); ++k) ASSERT_EQ(values[k], evaluate(a, points[k])) << i;
    }
  }
  fmpz_clear(x);
  fmpz_clear(y);
}

/// Numbers that share factors, some of several limbs.
Integer smooth(IntegerGenerator& g) {
  const std::int64_t factors[] = {1, -1, 2, 3, 4, 6, 12, 36};
  Integer value(factors[g.random().below(8)]);
  for (std::uint64_t i = g.random().below(4); i != 0; --i) value *= Integer(factors[g.random().below(8)]);
  switch (g.random().below(8)) {
    case 0:
      return value * (g.uniform(200) + Integer(1));
    case 1:
      return value << g.random().below(150);
    case 2:
      return value * (g.uniform(62) + Integer(1));
    case 3: {
      const Integer edge = g.edge();
      return edge.is_zero() ? value : edge;
    }
    default:
      return value;
  }
}

PolyQ smooth_poly(IntegerGenerator& g, std::size_t length) {
  std::vector<Integer> numerators;
  for (std::size_t i = 0; i < length; ++i) numerators.push_back(g.random().below(5) == 0 ? Integer() : smooth(g));
  return PolyQ(RationalVector(PolyZ::from_elements({}, std::move(numerators)).coefficients(), abs(smooth(g))));
}

/// The very numerators and the denominator, which are to be in lowest terms without being brought to them.
void expect_same(const PolyQ& ours, FlintPolyQ& theirs, int i, const char* what) {
  FlintPoly numerators;
  fmpq_poly_get_numerator(numerators.get(), theirs.get());
  ASSERT_EQ(PolyZ(ours.coefficients().numerators()), from_flint(numerators.get())) << what << " " << i;
  fmpz_t d;
  fmpz_init(d);
  fmpq_poly_get_denominator(d, theirs.get());
  ASSERT_EQ(ours.coefficients().denominator(), from_fmpz(d)) << what << " " << i;
  fmpz_clear(d);
}

TEST(ShortPolyFlintOracle, Rationals) {
  IntegerGenerator g(963);
  FlintPolyQ result;
  FlintPolyQ rest;
  fmpq_t x;
  fmpq_t y;
  fmpq_init(x);
  fmpq_init(y);
  PolyQ out;
  Rational value;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t longest = i % 50 == 0 ? 80 : 8;
    const PolyQ a = smooth_poly(g, g.random().below(longest));
    const PolyQ b = smooth_poly(g, g.random().below(longest));
    const Rational at(smooth(g), abs(smooth(g)));
    fmpz_set_mpz(fmpq_numref(x), at.numerator().view().mpz());
    fmpz_set_mpz(fmpq_denref(x), at.denominator().view().mpz());
    FlintPolyQ fa(a);
    FlintPolyQ fb(b);
    const auto check = [&](const char* what, const auto& ours, const auto& aliased) {
      ours(out);
      expect_same(out, result, i, what);
      PolyQ own = a;
      aliased(own);
      expect_same(own, result, i, what);
    };
    fmpq_poly_add(result.get(), fa.get(), fb.get());
    check(
        "add", [&](PolyQ& r) { add_into(r, a, b); }, [&](PolyQ& r) { add_into(r, r, b); });
    fmpq_poly_sub(result.get(), fb.get(), fa.get());
    check(
        "sub", [&](PolyQ& r) { sub_into(r, b, a); }, [&](PolyQ& r) { sub_into(r, b, r); });
    fmpq_poly_mul(result.get(), fa.get(), fb.get());
    check(
        "mul", [&](PolyQ& r) { mul_into(r, a, b); }, [&](PolyQ& r) { mul_into(r, r, b); });
    fmpq_poly_scalar_mul_fmpq(result.get(), fa.get(), x);
    check(
        "scale", [&](PolyQ& r) { scale_into(r, a, at); }, [&](PolyQ& r) { scale_into(r, r, at); });
    fmpq_poly_derivative(result.get(), fa.get());
    check(
        "derivative", [&](PolyQ& r) { derivative_into(r, a); }, [&](PolyQ& r) { derivative_into(r, r); });
    fmpq_poly_neg(result.get(), fa.get());
    check(
        "neg", [&](PolyQ& r) { neg_into(r, a); }, [&](PolyQ& r) { neg_into(r, r); });
    fmpq_poly_shift_left(result.get(), fa.get(), 3);
    check(
        "shift_left", [&](PolyQ& r) { shift_left_into(r, a, 3); }, [&](PolyQ& r) { shift_left_into(r, r, 3); });
    fmpq_poly_shift_right(result.get(), fa.get(), 2);
    check(
        "shift_right", [&](PolyQ& r) { shift_right_into(r, a, 2); }, [&](PolyQ& r) { shift_right_into(r, r, 2); });
    if (a.length() <= 8) {  // the values of longer ones are of many limbs, and take most of the time
      FlintPolyQ moved(PolyQ{at, 1});
      fmpq_poly_compose(result.get(), fa.get(), moved.get());
      check(
          "taylor_shift", [&](PolyQ& r) { taylor_shift_into(r, a, at); },
          [&](PolyQ& r) { taylor_shift_into(r, r, at); });
      const std::uint64_t exponent = static_cast<std::uint64_t>(i) % 5;
      fmpq_poly_pow(result.get(), fa.get(), exponent);
      check(
          "pow", [&](PolyQ& r) { pow_into(r, a, exponent); }, [&](PolyQ& r) { pow_into(r, r, exponent); });
    }
    ASSERT_EQ(is_square_free(a), !a.is_zero() && fmpq_poly_is_squarefree(fa.get()) != 0) << i;
    ASSERT_EQ(a == b, fmpq_poly_equal(fa.get(), fb.get()) != 0) << i;
    fmpq_poly_gcd(result.get(), fa.get(), fb.get());
    expect_same(gcd(a, b), result, i, "gcd");
    fmpq_poly_evaluate_fmpq(y, fa.get(), x);
    evaluate_into(value, a, at);
    ASSERT_EQ(value.numerator(), from_fmpz(fmpq_numref(y))) << i;
    ASSERT_EQ(value.denominator(), from_fmpz(fmpq_denref(y))) << i;
    if (b.is_zero()) continue;
    fmpq_poly_divrem(result.get(), rest.get(), fa.get(), fb.get());
    const auto division = div_rem(a, b);
    expect_same(division.quotient, result, i, "quotient");
    expect_same(division.remainder, rest, i, "remainder");
    ASSERT_EQ(exact_div(mul(a, b), b), a) << i;
  }
  fmpq_clear(x);
  fmpq_clear(y);
}

}  // namespace
}  // namespace polyfork::test
