// Patterns of short polynomials modulo tiny primes are those of the factors that the general algorithm finds.
#include "poly/factor_z/tiny_patterns.hpp"

#include <gtest/gtest.h>

#include <polyfork/poly/factor/factor.hpp>

#include "poly/factor_z/factor_z_primes.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

TEST(TinyPatternProperty, AreThoseOfTheFactors) {
  Random random(61);
  std::size_t known = 0;
  for (int round = 0; round < 3000; ++round) {
    constexpr std::uint64_t primes[] = {2, 3, 5, 7, 11, 19, 29, 31};
    const std::uint64_t p = primes[random.below(8)];
    const std::size_t degree = 1 + random.below(detail::most_tiny_degree);
    std::vector<Integer> c;
    for (std::size_t i = 0; i <= degree; ++i) c.emplace_back(static_cast<std::int64_t>(random.below(2001)) - 1000);
    if (c.back().is_zero()) c.back() = 1;
    c.front() = c.front() * Integer(p) + 1;  // no root at zero modulo p
    const PolyZ f = PolyZ::from_elements(Integers{}, std::move(c));
    const detail::TinyPattern pattern = detail::tiny_pattern(f.coefficients(), p);
    const PolyZp image = detail::square_free_image(f.coefficients(), p, {});
    ASSERT_EQ(pattern.is_known, !image.is_zero()) << to_string(f) << " modulo " << p;
    if (!pattern.is_known) continue;
    ++known;
    std::array<std::uint8_t, detail::most_tiny_degree + 1> expected{};
    for (const auto& [g, multiplicity] : factor(image).factors) ++expected[static_cast<std::size_t>(g.degree())];
    EXPECT_EQ(pattern.count, expected) << to_string(f) << " modulo " << p;
  }
  EXPECT_GT(known, 1000U);
}

}  // namespace
}  // namespace polyfork::test
