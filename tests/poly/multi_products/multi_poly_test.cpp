// Sparse multivariate polynomials: representation, orders, inspection, errors, limits. The laws of + - * over all
// rings: multi_laws.hpp.
#include <polyfork/poly/multi_products/multi_poly.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include <polyfork/core/memory.hpp>
#include <polyfork/poly/multi_products/multi_products.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/ring/gaussian_rationals.hpp>

#include "naive_sparse.hpp"

namespace polyfork::test {
namespace {

using Z = MultiPolyZ;
using Q = MultiPolyQ;
using P = MultiPolyZp;

TEST(SparseMultiPoly, CoefficientsAroundTheWordCutOff) {
  const Variables v({"x", "y"});
  const Integer top = (Integer(1) << 63) - Integer(1);
  for (const Integer& c :
       {top, -top, top + Integer(1), -(top + Integer(1)), (Integer(1) << 64) - Integer(1), Integer(1) << 128}) {
    const Z a = Z::from_terms(v, {{{1, 0}, c}, {{0, 1}, c}, {{0, 0}, -c}});
    const Z b = Z::from_terms(v, {{{1, 0}, c}, {{0, 1}, -c}, {{0, 0}, c}});
    EXPECT_EQ(to_naive(a * a), naive_mul(Integers{}, to_naive(a), to_naive(a)));
    EXPECT_EQ(to_naive(a * b), naive_mul(Integers{}, to_naive(a), to_naive(b)));
  }
}

TEST(SparseMultiPoly, ExponentsUpToTheLimit) {
  const std::uint64_t most = (std::uint64_t{1} << 63) - 1;
  const Variables v({"x", "y"});
  const Z x = Z::monomial({}, v, 1, {most, 1});
  EXPECT_EQ(x.exponent(0, "x"), most);
  const Z y = Z::generator(v, "y");
  EXPECT_EQ((x * y).exponents(0), (Exponents{most, 2}));
  EXPECT_EQ((x + y).monomials().words(), 2U);
  EXPECT_THROW(x * Z::generator(v, "x"), DomainError);
  EXPECT_THROW(Z::monomial({}, v, 1, {most + 1, 0}), DomainError);
  const Variables graded({"x", "y"}, MonomialOrder::graded_lex);
  EXPECT_THROW(Z::monomial({}, graded, 1, {most, 1}), DomainError);
  EXPECT_THROW(Z::monomial({}, Variables({"x", "y"}, MonomialOrder::graded_reverse_lex), 1, {most, 1}), DomainError);
  EXPECT_THROW(Z::monomial({}, Variables::weighted({"x", "y"}, {3, 1}), 1, {most / 2, 1}), DomainError);
  EXPECT_THROW(x.total_degree(), DomainError);
  const Z half = Z::monomial({}, graded, 1, {most / 2 + 1, 0});
  EXPECT_THROW(half * half, DomainError);
  EXPECT_EQ((half * Z::generator(graded, "y")).degree("x"), static_cast<std::int64_t>(most / 2 + 1));
}

TEST(SparseMultiPoly, WidthsGrowWithProducts) {
  const Variables v({"x", "y", "z", "t"});
  Z a = Z::generator(v, "x") + Z::generator(v, "t") + Integer(1);
  for (int i = 0; i < 5; ++i) a = a * a;
  EXPECT_EQ(a.monomials().words(), 1U);
  const Z high = Z::monomial({}, v, 1, {32760, 0, 0, 0});
  EXPECT_EQ((a * high).monomials().words(), 2U);
  EXPECT_EQ((a * high).exponents(0), (Exponents{32792, 0, 0, 0}));
  EXPECT_EQ(a * high - a * high + a, a);
  EXPECT_EQ(a, a * high - a * (high - Integer(1)));  // equal across layouts
}

TEST(SparseMultiPoly, Inspection) {
  const Variables v({"x", "y", "z"});
  const Z x = Z::generator(v, "x");
  const Z y = Z::generator(v, "y");
  const Z z = Z::generator(v, "z");
  const Z a = Integer(3) * x * x * y - z + Integer(5);
  EXPECT_EQ(to_string(a), "3*x^2*y - z + 5");
  EXPECT_EQ(a.term_count(), 3U);
  EXPECT_EQ(a.degree("x"), 2);
  EXPECT_EQ(a.degree("z"), 1);
  EXPECT_EQ(a.total_degree(), 3);
  EXPECT_EQ(a.coefficient_of({2, 1, 0}), 3);
  EXPECT_EQ(a.coefficient_of({1, 1, 0}), 0);
  EXPECT_EQ(a.coefficient_of({std::uint64_t{1} << 50, 1, 0}), 0);
  EXPECT_EQ(a.constant_term(), 5);
  EXPECT_EQ((a - Integer(5)).constant_term(), 0);
  EXPECT_EQ(a.leading_term().exponents, (Exponents{2, 1, 0}));
  EXPECT_EQ(a.leading_coefficient(), 3);
  EXPECT_EQ(a.trailing_term().coefficient, 5);
  EXPECT_EQ((a - Integer(5)).trailing_term().exponents, (Exponents{0, 0, 1}));
  EXPECT_EQ((a[{2, 1, 0}]), 3);
  EXPECT_FALSE(a.is_monic());
  EXPECT_TRUE((x - Integer(2) * z).is_monic());
  EXPECT_EQ(Z(v).degree("x"), -1);
  EXPECT_EQ(Z(v).total_degree(), -1);
  EXPECT_EQ(to_string(Z(v)), "0");
  EXPECT_EQ(to_string(-x + Integer(1)), "-x + 1");
  EXPECT_EQ(to_string(Z::constant(v, -1)), "-1");
  EXPECT_EQ(to_string(Q::monomial({}, v, Rational(-1, 2), {1, 0, 0}) + Rational(1, 3)), "-1/2*x + 1/3");
  EXPECT_EQ(Z::from_terms(v, a.terms()), a);
  EXPECT_TRUE(Z().is_zero());
}

TEST(SparseMultiPoly, OtherVariables) {
  const Variables v({"x", "y"});
  const Variables w({"y", "z", "x"}, MonomialOrder::graded_reverse_lex);
  const Z a = Z::generator(v, "x") * Z::generator(v, "x") + Z::generator(v, "y") * Integer(7);
  const Z b = a.with_variables(w);
  EXPECT_EQ(to_string(b), "x^2 + 7*y");
  EXPECT_EQ(b.with_variables(v), a);
  EXPECT_THROW(a.with_variables(Variables({"x", "z"})), DomainError);
  EXPECT_EQ(to_string((a - Z::generator(v, "y") * Integer(7)).with_variables(Variables({"x"}))), "x^2");
  // Constants combine with anything.
  const Z five = Z::constant(Variables({"q"}), 5);
  EXPECT_EQ(a + five, a + Integer(5));
  EXPECT_EQ(five + a, a + Integer(5));
  EXPECT_EQ((five * a).variables(), v);
  EXPECT_EQ(five, Z::constant(v, 5));
  EXPECT_EQ(Z() + a, a);
  EXPECT_EQ(a - Z(), a);
  EXPECT_EQ(Z() - a, -a);
}

template <class F>
std::string message(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(SparseMultiPoly, Errors) {
  const Variables v({"x", "y"});
  const Z x = Z::generator(v, "x");
  EXPECT_THROW(x + Z::generator(Variables({"x", "z"}), "x"), DomainError);
  EXPECT_THROW(x * Z::generator(v.with_order(MonomialOrder::graded_lex), "x"), DomainError);
  EXPECT_THROW(x - Z::generator(Variables::weighted({"x", "y"}, {1, 2}), "x"), DomainError);
  EXPECT_NE(message([&] { (void)x.degree("w"); }).find("unknown variable: w"), std::string::npos);
  EXPECT_NE(message([&] { (void)Z::generator(v, "t"); }).find("unknown variable: t"), std::string::npos);
  EXPECT_THROW(Z(v).leading_term(), DomainError);
  EXPECT_THROW(Z::from_terms(v, {{{1}, 1}}), DomainError);
  EXPECT_THROW(x.coefficient_of({1}), DomainError);
  const P p = P::generator(PrimeField(7), v, "x");
  EXPECT_THROW(p + P::generator(PrimeField(11), v, "x"), ModulusMismatch);
  EXPECT_THROW(p * P::constant(PrimeField(11), v, 3), ModulusMismatch);
  EXPECT_THROW(Variables({"x", "x"}), DomainError);
  EXPECT_THROW(Variables({""}), DomainError);
  EXPECT_THROW(Variables({"2x"}), DomainError);
  EXPECT_THROW(Variables({"x+"}), DomainError);
  EXPECT_THROW(Variables({"x"}, MonomialOrder::weighted), DomainError);
  EXPECT_THROW(Variables::weighted({"x"}, {0}), DomainError);
  EXPECT_THROW(Variables::weighted({"x"}, {1, 2}), DomainError);
  EXPECT_THROW(v.without("z"), DomainError);
  EXPECT_EQ(v.without("x"), Variables({"y"}));
}

template <class R, class Element>
void expect_same_for_all_threads(const R& ring, const Element& element) {
  IntegerGenerator g(902);
  for (const Variables& v : all_orders({"x", "y", "z"})) {
    for (const std::uint64_t bound : {12ULL, 1ULL << 30, 1ULL << 45}) {
      const auto a = random_sparse(ring, v, 700, bound, g, element);
      const auto b = random_sparse(ring, v, 600, bound, g, element);
      const auto product = mul(a, b, ExecutionContext().with_threads(1));
      for (const int threads : {2, 4}) EXPECT_EQ(mul(a, b, ExecutionContext().with_threads(threads)), product);
    }
  }
}

TEST(SparseMultiPolyThreads, ProductsAreTheSame) {
  expect_same_for_all_threads(Integers{}, [](IntegerGenerator& g) { return g.draw(1); });
  expect_same_for_all_threads(PrimeField(1000003), [](IntegerGenerator& g) { return g.random().below(1000003); });
}

TEST(SparseMultiPolyThreads, ProductsOfManyAreTheSame) {
  IntegerGenerator g(904);
  const Variables v({"x", "y", "z"}, MonomialOrder::graded_lex);
  std::vector<Z> a;
  a.reserve(7);
  for (int i = 0; i < 7; ++i)
    a.push_back(random_sparse(Integers{}, v, 4, 9, g, [](IntegerGenerator& x) { return x.draw(1); }));
  const std::span<const Z> all(a);
  const Z expected = a[0] * a[1] * a[2] * a[3] * a[4] * a[5] * a[6];
  const Z sum = a[0] * a[3] + a[1] * a[4] + a[2] * a[5];
  for (const int threads : {1, 2, 4}) {
    const ExecutionContext ctx = ExecutionContext().with_threads(threads);
    EXPECT_EQ(product(all, ctx), expected);
    EXPECT_EQ(dot(all.first(3), all.subspan(3, 3), ctx), sum);
  }
  EXPECT_TRUE(product(std::span<const Z>()).is_one());
  EXPECT_TRUE(dot(std::span<const Z>(), std::span<const Z>()).is_zero());
  EXPECT_THROW((void)product(std::span<const P>()), DomainError);
  EXPECT_THROW((void)dot(std::span<const P>(), std::span<const P>()), DomainError);
  EXPECT_THROW((void)dot(all, all.first(1)), DomainError);
}

TEST(SparseMultiPoly, PowersThatNoMachineHolds) {
  const Variables v({"x", "y"});
  const Z two_x = Z::monomial({}, v, Integer(2), {1, 0});
  const std::uint64_t largest = INT64_MAX;
  EXPECT_THROW(pow(two_x, std::uint64_t{1} << 40), MemoryLimit);
  EXPECT_THROW(pow(two_x, largest), MemoryLimit);
  EXPECT_THROW(pow(two_x, largest + 1), DomainError);
  EXPECT_THROW(pow(two_x, ~std::uint64_t{0}), DomainError);
  EXPECT_THROW(pow(add(two_x, Z::constant({}, v, Integer(1))), largest + 1), DomainError);
  const Z x = Z::monomial({}, v, Integer(-1), {1, 0});
  EXPECT_EQ(pow(x, largest), Z::monomial({}, v, Integer(-1), {largest, 0}));
  using G = SparseMultiPoly<GaussianRationals>;
  const G high = G::monomial({}, v, GaussianRational(1), {std::uint64_t{1} << 62, 0});
  EXPECT_THROW(evaluate(high, {GaussianRational(2), GaussianRational(1)}), MemoryLimit);
  EXPECT_THROW(evaluate_at(high, "x", GaussianRational(2)), MemoryLimit);
  EXPECT_EQ(evaluate(high, {GaussianRational(-1), GaussianRational(7)}), GaussianRational(1));
  const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 20);
  const Z long_one = Z::monomial({}, v, Integer(1), {std::uint64_t{1} << 30, 0});
  EXPECT_THROW(evaluate(long_one, {Integer(2), Integer(1)}, small), MemoryLimit);
}

TEST(SparseMultiPoly, PowersWithTooManyTerms) {
  const Variables v({"x", "y", "z"});
  const Z x = Z::generator({}, v, "x");
  const Z y = Z::generator({}, v, "y");
  const Z f = add(add(x, y), x.constant_like(1));  // f^k has (k + 1) (k + 2) / 2 terms
  EXPECT_EQ(f.monomials().least_dimension(), 2U);
  EXPECT_EQ(add(f, Z::generator({}, v, "z")).monomials().least_dimension(), 3U);
  EXPECT_EQ(add(mul(x, y), pow(mul(x, y), 5)).monomials().least_dimension(), 1U);
  EXPECT_EQ(Z(v).monomials().least_dimension(), 0U);
  EXPECT_EQ(x.monomials().least_dimension(), 0U);
  for (const std::uint64_t k : {1'000'000, 1'000'000'000}) EXPECT_THROW(pow(f, k), MemoryLimit) << k;
  EXPECT_THROW(pow(to_rational(f), 1'000'000), MemoryLimit);
  const ExecutionContext small = ExecutionContext().with_memory_limit(std::size_t{64} << 20);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THROW(pow(f, 3000, small), MemoryLimit);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
  EXPECT_EQ(pow(f, 100, small).term_count(), 5151U);
  EXPECT_EQ(detail::least_terms_of_power(100, 2), 5151U);
  EXPECT_EQ(detail::least_terms_of_power(7, 0), 1U);
  EXPECT_EQ(detail::least_terms_of_power(7, 1), 8U);
  EXPECT_EQ(detail::least_terms_of_power(INT64_MAX, 1), std::uint64_t{1} << 63);
  EXPECT_EQ(detail::least_terms_of_power(INT64_MAX, 2), UINT64_MAX);
  EXPECT_EQ(detail::least_terms_of_power(1, 100000), 100001U);
  EXPECT_EQ(detail::least_terms_of_power(1000, 1000), UINT64_MAX);
}

TEST(SparseMultiPolyProperty, PowersHaveTheTermsThatTheyHaveAtLeast) {
  IntegerGenerator g(904);
  const auto check = [](const Z& f) {
    const std::size_t d = f.monomials().least_dimension();
    Z power = f;
    for (std::uint64_t k = 1; k <= 7; ++k, power = mul(power, f))
      EXPECT_GE(power.term_count(), detail::least_terms_of_power(k, d)) << to_string(f) << " ^ " << k;
  };
  for (const MonomialOrder order : {MonomialOrder::lex, MonomialOrder::graded_reverse_lex}) {
    const Variables v({"x", "y", "z"}, order);
    for (int round = 0; round < 150; ++round) {
      // Sparse ones with coefficients that cancel, and products of such, of which each may have fewer variables.
      Z f = Z::constant({}, v, 1);
      for (std::size_t factors = 1 + g.random().below(3); factors != 0; --factors) {
        Z factor(v);
        for (std::size_t terms = 1 + g.random().below(4); terms != 0; --terms)
          factor = add(factor, Z::monomial({}, v, g.random().below(2) == 0 ? 1 : -1,
                                           {g.random().below(3), g.random().below(3), g.random().below(2)}));
        if (!factor.is_zero()) f = mul(f, factor);
      }
      check(f);
    }
  }
}

TEST(SparseMultiPoly, MemoryLimitAndStop) {
  IntegerGenerator g(903);
  const Variables v({"x", "y", "z"});
  const Z a = random_sparse(Integers{}, v, 500, 1 << 20, g, [](IntegerGenerator& x) { return x.draw(2); });
  const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 18);
  EXPECT_THROW(mul(a, a, small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(mul(a, a, ExecutionContext().with_stop_token(stop.get_token())), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
