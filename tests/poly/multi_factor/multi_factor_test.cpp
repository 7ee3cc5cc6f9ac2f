// Factorization in several variables over Z and Q: known factors, structure, edges.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "forced_isa.hpp"
#include "multi_factor_checks.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

using namespace polyfork::literals;

MultiPolyZ poly(std::string_view text) { return parse_poly<MultiPolyZ>(text, test_variables(4)); }

TEST(MultiFactor, Texts) {
  expect_factors(poly("x^2 - y^2"), "1", {"x - y", "x + y"});
  expect_factors(poly("x^4 - y^4"), "1", {"x - y", "x + y", "x^2 + y^2"});
  expect_factors(poly("6*x*y^2*(x + y*z)^3*(x - 2*y)"), "6", {"y^2", "x", "x - 2*y", "(x + y*z)^3"});
  expect_factors(poly("-x^2*y + 1"), "-1", {"x^2*y - 1"});
  expect_factors(poly("(x*y + z)*(x*z + y)"), "1", {"x*y + z", "x*z + y"});
  expect_factors(poly("x^6 - y^6*z^6"), "1", {"x - y*z", "x + y*z", "x^2 - x*y*z + y^2*z^2", "x^2 + x*y*z + y^2*z^2"});
  expect_factors(poly("(x^2 + y^2 + z^2)*(x*y*z - 1)*(t^2 - x - 1)"), "-1",
                 {"x - t^2 + 1", "x^2 + y^2 + z^2", "x*y*z - 1"});
}

TEST(MultiFactor, LeadingCoefficientsAreDistributed) {
  expect_factors(poly("((y + 1)*x^2 + y*z + 3)*((y + 1)*(z - 2)*x + y^2 + z)"), "1",
                 {"(y + 1)*x^2 + y*z + 3", "(y + 1)*(z - 2)*x + y^2 + z"});
  expect_factors(poly("(y*x^2 + 1)*(y^2*x^2 + z*x + 5)*(z*x^2 - y - 7)"), "1",
                 {"y*x^2 + 1", "z*x^2 - y - 7", "y^2*x^2 + z*x + 5"});
  expect_factors(poly("(6*y*x^2 + 5)*(10*x^2*z + 21*y)*(15*x^2 + 2*z)"), "1",
                 {"15*x^2 + 2*z", "6*y*x^2 + 5", "10*x^2*z + 21*y"});
  expect_factors(poly("(2*y*z*x^3 + 4*z + 7)*(2*y*x^3 - z^2*x + 9)"), "1",
                 {"2*y*x^3 - z^2*x + 9", "2*y*z*x^3 + 4*z + 7"});
}

TEST(MultiFactor, IrreducibleOnes) {
  for (const char* text : {"x", "x + y", "x^2 + y^2", "x^2 - y", "x^2 - 2*y^2", "x^2 - y^3", "x*y - z*t", "x^4 + y^4",
                           "x^2*y + y^2*z + z^2*x", "x^2 - y^2*z", "x^3 + y^3 + z^3", "x^2*y^2 - z", "(x + y)^3 - 2",
                           "x^2 + y^2 - z^2", "2*x^2*y + 3*z"})
    EXPECT_TRUE(is_irreducible(poly(text))) << text;
  for (const char* text : {"1", "7", "x^2", "x*y", "x^3 + y^3", "(x + y)^2", "x^4 + 4*y^4", "x^4 - x^2*y^2*z^2"})
    EXPECT_FALSE(is_irreducible(poly(text))) << text;
  // Over Z contents play no part.
  EXPECT_TRUE(is_irreducible(poly("6*x + 4*y")));
}

/// The first primes that lifting takes divide leading coefficients or discriminants here, whatever the point.
TEST(MultiFactor, PrimesThatDivideWhatTheyMustNot) {
  for (const Isa isa : {Isa::scalar, detected_isa()}) {
    const ForcedIsa forced(isa);
    for (const char* text : {"2147483647*x^3-(y^3+z^3+2)", "x^2*2147483647*y*z-(y^2+z^2+x)",
                             "4611686018427387847*x^3-(y^3+2)", "2147483647*x^3-4611686018427387847*(y^3+z^3+2)"}) {
      const MultiPolyZ f = parse_poly<MultiPolyZ>(text);
      EXPECT_TRUE(is_irreducible(f)) << text;
    }
    for (const auto& [a, b] : {std::pair{"x^2+2147483647*(y^2+z^2+1)", "x^2+y^2+3*z^2+7"},
                               {"x^2+y*z+y^2+3", "x^2+y*z+y^2+3+2147483647*z"},
                               {"x^2+y*z+y^2+3", "x^2+y*z+y^2+3+4611686018427387847*2^300*z"}}) {
      const MultiPolyZ f = parse_poly<MultiPolyZ>("(" + std::string(a) + ")*(" + b + ")");
      const auto found = factor(f);
      ASSERT_EQ(found.factors.size(), 2U) << a;
      EXPECT_EQ(found.factors[0].polynomial * found.factors[1].polynomial * found.unit, f);
    }
  }
}

/// 2^62 - 1 is a multiple of 2^31 - 1, the first prime that lifting takes: a monomial of a factor is missing there.
TEST(MultiFactor, CoefficientsThatVanishModuloTheFirstPrime) {
  const std::string other = "124092*x^3*y^2*z - 614220*x^2*y^2 - 98648*x^2*z^3 + 616961*x*y + 515312";
  for (const char* coefficient : {"4611686018427387903", "2147483647", "2147483647*2147483629"}) {
    const std::string factor = "11*x*y^2 - 7*x*z + 5*z + 3*x*y^2*z*" + std::string(coefficient);
    expect_factors(poly("(" + factor + ")*(" + other + ")"), "1", {factor, other});
  }
}

TEST(MultiFactor, ConstantsAndZero) {
  EXPECT_THROW(factor(MultiPolyZ(test_variables(2))), DomainError);
  EXPECT_THROW(factor(MultiPolyQ(test_variables(2))), DomainError);
  expect_factors(poly("-12"), "-12", {});
  EXPECT_FALSE(is_irreducible(MultiPolyZ(test_variables(2))));
  const MultiFactorization<Integers> none = factor(MultiPolyZ::constant(Variables(), 5));
  EXPECT_EQ(none.unit, Integer(5));
  EXPECT_TRUE(none.factors.empty());
}

TEST(MultiFactor, OverQ) {
  const auto v = test_variables(3);
  const MultiPolyQ f = parse_poly<MultiPolyQ>("(x/2 - y/3)^2*(x*z + 2/5)", v);
  const MultiFactorization<Rationals> g = factor(f);
  EXPECT_EQ(g.unit, f.leading_coefficient());
  EXPECT_EQ(expanded(g, f), f);
  ASSERT_EQ(g.factors.size(), 2U);
  EXPECT_EQ(g.factors[0].polynomial, parse_poly<MultiPolyQ>("x - 2/3*y", v));
  EXPECT_EQ(g.factors[0].multiplicity, 2U);
  EXPECT_EQ(g.factors[1].polynomial, parse_poly<MultiPolyQ>("x*z + 2/5", v));
}

TEST(MultiFactor, CoefficientsOfSeveralWords) {
  const std::string big = "123456789012345678901234567890123456789";
  const MultiPolyZ a = poly("x^3 + " + big + "*y*z^2 - 7*x*y + 1");
  const MultiPolyZ b = poly(big + "*x^2*z + y^4 - " + big + "1*x");
  const MultiFactorization<Integers> g = factor(mul(a, b));
  EXPECT_EQ(g.factors.size(), 2U);
  EXPECT_EQ(expanded(g, a), mul(a, b));
}

TEST(MultiFactor, Explanations) {
  const PlanDescription homogeneous = explain_factor(poly("x^3*y^2 + x*z^4 + 3*y^3*z^2 - t^5"));
  EXPECT_EQ(homogeneous.algorithm, "dehomogenise");
  ASSERT_EQ(homogeneous.children.size(), 1U);
  EXPECT_EQ(homogeneous.children[0].algorithm, "deflate");
  const PlanDescription form = explain_factor(poly("x^8*z^2 - 3*y^4"));
  EXPECT_EQ(form.algorithm, "univariate");
  EXPECT_EQ(form.parameters[0].second, "x^4*z/y^2");
  EXPECT_EQ(form.parameters[1].second, "2");
  ASSERT_EQ(form.children.size(), 1U);
  EXPECT_EQ(form.children[0].algorithm, "inflate");
  EXPECT_EQ(explain_factor(poly("x^4 - 2*y^6 + 1")).algorithm, "deflate");
  EXPECT_EQ(explain_factor(poly("x*y^2 + y + z^3 + z^2")).algorithm, "content");
  const PlanDescription lifted = explain_factor(poly("x^3*y + z^3*y^2 - x*z + 1 + x^2"));
  EXPECT_EQ(lifted.algorithm, "hensel");
  EXPECT_EQ(lifted.children.size(), 3U);
  const PlanDescription parts = explain_factor(poly("4*x^3*(x^2 - y*z + 1)^2*(x*y + z*t)"));
  EXPECT_EQ(parts.algorithm, "variables");
  EXPECT_EQ(parts.parameters[0].second, "3");
  ASSERT_EQ(parts.children.size(), 1U);
  EXPECT_EQ(parts.children[0].algorithm, "square_free");
  ASSERT_EQ(parts.children[0].children.size(), 2U);
  EXPECT_EQ(parts.children[0].children[1].parameters.back().first, "multiplicity");
  EXPECT_EQ(explain_factor(poly("2*x*y^2")).algorithm, "variables");
  EXPECT_TRUE(explain_factor(poly("2*x*y^2")).children.empty());
  EXPECT_EQ(explain_factor(poly("7")).algorithm, "none");
  EXPECT_THROW(explain_factor(MultiPolyZ(test_variables(2))), DomainError);
  const PrimeField field(7);
  EXPECT_EQ(explain_factor(reduce(poly("x^3*y + z^3*y^2 - x*z + 1 + x^2"), field)).algorithm, "hensel");
  EXPECT_EQ(explain_factor(reduce(poly("x^7 + y^3 + y*x^14 + y*z + 1"), field)).algorithm, "deflate");
  EXPECT_THROW(explain_factor(MultiPolyZp(field, test_variables(2))), DomainError);
}

TEST(MultiFactorProperty, ProductsOfRandomPolynomials) {
  Random r(771);
  for (int round = 0; round < 60; ++round) {
    const Variables v = test_variables(2 + r.below(4), static_cast<MonomialOrder>(r.below(3)));
    const std::size_t count = 2 + r.below(2);
    const MultiShape shape{2 + r.below(count == 2 ? 9 : 4), 1 + r.below(4), round % 5 == 0 ? 1U << 30 : 9U};
    MultiPolyZ f = nonzero_multi(r, Integers{}, v, shape);
    if (count == 2 && shape.terms < 6) f = mul(f, f);
    for (std::size_t i = 1; i < count; ++i) f = mul(f, nonzero_multi(r, Integers{}, v, shape));
    expect_factorization(f, factor(f));
  }
}

TEST(MultiFactorProperty, FactorsOfFactorsAreThemselves) {
  Random r(772);
  for (int round = 0; round < 40; ++round) {
    const Variables v = test_variables(3);
    const MultiPolyZ a = nonzero_multi(r, Integers{}, v, {6, 3, 50});
    const MultiPolyZ b = nonzero_multi(r, Integers{}, v, {6, 3, 50});
    for (const auto& [g, multiplicity] : factor(mul(a, b)).factors) EXPECT_TRUE(is_irreducible(g)) << g;
  }
}

TEST(MultiFactorThreads, AnswersDoNotDependOnThreads) {
  const MultiPolyZ f = poly("((y + 1)*x^2 + y*z + 3*t)*((y + 1)*(z - 2)*x + y^2 + z*t^2)*(x^3 + y^3 + z^3 + t^3 + 1)");
  const MultiFactorization<Integers> expected = factor(f, ExecutionContext().with_threads(1));
  EXPECT_EQ(expected.factors.size(), 3U);
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(factor(f, ctx), expected);
}

TEST(MultiFactor, DensePolynomials) {
  const PrimeField field(101);
  const auto poly = [&](std::string_view text) {
    return reduce(parse_poly<MultiPolyZ>(text, Variables({"x", "y"})), field);
  };
  const DDMMP f = to_dense(poly("3*(x*y + 1)^2*(x^2 + y^3 + 5)"));
  const FactorizationOf<DDMMP> g = factor(f);
  EXPECT_EQ(g.unit, 3U);
  ASSERT_EQ(g.factors.size(), 2U);
  EXPECT_EQ(g.factors[0].polynomial, to_dense(poly("x*y + 1")));
  EXPECT_EQ(g.factors[0].multiplicity, 2U);
  EXPECT_EQ(g.factors[1].polynomial, to_dense(poly("x^2 + y^3 + 5")));
  EXPECT_TRUE(is_irreducible(g.factors[1].polynomial));
  EXPECT_FALSE(is_irreducible(f));
  EXPECT_THROW(factor(to_dense(poly("x - x"))), DomainError);
}

}  // namespace
}  // namespace polyfork::test
