// Factorization in several variables by planes: modulo long primes, and modulo primes of a word against the factors
// that lifting finds there.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor_sparse.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "back_ends.hpp"
#include "cancellation.hpp"
#include "memory_sweep.hpp"
#include "multi_factor_checks.hpp"
#include "multi_generators.hpp"
#include "poly/multivariate/factor_order.hpp"
#include "poly/plane_factor/plane_factor.hpp"

namespace polyfork::test {
namespace {

using LongPoly = SparseMultiPoly<BigPrimeField>;

constexpr std::uint64_t word_prime = 4611686018427387847;  // below 2^62
BigPrimeField long_field() { return BigPrimeField(sub(pow(Integer(2), 127), Integer(1))); }

LongPoly long_poly(std::string_view text) {
  return convert(long_field(), parse_poly<MultiPolyZ>(text, test_variables(4)));
}

void expect_modulo_long_prime(std::string_view text, const std::vector<std::string>& factors) {
  expect_monic_factors(text, factors, long_poly);
}

TEST(PlaneFactor, Texts) {
  expect_modulo_long_prime("x^2 - y^2", {"x - y", "x + y"});
  expect_modulo_long_prime("6*x*y^2*(x + y*z)^3*(x - 2*y)", {"y^2", "x", "x - 2*y", "(x + y*z)^3"});
  expect_modulo_long_prime("(x*y + z)*(x*z + y)", {"x*y + z", "x*z + y"});
  expect_modulo_long_prime("(x^2 + y^3 + z^2 + 1)*(x*y*z - 1)*(t^2 - x - 1)",
                           {"x - t^2 + 1", "x^2 + y^3 + z^2 + 1", "x*y*z - 1"});
  expect_modulo_long_prime("((y + 1)*x^2 + y*z + 3)*((y + 1)*(z - 2)*x^2 + y^2 + z)",
                           {"(y + 1)*x^2 + y*z + 3", "(y + 1)*(z - 2)*x^2 + y^2 + z"});
  expect_modulo_long_prime("(y*x^2 + 1 + t)*(y^2*x^2 + z*x + 5)*(z*x^2 - y - 7)",
                           {"y*x^2 + 1 + t", "z*x^2 - y - 7", "y^2*x^2 + z*x + 5"});
  expect_modulo_long_prime("(z^2 + y + t)^2*(y^2 + z + 1)*(x^2*(z + y) + y*x + t^2)^3",
                           {"(z^2 + y + t)^2", "y^2 + z + 1", "(x^2*(z + y) + y*x + t^2)^3"});
  // -1 is no square modulo 2^127 - 1, and 2 is one.
  expect_modulo_long_prime("(x + z)^2 + y^2", {"(x + z)^2 + y^2"});
  EXPECT_EQ(factor(long_poly("(x*z + t)^2 - 2*y^2")).factors.size(), 2U);
  expect_modulo_long_prime("x^3 + y^3 + z^3 + t^3 + 1", {"x^3 + y^3 + z^3 + t^3 + 1"});
  expect_modulo_long_prime("5", {});
  EXPECT_THROW(factor(LongPoly(long_field(), test_variables(2))), DomainError);
  EXPECT_FALSE(is_irreducible(LongPoly(long_field(), test_variables(2))));
}

/// The same code over a field of a word finds what lifting finds there.
TEST(PlaneFactorProperty, AgreesWithLifting) {
  Random r(611);
  const PrimeField field(word_prime);
  for (int round = 0; round < 40; ++round) {
    const MonomialOrder orders[] = {MonomialOrder::lex, MonomialOrder::graded_lex, MonomialOrder::graded_reverse_lex};
    const Variables v = test_variables(2 + r.below(3), orders[round % 3]);
    MultiPolyZp f = MultiPolyZp::constant(field, v, 3);
    const std::uint64_t count = 1 + r.below(4);
    for (std::uint64_t n = 0; n < count; ++n) {
      const MultiPolyZp h = nonzero_multi(r, field, v, {2 + r.below(6), 1 + r.below(4), 20});
      f = mul(f, pow(h, 1 + (r.below(3) == 0 ? 1 : 0)));
    }
    auto found = detail::PlaneFactorizer<PrimeField>(ExecutionContext()).run(f);
    detail::sort_multi_factors(found);
    EXPECT_EQ(found, factor(f).factors) << f;
  }
}

TEST(PlaneFactorProperty, PlantedFactorsModuloLongPrimes) {
  Random r(612);
  for (int round = 0; round < 40; ++round) {
    const BigPrimeField field = round % 2 == 0 ? long_field() : BigPrimeField(Integer("9223372036854775837"));
    const Variables v = test_variables(2 + r.below(3));
    LongPoly f = LongPoly::constant(field, v, Integer(7));
    std::uint64_t planted = 0;
    const std::uint64_t count = 1 + r.below(3);
    for (std::uint64_t n = 0; n < count; ++n) {
      const LongPoly h = nonzero_multi(r, field, v, {2 + r.below(5), 1 + r.below(3), 1000000});
      const std::uint64_t multiplicity = 1 + r.below(2);
      f = mul(f, pow(h, multiplicity));
      if (!h.is_constant()) planted += multiplicity;
    }
    const auto g = factor(f);
    expect_factorization(f, g);
    std::uint64_t found = 0;
    for (const auto& part : g.factors) {
      found += part.multiplicity;
      EXPECT_TRUE(is_irreducible(part.polynomial)) << part.polynomial;
    }
    EXPECT_GE(found, planted) << f;
  }
}

/// BigPrimeField takes short primes, too, where the factors are those over PrimeField.
TEST(PlaneFactor, ShortPrimes) {
  for (const std::uint64_t p : {std::uint64_t{2}, std::uint64_t{7}, word_prime}) {
    const MultiPolyZ f = parse_poly<MultiPolyZ>("(x^2 + x*y + z^2)^2*(x^3*y + z + 1)*(x*z + y)", test_variables(3));
    const auto words = factor(reduce(f, PrimeField(p)));
    const auto integers = factor(convert(BigPrimeField(Integer(p)), f));
    ASSERT_EQ(words.factors.size(), integers.factors.size());
    for (std::size_t i = 0; i < words.factors.size(); ++i)
      EXPECT_EQ(to_string(words.factors[i].polynomial), to_string(integers.factors[i].polynomial));
  }
}

TEST(PlaneFactor, DegreesThatNoArrayHolds) {
  for (const char* text : {"x^2000000000001 + x^3*y^2000000000003 + x^2 + 7", "x^1000000007*y^2 + y + x + 1"})
    EXPECT_THROW(factor(long_poly(text)), Error) << text;
  EXPECT_TRUE(is_irreducible(long_poly("x^2000000000001*y + z + 1")));
}

TEST(PlaneFactor, Explanations) {
  EXPECT_EQ(explain_factor(long_poly("x^2 - y^2")).algorithm, "univariate");
  EXPECT_EQ(explain_factor(long_poly("x^3 + y^2 + z^5 + 1")).algorithm, "planes");
  EXPECT_EQ(explain_factor(long_poly("x*(x^3 + y^2 + z^5 + 1)")).algorithm, "variables");
  EXPECT_EQ(explain_factor(long_poly("7")).algorithm, "none");
}

TEST(PlaneFactor, LimitsAndThreads) {
  const LongPoly f = long_poly("(x^3*y + 5*z^4*t - 3*x*z^2 + 11)*((y + 2)*x^2 - 9*t^3*z + x*y*z*t - 4)^2");
  const auto expected = factor(f, ExecutionContext().with_threads(1));
  EXPECT_EQ(expected.factors.size(), 2U);
  for (const ExecutionContext& ctx : contexts()) EXPECT_TRUE(factor(f, ctx) == expected);
  expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx.with_threads(1)); }, expected, 1 << 10,
                       1 << 25);
  expect_cancelled_throughout("modulo a long prime", [&](const ExecutionContext& ctx) { factor(f, ctx); });
}

}  // namespace
}  // namespace polyfork::test
