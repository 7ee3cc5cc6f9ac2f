// Factorization over Q(i) in several variables.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/extensions/factor_gaussian.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_evaluation.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "forced_isa.hpp"
#include "memory_sweep.hpp"
#include "multi_factor_checks.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

using GaussianMulti = SparseMultiPoly<GaussianRationals>;

GaussianMulti gaussian(std::string_view text) { return parse_poly<GaussianMulti>(text, test_variables(4)); }

/// factors: texts, powers as "(x + y)^2"; they need not be monic.
void expect_over_qi(std::string_view text, const std::vector<std::string>& factors) {
  expect_monic_factors(text, factors, gaussian);
}

TEST(FactorGaussianMulti, Texts) {
  expect_over_qi("x^2 + y^2", {"x + i*y", "x - i*y"});
  expect_over_qi("x^2 + y^2 + z^2", {"x^2 + y^2 + z^2"});
  expect_over_qi("(x + z)^2 + y^2", {"x + z + i*y", "x + z - i*y"});
  expect_over_qi("x^2*y^2 + 1", {"x*y + i", "x*y - i"});
  expect_over_qi("x^4 + 4*y^4", {"x + (1+i)*y", "x - (1+i)*y", "x + (1-i)*y", "x - (1-i)*y"});
  expect_over_qi("x^4 - 2*y^4", {"x^4 - 2*y^4"});
  expect_over_qi("3*i*(x*y + i*z)^3*(x - i*y + 2)*(x^2 + y + 1)^2*x^4",
                 {"x^4", "(x*y + i*z)^3", "x - i*y + 2", "(x^2 + y + 1)^2"});
  expect_over_qi("(x^2 + y*z)^2 + (x*t - z^2)^2", {"x^2 + y*z + i*(x*t - z^2)", "x^2 + y*z - i*(x*t - z^2)"});
  expect_over_qi("(x^2 + y + 1)^2 + z^2", {"x^2 + y + 1 + i*z", "x^2 + y + 1 - i*z"});
  expect_over_qi("(2*x + i*y + 1)*(x^3 - y^2 + i)*(x^3 - y^2 - i)",
                 {"2*x + i*y + 1", "x^3 - y^2 + i", "x^3 - y^2 - i"});
  expect_over_qi("i*x", {"x"});
  expect_over_qi("x + i*y", {"x + i*y"});
  expect_over_qi("5 - i", {});
  EXPECT_THROW(factor(GaussianMulti(test_variables(2))), DomainError);
  EXPECT_FALSE(is_irreducible(GaussianMulti(test_variables(2))));
}

/// Conjugate pairs for some of which a scaling by i or 1 + i makes a norm that is not square-free.
TEST(FactorGaussianMulti, ScalingsThatMakeFactorsMeet) {
  for (const char* part : {"x^2 + z + i*y^2", "x^2 + y^2 + 1 + i*(x^2 - y^2 + z)", "x^2 + (1+i)*y^2 + (1+i)*z^2*y",
                           "x^2 + y^2 + i*y + z", "(2+i)*x^2 + (2-i)*y^2 + z"}) {
    const GaussianMulti u = make_monic(gaussian(part));
    const GaussianMulti conjugate = u.mapped([](const GaussianRational& c) { return c.conjugate(); });
    const auto g = factor(mul(u, conjugate));
    expect_factorization(mul(u, conjugate), g);
    ASSERT_EQ(g.factors.size(), 2U) << part;
    EXPECT_TRUE(g.factors[0].polynomial == u || g.factors[1].polynomial == u) << part;
    EXPECT_TRUE(is_irreducible(u));
    EXPECT_FALSE(is_irreducible(mul(u, conjugate)));
  }
}

/// One variable is what the univariate functions say.
TEST(FactorGaussianMulti, OneVariable) {
  for (const char* text : {"x^12 - 1", "(x^2 + i*x + 3)^2*(x^2 + 2)", "x^5 + i*x + 1"}) {
    const auto dense = factor(parse_poly<SparsePoly<GaussianRationals>>(text));
    const auto multi = factor(parse_poly<GaussianMulti>(text, test_variables(1)));
    ASSERT_EQ(dense.factors.size(), multi.factors.size()) << text;
    std::vector<std::string> a;
    std::vector<std::string> b;
    for (const auto& part : dense.factors) a.push_back(to_string(part.polynomial));
    for (const auto& part : multi.factors) b.push_back(to_string(part.polynomial));
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    EXPECT_EQ(a, b);
  }
}

GaussianMulti random_gaussian(Random& r, const Variables& v, bool real) {
  std::vector<GaussianMulti::Term> terms;
  for (std::uint64_t k = 2 + r.below(3); k != 0; --k) {
    std::vector<std::uint64_t> e(v.size());
    for (auto& x : e) x = r.below(3);
    const auto part = [&] {
      return Rational(Integer(static_cast<std::int64_t>(r.below(9)) - 4), Integer(1 + r.below(2)));
    };
    terms.push_back({std::move(e), real ? GaussianRational(part()) : GaussianRational(part(), part())});
  }
  return GaussianMulti::from_terms(GaussianRationals{}, v, terms);
}

/// Hilbert's theorem: at most points an irreducible polynomial stays so.
bool stays_irreducible_at_a_point(Random& r, const GaussianMulti& f) {
  const auto degrees = f.degrees();
  const auto x = static_cast<std::size_t>(std::max_element(degrees.begin(), degrees.end()) - degrees.begin());
  for (int attempt = 0; attempt < 30; ++attempt) {
    GaussianMulti value = f;
    for (std::size_t k = 0; k < degrees.size(); ++k)
      if (k != x) value = evaluate_at(value, f.variables().name(k), GaussianRational(2 + r.below(1000), r.below(50)));
    if (value.degree(x) != f.degree(x)) continue;
    std::vector<GaussianRational> c(static_cast<std::size_t>(f.degree(x)) + 1);
    for (std::size_t i = 0; i < value.term_count(); ++i) c[value.exponent(i, x)] = value.coefficient(i);
    if (is_irreducible(DensePoly<GaussianRationals>::from_elements(GaussianRationals{}, std::move(c)))) return true;
  }
  return false;
}

/// Real factors, conjugate pairs and others, with multiplicities, in all orders: at least the planted factors are
/// found, and found ones split no further.
TEST(FactorGaussianMultiProperty, PlantedFactors) {
  const MonomialOrder orders[] = {MonomialOrder::lex, MonomialOrder::graded_lex, MonomialOrder::graded_reverse_lex};
  Random r(3201);
  for (int round = 0; round < 60; ++round) {
    const auto order = orders[round % 3];
    const Variables v = test_variables(2 + r.below(2), order);
    GaussianMulti f = GaussianMulti::constant(GaussianRationals{}, v, GaussianRational(Rational(3, 2), 1));
    std::uint64_t planted = 0;
    for (std::uint64_t n = 1 + r.below(3); n != 0; --n) {
      const std::uint64_t kind = r.below(3);
      GaussianMulti h = random_gaussian(r, v, kind == 1);
      if (h.is_zero()) continue;
      std::uint64_t count = h.is_constant() ? 0 : 1;
      if (kind == 2) {
        h = mul(h, h.mapped([](const GaussianRational& c) { return c.conjugate(); }));
        count *= 2;
      }
      const std::uint64_t multiplicity = 1 + r.below(2);
      f = mul(f, pow(h, multiplicity));
      planted += multiplicity * count;
    }
    const auto g = factor(f);
    expect_factorization(f, g);
    std::uint64_t found = 0;
    for (const auto& part : g.factors) {
      found += part.multiplicity;
      EXPECT_TRUE(is_irreducible(part.polynomial)) << part.polynomial;
      EXPECT_TRUE(stays_irreducible_at_a_point(r, part.polynomial)) << part.polynomial;
    }
    EXPECT_GE(found, planted) << f;
  }
}

/// A real polynomial has over Q(i) its factors over Q, each or split in two.
TEST(FactorGaussianMultiProperty, RealPolynomials) {
  Random r(3202);
  for (int round = 0; round < 40; ++round) {
    const Variables v = test_variables(3);
    const MultiPolyZ a = nonzero_multi(r, Integers{}, v, {3, 2, 5});
    const MultiPolyZ b = nonzero_multi(r, Integers{}, v, {3, 2, 5});
    const MultiPolyZ f = round % 2 == 0 ? mul(a, b) : add(mul(a, a), mul(b, b));
    if (f.is_zero()) continue;
    const auto g = factor(convert(GaussianRationals{}, f));
    expect_factorization(convert(GaussianRationals{}, f), g);
    std::size_t counted = 0;
    for (const auto& [polynomial, multiplicity] : factor(f).factors) {
      const GaussianMulti h = make_monic(convert(GaussianRationals{}, polynomial));
      const auto parts = factor(h).factors;
      ASSERT_TRUE(parts.size() == 1 || parts.size() == 2) << polynomial;
      if (parts.size() == 2) {
        EXPECT_EQ(parts[0].polynomial.mapped([](const GaussianRational& c) { return c.conjugate(); }),
                  parts[1].polynomial);
      }
      for (const auto& part : parts) EXPECT_TRUE(stays_irreducible_at_a_point(r, part.polynomial)) << part.polynomial;
      counted += parts.size();
    }
    EXPECT_EQ(counted, g.factors.size()) << f;
  }
}

/// Real polynomials are irreducible by a degree, however high the others are.
TEST(FactorGaussianMulti, HighDegrees) {
  EXPECT_TRUE(is_irreducible(gaussian("x^2000000000001*y + z + 1")));
  EXPECT_THROW(factor(gaussian("x^2000000000001 + x^3*y^2000000000003 + x^2 + i")), Error);
}

TEST(FactorGaussianMulti, Explanations) {
  EXPECT_EQ(explain_factor(gaussian("x^2 + y^2")).algorithm, "univariate");
  EXPECT_EQ(explain_factor(gaussian("x^3 + i*y + z")).algorithm, "norm");
  EXPECT_EQ(explain_factor(gaussian("x^3 + y + z")).algorithm, "over_rationals");
  EXPECT_EQ(explain_factor(gaussian("x*(x^3 + i*y + z)^2")).algorithm, "variables");
  EXPECT_EQ(explain_factor(gaussian("7")).algorithm, "none");
  EXPECT_THROW(explain_factor(GaussianMulti(test_variables(2))), DomainError);
}

TEST(FactorGaussianMulti, ThreadsAndIsaDoNotMatter) {
  const GaussianMulti f = gaussian("((x^2 + y*z)^2 + (x*t - z^2)^2)*(x + i*y + z*t)^2");
  const auto expected = factor(f);
  for (const Isa isa : {Isa::scalar, detected_isa()}) {
    const ForcedIsa forced(isa);
    for (const ExecutionContext& ctx : contexts()) EXPECT_TRUE(factor(f, ctx) == expected);
  }
}

TEST(FactorGaussianMulti, Limits) {
  const GaussianMulti f = gaussian("((x^2 + y*z)^2 + (x*t - z^2)^2)*(x + i*y + z*t)^2");
  const auto expected = factor(f);
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx); }, expected, 1 << 10, 1 << 24);
  expect_cancelled_throughout("several variables over Q(i)", [&](const ExecutionContext& ctx) { factor(f, ctx); });
}

}  // namespace
}  // namespace polyfork::test
