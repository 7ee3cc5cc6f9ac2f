// Transforms in one variable against the definition under every set of kernels, at the ends of the lazy ranges, tuned.
#include <polyfork/fft/ntt_plan.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/ring/primes.hpp>

#include "back_ends.hpp"
#include "dft_reference.hpp"
#include "fft/ntt_plan.hpp"
#include "fft/ntt_transform.hpp"
#include "ntt_generators.hpp"
#include "random.hpp"

namespace {

using polyfork::DomainError;
using polyfork::ExecutionContext;
using polyfork::NttKind;
using polyfork::NttPlan;
using polyfork::WordModulus;
using polyfork::detail::NttArithmetic;
using polyfork::detail::NttKernels;
using polyfork::test::all_kernels;
using polyfork::test::data_of;
using polyfork::test::largest_prime_below;
using polyfork::test::one;
using polyfork::test::primes_for;
using polyfork::test::Random;
using polyfork::test::Residues;
using polyfork::test::reversed;

/// What forward must give, by Stockham's formula on the padded input.
Residues expected(const NttPlan& plan, const Residues& x) {
  const WordModulus m(plan.prime());
  const std::size_t n = std::bit_ceil(x.size());
  Residues padded(n);
  // Negacyclic: the points w^(2 i + 1) are the cyclic points for x_j w^j.
  const bool twisted = plan.kind() == NttKind::negacyclic;
  for (std::size_t j = 0; j < x.size(); ++j) padded[j] = twisted ? m.mul(x[j], m.pow(plan.root(), j)) : x[j];
  const std::uint64_t omega = twisted ? m.mul(plan.root(), plan.root()) : plan.root();
  const Residues values = polyfork::test::dft_stockham(m, omega, padded);
  Residues result;
  for (std::size_t i = 0; i < x.size(); ++i) result.push_back(values[reversed(i, n)]);
  return result;
}

TEST(DftReferenceProperty, TheFormulasAgree) {
  const std::uint64_t p = 12289;
  const WordModulus m(p);
  Random random(1);
  for (std::size_t n = 1; n <= 256; n *= 2) {
    const std::uint64_t omega = polyfork::root_of_unity(p, n);
    const Residues x = data_of(random, n, p);
    const Residues naive = polyfork::test::dft_naive(m, omega, x);
    EXPECT_EQ(polyfork::test::dft_stockham(m, omega, x), naive) << n;
    for (const std::size_t k : {2, 4, 16}) EXPECT_EQ(polyfork::test::dft_cooley_tukey(m, omega, x, k), naive) << n;
  }
}

TEST(NttPlanIsa, EveryLengthTo4096EqualsTheReferenceUnderEveryKernel) {
  const ExecutionContext ctx;
  Random random(2);
  for (const NttKernels* kernels : all_kernels()) {
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      for (const NttKind kind : {NttKind::cyclic, NttKind::negacyclic}) {
        for (std::size_t n = 1; n <= 4096; n = NttPlan::padded_length(n + 1)) {
          if (kind == NttKind::negacyclic && !std::has_single_bit(n)) continue;
          const NttPlan plan = polyfork::detail::make_ntt_plan(p, n, kind, *kernels, ctx);
          const Residues x = data_of(random, n, p);
          Residues data = x;
          plan.forward(data, ctx);
          ASSERT_EQ(data, expected(plan, x)) << kernels->name << ' ' << p << ' ' << n;
          plan.inverse(data, ctx);
          ASSERT_EQ(data, x) << kernels->name << ' ' << p << ' ' << n;
        }
      }
    }
  }
}

TEST(NttPlanIsa, LongRandomLengthsRoundTripAndAgreeAtRandomPoints) {
  const ExecutionContext ctx;
  Random random(3);
  for (const NttKernels* kernels : all_kernels()) {
    for (const std::uint64_t p : primes_for(*kernels, 22)) {
      const WordModulus m(p);
      const std::size_t n = NttPlan::padded_length((one << 13) + random.below((one << (12 + random.below(11)))));
      const NttPlan plan = polyfork::detail::make_ntt_plan(p, n, NttKind::cyclic, *kernels, ctx);
      const Residues x = data_of(random, n, p);
      Residues data = x;
      plan.forward(data, ctx);
      for (const std::uint64_t word : data) ASSERT_LT(word, p) << "canonical";
      for (int i = 0; i < 3; ++i) {
        const std::size_t at = random.below(n);
        const std::uint64_t point = m.pow(plan.root(), reversed(at, std::bit_ceil(n)));
        std::uint64_t value = 0;
        for (std::size_t j = n; j-- > 0;) value = m.add(m.mul(value, point), x[j]);
        ASSERT_EQ(data[at], value) << kernels->name << ' ' << p << ' ' << n << ' ' << at;
      }
      plan.inverse(data, ctx);
      ASSERT_EQ(data, x) << kernels->name << ' ' << p << ' ' << n;
    }
  }
}

TEST(NttPlanThreads, TheSameWordsForEveryContext) {
  const std::uint64_t p = largest_prime_below(one << 50, 20);
  Random random(4);
  const std::size_t n = NttPlan::padded_length(300'000);
  const NttPlan plan(p, n);
  const Residues x = data_of(random, n, p);
  Residues reference = x;
  plan.forward(reference, ExecutionContext().with_threads(1));
  for (const ExecutionContext& ctx : polyfork::test::contexts()) {
    Residues data = x;
    plan.forward(data, ctx);
    EXPECT_EQ(data, reference);
    plan.inverse(data, ctx);
    EXPECT_EQ(data, x);
  }
}

/// Columns are cut at whole blocks for every number of threads.
TEST(NttPlanThreads, AnyNumberOfThreads) {
  Random random(6);
  for (const NttKernels* kernels : all_kernels()) {
    for (const std::size_t n : {std::size_t{1} << 17, NttPlan::padded_length(400'000)}) {
      const std::uint64_t p = largest_prime_below(one << 49, 20);
      const NttPlan plan = polyfork::detail::make_ntt_plan(p, n, NttKind::cyclic, *kernels, ExecutionContext());
      const Residues x = data_of(random, n, p);
      Residues reference = x;
      plan.forward(reference, ExecutionContext().with_threads(1));
      for (const int threads : {3, 5, 6, 7, 14}) {
        const ExecutionContext ctx = ExecutionContext().with_threads(threads);
        Residues data = x;
        plan.forward(data, ctx);
        ASSERT_EQ(data, reference) << kernels->name << ' ' << n << ' ' << threads;
        plan.inverse(data, ctx);
        ASSERT_EQ(data, x) << kernels->name << ' ' << n << ' ' << threads;
      }
    }
  }
}

/// Values at the ends of the lazy ranges: the kernels' contracts, not only what canonical input can reach.
TEST(NttKernelsIsa, InputAtTheEdgeOfTheForwardRange) {
  const ExecutionContext ctx;
  for (const NttKernels* kernels : all_kernels()) {
    if (kernels->arithmetic == NttArithmetic::fma) continue;  // doubles: reduced at every pass's start
    if (kernels == &polyfork::detail::kernels::scalar::ntt_shoup64_wide) continue;  // canonical throughout
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      const unsigned log_blocks = 6;
      const polyfork::detail::NttNode node{log_blocks, 0};
      const std::size_t n = std::size_t{8} << log_blocks;
      const polyfork::detail::NttTable table(p, kernels->arithmetic, log_blocks + 2, ctx);
      alignas(64) static std::uint64_t lazy[512];
      alignas(64) static std::uint64_t plain[512];
      for (const std::uint64_t edge : {4 * p - 1, 3 * p, 2 * p, 2 * p - 1}) {
        for (std::size_t i = 0; i < n; ++i) {
          lazy[i] = i % 3 == 0 ? edge : 4 * p - 1;
          plain[i] = lazy[i] % p;
        }
        for (std::uint64_t* data : {lazy, plain}) {
          kernels->forward_base(table, node, data);
          kernels->finish_forward(table, {0, n / 8}, data);
        }
        for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(lazy[i], plain[i]) << kernels->name << ' ' << p << ' ' << i;
      }
    }
  }
}

TEST(NttKernelsIsa, InputAtTheEdgeOfTheBackwardRange) {
  const ExecutionContext ctx;
  for (const NttKernels* kernels : all_kernels()) {
    if (kernels->arithmetic == NttArithmetic::fma) continue;
    if (kernels == &polyfork::detail::kernels::scalar::ntt_shoup64_wide) continue;
    for (const std::uint64_t p : primes_for(*kernels, 13)) {
      const unsigned log_blocks = 7;
      const polyfork::detail::NttTable table(p, kernels->arithmetic, log_blocks + 2, ctx);
      const std::size_t n = std::size_t{8} << log_blocks;
      alignas(64) static std::uint64_t lazy[1024];
      alignas(64) static std::uint64_t plain[1024];
      Residues out_lazy(n);
      Residues out_plain(n);
      for (const std::uint64_t edge : {2 * p - 1, p, p - 1, std::uint64_t{0}}) {
        for (std::size_t i = 0; i < n; ++i) {
          lazy[i] = i % 3 == 0 ? edge : 2 * p - 1;
          plain[i] = lazy[i] % p;
        }
        const std::size_t row = n / 16;
        const auto back = [&](std::uint64_t* data, Residues& out) {
          for (std::size_t i = 0; i < 16; ++i) kernels->inverse_base(table, {log_blocks - 4, i}, data + i * row);
          kernels->store(table, {log_blocks, 0}, {out.data(), 0, n, 16, nullptr}, {data, row, 0, row});
        };
        back(lazy, out_lazy);
        back(plain, out_plain);
        ASSERT_EQ(out_lazy, out_plain) << kernels->name << ' ' << p;
        for (const std::uint64_t word : out_lazy) ASSERT_LT(word, p);
      }
    }
  }
}

TEST(NttPlan, TheBaseCaseIsTuned) {
  const std::uint64_t p = largest_prime_below(one << 50, 20);
  Random random(5);
  const std::size_t n = NttPlan::padded_length(100'000);
  const Residues x = data_of(random, n, p);
  Residues reference = x;
  NttPlan(p, n).forward(reference);
  for (const std::int64_t leaf_log : {3, 4, 5, 7, 12}) {
    polyfork::FftTuning tuning;
    tuning.leaf_log = leaf_log;
    const ExecutionContext ctx = ExecutionContext().with_tuning(polyfork::Tuning().set(tuning));
    const NttPlan plan(p, n, NttKind::cyclic, ctx);
    Residues data = x;
    plan.forward(data, ctx);
    EXPECT_EQ(data, reference) << leaf_log;
    plan.inverse(data, ctx);
    EXPECT_EQ(data, x) << leaf_log;
  }
}

TEST(NttPlan, BadModuliAndLengthsAreRefused) {
  EXPECT_THROW(NttPlan(15, 2), DomainError);
  EXPECT_THROW(NttPlan(0, 1), DomainError);
  EXPECT_THROW(NttPlan((one << 63) + 29, 2), DomainError);
  EXPECT_THROW(NttPlan(12289, 0), DomainError);
  EXPECT_THROW(NttPlan(12289, 3), DomainError);
  EXPECT_THROW(NttPlan(12289, 100), DomainError);
  EXPECT_THROW(NttPlan(12289, 144, NttKind::negacyclic), DomainError);
  EXPECT_THROW(NttPlan(12289, 8192), DomainError);
  EXPECT_THROW(NttPlan(12289, 4096, NttKind::negacyclic), DomainError);
  EXPECT_NO_THROW(NttPlan(12289, 4096));
  EXPECT_NO_THROW(NttPlan(2, 1));
  Residues words(15);
  EXPECT_THROW(NttPlan(12289, 16).forward(words), DomainError);
}

TEST(NttPlan, PlansKeepAtMostTwoBytesPerByte) {
  const ExecutionContext ctx;
  const std::size_t n = one << 16;
  const NttPlan plan(largest_prime_below(one << 50, 20), n, NttKind::cyclic, ctx);
  EXPECT_LE(ctx.plan_cache().bytes(), 2 * 8 * n + 1024);
}

}  // namespace
