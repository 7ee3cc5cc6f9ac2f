// Cyclotomic polynomials multiply to x^n - 1, and no word that overflows is taken for a coefficient.
#include "poly/factor_z/cyclotomic_polynomial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <stop_token>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/dense/dense_poly.hpp>
#include <polyfork/poly/factor/factor.hpp>

#include "memory_sweep.hpp"

namespace polyfork::test {
namespace {

TEST(CyclotomicPolynomial, DivisorsMultiplyToABinomial) {
  for (std::uint64_t n = 1; n <= 240; ++n) {
    PolyZ product{1};
    for (std::uint64_t m = 1; m <= n; ++m)
      if (n % m == 0) product = product * PolyZ::make(detail::cyclotomic(m, {}), PolyZ{});
    EXPECT_EQ(product, PolyZ::monomial({}, 1, n) - PolyZ{1}) << n;
  }
}

/// Phi_1181895 is the first whose greatest coefficient, 14102773, exceeds its index.
TEST(CyclotomicPolynomial, WordsThatAreTooShortAreNoticed) {
  const std::vector<std::uint64_t> primes{3, 5, 11, 13, 19, 29};
  constexpr std::size_t length = 483840 / 2 + 1;
  std::vector<std::int16_t> shorts(length);
  EXPECT_FALSE(detail::low_cyclotomic_coefficients(primes, std::span(shorts), {}));
  std::vector<std::int32_t> words(length);
  ASSERT_TRUE(detail::low_cyclotomic_coefficients(primes, std::span(words), {}));
  const auto [least, greatest] = std::minmax_element(words.begin(), words.end());
  EXPECT_EQ(std::max(-*least, *greatest), 14102773);
  std::vector<detail::Int128> longs(length);
  ASSERT_TRUE(detail::low_cyclotomic_coefficients(primes, std::span(longs), {}));
  EXPECT_TRUE(std::equal(words.begin(), words.end(), longs.begin()));
  const IntegerVector listed = detail::cyclotomic(1181895, {});
  ASSERT_EQ(listed.size(), 483841U);
  for (std::size_t i = 0; i < length; ++i) {
    ASSERT_EQ(listed[i], Integer(words[i])) << i;
    ASSERT_EQ(listed[483840 - i], Integer(words[i])) << i;
  }
}

TEST(CyclotomicPolynomial, LimitsAreObeyed) {
  expect_limits_obeyed([](const ExecutionContext& ctx) { return detail::cyclotomic(1155 * 64, ctx); },
                       detail::cyclotomic(1155 * 64, {}), 1 << 8, 1 << 22);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(detail::cyclotomic(1181895, ExecutionContext().with_stop_token(stop.get_token())), Cancelled);
}

}  // namespace
}  // namespace polyfork::test
