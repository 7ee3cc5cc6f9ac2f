// Lexicographic bases modulo primes, Hilbert series and degrees of ideals of any dimension.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <polyfork/core/error.hpp>
#include <polyfork/groebner/groebner.hpp>
#include <polyfork/poly/multivariate/multi_division.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "groebner/hilbert.hpp"
#include "random.hpp"
#include "random_polynomials.hpp"

namespace polyfork::test {
namespace {

std::vector<MultiPolyZp> ideal(const std::vector<std::string>& texts, const Variables& variables, std::uint64_t p) {
  std::vector<MultiPolyZp> result;
  for (const std::string& text : texts) result.push_back(parse_poly<MultiPolyZp>(text, variables, PrimeField(p)));
  return result;
}

std::vector<std::string> texts_of(const std::vector<MultiPolyZp>& basis) {
  std::vector<std::string> texts;
  for (const auto& f : basis) texts.push_back(to_string(f));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(LexBasis, OfSmallIdeals) {
  const Variables xy({"x", "y"});
  EXPECT_EQ(texts_of(groebner_basis(ideal({"x*y - 1", "x^2 + y^2 - 5"}, xy, 101), MonomialOrder::lex)),
            (Texts{"y^4 + 96*y^2 + 1", "x + y^3 + 96*y"}));
  // Positive dimension: the implicit equations of the twisted cubic.
  const Variables txyz({"t", "x", "y", "z"});
  EXPECT_EQ(texts_of(groebner_basis(ideal({"x - t", "y - t^2", "z - t^3"}, txyz, 101), MonomialOrder::lex)),
            (Texts{"y^3 + 100*z^2", "x*z + 100*y^2", "x*y + 100*z", "x^2 + 100*y", "t + 100*x"}));
  EXPECT_EQ(texts_of(groebner_basis(ideal({"x*y", "x + 1", "y + 1"}, xy, 7), MonomialOrder::lex)), (Texts{"1"}));
  EXPECT_TRUE(groebner_basis(ideal({"0"}, xy, 7), MonomialOrder::lex).empty());
  EXPECT_THROW(groebner_basis(ideal({"x"}, xy, 7), MonomialOrder::graded_lex), DomainError);
}

/// x^up f for the monomial that the leading one lacks.
MultiPolyZp raised(const MultiPolyZp& f, std::vector<std::uint64_t> to) {
  const auto lead = f.exponents(0);
  for (std::size_t v = 0; v < to.size(); ++v) to[v] -= lead[v];
  return mul(MultiPolyZp::monomial(f.ring(), f.variables(), 1, to), f);
}

TEST(LexBasisProperty, SatisfiesBuchbergersCriterionAndGeneratesTheSameIdeal) {
  Random r(7);
  for (int round = 0; round < 60; ++round) {
    const std::uint64_t primes[] = {2, 3, 101, 65537, 2147483647};
    const PrimeField field(primes[r.below(5)]);
    const Variables variables({"x", "y", "z"});
    std::vector<MultiPolyZp> inputs;
    for (std::size_t i = 0; i < 2 + r.below(2); ++i)
      inputs.push_back(random_polynomial(r, variables, field, 1 + r.below(4), 1 + r.below(3)));
    const auto lex = groebner_basis(inputs, MonomialOrder::lex);
    const auto grevlex = groebner_basis(inputs);
    for (const auto& f : inputs) EXPECT_TRUE(normal_form(f, lex).is_zero());
    for (const auto& f : lex) EXPECT_TRUE(normal_form(f, grevlex).is_zero());
    for (std::size_t i = 0; i < lex.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        auto lcm = lex[i].exponents(0);
        for (std::size_t v = 0; v < 3; ++v) lcm[v] = std::max(lcm[v], lex[j].exponents(0)[v]);
        EXPECT_TRUE(rem(sub(raised(lex[i], lcm), raised(lex[j], lcm)), lex).is_zero()) << "round " << round;
      }
    const IdealShape a = ideal_shape(lex, 3);
    const IdealShape b = ideal_shape(grevlex, 3);
    EXPECT_EQ(a.dimension, b.dimension);
    if (a.dimension <= 0) {
      EXPECT_EQ(a.degree, b.degree);
      EXPECT_EQ(b.degree, staircase(grevlex, 3).size());
    }
  }
}

TEST(HilbertSeries, OfKnownVarieties) {
  const Variables wxyz({"w", "x", "y", "z"});
  // The cone over the twisted cubic has dimension 2 and degree 3, two skew lines have degree 2.
  const auto cubic = groebner_basis(ideal({"w*y - x^2", "x*z - y^2", "w*z - x*y"}, wxyz, 101));
  EXPECT_EQ(ideal_shape(cubic, 4).dimension, 2);
  EXPECT_EQ(ideal_shape(cubic, 4).degree, 3U);
  EXPECT_EQ(hilbert_numerator(cubic, 4), (PolyZ{1, 0, -3, 2}));
  const auto lines = groebner_basis(ideal({"w*y", "w*z", "x*y", "x*z"}, wxyz, 101));
  EXPECT_EQ(ideal_shape(lines, 4).degree, 2U);
  // A hypersurface and the whole space.
  EXPECT_EQ(ideal_shape(groebner_basis(ideal({"w^5 - x*y + 1"}, wxyz, 101)), 4).degree, 5U);
  EXPECT_EQ(ideal_shape(std::vector<MultiPolyZp>{}, 4).degree, 1U);
}

TEST(HilbertSeriesProperty, CountsTheMonomialsOutside) {
  Random r(8);
  for (int round = 0; round < 100; ++round) {
    constexpr std::size_t n = 3;
    constexpr std::uint64_t most = 9;
    std::vector<std::vector<std::uint64_t>> generators(1 + r.below(6), std::vector<std::uint64_t>(n));
    for (auto& m : generators)
      for (auto& e : m) e = r.below(4);
    std::vector<Integer> counts(most + 1);
    for (std::uint64_t i = 0; i <= most; ++i)
      for (std::uint64_t j = 0; i + j <= most; ++j)
        for (std::uint64_t k = 0; i + j + k <= most; ++k) {
          const std::uint64_t e[n] = {i, j, k};
          const bool inside = std::any_of(generators.begin(), generators.end(),
                                          [&](const auto& m) { return m[0] <= e[0] && m[1] <= e[1] && m[2] <= e[2]; });
          if (!inside) counts[i + j + k] += Integer(1);
        }
    // (1 - t)^n times the series, up to the degrees that were counted.
    PolyZ series{IntegerVector(std::span<const Integer>(counts))};
    for (std::size_t i = 0; i < n; ++i) series = mul(series, PolyZ{1, -1});
    const PolyZ numerator = detail::hilbert_numerator(generators, ExecutionContext::default_context());
    for (std::size_t d = 0; d <= most; ++d) EXPECT_EQ(numerator.coefficient(d), series.coefficient(d)) << round;
  }
}

}  // namespace
}  // namespace polyfork::test
