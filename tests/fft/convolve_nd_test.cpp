// Products of arrays against the definition, under every set of kernels, by rows and as one row.
#include "fft/convolve_nd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <vector>

#include <polyfork/core/error.hpp>

#include "back_ends.hpp"
#include "ntt_generators.hpp"

namespace {

using polyfork::DomainError;
using polyfork::ExecutionContext;
using polyfork::WordModulus;
using polyfork::detail::convolve_nd;
using polyfork::detail::ConvolveNdTuning;
using polyfork::detail::NdConvolutionPlan;
using polyfork::detail::ntt_kernels;
using polyfork::detail::NttKernels;
using polyfork::detail::plan_convolve_nd;
using polyfork::test::all_kernels;
using polyfork::test::data_of;
using polyfork::test::largest_prime_below;
using polyfork::test::one;
using polyfork::test::primes_for;
using polyfork::test::Random;
using polyfork::test::Residues;

using Shape = std::vector<std::size_t>;

/// By the definition: every pair of coefficients, its exponents added axis by axis.
Residues naive(const NdConvolutionPlan& plan, const Residues& a, const Residues& b) {
  const WordModulus m(plan.prime);
  Residues out(plan.size());
  const auto place = [&](const Shape& shape, std::size_t at) {  // in the product's array
    std::size_t result = 0, stride = 1;
    for (std::size_t k = shape.size(); k-- > 0; at /= shape[k], stride *= plan.length(k))
      result += at % shape[k] * stride;
    return result;
  };
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::uint64_t& c = out[place(plan.shape_a, i) + place(plan.shape_b, j)];
      c = m.add(c, m.mul(a[i], b[j]));
    }
  return out;
}

std::string text(const NdConvolutionPlan& plan) {
  std::string s = std::string(plan.kernels->name) + ' ' + std::to_string(plan.prime) + ':';
  for (const std::size_t n : plan.shape_a) s += ' ' + std::to_string(n);
  s += " by";
  for (const std::size_t n : plan.shape_b) s += ' ' + std::to_string(n);
  return s;
}

void check(const NdConvolutionPlan& plan, Random& random, const ExecutionContext& ctx) {
  const Residues a = data_of(random, plan.size_a(), plan.prime);
  const Residues b = data_of(random, plan.size_b(), plan.prime);
  Residues out(plan.size());
  convolve_nd(plan, a, b, out, ctx);
  ASSERT_EQ(out, naive(plan, a, b)) << text(plan);
  if (plan.shape_a != plan.shape_b) return;
  convolve_nd(plan, a, a, out, ctx);
  ASSERT_EQ(out, naive(plan, a, a)) << text(plan) << " square";
}

/// All axes in one row, rows as they are, rows of at least 64.
constexpr ConvolveNdTuning all_tunings[] = {{}, {0, 1}, {0, 64}};
constexpr ConvolveNdTuning rows{0, 64};

TEST(ConvolveNdIsa, EqualsTheDefinitionUnderEveryKernel) {
  const ExecutionContext ctx;
  Random random(21);
  const std::vector<std::pair<Shape, Shape>> shapes = {{{1}, {1}},
                                                       {{5}, {7}},
                                                       {{100}, {90}},
                                                       {{1, 1}, {1, 1}},
                                                       {{3, 40}, {5, 30}},
                                                       {{9, 70}, {9, 70}},
                                                       {{40, 3}, {30, 2}},
                                                       {{1, 80}, {1, 70}},
                                                       {{80, 1}, {70, 1}},
                                                       {{2, 3, 40}, {3, 2, 30}},
                                                       {{6, 5, 4}, {6, 5, 4}},
                                                       {{1, 9, 64}, {2, 9, 1}},
                                                       {{7, 1, 50}, {7, 1, 50}},
                                                       {{2, 2, 2, 2, 2}, {3, 2, 1, 2, 3}}};
  for (const NttKernels* kernels : all_kernels())
    for (const std::uint64_t p : primes_for(*kernels, 10))
      for (const auto& [a, b] : shapes)
        for (const auto& tuning : all_tunings) check(plan_convolve_nd(p, a, b, *kernels, tuning), random, ctx);
}

TEST(ConvolveNdIsa, RandomShapes) {
  const ExecutionContext ctx;
  Random random(22);
  for (const NttKernels* kernels : all_kernels()) {
    const Residues primes = primes_for(*kernels, 12);
    for (int round = 0; round < 25; ++round) {
      Shape a, b;
      std::size_t room_a = 600, room_b = 600;
      for (std::uint64_t d = 1 + random.below(4); d > 0; --d) {
        a.push_back(1 + random.below(std::min<std::size_t>(room_a, 120)));
        b.push_back(random.below(3) == 0 ? 1 : 1 + random.below(std::min<std::size_t>(room_b, 120)));
        room_a /= a.back();
        room_b /= b.back();
      }
      const std::uint64_t p = primes[random.below(primes.size())];
      for (const auto& tuning : all_tunings) check(plan_convolve_nd(p, a, b, *kernels, tuning), random, ctx);
    }
  }
}

TEST(ConvolveNd, RowsStayShortWhereThePrimeHasNoLongRoots) {
  // 2^4 divides p - 1: enough for the rows and the other axes, but rows merged with an axis would need order 64.
  const std::uint64_t p = 17;
  Random random(23);
  const NdConvolutionPlan plan =
      plan_convolve_nd(p, {8, 8, 10}, {8, 9, 10}, ntt_kernels(p, polyfork::active_isa()), {});
  EXPECT_EQ(plan.leading.size(), 2U);
  check(plan, random, {});
}

TEST(ConvolveNd, PlansPadAndMerge) {
  const std::uint64_t p = largest_prime_below(one << 50, 12);
  const NttKernels& kernels = ntt_kernels(p, polyfork::active_isa());
  const Shape shape = {70, 9, 100};  // the product: 139, 17, 199
  const NdConvolutionPlan apart = plan_convolve_nd(p, shape, shape, kernels, {0, 1});
  EXPECT_EQ(apart.leading, (Shape{144, 18})) << "truncated lengths";
  EXPECT_EQ(apart.row.words(), 208U);
  const NdConvolutionPlan merged = plan_convolve_nd(p, shape, shape, kernels, {0, 512});
  EXPECT_EQ(merged.leading, Shape{144});
  EXPECT_EQ(merged.row.words(), 3584U) << "17 * 199 = 3383";
  const std::uint64_t q = largest_prime_below(one << 50, 20);
  const NdConvolutionPlan one_row = plan_convolve_nd(q, shape, shape, ntt_kernels(q, polyfork::active_isa()));
  EXPECT_TRUE(one_row.leading.empty());
}

TEST(ConvolveNdThreads, TheSameWordsForEveryContext) {
  Random random(24);
  const std::uint64_t p = largest_prime_below(one << 50, 18);
  for (const auto& [a, b] :
       {std::pair<Shape, Shape>{{90, 300}, {80, 200}}, {{30, 20, 40}, {20, 30, 10}}, {{2, 20000}, {3, 10000}}}) {
    const NdConvolutionPlan plan = plan_convolve_nd(p, a, b, ntt_kernels(p, polyfork::active_isa()), rows);
    const Residues x = data_of(random, plan.size_a(), p);
    const Residues y = data_of(random, plan.size_b(), p);
    Residues reference(plan.size());
    convolve_nd(plan, x, y, reference, ExecutionContext().with_threads(1));
    for (const ExecutionContext& ctx : polyfork::test::contexts()) {
      Residues out(plan.size());
      convolve_nd(plan, x, y, out, ctx);
      EXPECT_EQ(out, reference) << text(plan);
    }
  }
}

TEST(ConvolveNd, TheProductMayReplaceAnOperand) {
  Random random(25);
  const std::uint64_t p = largest_prime_below(one << 50, 18);
  const NdConvolutionPlan plan = plan_convolve_nd(p, {20, 30}, {1, 1}, ntt_kernels(p, polyfork::active_isa()));
  Residues a = data_of(random, plan.size_a(), p);
  const Residues b = data_of(random, plan.size_b(), p);
  const Residues expected = naive(plan, a, b);
  convolve_nd(plan, a, b, a, {});
  EXPECT_EQ(a, expected);
}

TEST(ConvolveNd, BadArgumentsAreRefused) {
  const NttKernels& kernels = ntt_kernels(12289, polyfork::active_isa());
  EXPECT_THROW(plan_convolve_nd(12289, {}, {}, kernels), DomainError);
  EXPECT_THROW(plan_convolve_nd(12289, {2, 3}, {2}, kernels), DomainError);
  EXPECT_THROW(plan_convolve_nd(12289, {2, 0}, {2, 3}, kernels), DomainError);
  EXPECT_THROW(plan_convolve_nd(15, {2, 3}, {2, 3}, kernels), DomainError);
  EXPECT_THROW(plan_convolve_nd(2, {2, 3}, {2, 3}, kernels), DomainError);
  EXPECT_THROW(plan_convolve_nd(12289, {4000, 3}, {4000, 3}, kernels, rows), DomainError);
  EXPECT_THROW(plan_convolve_nd(12289, {20000}, {20000}, kernels), DomainError);
  EXPECT_THROW(plan_convolve_nd(12289, {one << 60, 2}, {1, 1}, kernels), DomainError);
  const NdConvolutionPlan plan = plan_convolve_nd(12289, {2, 3}, {2, 3}, kernels);
  const Residues a(6), b(5);
  Residues out(15);
  EXPECT_THROW(convolve_nd(plan, a, b, out, {}), DomainError);
  EXPECT_THROW(convolve_nd(plan, b, a, out, {}), DomainError);
  EXPECT_THROW(convolve_nd(plan, a, a, std::span(out).first(14), {}), DomainError);
}

TEST(ConvolveNd, LimitsAreObeyed) {
  const std::uint64_t p = largest_prime_below(one << 50, 18);
  const NdConvolutionPlan plan =
      plan_convolve_nd(p, {100, 100}, {100, 100}, ntt_kernels(p, polyfork::active_isa()), rows);
  Random random(26);
  const Residues a = data_of(random, plan.size_a(), p);
  const Residues b = data_of(random, plan.size_b(), p);
  Residues out(plan.size(), 7);
  const ExecutionContext ctx = ExecutionContext().with_threads(2);
  EXPECT_THROW(convolve_nd(plan, a, b, out, ctx.with_memory_limit(plan.workspace_bytes(2) - 1)), polyfork::MemoryLimit);
  EXPECT_EQ(out, Residues(plan.size(), 7));
  const ExecutionContext enough = ctx.with_memory_limit(plan.workspace_bytes(2) + (one << 16));  // tables too
  convolve_nd(plan, a, b, out, enough);
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(convolve_nd(plan, a, b, out, ctx.with_stop_token(source.get_token())), polyfork::Cancelled);
}

}  // namespace
