// Factorizations that are stopped, that do not fit, and that run in every way.
#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/factor/factor.hpp>

#include "algebra_generators.hpp"
#include "back_ends.hpp"
#include "cancellation.hpp"
#include "factor_checks.hpp"
#include "forced_isa.hpp"
#include "memory_sweep.hpp"
#include "zp_reference.hpp"

namespace polyfork::test {
namespace {

constexpr std::uint64_t word_primes[] = {2147483647, 4611686018427387847};

PolyZp x_power_minus_one(const PrimeField& field, std::size_t n) {
  return sub(PolyZp::monomial(field, 1, n), PolyZp(field, {1}));
}

TEST(FactorZpLimits, LongFactorizationsStop) {
  IntegerGenerator g(90);
  for (const std::uint64_t p : word_primes) {
    const PolyZp f = random_zp(g, PrimeField(p), 4001);
    for (const int delay : {0, 20, 150}) {
      expect_cancelled(
          "factor", [&](const ExecutionContext& ctx) { factor(f, ctx); }, std::chrono::milliseconds(delay));
    }
    expect_cancelled(
        "roots", [&](const ExecutionContext& ctx) { roots(f, ctx); }, std::chrono::milliseconds(0));
    expect_cancelled(
        "is_irreducible", [&](const ExecutionContext& ctx) { is_irreducible(f, ctx); }, std::chrono::milliseconds(0));
  }
}

/// Distinct degrees, equal degrees by minimal polynomials and by powers, roots, repeated factors.
TEST(FactorZpLimits, EveryPhaseStops) {
  IntegerGenerator g(94);
  const PrimeField field(word_primes[1]);
  const PolyZp inputs[] = {random_zp(g, field, 601), x_power_minus_one(field, 1000),
                           x_power_minus_one(PrimeField(word_primes[0]), 1500),
                           pow(mul(random_zp(g, PrimeField(3), 200), random_zp(g, PrimeField(3), 100)), 6)};
  for (const PolyZp& f : inputs)
    expect_cancelled_throughout("factor", [&](const ExecutionContext& ctx) { factor(f, ctx); });
  const BigPrimeField big((Integer(1) << 127) - Integer(1));
  std::vector<Integer> c;
  for (int i = 0; i < 160; ++i) c.push_back(big.from_integer(g.uniform(127)));
  const auto h = DensePoly<BigPrimeField>::from_elements(big, std::move(c));
  expect_cancelled_throughout("factor", [&](const ExecutionContext& ctx) { factor(h, ctx); });
}

TEST(FactorZpLimits, MemoryLimits) {
  IntegerGenerator g(91);
  const PrimeField field(word_primes[1]);
  const PolyZp inputs[] = {random_zp(g, field, 601), x_power_minus_one(field, 300),
                           pow(mul(random_zp(g, PrimeField(3), 100), random_zp(g, PrimeField(3), 50)), 6)};
  for (const PolyZp& f : inputs)
    expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(f, ctx); }, factor(f), 1 << 12, 1 << 27);
}

TEST(FactorZpThreads, AnswersDoNotDependOnThreads) {
  IntegerGenerator g(92);
  for (const std::uint64_t p : word_primes) {
    const PrimeField field(p);
    const PolyZp shapes[] = {random_zp(g, field, 24), x_power_minus_one(field, 24),
                             mul(random_zp(g, field, 5), mul(random_zp(g, field, 5), random_zp(g, field, 12)))};
    for (const PolyZp& f : shapes) {
      const Factorization<PrimeField> expected = factor(f, ExecutionContext().with_threads(1));
      for (const ExecutionContext& ctx : contexts()) {
        EXPECT_EQ(factor(f, ctx), expected);
        if (ctx.threads() != 4) continue;
        EXPECT_EQ(factor(f, ctx.with_tuning(smallest_factor_cutoffs())), expected);
      }
    }
  }
}

/// Products modulo f that are worth tasks: gcds run beside the next powers, and more intervals share one.
TEST(FactorZpThreads, LongOnesDoNotDependOnThreads) {
  IntegerGenerator g(95);
  for (const std::uint64_t p : {word_primes[1], word_primes[0], std::uint64_t{3}}) {
    const PrimeField field(p);
    PolyZp small_degrees(field, {1});  // all of them in the first intervals
    for (int i = 0; i < 60; ++i) small_degrees = mul(small_degrees, random_zp(g, field, 2 + g.random().below(20)));
    const PolyZp shapes[] = {random_zp(g, field, 900), x_power_minus_one(field, 700), small_degrees,
                             mul(random_zp(g, field, 200), mul(random_zp(g, field, 300), random_zp(g, field, 160)))};
    for (const PolyZp& f : shapes) {
      const Factorization<PrimeField> expected = factor(f, ExecutionContext().with_threads(1));
      EXPECT_EQ(expanded(expected, field), f);
      for (const int threads : {2, 5, 16}) {
        EXPECT_EQ(factor(f, ExecutionContext().with_threads(threads)), expected) << threads;
        EXPECT_EQ(is_irreducible(f, ExecutionContext().with_threads(threads)), is_irreducible(f));
      }
      EXPECT_EQ(factor(f, ExecutionContext().with_threads(5).with_backend(Backend::thread)), expected);
    }
    if (sanitized) break;  // one modulus alone takes a minute
  }
}

/// The lowest degrees are searched for at once, and others by the divisors of the degree.
TEST(FactorZpThreads, IrreducibilityDoesNotDependOnThreads) {
  const PrimeField field(word_primes[0]);
  const PolyZp f = irreducible_polynomial(field, 251);
  const PolyZp g = irreducible_polynomial(field, 209);
  const PolyZp low = mul(f, irreducible_polynomial(field, 5));
  for (const int threads : {1, 5, 16, 64}) {
    const auto ctx = ExecutionContext().with_threads(threads);
    EXPECT_TRUE(is_irreducible(f, ctx)) << threads;
    EXPECT_FALSE(is_irreducible(mul(f, g), ctx)) << threads;
    EXPECT_FALSE(is_irreducible(low, ctx)) << threads;
    if (sanitized && threads == 5) break;
  }
}

class FactorZpIsa : public ::testing::TestWithParam<Isa> {};

TEST_P(FactorZpIsa, AnswersDoNotDependOnTheInstructionSet) {
  if (GetParam() > active_isa()) GTEST_SKIP();
  IntegerGenerator g(93);
  for (const std::uint64_t p : zp_moduli())
    for (const std::size_t n : {3, 17, 33, 90}) {
      const PolyZp f = random_zp(g, PrimeField(p), n);
      if (f.is_zero()) continue;
      const Factorization<PrimeField> expected = factor(f);
      const ForcedIsa forced(GetParam());
      EXPECT_EQ(factor(f), expected);
      EXPECT_EQ(factor(f, ExecutionContext().with_tuning(smallest_factor_cutoffs())), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(All, FactorZpIsa, ::testing::Values(Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma));

}  // namespace
}  // namespace polyfork::test
