// Bounds for coefficients of factors against exact values.
#include "poly/factor_z/factor_z_bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "algebra_generators.hpp"

namespace polyfork::test {
namespace {

using namespace detail;

/// log2 of a positive integer, to about the last place of a long double.
long double log2_exactly(const Integer& x) {
  const std::size_t bits = x.bit_length();
  const std::size_t dropped = bits > 64 ? bits - 64 : 0;
  return std::log2(static_cast<long double>((x >> dropped).view().limbs()[0])) + static_cast<long double>(dropped);
}

/// The sum of |c_i| 2^(s (i-k-1)) over begin <= i < end, times 2^shift.
Integer exact_sum(const IntegerVector& c, std::size_t begin, std::size_t end, std::size_t k, std::int64_t s,
                  std::int64_t shift) {
  Integer sum;
  for (std::size_t i = begin; i < end; ++i) {
    if (c.signed_size(i) == 0) continue;
    const std::int64_t e = s * (static_cast<std::int64_t>(i) - static_cast<std::int64_t>(k) - 1) + shift;
    sum += abs(c[i]) << static_cast<std::size_t>(e);
  }
  return sum;
}

TEST(FactorBounds, LargeLogarithmsThatCancel) {
  // One short coefficient far from the constant term: log2 of the power of t that begins the sum is a thousand times
  // larger than that of the value.
  constexpr std::size_t k = 1'000'000;
  for (const std::uint64_t c : {3ULL, 5ULL, 7ULL, 11ULL, 13ULL, 101ULL, 103ULL, 1009ULL}) {
    IntegerVectorBuilder f;
    for (std::size_t i = 0; i < k; ++i) f.push_back(IntegerView());
    f.push_back(Integer(c));
    f.push_back(Integer(1));
    const DerivativeBounds bounds(f.finish());
    for (const double log_t : {-1.0, -3.0, -0.625, 0.875})
      EXPECT_GE(static_cast<long double>(bounds.log_sum(0, k + 1, k, log_t)),
                std::log2(static_cast<long double>(c)) - static_cast<long double>(log_t))
          << c << " " << log_t;
  }
}

TEST(FactorBoundsProperty, SumsAreNotAboveTheirBounds) {
  IntegerGenerator g(135);
  for (int round = 0; round < 60; ++round) {
    const IntegerVector f = random_bits(g, 2 + g.random().below(40), 1 + g.random().below(200)).coefficients();
    if (f.size() < 2) continue;
    const DerivativeBounds bounds(f);
    const auto n = static_cast<std::int64_t>(f.size());
    for (const std::int64_t s : {-17, -3, -1, 0, 1, 2, 40})
      for (std::size_t k = 0; k + 1 < f.size(); ++k)
        for (const auto& [begin, end] : {std::pair{std::size_t{0}, k + 1}, std::pair{k + 1, f.size()}}) {
          const std::int64_t shift = std::abs(s) * (n + 1);
          const Integer exact = exact_sum(f, begin, end, k, s, shift);
          const double bound = bounds.log_sum(begin, end, k, static_cast<double>(s));
          if (exact.is_zero()) {
            EXPECT_EQ(bound, -INFINITY);
            continue;
          }
          const long double value = log2_exactly(exact) - static_cast<long double>(shift);
          EXPECT_GE(static_cast<long double>(bound), value);
          EXPECT_LE(static_cast<long double>(bound), value + 1e-6L);
        }
  }
}

TEST(FactorBoundsProperty, LogarithmicDerivativesObeyTheirBounds) {
  IntegerGenerator g(136);
  for (int round = 0; round < 60; ++round) {
    const PolyZ a = random_bits(g, 2 + g.random().below(8), 1 + g.random().below(60));
    const PolyZ b = random_bits(g, 2 + g.random().below(8), 1 + g.random().below(60));
    const PolyZ f = mul(a, b);
    if (a.is_constant() || f.degree() < 2) continue;
    const DerivativeBounds bounds(f.coefficients());
    const std::size_t factor_bits = factor_bound_bits(f.coefficients(), static_cast<std::size_t>(a.degree()));
    const PolyZ logarithmic = mul(derivative(a), b);
    for (std::size_t k = 0; k < logarithmic.length(); ++k) {
      const Integer c = abs(logarithmic.coefficient(k));
      if (c.is_zero()) continue;
      EXPECT_GE(static_cast<long double>(bounds.bits(k)), log2_exactly(c));
    }
    for (std::size_t k = 0; k < a.length(); ++k)
      EXPECT_LE((a.coefficient(k) * b.leading_coefficient()).bit_length(), factor_bits);
  }
}

}  // namespace
}  // namespace polyfork::test
