// Decisions of the multiplication dispatcher, and what execution owes to its context: memory, cancellation, charges.
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/ring/primes.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stop_token>
#include <tuple>

#include <gtest/gtest.h>

#include <cmath>

#include <polyfork/core/error.hpp>
#include <polyfork/core/profile.hpp>

#include "forced_isa.hpp"
#include "integer_generators.hpp"
#include "plan_budgets.hpp"
#include "poly/mul/mul_algorithms.hpp"
#include "poly/mul/mul_candidates.hpp"
#include "poly/mul/mul_method.hpp"
#include "poly/mul/mul_multimodular.hpp"
#include "random.hpp"

namespace polyfork::test {
namespace {

using detail::MulPlan;
using detail::plan_mul;
using detail::plan_mul_candidates;
using detail::plan_mul_zp;
using detail::plan_mul_zp_candidates;

constexpr Bytes plenty = Bytes::never;
const std::vector<MulAlgorithm> algorithms = integer_algorithms();

TEST(MulPlan, FollowsTheCutoffs) {
  using enum MulAlgorithm;
  MulTuning t;
  t.most_digit_products = 0;
  t.one_limb_length = 5;
  t.classical_length = 5;
  t.plain_max_bits = 200;
  t.karatsuba_max_length = 20;
  t.karatsuba_min_bits = 1000;
  t.karatsuba_max_total_bits = 100000;
  t.multimodular_length = 1000;
  t.two_point_length = 1000;
  t.bivariate_limbs = 1 << 20;
  const auto chosen = [&](const MulShape& s) { return plan_mul(s, budget(1, plenty, t)).algorithm; };
  EXPECT_EQ(chosen({5, 5, 64, 64}), classical);
  EXPECT_EQ(chosen({6, 6, 64, 64}), kronecker);
  EXPECT_EQ(chosen({2, 100, 64, 64}), classical);  // as much work for each coefficient as 3.9 times 3.9
  EXPECT_EQ(chosen({4, 100, 64, 64}), kronecker);
  EXPECT_EQ(chosen({5, 5, 200, 200}), classical);                 // at once, on the stack
  EXPECT_EQ(chosen({4, 8, 200, 200}), plain_divide_and_conquer);  // as much work for each coefficient as 5 times 5
  EXPECT_EQ(chosen({5, 5, 200, 200, true}), classical);
  EXPECT_EQ(chosen({5, 5, 201, 201}), classical);
  EXPECT_EQ(chosen({6, 6, 999, 999}), kronecker);
  EXPECT_EQ(chosen({6, 6, 1000, 1000}), karatsuba);
  EXPECT_EQ(chosen({5, 5, 1000, 1000}), classical);
  EXPECT_EQ(chosen({5, 5, 1089, 1089}), karatsuba);
  EXPECT_EQ(chosen({4, 4, 1000, 1000}), classical);
  EXPECT_EQ(chosen({20, 20, 1000, 1000}), karatsuba);
  EXPECT_EQ(chosen({21, 21, 1000, 1000}), kronecker);
  // One operand's coefficients are a thousand times longer: slots for their products would be nearly empty.
  EXPECT_EQ(chosen({400, 7, 3000000, 4}), classical);
  EXPECT_EQ(chosen({2, 400, 3000000, 3}), classical);
  t.karatsuba_max_total_bits = 2999;  // twice as many where limbs have two chains of carries
  EXPECT_EQ(chosen({6, 6, 1000, 1000}), kronecker);
}

TEST(MulPlan, FollowsTheCutoffsOfWords) {
  MulTuning t;
  t.word_classical_length = 10;
  t.word_transform_length = 40;
  const auto chosen = [&](const MulShape& s) { return plan_mul_zp(s, budget(1, plenty, t)).algorithm; };
  {
    const ForcedIsa forced(Isa::scalar);
    EXPECT_EQ(chosen({10, 100, 60, 60}), MulAlgorithm::classical);
    EXPECT_EQ(chosen({11, 100, 60, 60}), MulAlgorithm::karatsuba);
    EXPECT_EQ(chosen({41, 100, 60, 60}), MulAlgorithm::transform);
    EXPECT_EQ(chosen({11, 100, 30, 30}), MulAlgorithm::transform);
  }
  if (detected_isa() < Isa::ifma) GTEST_SKIP() << "no columns in vectors";
  const ForcedIsa forced(Isa::ifma);
  EXPECT_EQ(chosen({20, 100, 60, 60}), MulAlgorithm::karatsuba);
  EXPECT_EQ(chosen({21, 100, 60, 60}), MulAlgorithm::transform);
  constexpr std::uint64_t with_transforms = 1108307720798209, without = 1125899906842597, short_one = 2147483647;
  for (const auto& [p, bits, length] :
       {std::tuple{with_transforms, 50, 23}, std::tuple{short_one, 31, 36}, std::tuple{without, 50, 50}}) {
    const auto n = static_cast<std::size_t>(length);
    const auto b = static_cast<std::size_t>(bits);
    EXPECT_EQ(chosen({n, 100, b, b, false, p}), MulAlgorithm::classical) << p;
    EXPECT_NE(chosen({n + 1, 100, b, b, false, p}), MulAlgorithm::classical) << p;
  }
}

TEST(MulPlan, CorrectionsOfPredictionsMoveTheChoice) {
  const MulShape shape{2048, 2048, 8192, 8192};
  for (const auto& [field, algorithm] : {std::pair{&MulTuning::kronecker_percent, MulAlgorithm::kronecker},
                                         std::pair{&MulTuning::multimodular_percent, MulAlgorithm::multimodular},
                                         std::pair{&MulTuning::blocked_percent, MulAlgorithm::blocked},
                                         std::pair{&MulTuning::bivariate_percent, MulAlgorithm::bivariate}}) {
    MulTuning t;
    t.*field = 10;
    const MulPlan plan = plan_mul(shape, budget(1, plenty, t));
    EXPECT_EQ(plan.algorithm, algorithm);
    t.*field = 20;
    EXPECT_NEAR(plan_mul(shape, budget(1, plenty, t)).predicted_seconds, 2 * plan.predicted_seconds, 1e-9);
    t.*field = -5;  // nonsense counts as 1
    EXPECT_GT(plan_mul(shape, budget(1, plenty, t)).predicted_seconds, 0);
  }
}

TEST(MulPlan, AMemoryCapSteersTheChoice) {
  const MulShape shape{300, 300, 3000, 3000};
  MulTuning t;
  t.multimodular_length = 1000;
  t.blocked_min_bits = 1 << 20;
  t.bivariate_limbs = 1 << 20;
  const auto all = plan_mul_candidates(shape, budget(1, plenty, t));
  ASSERT_EQ(all.size(), algorithms.size());
  const auto classical =
      std::find_if(all.begin(), all.end(), [](const MulPlan& p) { return p.algorithm == MulAlgorithm::classical; });
  for (const MulPlan& p : all) EXPECT_LE(classical->workspace, p.workspace);
  EXPECT_EQ(all.front().algorithm, MulAlgorithm::kronecker);
  const Bytes tight = classical->workspace + classical->result;
  EXPECT_EQ(plan_mul(shape, budget(1, tight)).algorithm, MulAlgorithm::classical);
  EXPECT_THROW(plan_mul(shape, budget(1, tight.value() - 1)), MemoryLimit);
}

TEST(MulPlan, SizesSaturate) {
  constexpr std::size_t trillion = 1000000000000;
  for (const MulShape& shape : {MulShape{trillion, trillion, trillion, trillion}, MulShape{SIZE_MAX, SIZE_MAX, 64, 64},
                                MulShape{2, 2, SIZE_MAX, SIZE_MAX}, MulShape{SIZE_MAX, 1, SIZE_MAX, 1},
                                MulShape{std::size_t{1} << 40, 1, std::size_t{1} << 40, 1}})
    for (const int threads : {1, 64}) {
      for (const Bytes cap : {Bytes(1), Bytes(std::size_t{1} << 40), plenty})
        EXPECT_THROW(plan_mul(shape, budget(threads, cap)), MemoryLimit);
      for (const MulPlan& p : plan_mul_candidates(shape, budget(threads, plenty)))
        EXPECT_GE(std::max(p.workspace, p.result), std::size_t{1} << 60);
    }
  EXPECT_THROW(plan_mul_zp({SIZE_MAX / 4, SIZE_MAX / 4, 60, 60}, budget(1, plenty)), MemoryLimit);
  EXPECT_THROW(plan_mul_zp({SIZE_MAX, SIZE_MAX, 60, 60}, budget(8, plenty)), MemoryLimit);
}

std::size_t nodes(const MulPlan& plan) {
  std::size_t count = 1;
  for (const MulPlan& child : plan.children) count += nodes(child);
  return count;
}

TEST(MulPlan, ExplainsItself) {
  for (const MulPlan& plan : plan_mul_candidates({100, 90, 2000, 30}, budget(4, plenty))) {
    EXPECT_GT(plan.predicted_seconds, 0);
    EXPECT_NE(std::string(plan.reason), "");
    const std::string text = plan.describe().to_text();
    EXPECT_EQ(text.rfind(mul_algorithm_name(plan.algorithm), 0), 0U);
    EXPECT_NE(text.find("lengths=100x90"), std::string::npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), static_cast<std::ptrdiff_t>(nodes(plan)));
  }
  EXPECT_THROW(plan_mul({0, 3, 1, 1}, budget(1, plenty)), DomainError);
}

TEST(MulPlan, SubPlansAreInTheTree) {
  for (const bool modular : {false, true}) {
    const MulShape shape{100, 90, 60, 60};
    const auto all =
        modular ? plan_mul_zp_candidates(shape, budget(1, plenty)) : plan_mul_candidates(shape, budget(1, plenty));
    for (const MulPlan& p : all) {
      if (p.algorithm == MulAlgorithm::classical || p.algorithm == MulAlgorithm::transform ||
          p.algorithm == MulAlgorithm::multimodular || p.algorithm == MulAlgorithm::blocked ||
          p.algorithm == MulAlgorithm::bivariate || p.algorithm == MulAlgorithm::plain_divide_and_conquer) {
        EXPECT_TRUE(p.children.empty());
        continue;
      }
      ASSERT_EQ(p.children.size(), 1U);
      const MulPlan& child = p.children.front();
      EXPECT_GT(child.predicted_seconds, 0);
      EXPECT_LT(child.predicted_seconds, p.predicted_seconds);
      if (p.algorithm == MulAlgorithm::karatsuba) {
        EXPECT_EQ(child.algorithm, MulAlgorithm::classical);
        EXPECT_LE(child.shape.length_a, p.as<detail::RecursionParameters>().base_length);
        EXPECT_EQ(p.as<detail::RecursionParameters>().base_length, modular ? 32U : 4U);
        EXPECT_EQ(child.times, modular ? 9U : 243U);  // 100 -> 50 -> 25 -> 13 -> 7 -> 4
      } else if (p.algorithm == MulAlgorithm::toom_cook_4 || p.algorithm == MulAlgorithm::toom_cook_8) {
        const std::size_t ways = p.algorithm == MulAlgorithm::toom_cook_4 ? 4 : 8;
        EXPECT_EQ(child.times, 2 * ways - 1);
        EXPECT_EQ(child.shape.length_a, (shape.length_a + ways - 1) / ways);
        EXPECT_EQ(child.shape.bits_a, shape.bits_a + (ways == 4 ? 6 : 20));  // 40 and 960800 times as large
      } else if (p.algorithm == MulAlgorithm::pieces) {                      // halves, where they fit
        EXPECT_EQ(child.times, 4U);
        EXPECT_EQ(child.shape.length_a, 50U);
        EXPECT_EQ(child.shape.length_b, 45U);
      } else {
        const std::size_t runs = p.algorithm == MulAlgorithm::kronecker ? 1 : 2;
        EXPECT_EQ(child.algorithm, MulAlgorithm::integer);
        EXPECT_EQ(child.times, runs);
        EXPECT_GE(child.shape.bits_a * runs,
                  (shape.length_a - 1) * p.as<detail::PackingParameters>().slot_bits + shape.bits_a);
        EXPECT_LT(child.workspace, p.workspace);
      }
    }
  }
  MulTuning t;
  t.word_karatsuba_base = 5;
  for (const MulPlan& p : plan_mul_zp_candidates({100, 90, 60, 60}, budget(1, plenty, t))) {
    if (p.algorithm == MulAlgorithm::karatsuba) {
      EXPECT_EQ(p.as<detail::RecursionParameters>().base_length, 5U);
    }
  }
}

/// No call to GMP on more than 2^17 limbs: it could be neither cancelled nor forked.
TEST(MulPlan, LongIntegersGoThroughTransforms) {
  MulTuning t;
  t.integer_transform_limbs = std::int64_t{1} << 40;
  for (const MulAlgorithm algorithm : {MulAlgorithm::kronecker, MulAlgorithm::kronecker_two_point})
    for (const std::size_t bits : {std::size_t{100}, std::size_t{64} << 15, std::size_t{64} << 17}) {
      const auto all = plan_mul_candidates({1, 1, bits, bits}, budget(1, plenty, t));
      const auto plan =
          std::find_if(all.begin(), all.end(), [&](const MulPlan& p) { return p.algorithm == algorithm; });
      const MulPlan& child = plan->children.front();
      const std::size_t limbs = (child.shape.bits_a + child.shape.bits_b) / 64;
      EXPECT_EQ(child.as<detail::TransformParameters>().primes != 0, limbs > std::size_t{1} << 17) << limbs;
    }
}

TEST(MulPlan, TransformPrimesAreAsLargeAsPromised) {
  const auto primes = ntt_primes(std::uint64_t{1} << 50, 32, 2700);
  double bits = 0;
  for (std::size_t k = 0; k < primes.size(); ++k) {
    bits += std::log2(static_cast<double>(primes[k]));
    ASSERT_GT(bits, (k < 1000 ? 49.9 : 49.7) * static_cast<double>(k + 1)) << k;
  }
  EXPECT_LE(detail::multimodular_primes({1, 1, detail::most_multimodular_bits / 2, detail::most_multimodular_bits / 2}),
            primes.size());
}

TEST(MulPlan, TheIntegerProductIsNoAlgorithmForPolynomials) {
  EXPECT_EQ(mul_algorithm_name(MulAlgorithm::integer), "integer");
  EXPECT_THROW(mul_algorithm_from_name("integer"), DomainError);
  for (const auto algorithm : {MulAlgorithm::toom_cook_4, MulAlgorithm::toom_cook_8, MulAlgorithm::kronecker_two_point,
                               MulAlgorithm::plain_divide_and_conquer, MulAlgorithm::blocked})
    EXPECT_THROW(mul_with(algorithm, PrimeField(7), ResidueVector(9, 1), ResidueVector(9, 1)), DomainError);
  EXPECT_THROW(mul_with(MulAlgorithm::integer, IntegerVector{1, 2}, IntegerVector{3, 4}), DomainError);
  EXPECT_THROW(mul_with(MulAlgorithm::integer, PrimeField(7), ResidueVector(9, 1), ResidueVector(9, 1)), DomainError);
}

TEST(MulPlan, MemoryLimitLeavesTheOperandsIntact) {
  IntegerGenerator g(61);
  const IntegerVector a = g.vector(500, 20);
  const IntegerVector b = g.vector(400, 20);
  const IntegerVector copy_a = a;
  const IntegerVector copy_b = b;
  const ExecutionContext ctx = ExecutionContext().with_memory_limit(100000);
  EXPECT_THROW(mul(a, b, ctx), MemoryLimit);
  for (const MulAlgorithm algorithm : algorithms) EXPECT_THROW(mul_with(algorithm, a, b, ctx), MemoryLimit);
  EXPECT_EQ(a, copy_a);
  EXPECT_EQ(b, copy_b);
  EXPECT_EQ(ctx.memory().used(), 0U);
}

/// What a plan says it takes, tables included, is enough: cold and with the tables there, on one thread and on several.
void expect_products_under_the_caps_of_their_plans() {
  IntegerGenerator g(62);
  const auto full = [&](std::size_t n, std::size_t limbs) {
    std::vector<Integer> coefficients;
    for (std::size_t i = 0; i < n; ++i) coefficients.push_back(g.uniform(64 * limbs));
    return IntegerVector(std::span<const Integer>(coefficients));
  };
  for (const int threads : {1, 4})
    for (const auto& [n, limbs] :
         {std::pair<std::size_t, std::size_t>{300, 1}, {300, 4}, {1000, 16}, {200, 150}, {3000, 3}}) {
      const IntegerVector a = full(n, limbs);
      const IntegerVector b = full(n - n / 3, limbs);
      for (const MulAlgorithm algorithm :
           {MulAlgorithm::kronecker, MulAlgorithm::kronecker_two_point, MulAlgorithm::bivariate, MulAlgorithm::blocked,
            MulAlgorithm::multimodular}) {
        const MulShape shape{n, n - n / 3, a.max_bits(), b.max_bits(), false};
        const MulPlan plan = detail::plan_by(algorithm, shape, budget(threads));
        const Bytes cap = plan.workspace + plan.result + plan.tables;
        const ExecutionContext ctx = ExecutionContext().with_threads(threads).with_memory_limit(cap.value());
        const IntegerVector expected = mul_with(MulAlgorithm::multimodular, a, b);
        for (int run = 0; run < 2; ++run)
          ASSERT_EQ(mul_with(algorithm, a, b, ctx), expected)
              << mul_algorithm_name(algorithm) << ' ' << n << ' ' << limbs;
        EXPECT_GT(ctx.memory().peak(), cap.value() / 2) << mul_algorithm_name(algorithm) << ' ' << n << ' ' << limbs;
        EXPECT_THROW(
            mul_with(algorithm, a, b, ExecutionContext().with_threads(threads).with_memory_limit(cap.value() - 1)),
            MemoryLimit);
      }
    }
}

TEST(MulPlan, AProductRunsUnderTheCapThatItsPlanNames) { expect_products_under_the_caps_of_their_plans(); }
TEST(MulPlanIsa, AProductRunsUnderTheCapThatItsPlanNames) {
  const ForcedIsa scalar(Isa::scalar);
  expect_products_under_the_caps_of_their_plans();
}

/// A product that fits on one thread runs on sixteen, by the same algorithm on fewer of them.
TEST(MulPlan, ShortMemoryMeansFewerThreads) {
  const MulShape shape{65536, 65536, 1024, 1024};
  const MulPlan one = plan_mul(shape, budget(1, plenty));
  const Bytes cap = (one.workspace + one.result + one.tables).value() * 21 / 20;
  const MulPlan many = plan_mul(shape, budget(64, cap));
  // Where transforms are slow, as without vectors, pieces on all threads are predicted to take less.
  EXPECT_TRUE(many.threads < 64 || many.algorithm == MulAlgorithm::pieces) << mul_algorithm_name(many.algorithm);
  EXPECT_LE(many.predicted_seconds, one.predicted_seconds);
  EXPECT_LE(many.workspace + many.result + many.tables, cap);
  IntegerGenerator g(63);
  const IntegerVector a = g.vector(4000, 20);
  const ExecutionContext free = ExecutionContext().with_threads(16);
  const MulPlan least = plan_mul({4000, 4000, 1280, 1280, true}, budget(1, plenty));
  const ExecutionContext narrow = free.with_memory_limit((least.workspace + least.result + least.tables).value());
  EXPECT_EQ(mul(a, a, narrow), mul(a, a, free));
}

/// Rows are as long as the bound says until the product is there; to shorten them fits wherever the product did.
TEST(MulPlan, FewLongCoefficientsDoNotMakeAllRowsLong) {
  std::vector<Integer> sparse(3000, Integer(1));
  sparse[5] = -(Integer(1) << 6400);
  const IntegerVector a{std::span<const Integer>(sparse)};
  const IntegerVector b{3, -1};
  for (const MulAlgorithm algorithm :
       {MulAlgorithm::kronecker, MulAlgorithm::bivariate, MulAlgorithm::blocked, MulAlgorithm::multimodular}) {
    const MulPlan plan = detail::plan_by(algorithm, {3000, 2, 6401, 2}, budget(1));
    const std::size_t needed = plan.charged().value();
    const ExecutionContext ctx = ExecutionContext().with_memory_limit(needed + (std::size_t{4} << 20));  // tables
    const IntegerVector product = detail::mul_as_planned(plan, a, b, ctx);
    EXPECT_LT(product.bytes(), plan.result.value() / 10) << mul_algorithm_name(algorithm);
    EXPECT_EQ(product, mul_with(MulAlgorithm::classical, a, b));
  }
}

TEST(MulPlan, MemoryIsGivenBack) {
  IntegerGenerator g(62);
  const IntegerVector a = g.vector(200, 3);
  const ExecutionContext ctx = ExecutionContext().with_memory_limit(std::size_t{64} << 20);
  for (const MulAlgorithm algorithm : algorithms) (void)mul_with(algorithm, a, a, ctx);
  EXPECT_EQ(ctx.memory().used(), ctx.plan_cache().bytes());
  ctx.plan_cache().clear();
  EXPECT_EQ(ctx.memory().used(), 0U);
  EXPECT_GT(ctx.memory().peak(), a.bytes());
}

TEST(MulPlan, CancellationThrows) {
  IntegerGenerator g(63);
  const IntegerVector a = g.vector(100, 3);
  std::stop_source source;
  source.request_stop();
  const ExecutionContext ctx = ExecutionContext().with_stop_token(source.get_token());
  EXPECT_THROW(mul(a, a, ctx), Cancelled);
  for (const MulAlgorithm algorithm : algorithms) EXPECT_THROW(mul_with(algorithm, a, a, ctx), Cancelled);
  EXPECT_THROW(mul(PrimeField(7), ResidueVector(9, 1), ResidueVector(9, 1), ctx), Cancelled);
}

/// Prints the profile of one product by each algorithm: `ctest -R MulProfile -V`.
TEST(MulProfile, WorkAndSpan) {
  IntegerGenerator g(64);
  const IntegerVector a = g.vector(1024, 16);
  const IntegerVector b = g.vector(1024, 16);
  for (const MulAlgorithm algorithm : algorithms) {
    Profile profile(2000);
    (void)mul_with(algorithm, a, b, ExecutionContext().with_profile(profile));
    const ProfileSummary s = profile.summary();
    std::printf("%s, 1024 coefficients of 16 limbs\n%s\n", std::string(mul_algorithm_name(algorithm)).c_str(),
                s.to_text().c_str());
    EXPECT_TRUE(s.charged);
    EXPECT_GT(s.work, 0);
    // Three primes, whose transforms of that length are not cut further.
    if (algorithm == MulAlgorithm::bivariate) {
      EXPECT_GT(s.parallelism(), 3);
    } else if (algorithm != MulAlgorithm::kronecker && algorithm != MulAlgorithm::kronecker_two_point) {
      EXPECT_GT(s.parallelism(), algorithm == MulAlgorithm::toom_cook_4 ? 5 : 10);
    }
  }
}

}  // namespace
}  // namespace polyfork::test
