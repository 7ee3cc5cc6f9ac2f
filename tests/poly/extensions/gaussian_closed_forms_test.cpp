// x^n - c, cyclotomic polynomials and inflated forms over Q(i): the factors are those of the shifted polynomials, which
// have no such structure.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/composition.hpp>
#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/factor/explain_factor.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "cancellation.hpp"
#include "memory_sweep.hpp"
#include "poly/extensions/gaussian_powers.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using P = DensePoly<GaussianRationals>;
using G = GaussianRational;

P linear(const G& constant) { return P::from_elements(GaussianRationals{}, {constant, G(1)}); }

P binomial(std::size_t n, const G& c) {
  std::vector<G> list(n + 1);
  list[0] = -c;
  list[n] = 1;
  return P::from_elements(GaussianRationals{}, std::move(list));
}

P inflated(const P& f, std::size_t n) {
  std::vector<G> c((f.length() - 1) * n + 1);
  for (std::size_t k = 0; k < f.length(); ++k) c[k * n] = f.coefficient(k);
  return P::from_elements(GaussianRationals{}, std::move(c));
}

/// The factors of f(x + 2 + i), shifted back, with multiplicities; as often as they occur.
std::vector<P> by_shift(const P& f) {
  std::vector<P> list;
  for (const auto& g : factor(compose(f, linear(G(2, 1)))).factors)
    for (std::size_t i = 0; i < g.multiplicity; ++i) list.push_back(compose(g.polynomial, linear(G(-2, -1))));
  return list;
}

void expect_as_shifted(const P& f) {
  std::vector<P> found;
  P product = P::constant(GaussianRationals{}, f.leading_coefficient());
  for (const auto& g : factor(f).factors) {
    product = mul(product, pow(g.polynomial, g.multiplicity));
    for (std::size_t i = 0; i < g.multiplicity; ++i) found.push_back(g.polynomial);
  }
  EXPECT_EQ(product, f);
  const std::vector<P> expected = by_shift(f);
  EXPECT_EQ(found.size(), expected.size()) << to_string(f);
  EXPECT_TRUE(std::is_permutation(found.begin(), found.end(), expected.begin(), expected.end())) << to_string(f);
}

TEST(GaussianClosedForms, RootsOfUnits) {
  for (std::size_t n = 1; n <= 24; ++n)
    for (const G& unit : {G(1), G(-1), G(0, 1), G(0, -1)}) expect_as_shifted(binomial(n, unit));
}

TEST(GaussianClosedForms, RootsOfPowers) {
  Random random(4101);
  const auto part = [&] { return static_cast<std::int64_t>(random.below(5)) - 2; };
  for (int round = 0; round < 150; ++round) {
    G c(part(), part());
    if (c.is_zero()) continue;
    if (random.below(3) == 0) c = c / G(1 + static_cast<std::int64_t>(random.below(2)), 1);
    const std::uint64_t k = 1 + random.below(6);
    c = pow(c, k) * pow(G(0, 1), random.below(4));
    expect_as_shifted(binomial(1 + random.below(14), c));
  }
}

TEST(GaussianClosedForms, RootsOfRationalPowers) {
  for (const std::int64_t c : {2, 3, 4, 5, 8, 9, 25, 36, 64, 125, 3125})
    for (const std::size_t n : {2, 3, 4, 6, 8, 10, 12})
      for (const G& unit : {G(1), G(-1), G(0, 1)}) expect_as_shifted(binomial(n, G(c) * unit));
}

TEST(GaussianClosedForms, CyclotomicFactorsOfProducts) {
  for (const char* text :
       {"(x^4+1)*(x^2+3)", "(x^6+1)*(x^3-2)*(x^2+i)", "(x^12-i)*(x^2+i*x+1)", "(x^8+x^4+1)*(x^5-i)",
        "(x^2+i*x-1)^2*(x^4+1)", "x^3*(x^6-i)*(x^2+4)", "x^4-i*x^2-1", "(x^4+4)*(x^4+2)*(x^4-i*x^2-1)"})
    for (const std::size_t n : {1, 2, 3, 4, 6}) {
      const P f = inflated(parse_poly<P>(text), n);
      if (f.degree() <= 48) expect_as_shifted(f);
    }
}

TEST(GaussianClosedForms, RealFieldsWithAndWithoutI) {
  for (const char* text : {"x^4+2*x^2+4", "x^4-10*x^2+1", "x^4-2*x^2+9", "x^8-40*x^6+352*x^4-960*x^2+576", "x^2+2*x+5",
                           "x^6+3*x^4+x^2+1", "x^4+x+1", "x^4+4*x^2+2", "x^4+4*x^3+8*x^2+8*x+20"})
    expect_as_shifted(parse_poly<P>(text));
}

TEST(GaussianClosedForms, ManyAndLongFactors) {
  const auto count = [](std::size_t n, const G& c) { return factor(binomial(n, c)).factors.size(); };
  EXPECT_EQ(count(2003, G(1)), 2U);
  EXPECT_EQ(count(4006, G(-1)), 4U);  // Phi_4 and Phi_(4 * 2003), of which both split
  EXPECT_EQ(count(2003, G(0, 1)), 2U);
  EXPECT_EQ(count(10000, G(0, 1)), 5U);
  const auto unity = factor(binomial(5040, G(1)));
  std::size_t degree = 0;
  std::size_t factors = 0;
  for (std::size_t m = 1; m <= 5040; ++m)
    if (5040 % m == 0) factors += m % 4 == 0 ? 2 : 1;
  for (const auto& g : unity.factors) degree += static_cast<std::size_t>(g.polynomial.degree());
  EXPECT_EQ(degree, 5040U);
  EXPECT_EQ(unity.factors.size(), factors);
  EXPECT_TRUE(is_irreducible(binomial(3000, G(2, 1))));
  EXPECT_EQ(count(3000, pow(G(2, 1), 3000)), count(3000, G(1)));
  EXPECT_EQ(count(600, pow(G(2, 1), 300)), count(300, G(1)));
}

TEST(GaussianClosedForms, PowersUpToUnits) {
  Random random(4102);
  const auto part = [&] { return static_cast<std::int64_t>(random.below(41)) - 20; };
  for (int round = 0; round < 400; ++round) {
    const G a(part(), part());
    const G b(part(), part());
    if (a.is_zero() || b.is_zero()) continue;
    const std::uint64_t k = 1 + random.below(12);
    const G c = pow(a / b, k) * pow(G(0, 1), random.below(4));
    const std::uint64_t n = k * (1 + random.below(4));
    const auto found = detail::largest_gaussian_power(c, n, ExecutionContext::default_context());
    EXPECT_EQ(pow(found.root, found.power) * detail::power_of_i(found.unit), c);
    EXPECT_EQ(n % found.power, 0U);
    EXPECT_EQ(found.power % k, 0U) << c << ' ' << n;  // a multiple
  }
  const auto power = [](const G& c, std::uint64_t n) {
    return detail::largest_gaussian_power(c, n, ExecutionContext::default_context()).power;
  };
  EXPECT_EQ(power(G(0, 1), 77), 77U);
  EXPECT_EQ(power(G(2), 10), 2U);  // -i (1 + i)^2
  EXPECT_EQ(power(G(-4), 8), 4U);
  EXPECT_EQ(power(G(5), 4), 1U);
  EXPECT_EQ(power(G(3, 4) / G(5), 4), 1U);  // (2 + i) / (2 - i)
  EXPECT_EQ(power(G(Rational(1, 4)), std::uint64_t{1} << 60), 4U);
}

TEST(GaussianClosedForms, AreExplained) {
  const PlanDescription plan = explain_factor(binomial(2003, G(1)));
  EXPECT_EQ(plan.algorithm, "inflate");
  ASSERT_EQ(plan.children.size(), 1U);
  EXPECT_EQ(plan.children[0].algorithm, "linear");
  EXPECT_EQ(explain_factor(binomial(1, G(1))).algorithm, "linear");
  EXPECT_EQ(explain_factor(P::monomial(GaussianRationals{}, G(3), 4)).algorithm, "variable");
  const PlanDescription mixed = explain_factor(parse_poly<P>("(x^2 + x + 3)*(x^2 + x + i)"));
  EXPECT_EQ(mixed.algorithm, "over_rationals");
  ASSERT_EQ(mixed.children.size(), 2U);
  EXPECT_EQ(mixed.children[1].algorithm, "norm");
}

TEST(GaussianClosedForms, LimitsAreObeyed) {
  const P f = mul(binomial(120, pow(G(2, 1), 60)), binomial(60, G(0, 1)));
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx); }, factor(f), 1 << 10, 1 << 28);
  expect_cancelled_throughout("x^n - c", [&](const ExecutionContext& ctx) { factor(f, ctx); });
}

}  // namespace
}  // namespace polyfork::test
