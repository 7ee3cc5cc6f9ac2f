// Factorization over Q(i).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "forced_isa.hpp"
#include "memory_sweep.hpp"
#include "tower_samplers.hpp"

namespace polyfork::test {
namespace {

using P = DensePoly<GaussianRationals>;

P poly(std::string_view text) { return parse_poly<P>(text); }

P expanded(const Factorization<GaussianRationals>& g) {
  P product = P::constant(GaussianRationals{}, g.unit);
  for (const auto& [polynomial, multiplicity] : g.factors) product = mul(product, pow(polynomial, multiplicity));
  return product;
}

std::vector<std::string> texts(const P& f) {
  std::vector<std::string> list;
  const auto g = factor(f);
  EXPECT_EQ(expanded(g), f);
  for (const auto& [polynomial, multiplicity] : g.factors)
    for (std::size_t i = 0; i < multiplicity; ++i) list.push_back(to_string(polynomial));
  return list;
}

TEST(FactorGaussian, Texts) {
  EXPECT_EQ(texts(poly("x^2 + 1")), (std::vector<std::string>{"x + (-i)", "x + (i)"}));
  EXPECT_EQ(texts(poly("x^4 + 4")).size(), 4U);
  EXPECT_EQ(texts(poly("x^4 - 2")), std::vector<std::string>{"x^4 - 2"});
  EXPECT_EQ(texts(poly("x^4 + 1")), (std::vector<std::string>{"x^2 + (-i)", "x^2 + (i)"}));
  EXPECT_EQ(texts(poly("x^3 - 2")), std::vector<std::string>{"x^3 - 2"});
  EXPECT_EQ(texts(poly("3*i*(x - i)^2*(x + 1/2)*(x^2 - i)")).size(), 4U);
  EXPECT_EQ(texts(poly("x^24 - 1")).size(), 12U);  // phi(d)/2-fold pairs where 4 divides d
  EXPECT_TRUE(texts(poly("5 - i")).empty());
  EXPECT_THROW(factor(P()), DomainError);
}

TEST(FactorGaussian, IrreducibilityAndRoots) {
  for (const char* text : {"x", "x^2 - i", "x^2 + 2", "x^4 - 2", "x^2 + i*x + 1", "i*x + 3"})
    EXPECT_TRUE(is_irreducible(poly(text))) << text;
  for (const char* text : {"i", "x^2 + 1", "x^4 + 1", "(x - i)^2", "x^2 - 2*i"})
    EXPECT_FALSE(is_irreducible(poly(text))) << text;
  const auto zeros = roots(poly("(x^2 - 2*i)*(x - 3)^2*(x^2 + 5)"));
  ASSERT_EQ(zeros.size(), 3U);
  EXPECT_EQ(zeros[0].value, GaussianRational(-1, -1));
  EXPECT_EQ(zeros[1].value, GaussianRational(1, 1));
  EXPECT_EQ(zeros[2].value, GaussianRational(3));
  EXPECT_EQ(zeros[2].multiplicity, 2U);
}

TEST(FactorGaussianProperty, FactorsAreIrreducibleAndMultiplyToTheInput) {
  IntegerGenerator g(811);
  for (int round = 0; round < 40; ++round) {
    P f = P::constant(GaussianRationals{}, GaussianRational(1));
    for (std::uint64_t n = 1 + g.random().below(3); n != 0; --n) {
      std::vector<GaussianRational> c;
      for (std::uint64_t k = 2 + g.random().below(3); k != 0; --k) c.push_back(SmallGaussian::sample(g));
      P h = P::from_elements(GaussianRationals{}, std::move(c));
      if (!h.is_zero()) f = mul(f, pow(h, 1 + g.random().below(2)));
    }
    const auto result = factor(f);
    EXPECT_EQ(expanded(result), f);
    for (const auto& part : result.factors) EXPECT_TRUE(is_irreducible(part.polynomial)) << f;
  }
}

/// A product of n random polynomials of a degree.
P long_product(std::uint64_t seed, int n, std::size_t degree) {
  IntegerGenerator g(seed);
  P f = P::constant(GaussianRationals{}, GaussianRational(1));
  for (int i = 0; i < n; ++i) {
    std::vector<GaussianRational> c;
    for (std::size_t k = 0; k <= degree; ++k) c.push_back(SmallGaussian::sample(g));
    f = mul(f, P::from_elements(GaussianRationals{}, std::move(c)));
  }
  return f;
}

TEST(FactorGaussian, IsExplained) {
  const auto explained = [](std::string_view text) { return explain_factor(poly(text)); };
  EXPECT_THROW(explain_factor(P{}), DomainError);
  EXPECT_EQ(explained("3 - i").algorithm, "none");
  EXPECT_EQ(explained("2*x - i").algorithm, "linear");
  const PlanDescription norm = explained("x^3 - i*x + 2");
  EXPECT_EQ(norm.algorithm, "norm");
  ASSERT_EQ(norm.children.size(), 1U);
  EXPECT_EQ(norm.parameters.front(), (std::pair<std::string, std::string>{"degree", "6"}));
  const PlanDescription real = explained("x^4 + x + 1");
  EXPECT_EQ(real.algorithm, "over_rationals");
  ASSERT_EQ(real.children.size(), 1U);
  EXPECT_EQ(real.children[0].algorithm, explain_factor(PolyQ{1, 1, 0, 0, 1}).algorithm);
  const PlanDescription powers = explained("(x^2 + i)^2*(x - 3)");
  EXPECT_EQ(powers.algorithm, "square_free");
  EXPECT_EQ(powers.children.size(), 2U);
}

TEST(FactorGaussianLimits, EveryPhaseStops) {
  const P f = long_product(812, 3, 8);
  const P g = pow(long_product(813, 2, 4), 3);
  for (const P& h : {f, g})
    expect_cancelled_throughout("over Q(i)", [&](const ExecutionContext& ctx) { factor(h, ctx); });
}

TEST(FactorGaussianLimits, MemoryLimits) {
  const P f = long_product(814, 3, 6);
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx); }, factor(f), 1 << 10, 1 << 26);
}

TEST(FactorGaussianThreads, SameForEveryThreadCountAndInstructionSet) {
  const P f = long_product(815, 4, 7);
  const auto expected = factor(f, ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : contexts()) EXPECT_EQ(factor(f, ctx), expected);
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma}) {
    if (isa > detected_isa()) continue;
    const ForcedIsa forced(isa);
    EXPECT_EQ(factor(f), expected);
  }
}

}  // namespace
}  // namespace polyfork::test
