// Division, powers, evaluation, substitution and derivatives of sparse polynomials: cases, limits and errors. Their
// laws over all rings: multi_laws.hpp.
#include <polyfork/poly/multivariate/multi_division.hpp>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/multivariate/multi_recursive.hpp>
#include <polyfork/poly/text/parse.hpp>
#include <polyfork/poly/towers/polynomial_ring.hpp>
#include <polyfork/ring/big_prime_field.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "cancellation.hpp"
#include "multi_generators.hpp"
#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

using Z = MultiPolyZ;
using Q = MultiPolyQ;
using P = MultiPolyZp;

template <class F>
std::string error_text(const F& f) {
  try {
    f();
  } catch (const DomainError& e) {
    return e.what();
  }
  return "";
}

TEST(SparseDivision, Examples) {
  const Variables v({"x", "y"});
  const Q x = Q::generator(v, "x");
  const Q y = Q::generator(v, "y");
  // Cox, Little, O'Shea, section 2.3, example 2.
  const auto [q, r] = div_rem(x * x * y + x * y * y + y * y, {x * y - Rational(1), y * y - Rational(1)});
  EXPECT_EQ(to_string(q[0]), "x + y");
  EXPECT_EQ(to_string(q[1]), "1");
  EXPECT_EQ(to_string(r), "x + y + 1");
  EXPECT_EQ(to_string(exact_div(x * x - y * y, Rational(2) * x + Rational(2) * y)), "1/2*x - 1/2*y");
  // Over Z leading coefficients must divide.
  const Z a = Z::generator(v, "x");
  const auto [qz, rz] = div_rem(Integer(5) * a * a + Integer(4) * a, Integer(2) * a);
  EXPECT_EQ(to_string(qz), "2");
  EXPECT_EQ(to_string(rz), "5*x^2");
  EXPECT_EQ(to_string(primitive_part(Integer(-4) * a + Integer(6))), "-2*x + 3");
  EXPECT_EQ(content(Integer(-4) * a + Integer(6)), 2);
  EXPECT_EQ(to_string(exact_div_scalar(Integer(4) * a, Integer(2))), "2*x");
}

TEST(SparseDivision, LazyMultipliersAreShorter) {
  const Variables v({"x", "y"});
  const Z x = Z::generator(v, "x");
  const Z y = Z::generator(v, "y");
  const Z b = y * x - Integer(1);
  const auto full = pseudo_div_rem(pow(x, 5), b, "x");
  const auto lazy = lazy_pseudo_div_rem(pow(x, 5), b, "x");
  EXPECT_EQ(full.multiplier, pow(y, 5));
  EXPECT_EQ(lazy.multiplier, pow(y, 5));  // every degree has a term
  const Z gaps = y * x * x - Integer(1);
  EXPECT_EQ(pseudo_div_rem(pow(x, 6), gaps, "x").multiplier, pow(y, 5));
  const auto [q, r, m] = lazy_pseudo_div_rem(pow(x, 6), gaps, "x");
  EXPECT_EQ(m, pow(y, 3));
  EXPECT_EQ(to_string(q), "x^4*y^2 + x^2*y + 1");
  EXPECT_EQ(to_string(r), "1");
  const auto constant = lazy_pseudo_div_rem(y, x, "x");
  EXPECT_TRUE(constant.multiplier.is_one() && constant.quotient.is_zero());
  EXPECT_EQ(constant.remainder, y);
}

TEST(SparseDivision, ByElements) {
  const Variables v({"x", "y"});
  Z a = Integer(6) * Z::generator(v, "x") - Integer(4);
  EXPECT_EQ(to_string(a / Integer(2)), "3*x - 2");
  EXPECT_EQ(to_string(a /= 2), "3*x - 2");
  EXPECT_THROW((void)(a / 2), DomainError);
  EXPECT_THROW((void)(a /= 0), DomainError);
  EXPECT_EQ(to_string(a), "3*x - 2");
  EXPECT_EQ(to_string((a *= 3) += 1), "9*x - 5");
  EXPECT_EQ(to_string(a -= -5), "9*x");
  EXPECT_EQ(to_string(make_monic(Q::generator(v, "x") * Rational(3) - Rational(2))), "x - 2/3");
}

TEST(SparseDivision, QuotientsWiderThanTheDividend) {
  // In lex, x = y^e: dividing x^7 by x - y^e makes y^(7 e).
  const Variables v({"x", "y"});
  const Z x = Z::generator(v, "x");
  for (const std::uint64_t e : {3ULL, 1ULL << 20, 1ULL << 40, 1ULL << 59}) {
    const auto [q, r] = div_rem(pow(x, 7), x - Z::monomial({}, v, 1, {0, e}));
    EXPECT_EQ(q.term_count(), 7U);
    EXPECT_EQ(r, Z::monomial({}, v, 1, {0, 7 * e}));
  }
  const Z huge = x - Z::monomial({}, v, 1, {0, std::uint64_t{1} << 61});
  EXPECT_NE(error_text([&] { div_rem(pow(x, 7), huge); }).find("exponent overflow"), std::string::npos);
}

/// Multiples by 2^64 have no words and no box: the reference.
TEST(SparseDivisionProperty, BoxesAndWordsAgreeWithTheHeap) {
  IntegerGenerator g(921);
  const Integer long_factor = Integer(1) << 64;
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (const unsigned bits : {2U, 30U, 50U, 61U, 62U, 63U, 70U}) {
      const auto element = [&](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); };
      const auto nonzero = [&] {
        Z p = random_sparse(Integers{}, v, 40, 4, g, element);
        while (p.is_zero()) p = random_sparse(Integers{}, v, 40, 4, g, element);
        return p;
      };
      const Z d = nonzero();
      const Z q = nonzero();
      const auto check = [&](const Z& a) {
        const auto [quotient, remainder] = div_rem(scale(a, long_factor), scale(d, long_factor));
        const auto by_words = div_rem(a, d);
        EXPECT_EQ(by_words.quotient, quotient);
        EXPECT_EQ(scale(by_words.remainder, long_factor), remainder);
        const auto exact = try_exact_div(a, d);
        ASSERT_EQ(exact.has_value(), remainder.is_zero());
        if (exact) {
          EXPECT_EQ(*exact, quotient);
        }
      };
      const Z a = d * q;
      const auto by_two = div_rem(a + q, {q * q, d + Integer(1)});
      const auto expected =
          div_rem(scale(a + q, long_factor), {scale(q * q, long_factor), scale(d + Integer(1), long_factor)});
      EXPECT_EQ(by_two.quotients, expected.quotients);
      EXPECT_EQ(scale(by_two.remainder, long_factor), expected.remainder);
      check(a);
      check(a + Integer(1));
      check(a + Z::generator(v, "y"));
      check(a - Z::monomial(Integers{}, v, a.leading_coefficient(), a.exponents(0)));
      const std::size_t middle = a.term_count() / 2;
      check(a + Z::monomial(Integers{}, v, d.leading_coefficient(), a.exponents(middle)));
      check(a * Z::generator(v, "x") + a);
      check(q);
    }
  }
}

/// Modulo primes of cells of one word and of two, and of none; quotients with remainder go through the heap.
TEST(SparseDivisionProperty, ResiduesInABoxAgreeWithTheHeap) {
  IntegerGenerator g(923);
  using F = SparseMultiPoly<PrimeField>;
  for (const Variables& v : all_orders({"x", "y", "z"}))
    for (const std::uint64_t p : {2ULL, 3ULL, 7ULL, 65537ULL, 536870909ULL, 4294967291ULL, 1125899906842597ULL,
                                  4611686018427387847ULL, 9223372036854775783ULL}) {
      const PrimeField field(p);
      const auto element = [&](IntegerGenerator& x) { return field.from_integer(x.uniform(63)); };
      const auto nonzero = [&] {
        F f = random_sparse(field, v, 60, 4, g, element);
        while (f.is_zero()) f = random_sparse(field, v, 60, 4, g, element);
        return f;
      };
      const F d = nonzero();
      const F q = nonzero();
      const auto check = [&](const F& a) {
        const auto [quotient, remainder] = div_rem(a, d);
        const std::optional<F> exact = try_exact_div(a, d);
        ASSERT_EQ(exact.has_value(), remainder.is_zero());
        if (exact) {
          EXPECT_EQ(*exact, quotient);
        }
      };
      const F a = d * q;
      EXPECT_GT(a.term_count(), p > 3 ? 128U : 64U);  // shorter ones do not go to a box
      EXPECT_EQ(exact_div(a, d), q);
      check(a);
      check(a + F::constant(field, v, 1));
      check(a + F::generator(field, v, "y"));
      check(a - F::monomial(field, v, a.leading_coefficient(), a.exponents(0)));
      check(a + F::monomial(field, v, d.leading_coefficient(), a.exponents(a.term_count() / 2)));
      check(a * F::generator(field, v, "x") + a);
    }
}

/// Divisors whose tails have no higher degree than their leading terms, so that all that is left of the dividend has
/// places in a box.
TEST(SparseDivisionProperty, SeveralDivisorsInABoxAgreeWithTheHeap) {
  IntegerGenerator g(922);
  const Integer long_factor = Integer(1) << 64;
  for (const Variables& v : all_orders({"x", "y", "z"}))
    for (const unsigned bits : {1U, 3U, 30U, 61U})
      for (const std::uint64_t degree : {2ULL, 3ULL, 5ULL}) {
        const auto element = [&](IntegerGenerator& x) { return x.uniform(bits) - x.uniform(bits); };
        std::vector<Z> divisors, long_divisors;
        for (const char* name : {"x", "y", "z"}) {
          Z d = pow(Z::generator(v, name), degree);
          if (g.random().below(3) == 0) d = scale(d, Integer(2));
          for (int i = 0; i < 4; ++i) {
            std::vector<std::uint64_t> e(3);
            for (auto& exponent : e) exponent = g.random().below(degree);
            if (e[0] + e[1] + e[2] < degree + g.random().below(2)) d += Z::monomial({}, v, element(g), e);
          }
          divisors.push_back(d);
          long_divisors.push_back(scale(d, long_factor));
        }
        const Z a = random_sparse(Integers{}, v, 300, 7, g, element);
        const auto by_box = div_rem(a, divisors);
        const auto expected = div_rem(scale(a, long_factor), long_divisors);
        EXPECT_EQ(by_box.quotients, expected.quotients);
        EXPECT_EQ(scale(by_box.remainder, long_factor), expected.remainder);
        Z sum = by_box.remainder;
        for (std::size_t i = 0; i < 3; ++i) sum += by_box.quotients[i] * divisors[i];
        EXPECT_EQ(sum, a);
      }
}

TEST(SparseDivision, Errors) {
  const Variables v({"x", "y"});
  const Z x = Z::generator(v, "x");
  const Z y = Z::generator(v, "y");
  EXPECT_THROW(exact_div(x, Z(v)), DomainError);
  EXPECT_THROW(try_exact_div(x, Z()), DomainError);
  EXPECT_THROW(div_rem(x, Z(v)), DomainError);
  EXPECT_THROW(div_rem(x, std::vector<Z>{}), DomainError);
  EXPECT_THROW(div_rem(x, {y, Z(v)}), DomainError);
  EXPECT_THROW(pseudo_div_rem(x, Z(v), "x"), DomainError);
  EXPECT_THROW(pseudo_div_rem(x, y, "z"), DomainError);
  EXPECT_THROW(exact_div(x, y), DomainError);
  EXPECT_THROW(x / (x + y), DomainError);
  EXPECT_THROW(exact_div_scalar(x, Integer(0)), DomainError);
  EXPECT_THROW(exact_div_scalar(x, Integer(2)), DomainError);
  EXPECT_THROW(exact_div(x, Z::generator(Variables({"x"}), "x")), DomainError);
  EXPECT_THROW(div_rem(x, {y, Z::generator(Variables({"z"}), "z")}), DomainError);
  EXPECT_THROW(exact_div(P::generator(PrimeField(7), v, "x"), P::generator(PrimeField(11), v, "x")), ModulusMismatch);
  EXPECT_THROW(evaluate(x, {1}), DomainError);
  EXPECT_THROW(evaluate_at(x, "z", Integer(1)), DomainError);
  EXPECT_THROW(evaluate(pow(x, std::uint64_t{1} << 60), {3, 1}), MemoryLimit);
  EXPECT_EQ(evaluate(pow(x, std::uint64_t{1} << 60), {-1, 1}), 1);
  EXPECT_THROW(substitute(x, {{"w", y}}), DomainError);
  EXPECT_THROW(substitute(x, {{"x", y}, {"x", y}}), DomainError);
  EXPECT_THROW(substitute(x + y, {{"x", Z::generator(Variables({"s"}), "s")}}), DomainError);
  EXPECT_THROW(substitute(x, {{"x", Z::generator(Variables({"s"}), "s")}, {"y", x}}), DomainError);
  EXPECT_THROW(derivative(x, "z"), DomainError);
  EXPECT_THROW(recursive_view(x, "z"), DomainError);
  EXPECT_THROW(pow(Z::monomial({}, v, 1, {std::uint64_t{1} << 62, 0}), 2), DomainError);
}

TEST(Substitution, LeavesOtherVariables) {
  const Variables v({"x", "y", "z"});
  const Variables w({"z", "s", "y"}, MonomialOrder::graded_lex);  // other variables in another sequence
  const auto in = [](const Variables& variables, const char* text) { return parse_poly<Z>(text, variables); };
  EXPECT_EQ(substitute(in(v, "3*x^3*y*z^2 - x*y + x*z + 7*y^2 - z + 4"), {{"x", in(w, "2*s - y")}}),
            in(w, "3*(2*s-y)^3*y*z^2 - (2*s-y)*y + (2*s-y)*z + 7*y^2 - z + 4"));
  EXPECT_EQ(substitute(in(v, "x*y - z"), {{"x", in(v, "z")}, {"y", in(v, "1")}}), in(v, "0"));
  EXPECT_EQ(substitute(in(v, "y + 1"), {{"x", in(w, "s")}}), in(w, "y + 1"));
  EXPECT_EQ(substitute(in(v, "0"), {{"x", in(w, "s")}}), in(w, "0"));
  EXPECT_THROW(substitute(in(v, "x + z"), {{"x", Z::generator(Variables({"s"}), "s")}}), DomainError);
}

TEST(SparseDivision, ConstantsOfOtherVariables) {
  const Variables v({"x", "y"});
  const Z x = Z::generator(v, "x");
  const Z two = Z::constant(Variables({"q"}), 2);
  EXPECT_EQ(exact_div(Integer(4) * x, two), Integer(2) * x);
  EXPECT_EQ(exact_div(two, two), Z::constant(v, 1));
  EXPECT_EQ(div_rem(two, x).remainder, two);
  EXPECT_EQ(div_rem(two, x).quotient, Z());
  EXPECT_EQ(exact_div(Z(), x), Z());
}

TEST(SparseDivision, CanBeStopped) {
  const Variables v({"x", "y", "z"});
  const Z base = Z::generator(v, "x") + Z::generator(v, "y") + Z::generator(v, "z") + Integer(1);
  const Z f = pow(base, 60);
  const Z g = pow(base, 30);
  expect_cancelled(
      "exact division", [&](const ExecutionContext& ctx) { (void)try_exact_div(f, g, ctx); },
      std::chrono::milliseconds(2));
}

TEST(SparsePower, ChoosesTheCheaperWay) {
  using detail::PowerWay;
  EXPECT_EQ(detail::power_way(10, {100, 100, 100, 100}, 6), PowerWay::factor_by_factor);
  EXPECT_EQ(detail::power_way(200, {200}, 16), PowerWay::squarings);
  EXPECT_EQ(detail::power_way(3, {100, 100, 100}, 60), PowerWay::binomial);
  EXPECT_EQ(detail::power_way(2, {1}, std::uint64_t{1} << 40), PowerWay::squarings);
  const Variables v({"x"});
  EXPECT_EQ(pow(Z::generator(v, "x"), std::uint64_t{1} << 50).degree("x"), std::int64_t{1} << 50);
  EXPECT_EQ(to_string(pow(Z(v), 0)), "1");
  EXPECT_TRUE(pow(Z(v), 5).is_zero());
}

/// Powers that take every way, against products one after the other; terms that cancel, also modulo p.
TEST(SparsePower, WaysAgree) {
  const auto check = [](const auto& ring, std::uint64_t stream) {
    Random r(stream);
    for (int round = 0; round < 40; ++round) {
      const Variables v = test_variables(1 + r.below(3), static_cast<MonomialOrder>(r.below(3)));
      const std::uint64_t size = round % 4 == 0 ? std::uint64_t{1} << 60 : 5;  // times eight: no longer a word
      const auto a = random_multi(r, ring, v, {1 + r.below(6), 1 + r.below(round % 2 == 0 ? 3 : 40), size});
      auto product = a.constant_like(ring.one());
      for (std::uint64_t k = 0; k < 9; ++k) {
        EXPECT_EQ(pow(a, k), product) << a << " to the power " << k;
        if (k != 0 && a.term_count() > 1) {
          EXPECT_EQ(detail::binomial_power(a, k, ExecutionContext::default_context()), product) << a << " " << k;
        }
        product = mul(product, a);
      }
    }
  };
  check(Integers{}, 990);
  check(Rationals{}, 991);
  check(PrimeField(3), 992);
  check(PrimeField(65537), 993);
}

/// Quotients and remainders may have far more terms than the operands: their growth is charged.
TEST(SparseDivision, LongQuotientsAreCharged) {
  const Variables xy({"x", "y"});
  const MultiPolyZ a = MultiPolyZ::monomial(Integers{}, xy, Integer(1), {std::uint64_t{1} << 32, 0});
  const MultiPolyZ b = MultiPolyZ::generator(xy, "x") - MultiPolyZ::generator(xy, "y");
  EXPECT_THROW(div_rem(a, b, ExecutionContext().with_memory_limit(1 << 20)), MemoryLimit);
}

template <class R>
void expect_division_over(const R& ring) {
  using S = SparseMultiPoly<R>;
  const Variables xy({"x", "y"});
  const S x = S::generator(ring, xy, "x");
  const S y = S::generator(ring, xy, "y");
  const S three = S::constant(ring, xy, ring.from_integer(Integer(3)));
  const S q = x * x + x * y * y + three;
  const S b = x * y - y + three;
  EXPECT_EQ(exact_div(q * b, b), q);
  const auto [quotient, remainder] = div_rem(q * b + y, b);
  EXPECT_EQ(quotient, q);
  EXPECT_EQ(remainder, y);
}

/// Vectors whose entries are views, and vectors of elements.
TEST(SparseDivision, PseudoDivisionsObeyTheMemoryLimit) {
  const Variables v({"x", "y"});
  const Z a = Z::monomial(Integers(), v, 1, {std::uint64_t{1} << 40, 0});
  const Z b = (Z::generator(v, "y") + Integer(1)) * Z::generator(v, "x") - Integer(1);
  const auto ctx = ExecutionContext().with_memory_limit(1 << 16);
  EXPECT_THROW(pseudo_div_rem(a, b, "x", ctx), MemoryLimit);
  EXPECT_THROW(lazy_pseudo_div_rem(a, b, "x", ctx), MemoryLimit);
  EXPECT_EQ(ctx.memory().used(), 0u);
}

TEST(SparseDivision, OverOtherRings) {
  expect_division_over(BigPrimeField::trusted((Integer(1) << 127) - Integer(1)));
  expect_division_over(GaussianRationals{});
  expect_division_over(PolynomialRing<Integers>({}, "t"));
}

/// One coefficient of a high derivative is a factorial.
TEST(SparseEvaluation, HighDerivativesCanBeStopped) {
  const Variables x({"x"});
  const MultiPolyZ a = MultiPolyZ::monomial(Integers{}, x, Integer(1), {std::uint64_t{1} << 62});
  EXPECT_THROW((void)derivative(a, "x", std::uint64_t{1} << 61), MemoryLimit);
  expect_cancelled(
      "a derivative", [&](const ExecutionContext& ctx) { (void)derivative(a, "x", std::uint64_t{1} << 28, ctx); },
      std::chrono::milliseconds(10));
}

}  // namespace
}  // namespace polyfork::test
