// Factorizations in several variables that are stopped and that do not fit.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/poly/multi_factor/multi_factor.hpp>
#include <polyfork/poly/multivariate/convert_multi.hpp>
#include <polyfork/poly/multivariate/multi_power.hpp>
#include <polyfork/poly/text/parse.hpp>

#include "cancellation.hpp"
#include "forced_isa.hpp"
#include "memory_sweep.hpp"
#include "multi_generators.hpp"

namespace polyfork::test {
namespace {

MultiPolyZ power_sum(std::string_view base, std::uint64_t exponent) {
  const Variables v = test_variables(4);
  return add(pow(parse_poly<MultiPolyZ>(base, v), exponent), MultiPolyZ::constant(v, 1));
}

/// Two dense factors in four variables.
MultiPolyZ long_product() {
  return mul(power_sum("x + 2*y + 3*z - t - 5", 10), power_sum("2*x - y - z + 3*t + 7", 10));
}

TEST(MultiFactorLimits, LongFactorizationsStop) {
  const MultiPolyZ f = long_product();
  for (const int delay : {0, 30, 200})
    expect_cancelled(
        "factor", [&](const ExecutionContext& ctx) { factor(f, ctx); }, std::chrono::milliseconds(delay));
  const MultiPolyZp g = reduce(f, PrimeField(2));
  expect_cancelled(
      "factor", [&](const ExecutionContext& ctx) { factor(g, ctx); }, std::chrono::milliseconds(0));
}

/// Sparse factors whose products are long, dense ones, repeated ones, over Z and over a field with few elements.
TEST(MultiFactorLimits, EveryPhaseStops) {
  Random r(773);
  const Variables v = test_variables(5);
  MultiPolyZ sparse = nonzero_multi(r, Integers{}, v, {16, 6, 1000});
  for (int i = 0; i < 3; ++i) sparse = mul(sparse, nonzero_multi(r, Integers{}, v, {14, 6, 1000}));
  const MultiPolyZ dense = mul(power_sum("x + 2*y + 3*z - t - 5", 7), power_sum("2*x - y - z + 3*t + 7", 7));
  const MultiPolyZ repeated = mul(pow(power_sum("x + 2*y - z - 5", 3), 2), pow(power_sum("2*x - y + z*t + 7", 2), 3));
  for (const MultiPolyZ& f : {sparse, dense, repeated}) {
    expect_cancelled_throughout("over Z", [&](const ExecutionContext& ctx) { factor(f, ctx); });
    for (const std::uint64_t p : {std::uint64_t{11}, std::uint64_t{2147483647}}) {
      const MultiPolyZp g = reduce(f, PrimeField(p));
      expect_cancelled_throughout("modulo p", [&](const ExecutionContext& ctx) { factor(g, ctx); });
    }
  }
}

TEST(MultiFactorLimits, MemoryLimits) {
  const Variables v = test_variables(4);
  const MultiPolyZ inputs[] = {mul(power_sum("x + 2*y - z - 5", 5), power_sum("2*x - y + z + 7", 5)),
                               mul(parse_poly<MultiPolyZ>("x^3*y + 5*z^7*t - 3*x*z^2 + 11", v),
                                   parse_poly<MultiPolyZ>("(y + 2)*x^4 - 9*t^5*z + x*y*z*t - 4", v)),
                               pow(power_sum("x*y - z - 5", 3), 3)};
  for (const MultiPolyZ& f : inputs) {
    const auto in = [&](const auto& g) {
      const auto expected = factor(g);
      // Of several threads, what is held at once depends on when each of them runs: a limit that sufficed may not the
      // next time, nor may one that is a little larger.
      for (const int threads : {1, 2, 16})
        expect_limits_obeyed([&](const ExecutionContext& ctx) { return factor(g, ctx.with_threads(threads)); },
                             expected, 1 << 10, 1 << 27, threads == 1);
    };
    in(f);
    in(reduce(f, PrimeField(11)));
    in(reduce(f, PrimeField(2147483647)));
  }
}

TEST(MultiFactorLimits, ProgressIsReported) {
  std::vector<std::string> stages;
  const ExecutionContext ctx = ExecutionContext().with_progress([&](std::string_view stage, double fraction) {
    EXPECT_TRUE(fraction >= 0 && fraction <= 1);
    if (stages.empty() || stages.back() != stage) stages.emplace_back(stage);
  });
  factor(long_product(), ctx);
  ASSERT_FALSE(stages.empty());
  EXPECT_EQ(stages.front(), "square-free decomposition");
}

/// Dense and sparse factors over Z and over fields with many and with few elements.
TEST(MultiFactorThreads, AnswersDoNotDependOnThreadsAndInstructions) {
  const Variables v = test_variables(4);
  const std::vector<MultiPolyZ> products{
      mul(power_sum("x + 2*y + 3*z - t - 5", 4), power_sum("2*x - y - z + 3*t + 7", 3)),
      mul(parse_poly<MultiPolyZ>("x^3*y + 5*z^7*t - 3*x*z^2 + 11", v),
          parse_poly<MultiPolyZ>("(y + 2)*x^4 - 9*t^5*z + x*y*z*t - 4", v)),
      // Several primes.
      mul(parse_poly<MultiPolyZ>("31415926535897932384626433832795028841*x^3*y + 5*z^7*t - 3*x*z^2 + 7^90", v),
          parse_poly<MultiPolyZ>("(y + 2)*x^4 - 27182818284590452353602874713526624977*t^5*z + x*y*z*t - 3^200", v)),
      mul(parse_poly<MultiPolyZ>("(1 + x + y + z + t)^5 + x", v),
          parse_poly<MultiPolyZ>("(1 + x + y + z + t)^5 + y", v))};
  std::vector<Isa> levels;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::ifma})
    if (isa <= detected_isa()) levels.push_back(isa);
  const auto check = [&](const auto& f) {
    const auto expected = factor(f, ExecutionContext().with_threads(1));
    for (const Isa isa : levels) {
      const ForcedIsa forced(isa);
      for (const int threads : {1, 5}) EXPECT_EQ(factor(f, ExecutionContext().with_threads(threads)), expected);
    }
  };
  for (const MultiPolyZ& f : products) {
    check(f);
    for (const std::uint64_t p : {std::uint64_t{11}, std::uint64_t{101}, std::uint64_t{1009}, std::uint64_t{2147483647},
                                  std::uint64_t{4611686018427387847}})
      check(reduce(f, PrimeField(p)));
  }
}

TEST(MultiFactorLimits, DegreesThatNoArrayHolds) {
  const Variables v = test_variables(2);
  const MultiPolyZ f = parse_poly<MultiPolyZ>("x^2000000000001 + x^3*y^2000000000003 + x^2 + 7", v);
  EXPECT_THROW(factor(f), Error);
  // Of which no value at an integer fits.
  EXPECT_THROW(factor(parse_poly<MultiPolyZ>("x^1000000007*y^2 + y + x + 1", v)), DomainError);
  // Values take the powers that occur; all up to that degree would have the bits of its square.
  const MultiPolyZ high = parse_poly<MultiPolyZ>("x^10000000*y^2 + y + x + 1", v);
  EXPECT_TRUE(is_irreducible(high));
  EXPECT_THROW(factor(high, ExecutionContext().with_memory_limit(std::size_t{20} << 20)), MemoryLimit);
  EXPECT_THROW(factor(reduce(high, PrimeField(101)), ExecutionContext().with_memory_limit(std::size_t{100} << 20)),
               MemoryLimit);
  // What is irreducible by its degree in a variable needs none.
  EXPECT_TRUE(is_irreducible(parse_poly<MultiPolyZ>("x^2000000000001*y + 1", v)));
}

}  // namespace
}  // namespace polyfork::test
