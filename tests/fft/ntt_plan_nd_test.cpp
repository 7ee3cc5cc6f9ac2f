// Transforms of arrays against the definition, under every set of kernels.
#include <polyfork/fft/ntt_plan_nd.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include <polyfork/core/error.hpp>
#include <polyfork/fft/ntt_plan.hpp>
#include <polyfork/ring/word_modulus.hpp>

#include "back_ends.hpp"
#include "fft/ntt_plan_nd.hpp"
#include "ntt_generators.hpp"

namespace {

using polyfork::DomainError;
using polyfork::ExecutionContext;
using polyfork::NttPlan;
using polyfork::NttPlanNd;
using polyfork::WordModulus;
using polyfork::detail::NttKernels;
using polyfork::test::all_kernels;
using polyfork::test::data_of;
using polyfork::test::largest_prime_below;
using polyfork::test::one;
using polyfork::test::primes_for;
using polyfork::test::Random;
using polyfork::test::Residues;
using polyfork::test::reversed;

using Shape = std::vector<std::size_t>;

std::size_t product(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

std::string text(const Shape& shape) {
  std::string s;
  for (const std::size_t n : shape) s += std::to_string(n) + ' ';
  return s;
}

std::vector<std::size_t> indices(const Shape& shape, std::size_t at) {
  std::vector<std::size_t> i(shape.size());
  for (std::size_t k = shape.size(); k-- > 0; at /= shape[k]) i[k] = at % shape[k];
  return i;
}

/// The polynomial's value at the point of the result's element `at`, by the definition: the sum over all coefficients.
std::uint64_t value_at(const NttPlanNd& plan, const Shape& shape, const Residues& x, std::size_t at) {
  const WordModulus m(plan.prime());
  const auto i = indices(shape, at);
  std::vector<Residues> powers;  // of each axis' point
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const std::uint64_t point = m.pow(plan.root(k), reversed(i[k], std::bit_ceil(shape[k])));
    powers.emplace_back(1, 1);
    while (powers.back().size() < shape[k]) powers.back().push_back(m.mul(powers.back().back(), point));
  }
  std::uint64_t sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    std::uint64_t term = x[j];
    const auto exponents = indices(shape, j);
    for (std::size_t k = 0; k < shape.size(); ++k) term = m.mul(term, powers[k][exponents[k]]);
    sum = m.add(sum, term);
  }
  return sum;
}

/// Every element for small arrays, some of larger ones; canonical words and the way back.
void check(const NttKernels& kernels, std::uint64_t p, const Shape& shape, Random& random,
           const ExecutionContext& ctx) {
  const NttPlanNd plan = polyfork::detail::make_ntt_plan_nd(p, shape, kernels, ctx);
  const Residues x = data_of(random, product(shape), p);
  Residues data = x;
  plan.forward(data, ctx);
  const std::size_t checks = x.size() <= 600 ? x.size() : 20;
  for (std::size_t c = 0; c < checks; ++c) {
    const std::size_t at = checks == x.size() ? c : random.below(x.size());
    ASSERT_EQ(data[at], value_at(plan, shape, x, at)) << kernels.name << ' ' << p << ": " << text(shape) << "at " << at;
  }
  for (const std::uint64_t word : data) ASSERT_LT(word, p);
  plan.inverse(data, ctx);
  ASSERT_EQ(data, x) << kernels.name << ' ' << p << ": " << text(shape);
}

TEST(NttPlanNdIsa, EqualsTheDefinitionUnderEveryKernel) {
  const ExecutionContext ctx;
  Random random(11);
  for (const NttKernels* kernels : all_kernels()) {
    for (const std::uint64_t p : primes_for(*kernels, 10)) {
      for (const Shape& shape :
           {Shape{8},          Shape{4, 4},       Shape{16, 8},     Shape{8, 64},   Shape{2, 2, 2},
            Shape{4, 16, 8},   Shape{1, 16},      Shape{16, 1},     Shape{1, 1},    Shape{2, 1, 32},
            Shape{1, 1, 1, 8}, Shape{32, 2},      Shape{144, 2},    Shape{2, 144},  Shape{160, 144},
            Shape{64, 64},     Shape{4, 4, 4, 4}, Shape{8, 176, 8}, Shape{512, 16}, Shape{16, 1024}})
        check(*kernels, p, shape, random, ctx);
    }
  }
}

TEST(NttPlanNdIsa, RandomShapes) {
  const ExecutionContext ctx;
  Random random(12);
  for (const NttKernels* kernels : all_kernels()) {
    const Residues primes = primes_for(*kernels, 12);
    for (int round = 0; round < 15; ++round) {
      Shape shape;
      std::size_t left = one << 14;
      for (std::uint64_t d = 1 + random.below(4); d > 0; --d) {
        const std::size_t n = NttPlan::padded_length(1 + random.below(std::min<std::size_t>(left, 3000)));
        if (n > left) break;
        shape.push_back(n);
        left /= n;
      }
      check(*kernels, primes[random.below(primes.size())], shape, random, ctx);
    }
  }
}

TEST(NttPlanNdThreads, TheSameWordsForEveryContext) {
  Random random(13);
  for (const Shape& shape : {Shape{288, 320}, Shape{16384, 8}, Shape{2, 65536}, Shape{144, 32, 16}, Shape{8192, 4}}) {
    const std::uint64_t p = largest_prime_below(one << 50, 16);
    const NttPlanNd plan(p, shape);
    const Residues x = data_of(random, product(shape), p);
    Residues reference = x;
    plan.forward(reference, ExecutionContext().with_threads(1));
    for (const ExecutionContext& ctx : polyfork::test::contexts()) {
      Residues data = x;
      plan.forward(data, ctx);
      EXPECT_EQ(data, reference) << text(shape);
      plan.inverse(data, ctx);
      EXPECT_EQ(data, x) << text(shape);
    }
  }
}

TEST(NttPlanNd, OneAxisIsThePlanOfThatLength) {
  Random random(14);
  for (const std::size_t n : {1, 2, 32, 64, 144, 4096}) {
    const std::uint64_t p = largest_prime_below(one << 50, 16);
    Residues x = data_of(random, n, p);
    Residues y = x;
    NttPlan(p, n).forward(x);
    NttPlanNd(p, {n}).forward(y);
    EXPECT_EQ(x, y) << n;
  }
}

TEST(NttPlanNd, DataNeedNotBeAligned) {
  Random random(15);
  const std::uint64_t p = largest_prime_below(one << 50, 16);
  for (const Shape& shape : {Shape{16, 128}, Shape{16, 4}, Shape{64, 16}}) {
    const NttPlanNd plan(p, shape);
    const std::size_t n = product(shape);
    const Residues x = data_of(random, n, p);
    Residues reference = x;
    plan.forward(reference);
    for (std::size_t shift = 0; shift < 8; ++shift) {
      Residues room(n + shift);
      std::copy(x.begin(), x.end(), room.begin() + static_cast<std::ptrdiff_t>(shift));
      const std::span<std::uint64_t> data(room.data() + shift, n);
      plan.forward(data);
      EXPECT_TRUE(std::equal(data.begin(), data.end(), reference.begin())) << shift;
      plan.inverse(data);
      EXPECT_TRUE(std::equal(data.begin(), data.end(), x.begin())) << shift;
    }
  }
}

TEST(NttPlanNd, BadShapesAreRefused) {
  EXPECT_THROW(NttPlanNd(12289, {}), DomainError);
  EXPECT_THROW(NttPlanNd(12289, {16, 0}), DomainError);
  EXPECT_THROW(NttPlanNd(12289, {3, 16}), DomainError);
  EXPECT_THROW(NttPlanNd(12289, {16, 100}), DomainError);
  EXPECT_THROW(NttPlanNd(12289, {16, 8192}), DomainError);
  EXPECT_THROW(NttPlanNd(15, {2, 2}), DomainError);
  EXPECT_THROW(NttPlanNd(2, {1, 2}), DomainError);
  EXPECT_THROW(NttPlanNd(12289, Shape(6, 4096)), DomainError);
  NttPlanNd plan(12289, {4, 8});
  EXPECT_EQ(plan.size(), 32U);
  EXPECT_EQ(plan.prime(), 12289U);
  Residues words(31);
  EXPECT_THROW(plan.forward(words), DomainError);
  EXPECT_THROW(plan.inverse(words), DomainError);
  Residues single = {1};
  NttPlanNd(2, {1, 1}).forward(single);
  NttPlanNd(2, {1, 1}).inverse(single);
  EXPECT_EQ(single, Residues{1});
}

TEST(NttPlanNd, MemoryLimitComesBeforeAnyChange) {
  const std::uint64_t p = largest_prime_below(one << 50, 16);
  Random random(16);
  const NttPlanNd plan(p, {256, 256});
  const Residues x = data_of(random, plan.size(), p);
  Residues data = x;
  const ExecutionContext tight = ExecutionContext().with_memory_limit(1000);
  EXPECT_THROW(plan.forward(data, tight), polyfork::MemoryLimit);
  EXPECT_THROW(plan.inverse(data, tight), polyfork::MemoryLimit);
  EXPECT_EQ(data, x);
  // One line of tiles per thread is enough.
  const ExecutionContext enough = ExecutionContext().with_threads(2).with_memory_limit(std::size_t{1} << 20);
  plan.forward(data, enough);
  EXPECT_EQ(enough.memory().used(), 0U);
  EXPECT_GT(enough.memory().peak(), 0U);
}

TEST(NttPlanNd, Cancelled) {
  std::stop_source source;
  source.request_stop();
  const ExecutionContext ctx = ExecutionContext().with_stop_token(source.get_token());
  const NttPlanNd plan(12289, {64, 64});
  Residues data(plan.size());
  EXPECT_THROW(plan.forward(data, ctx), polyfork::Cancelled);
  EXPECT_THROW(plan.inverse(data, ctx), polyfork::Cancelled);
}

}  // namespace
