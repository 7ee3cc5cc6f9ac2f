// h(x^q): planted powers are never taken for irreducible, and random polynomials nearly always are recognised.
#include "poly/factor_z/factor_z_inflation.hpp"

#include <gtest/gtest.h>

#include <optional>

#include <polyfork/poly/factor/factor.hpp>

#include "exact_recombination.hpp"
#include "poly/dense/deflation.hpp"
#include "poly/factor/factor_zp_order.hpp"
#include "poly/factor_z/factor_z_inflated.hpp"
#include "poly/factor_z/factor_z_square_free.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

PolyZ random_monic(Random& random, std::size_t degree) {
  PolyZ f = PolyZ::monomial({}, 1, degree);
  for (std::size_t i = 0; i < degree; ++i)
    f = f + PolyZ::monomial({}, Integer(static_cast<std::int64_t>(random.below(19)) - 9), i);
  return f;
}

/// The coefficients of f at exponents that are r modulo q, as a polynomial.
PolyZ section(const PolyZ& f, std::size_t r, std::size_t q) {
  PolyZ s;
  for (std::size_t i = r; i < f.length(); i += q) s = s + PolyZ::monomial({}, Integer(f.coefficients()[i]), i / q);
  return s;
}

/// The polynomial whose roots are the squares or cubes of those of g.
PolyZ powers_of_roots(const PolyZ& g, std::size_t q) {
  const PolyZ x{0, 1};
  const PolyZ a = section(g, 0, q);
  const PolyZ b = section(g, 1, q);
  PolyZ h;
  if (q == 2) {
    h = a * a - x * b * b;
  } else {
    const PolyZ c = section(g, 2, q);
    h = a * a * a + x * b * b * b + x * x * c * c * c - PolyZ{3} * x * a * b * c;
  }
  return h.leading_coefficient().sign() < 0 ? -h : h;
}

TEST(FactorZInflationProperty, PowersAreNeverTakenForIrreducible) {
  Random random(71);
  for (int round = 0; round < 200; ++round)
    for (const std::size_t q : {2U, 3U}) {
      const PolyZ h = powers_of_roots(random_monic(random, 2 + random.below(5)), q);
      if (h.coefficients()[0].is_zero() || !is_irreducible(h)) continue;
      EXPECT_FALSE(detail::inflation_is_irreducible(h.coefficients(), q, {})) << to_string(h) << ", " << q;
      EXPECT_FALSE(is_irreducible(detail::inflate(h, q, {})));
    }
}

TEST(FactorZInflationProperty, OthersAreRecognised) {
  Random random(72);
  std::size_t irreducible = 0;
  std::size_t recognised = 0;
  for (int round = 0; round < 100; ++round)
    for (const std::size_t q : {2U, 3U, 5U}) {
      const PolyZ h = random_monic(random, 2 + random.below(3));
      if (h.coefficients()[0].is_zero() || !is_irreducible(h)) continue;
      const PolyZ f = detail::inflate(h, q, {});
      const std::optional<bool> is_one = is_irreducible_slowly(f);
      if (!is_one) continue;
      const bool known = detail::inflation_is_irreducible(h.coefficients(), q, {});
      EXPECT_TRUE(*is_one || !known) << to_string(f);
      EXPECT_EQ(is_irreducible(f), *is_one) << to_string(f);
      irreducible += *is_one;
      recognised += known;
    }
  EXPECT_GT(20 * recognised, 19 * irreducible);
}

/// The norm is a power here, so that only residue fields tell.
TEST(FactorZInflation, UnitsAreRecognised) {
  for (const PolyZ& h : {PolyZ{1, -3, 0, 1}, PolyZ{1, 1, 1, 0, -1, 1}, PolyZ{-1, 1, 0, 0, 1}}) {
    EXPECT_TRUE(detail::inflation_is_irreducible(h.coefficients(), 3, {})) << to_string(h);
    EXPECT_TRUE(detail::inflation_is_irreducible(h.coefficients(), 7, {})) << to_string(h);
  }
}

/// Inflated factors are those that the general algorithm finds of the whole.
TEST(FactorZInflatedProperty, FactorsAreThoseOfTheWhole) {
  const ExecutionContext ctx;  // whose account the factors are charged to
  Random random(73);
  for (int round = 0; round < 600; ++round) {
    const std::size_t degree = 1 + random.below(3);
    PolyZ h = PolyZ::monomial({}, Integer(1 + random.below(4)), degree);
    for (std::size_t i = 0; i < degree; ++i) {
      const auto c = pow(Integer(static_cast<std::int64_t>(random.below(7)) - 3), 1 + random.below(4));
      h = h + PolyZ::monomial({}, c, i);
    }
    h = primitive_part(h);
    if (h.coefficients()[0].is_zero() || !is_irreducible(h)) continue;
    const std::uint64_t n = 1 + random.below(24);
    std::vector<PolyZ> found;
    for (const detail::InflatedFactor& g : detail::inflated_factors(h.coefficients(), n, ctx))
      found.push_back(PolyZ::make(detail::inflate(g.f, g.power, {}), h));
    std::vector<PolyZ> expected;
    for (IntegerVector& g : detail::compact_factors(detail::inflate(h.coefficients(), n, {}), {}))
      expected.push_back(PolyZ::make(std::move(g), h));
    detail::sort_canonically(found);
    detail::sort_canonically(expected);
    EXPECT_EQ(found, expected) << to_string(h) << ", " << n;
  }
}

/// (b x)^(k e) = +-a^k, whose factors Phi_m(x / c) may split again, as x^10 - 5^5 does, where e is even.
TEST(FactorZInflatedProperty, PowersThatAreInflatedFurther) {
  const ExecutionContext ctx;
  for (const auto& [a, b] : {std::pair{2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {13, 1}, {15, 1}, {5, 3}, {8, 9}})
    for (const std::uint64_t k : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 10U, 13U, 15U})
      for (const std::uint64_t e : {2U, 3U, 4U, 6U, 8U, 9U, 12U}) {
        if (k * e > 60) continue;
        for (const int sign : {1, -1}) {
          const PolyZ h = PolyZ{Integer(sign) * pow(Integer(a), k), pow(Integer(b), k)};
          std::vector<PolyZ> found;
          for (const detail::InflatedFactor& g : detail::inflated_factors(h.coefficients(), k * e, ctx))
            found.push_back(PolyZ::make(detail::inflate(g.f, g.power, {}), h));
          std::vector<PolyZ> expected;
          for (IntegerVector& g : detail::compact_factors(detail::inflate(h.coefficients(), k * e, {}), {}))
            expected.push_back(PolyZ::make(std::move(g), h));
          detail::sort_canonically(found);
          detail::sort_canonically(expected);
          EXPECT_EQ(found, expected) << to_string(h) << ", " << k * e;
        }
      }
}

}  // namespace
}  // namespace polyfork::test
