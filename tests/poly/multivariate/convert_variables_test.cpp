// One variable and several, variables and coefficients: there and back, and what has no image.
#include <polyfork/poly/multivariate/convert_variables.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <string>

#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

template <class F>
std::string domain_error(const F& f) {
  try {
    f();
  } catch (const DomainError& e) {
    return e.what();
  }
  return "no DomainError";
}

using Zt = PolynomialRing<Integers>;

TEST(ConvertVariables, OneVariable) {
  const Variables v({"x", "y", "z"}, MonomialOrder::graded_reverse_lex);
  const SparsePoly<Integers> f{{std::uint64_t{1} << 60, 3}, {5, -1}, {0, 7}};
  const MultiPolyZ a = to_multivariate(f, v, "y");
  EXPECT_EQ(to_string(a), "3*y^1152921504606846976 - y^5 + 7");
  EXPECT_EQ(a.variables(), v);
  EXPECT_EQ(to_multivariate(f.with_variable("y"), v), a);
  EXPECT_EQ(to_univariate(a, "y"), f.with_variable("y"));
  EXPECT_EQ(to_univariate(a, "y").variable(), "y");
  const PolyZ d{1, 0, -2, 5};
  EXPECT_EQ(to_string(to_multivariate(d, v, "z")), "5*z^3 - 2*z^2 + 1");
  EXPECT_EQ(to_dense_univariate(to_multivariate(d, v), "x"), d);
  EXPECT_EQ(to_dense_univariate(to_multivariate(d, v, "z"), "z").variable(), "z");
}

TEST(ConvertVariables, ConstantsGoEverywhere) {
  const Variables v({"x", "y"});
  EXPECT_EQ(to_multivariate(PolyZ{4}.with_variable("q"), v), MultiPolyZ::constant(v, 4));
  EXPECT_TRUE(to_multivariate(PolyZ{}, Variables()).is_zero());
  EXPECT_EQ(to_univariate(MultiPolyZ::constant(v, 4), "q"), SparsePoly<Integers>::constant(4));
  EXPECT_TRUE(to_univariate(MultiPolyZ(), "q").is_zero());
  EXPECT_EQ(to_dense_univariate(MultiPolyZ::constant(v, 4), "x"), PolyZ{4});
}

TEST(ConvertVariables, Errors) {
  const Variables v({"x", "y", "z"});
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ y = MultiPolyZ::generator(v, "y");
  EXPECT_NE(domain_error([&] { (void)to_univariate(x + y, "x"); }).find("y occurs"), std::string::npos);
  EXPECT_NE(domain_error([&] { (void)to_dense_univariate(x * y, "y"); }).find("x occurs"), std::string::npos);
  EXPECT_NE(domain_error([&] { (void)to_univariate(x, "w"); }).find("unknown variable: w"), std::string::npos);
  EXPECT_NE(domain_error([&] {
              (void)to_multivariate(PolyZ{0, 1}, v, "w");
            }).find("unknown variable: w"),
            std::string::npos);
  EXPECT_THROW((void)to_multivariate(PolyZ{0, 1}.with_variable("t"), v), DomainError);
  EXPECT_THROW((void)with_coefficients_in(x, "w"), DomainError);
  EXPECT_NE(
      domain_error([&] { (void)to_univariate(x * y + MultiPolyZ::generator(v, "z"), "x", "y"); }).find("z occurs"),
      std::string::npos);
  const auto tower = with_coefficients_in(x * y, "y");
  EXPECT_THROW((void)expand_coefficients(tower, Variables({"x"})), DomainError);
  EXPECT_THROW((void)expand_coefficients(tower, Variables({"y"})), DomainError);
  EXPECT_EQ(expand_coefficients(SparsePoly<Zt>::constant(Zt({}, "x"), Zt({}, "x").generator()), v), x);
  const Variables weighted = Variables::weighted({"x"}, {8});
  EXPECT_THROW((void)to_multivariate(SparsePoly<Integers>{{std::uint64_t{1} << 61, 1}}, weighted, "x"), DomainError);
}

/// Before anything is allocated.
TEST(ConvertVariables, ListsThatDoNotFit) {
  const Variables v({"x", "t"});
  const MultiPolyZ high = MultiPolyZ::monomial({}, v, 1, {std::uint64_t{1} << 62, 1});
  const MultiPolyZ deep = MultiPolyZ::monomial({}, v, 1, {1, std::uint64_t{1} << 62});
  EXPECT_THROW((void)to_dense_univariate(high, "x", "t"), MemoryLimit);
  EXPECT_THROW((void)with_coefficients_in(deep, "t"), MemoryLimit);
  EXPECT_EQ(to_univariate(high, "x", "t").degree(), std::int64_t{1} << 62);
  const MultiPolyZ pure = MultiPolyZ::monomial({}, v, 1, {std::uint64_t{1} << 40, 0});
  EXPECT_THROW((void)to_dense_univariate(pure, "x"), MemoryLimit);
  const ExecutionContext small = ExecutionContext().with_memory_limit(1 << 16);
  EXPECT_THROW((void)to_dense_univariate(MultiPolyZ::monomial({}, v, 1, {1 << 20, 0}), "x", small), MemoryLimit);
  MultiPolyZ many(v);  // each list fits, not all of them
  for (std::uint64_t k = 0; k < 64; ++k) many += MultiPolyZ::monomial({}, v, 1, {k, 99});
  EXPECT_THROW((void)with_coefficients_in(many, "t", small), MemoryLimit);
  EXPECT_EQ(small.memory().used(), 0U);
}

TEST(ConvertVariables, CanBeStopped) {
  std::stop_source stop;
  stop.request_stop();
  const ExecutionContext ctx = ExecutionContext().with_stop_token(stop.get_token());
  const Variables v({"x", "t"});
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  EXPECT_THROW((void)to_univariate(x, "x", ctx), Cancelled);
  EXPECT_THROW((void)to_dense_univariate(x, "x", ctx), Cancelled);
  EXPECT_THROW((void)to_multivariate(PolyZ{1, 1}, v, "x", ctx), Cancelled);
  EXPECT_THROW((void)with_coefficients_in(x, "t", ctx), Cancelled);
  EXPECT_THROW((void)expand_coefficients(with_coefficients_in(x, "t"), v, ctx), Cancelled);
}

TEST(ConvertVariables, Towers) {
  const Variables v({"x", "t"});
  const MultiPolyZ x = MultiPolyZ::generator(v, "x");
  const MultiPolyZ t = MultiPolyZ::generator(v, "t");
  const MultiPolyZ a = x * x * (t - Integer(1)) + x * t * t * Integer(3) + Integer(5);
  const Zt ring({}, "t");
  const auto sparse = to_univariate(a, "x", "t");
  EXPECT_EQ(sparse.ring(), ring);
  EXPECT_EQ(to_string(sparse), "(t - 1)*x^2 + (3*t^2)*x + 5");
  EXPECT_EQ(expand_coefficients(sparse, v), a);
  const auto dense = to_dense_univariate(a, "x", "t");
  EXPECT_EQ(dense, to_dense(sparse));
  EXPECT_EQ(expand_coefficients(dense, v), a);
  EXPECT_EQ(to_string(to_univariate(a, "t", "x")), "(3*x)*t^2 + (x^2)*t + (-x^2 + 5)");
  // As polynomials in R[t][x] the sequence x^2, x, 1 of coefficients is that of the recursive view.
  EXPECT_EQ(sparse.coefficient(2), ring.from_elements({Integer(-1), Integer(1)}));
}

template <class R>
void expect_there_and_back(const R& ring, std::uint64_t stream) {
  Random r(stream);
  const MultiShape shape{12, 5, 50};
  for (int round = 0; round < 12; ++round) {
    const Variables v = test_variables(3, static_cast<MonomialOrder>(r.below(3)));
    const auto a = random_multi(r, ring, v, shape), b = random_multi(r, ring, v, shape);
    const auto in_y = with_coefficients_in(a, "y");
    EXPECT_EQ(in_y.variables(), v.without("y"));
    EXPECT_EQ(expand_coefficients(in_y, v), a);
    // homomorphisms
    EXPECT_EQ(with_coefficients_in(a * b, "y"), in_y * with_coefficients_in(b, "y"));
    EXPECT_EQ(with_coefficients_in(a + b, "y"), in_y + with_coefficients_in(b, "y"));
    // deeper towers, one variable after another
    const auto deep = with_coefficients_in(in_y, "z");
    const auto f = to_univariate(deep, "x");
    EXPECT_EQ(f.degree(), a.degree("x"));
    EXPECT_EQ(expand_coefficients(expand_coefficients(f, Variables({"z", "x"})), v), a);
    // one variable
    const auto p = random_multi(r, ring, test_variables(1), shape), q = random_multi(r, ring, test_variables(1), shape);
    EXPECT_EQ(to_multivariate(to_univariate(p, "x"), p.variables()), p);
    EXPECT_EQ(to_multivariate(to_dense_univariate(p, "x"), p.variables()), p);
    EXPECT_EQ(to_univariate(p * q, "x"), to_univariate(p, "x") * to_univariate(q, "x"));
    EXPECT_EQ(to_dense_univariate(p + q, "x"), to_dense_univariate(p, "x") + to_dense_univariate(q, "x"));
    EXPECT_EQ(to_univariate(p.with_variables(v), "x"), to_univariate(p, "x"));
  }
}

TEST(ConvertVariablesProperty, ThereAndBackOverZ) { expect_there_and_back(Integers{}, 491); }
TEST(ConvertVariablesProperty, ThereAndBackOverZp) { expect_there_and_back(PrimeField(7), 492); }

}  // namespace
}  // namespace polyfork::test
