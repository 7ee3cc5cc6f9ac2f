// Forms into polynomials in several variables that exist, and values: the results of the forms that make new ones, with
// operands in the place of results, over rings with and without flat vectors, in every order of monomials.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_products/multi_poly.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "count_allocations.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

template <class R>
using Poly = SparseMultiPoly<R>;

/// The derivative term by term.
template <class R>
Poly<R> slope(const Poly<R>& a, std::size_t v) {
  std::vector<typename Poly<R>::Term> terms = a.terms();
  for (auto& [exponents, coefficient] : terms) {
    coefficient = a.ring().mul(coefficient, a.ring().from_integer(Integer(exponents[v])));
    if (exponents[v] != 0) --exponents[v];
  }
  return Poly<R>::from_terms(a.ring(), a.variables(), terms);
}

/// The value term by term.
template <class R>
typename R::element value(const Poly<R>& a, const std::vector<typename R::element>& point) {
  const R& ring = a.ring();
  typename R::element sum = ring.zero();
  for (const auto& [exponents, coefficient] : a.terms()) {
    typename R::element term = coefficient;
    for (std::size_t v = 0; v < point.size(); ++v)
      for (std::uint64_t e = 0; e < exponents[v]; ++e) term = ring.mul(term, point[v]);
    sum = ring.add(sum, term);
  }
  return sum;
}

/// The polynomial with x in the place of variable v, term by term.
template <class R>
Poly<R> value_in(const Poly<R>& a, std::size_t v, const typename R::element& x) {
  const R& ring = a.ring();
  Poly<R> sum(ring, a.variables());
  for (const auto& [exponents, coefficient] : a.terms()) {
    typename R::element factor = coefficient;
    for (std::uint64_t e = 0; e < exponents[v]; ++e) factor = ring.mul(factor, x);
    std::vector<std::uint64_t> rest = exponents;
    rest[v] = 0;
    sum = add(sum, Poly<R>::monomial(ring, a.variables(), factor, rest));
  }
  return sum;
}

/// call(out, a) into a fresh polynomial, one over another ring's variables, one with another value, the operand.
template <class R, class Call>
void expect_everywhere(const Poly<R>& expected, const Poly<R>& a, const Poly<R>& other, const Call& call) {
  Poly<R> out(a.ring());
  call(out, a);
  ASSERT_EQ(out, expected) << a;
  EXPECT_EQ(out.variables(), a.variables());
  out = other;
  call(out, a);
  ASSERT_EQ(out, expected) << a;
  call(out, a);
  ASSERT_EQ(out, expected) << a;
  out = a;
  call(out, out);
  ASSERT_EQ(out, expected) << a;
}

/// Whether quotients by b have coefficients in the ring.
template <class R>
bool invertible_lead(const Poly<R>& b) {
  if constexpr (Field<R>) return true;
  return b.ring().is_one(b.coefficient(0));
}

template <class R>
void check(const R& ring, std::uint64_t stream, int rounds) {
  Random r(stream);
  for (int round = 0; round < rounds; ++round) {
    const std::size_t n = 1 + r.below(4);
    const Variables v = round % 4 == 3 ? Variables::weighted({"x", "y"}, {3, 1})
                                       : test_variables(n, static_cast<MonomialOrder>(r.below(3)));
    const MultiShape shape{r.below(round % 20 == 0 ? 400 : 20), round % 7 == 0 ? 300U : 6U, 50};
    const Poly<R> a = random_multi(r, ring, v, shape);
    const Poly<R> b = random_multi(r, ring, v, shape);
    const Poly<R> other = random_multi(r, ring, v, shape);
    expect_everywhere(add(a, b), a, other, [&](Poly<R>& out, const Poly<R>& x) { add_into(out, x, b); });
    expect_everywhere(sub(a, b), a, other, [&](Poly<R>& out, const Poly<R>& x) { sub_into(out, x, b); });
    expect_everywhere(sub(b, a), a, other, [&](Poly<R>& out, const Poly<R>& x) { sub_into(out, b, x); });
    expect_everywhere(sub(a, a), a, other, [&](Poly<R>& out, const Poly<R>& x) { sub_into(out, x, a); });
    EXPECT_EQ(sub(add(a, b), b), a);
    expect_everywhere(neg(a), a, other, [](Poly<R>& out, const Poly<R>& x) { neg_into(out, x); });
    for (const auto& factor : {ring.zero(), ring.one(), random_element(r, ring, 50)})
      expect_everywhere(scale(a, factor), a, other,
                        [&](Poly<R>& out, const Poly<R>& x) { scale_into(out, x, factor); });
    for (std::size_t k = 0; k < v.size(); ++k) {
      const std::string& name = v.name(k);
      EXPECT_EQ(derivative(a, name), slope(a, k)) << a;
      expect_everywhere(slope(a, k), a, other, [&](Poly<R>& out, const Poly<R>& x) { derivative_into(out, x, name); });
    }
    if (a.term_count() <= 3) {
      Poly<R> power = a;
      for (const std::uint64_t k : {2, 3, 4, 5}) {
        power = mul(power, a);
        EXPECT_EQ(pow(a, k), power) << a;
        expect_everywhere(power, a, other, [&](Poly<R>& out, const Poly<R>& x) { pow_into(out, x, k); });
      }
    }
    if (!b.is_zero() && a.term_count() * b.term_count() <= 100 && invertible_lead(b)) {
      expect_everywhere(a, mul(a, b), other, [&](Poly<R>& out, const Poly<R>& x) { exact_div_into(out, x, b); });
      const auto division = div_rem(a, b);
      Poly<R> rest(ring);
      expect_everywhere(division.quotient, a, other, [&](Poly<R>& out, const Poly<R>& x) {
        div_rem_into(out, rest, x, b);
        EXPECT_EQ(rest, division.remainder);
      });
    }
    std::vector<std::vector<typename R::element>> points(1 + r.below(5));
    for (auto& point : points)
      for (std::size_t k = 0; k < v.size(); ++k) point.push_back(random_element(r, ring, 3));
    if (shape.degree > 6) continue;
    for (std::size_t k = 0; k < v.size(); ++k) {
      const typename R::element x = points[0][k];
      const Poly<R> expected = value_in(a, k, x);
      EXPECT_EQ(evaluate_at(a, v.name(k), x), expected) << a;
      expect_everywhere(expected, a, other,
                        [&](Poly<R>& out, const Poly<R>& f) { evaluate_at_into(out, f, v.name(k), x); });
    }
    const auto values = evaluate_many(a, std::span<const std::vector<typename R::element>>(points),
                                      ExecutionContext().with_threads(1 + static_cast<int>(r.below(3))));
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto expected = value(a, points[k]);
      EXPECT_EQ(values[k], expected) << a;
      EXPECT_EQ(evaluate(a, points[k]), expected) << a;
      typename R::element out = ring.one();
      evaluate_into(out, a, points[k]);
      EXPECT_EQ(out, expected) << a;
    }
  }
}

TEST(MultiInto, Integers) { check(Integers{}, 980, 400); }
TEST(MultiInto, Rationals) { check(Rationals{}, 981, 300); }
TEST(MultiInto, Residues) {
  for (const std::uint64_t p :
       {std::uint64_t{2}, std::uint64_t{5}, std::uint64_t{65537}, (std::uint64_t{1} << 63) - 25})
    check(PrimeField(p), 982, 200);
}
TEST(MultiInto, Elements) { check(GaussianRationals{}, 983, 60); }

TEST(MultiInto, LargeExponentsModuloAPrime) {
  const PrimeField field(101);
  const Variables v({"x", "y"});
  const MultiPolyZp a = MultiPolyZp::from_terms(field, v, {{{5000, 1}, 3}, {{200, 2000}, 5}, {{0, 0}, 7}});
  const auto power = [&](std::uint64_t x, std::uint64_t e) { return field.word_modulus().pow(x, e); };
  for (std::uint64_t x = 0; x < 5; ++x)
    for (std::uint64_t y = 0; y < 5; ++y)
      EXPECT_EQ(evaluate(a, {x, y}),
                (3 * power(x, 5000) * y + 5 * power(x, 200) * power(y, 2000) + 7) % field.modulus());
}

TEST(MultiInto, Errors) {
  const Variables v({"x", "y"});
  const MultiPolyZ a = MultiPolyZ::generator(v, "x");
  MultiPolyZ out;
  EXPECT_THROW(derivative_into(out, a, "z"), DomainError);
  EXPECT_THROW(evaluate_at_into(out, a, "z", Integer(1)), DomainError);
  EXPECT_THROW(exact_div_into(out, a, MultiPolyZ(v)), DomainError);
  const MultiPolyQ x = MultiPolyQ::generator(v, "x");
  const MultiPolyQ y = MultiPolyQ::generator(v, "y");
  MultiPolyQ quotient, remainder;
  EXPECT_THROW(exact_div_into(quotient, x, y), DomainError);
  EXPECT_THROW(exact_div_into(quotient, x, MultiPolyQ(v)), DomainError);
  EXPECT_THROW(div_rem_into(quotient, remainder, x, MultiPolyQ(v)), DomainError);
  EXPECT_THROW(pow_into(quotient, MultiPolyQ::monomial(v, 1, {std::uint64_t{1} << 62, 0}), 2), DomainError);
  EXPECT_THROW(pow_into(quotient, MultiPolyQ::monomial(v, 1, {std::uint64_t{1} << 62, 0}), 3), DomainError);
  exact_div_into(quotient, MultiPolyQ(v), y);
  EXPECT_TRUE(quotient.is_zero());
  pow_into(quotient, x, 0);
  EXPECT_TRUE(quotient.is_one());
  Integer number;
  EXPECT_THROW(evaluate_into(number, a, {Integer(1)}), DomainError);
  const std::vector<std::vector<Integer>> points{{1, 2}, {3}};
  EXPECT_THROW((void)evaluate_many(a, std::span<const std::vector<Integer>>(points)), DomainError);
  EXPECT_TRUE(evaluate_many(a, std::span<const std::vector<Integer>>()).empty());
  MultiPolyZp residue = MultiPolyZp::generator(PrimeField(7), v, "x");
  const MultiPolyZp b = MultiPolyZp::monomial(PrimeField(5), v, 3, {1, 1});
  scale_into(residue, b, 2);
  EXPECT_EQ(residue, MultiPolyZp::monomial(PrimeField(5), v, 1, {1, 1}));
  EXPECT_THROW(scale_into(residue, b, 5), DomainError);
}

/// Over Z/pZ and, with coefficients and denominators of a word, over Q; also with operands in the place of results.
/// Multiples and derivatives of more than 64 terms over Z have layouts of stripes, which take memory.
TEST(MultiInto, LoopsAllocateNothing) {
  if (!allocations_are_counted) GTEST_SKIP() << "the allocator of this build cannot be counted";
  Random r(984);
  const ExecutionContext ctx = ExecutionContext().with_threads(1);
  const PrimeField field(1'000'000'007);
  const Variables v = test_variables(3);
  for (const std::size_t terms : {1, 10, 100, 1000}) {
    const MultiShape shape{terms, 40, 1000};
    const MultiPolyZp a = nonzero_multi(r, field, v, shape);
    const MultiPolyZp b = nonzero_multi(r, field, v, shape);
    const MultiPolyZp t = nonzero_multi(r, field, v, {2, 40, 1000});
    const MultiPolyZ z = nonzero_multi(r, Integers{}, v, shape);
    const auto over = [](const MultiPolyZ& numerators, int denominator) {
      return MultiPolyQ::make(
          {}, numerators.variables(),
          {numerators.monomials(), RationalVector(numerators.coefficients(), Integer(denominator))});
    };
    const MultiPolyQ qa = over(z, 7);
    const MultiPolyQ qb = over(nonzero_multi(r, Integers{}, v, shape), 7);
    const MultiPolyQ qc = over(nonzero_multi(r, Integers{}, v, shape), 30);
    const MultiPolyQ qt = over(nonzero_multi(r, Integers{}, v, {2, 40, 1000}), 11);
    const Rational factor(15, 77);
    const MultiPolyQ qp = mul(qt, qa);
    const Rational half(-3, 2);
    const std::vector<Rational> fractions{Rational(1, 2), Rational(-3), Rational(2, 5)};
    Rational value_q;
    MultiPolyQ image_q, power_q, exact_q, quotient_q, remainder_q;
    MultiPolyZp sum(field), kept(field), product(field), slope(field);
    MultiPolyQ sum_q, kept_q, multiple_q, product_q, slope_q;
    MultiPolyZ negative, multiple, slope_z;
    const std::vector<std::uint64_t> point{3, 5, 7};
    const std::vector<Integer> small{1, -1, 1};
    std::uint64_t value = 0;
    Integer number;
    const auto loop = [&] {
      add_into(sum, a, b, ctx);
      sub_into(kept, sum, a, ctx);
      add_into(kept, kept, t, ctx);
      sub_into(kept, kept, t, ctx);
      if (terms <= 100) mul_into(product, t, a, ctx);
      neg_into(sum, a, ctx);
      scale_into(sum, a, 77, ctx);
      derivative_into(slope, a, "y", ctx);
      evaluate_into(value, a, point, ctx);
      neg_into(negative, z, ctx);
      if (terms <= 64) scale_into(multiple, z, Integer(3), ctx);
      if (terms <= 64) derivative_into(slope_z, z, "x", ctx);
      if (terms <= 100) evaluate_into(number, z, small, ctx);
      add_into(sum_q, qa, qb, ctx);
      sub_into(kept_q, qa, qc, ctx);
      add_into(kept_q, kept_q, qc, ctx);
      neg_into(sum_q, qa, ctx);
      scale_into(multiple_q, qa, factor, ctx);
      if (terms <= 100) mul_into(product_q, qt, qa, ctx);
      if (terms <= 64) derivative_into(slope_q, qa, "z", ctx);
      pow_into(power_q, qt, 3, ctx);
      if (terms <= 100) evaluate_into(value_q, qa, fractions, ctx);
      if (terms <= 100) evaluate_at_into(image_q, qa, "z", half, ctx);
      if (terms <= 100) exact_div_into(exact_q, qp, qt, ctx);
      if (terms <= 100) div_rem_into(quotient_q, remainder_q, qp, qt, ctx);
    };
    loop();
    loop();
    EXPECT_EQ(allocations_of(loop), 0U) << terms;
    EXPECT_EQ(kept, b);
    EXPECT_EQ(kept_q, qa);
  }
}

}  // namespace
}  // namespace polyfork::test
