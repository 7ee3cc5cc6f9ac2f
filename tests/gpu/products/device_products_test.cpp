// Products through a whole job of an emulated device: equal to the processor's, and every failure is survived.
#include "gpu/products/integer_product.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/ring/integer_vector.hpp>
#include <polyfork/ring/primes.hpp>

#include "failing_backend.hpp"
#include "fft/word_convolution.hpp"
#include "gpu/emulation/emulated_backend.hpp"
#include "gpu/integers/f31_primes.hpp"
#include "gpu/products/word_product.hpp"

namespace polyfork::test {
namespace {

using detail::Device;
using detail::DeviceJob;
using detail::EmulatedBackend;
using detail::FailureKind;

/// A device whose back end outlives it, so that what it left can be counted.
struct TestDevice {
  explicit TestDevice(std::size_t memory = std::size_t{1} << 28)
      : backend(memory, 7),
        device(
            {"emulated", memory, 1, 90, 0}, [this] { return std::make_unique<FailingBackend>(backend, plan); },
            memory / 2) {}

  EmulatedBackend backend;
  FailurePlan plan;
  Device device;
};

template <class Field = detail::F50>
IntegerVector product_on(DeviceJob& job, const IntegerVector& a, const IntegerVector& b,
                         std::span<const std::uint64_t> primes, std::size_t together) {
  const std::size_t limbs = std::max<std::size_t>({1, a.max_limbs(), b.max_limbs()});
  return detail::multiply_on_device<Field>(job, a, b, limbs, primes, together);
}

IntegerVector random_integers(std::size_t length, std::size_t limbs, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  IntegerVector v(length, limbs);
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t size = random() % (limbs + 1);
    for (std::size_t l = 0; l < size; ++l) v.row(i)[l] = random() | 1;
    v.set_signed_size(i, random() % 2 != 0 ? -static_cast<int>(size) : static_cast<int>(size));
  }
  return v;
}

/// The product by its definition.
IntegerVector product_of(const IntegerVector& a, const IntegerVector& b) {
  std::vector<Integer> sums(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) sums[i + j] += Integer(a[i]) * Integer(b[j]);
  return IntegerVector(std::span<const Integer>(sums));
}

std::vector<std::uint64_t> primes_for(std::size_t limbs_a, std::size_t limbs_b) {
  return ntt_primes(std::uint64_t{1} << 50, 32, (64 * (limbs_a + limbs_b) + 12) / 49 + 1);
}

TEST(DeviceProducts, EqualTheDefinition) {
  const ExecutionContext ctx;
  TestDevice test;
  for (const auto& [n, m, limbs_a, limbs_b] :
       {std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>{1, 1, 1, 1}, {40, 25, 1, 3}, {130, 64, 2, 2}}) {
    const IntegerVector a = random_integers(n, limbs_a, n);
    const IntegerVector b = random_integers(m, limbs_b, m + 1);
    const auto primes = primes_for(limbs_a, limbs_b);
    IntegerVector product;
    ASSERT_TRUE(
        test.device.run(1, 1, ctx, [&](DeviceJob& job) { product = product_on(job, a, b, primes, primes.size()); }));
    EXPECT_EQ(product, product_of(a, b)) << n << 'x' << m;
    ASSERT_TRUE(test.device.run(
        1, 1, ctx, [&](DeviceJob& job) { product = product_on(job, a, a, primes_for(limbs_a, limbs_a), 1); }));
    EXPECT_EQ(product, product_of(a, a)) << n;
  }
  test.device.shut_down();
  EXPECT_EQ(test.backend.live_objects(), 0U);
}

/// Residues below 2^31 in all that a job does; what they reach, and that the faster field is chosen.
TEST(DeviceProducts, ThroughPrimesBelowTwoTo31) {
  const ExecutionContext ctx;
  for (const auto& [n, m, limbs] :
       {std::tuple<std::size_t, std::size_t, std::size_t>{1, 1, 1}, {130, 64, 2}, {40, 40, 9}}) {
    TestDevice test;
    const IntegerVector a = random_integers(n, limbs, n);
    const IntegerVector b = random_integers(m, limbs, m + 1);
    const auto primes = detail::f31_primes(10).first(detail::f31_prime_count(10, 128 * limbs + 9));
    IntegerVector product;
    for (const std::size_t together : {primes.size(), std::size_t{2}}) {
      ASSERT_TRUE(test.device.run(
          1, 1, ctx, [&](DeviceJob& job) { product = product_on<detail::F31>(job, a, b, primes, together); }));
      EXPECT_EQ(product, product_of(a, b)) << n << 'x' << m;
    }
    ASSERT_TRUE(
        test.device.run(1, 1, ctx, [&](DeviceJob& job) { product = product_on<detail::F31>(job, a, a, primes, 1); }));
    EXPECT_EQ(product, product_of(a, a)) << n;
    test.device.shut_down();
    EXPECT_EQ(test.backend.live_objects(), 0U);
  }
}

TEST(DeviceProducts, TheFasterFieldIsChosen) {
  EXPECT_EQ(detail::f31_prime_count(10, 30), 1U);
  EXPECT_EQ(detail::f31_prime_count(10, 31), 2U);
  EXPECT_EQ(detail::f31_prime_count(20, 7000), 0U) << "beyond the reach of 190 primes";
  EXPECT_EQ(detail::f31_prime_count(28, 1), 0U) << "no prime has such transforms";
  DeviceView view;
  view.usable = true;
  view.free_bytes = std::size_t{1} << 40;
  view.rates.f50 = {1e-12, 1e-12};
  view.rates.f31 = {1e-12, 1e-12};
  detail::DeviceProductShape shape{1 << 16, 1 << 16, 1, 1, false, 145};
  EXPECT_EQ(plan_device_product(shape, 3, view, 1).field, detail::ResidueField::f50);
  view.rates.f50 = {3e-11, 3e-11};
  const detail::DeviceProductPlan words = plan_device_product(shape, 3, view, 1);
  EXPECT_EQ(words.field, detail::ResidueField::f31);
  EXPECT_EQ(words.primes, 5U);
  shape.product_bits = 20000;
  EXPECT_EQ(plan_device_product(shape, 401, view, 1).field, detail::ResidueField::f50) << "out of reach";
  EXPECT_EQ(detail::plan_device_product_zp(1000, 1000, false, 2013265921, true, view, 1).direct, true);
  EXPECT_EQ(detail::plan_device_product_zp(1000, 1000, false, 2013265921, true, view, 1).field,
            detail::ResidueField::f31);
}

/// Stripes of different widths go up with their table.
TEST(DeviceProducts, UnevenStripes) {
  const ExecutionContext ctx;
  TestDevice test;
  std::vector<Integer> coefficients(150, Integer(3));
  coefficients[70] = -(Integer(1) << 700);
  const IntegerVector a{std::span<const Integer>(coefficients)};
  const IntegerVector b = random_integers(20, 1, 5);
  IntegerVector product;
  ASSERT_TRUE(
      test.device.run(1, 1, ctx, [&](DeviceJob& job) { product = product_on(job, a, b, primes_for(11, 1), 5); }));
  EXPECT_EQ(product, product_of(a, b));
}

/// Primes in batches: the same product from less memory.
TEST(DeviceProducts, PrimesInBatches) {
  const ExecutionContext ctx;
  const IntegerVector a = random_integers(700, 3, 4);
  const IntegerVector b = random_integers(600, 2, 5);
  const auto primes = primes_for(3, 2);
  const IntegerVector expected = mul_with(MulAlgorithm::kronecker, a, b);
  std::size_t all = 0;
  for (const std::size_t together : {primes.size(), std::size_t{3}, std::size_t{1}}) {
    TestDevice test;
    IntegerVector product;
    ASSERT_TRUE(test.device.run(1, 1, ctx, [&](DeviceJob& job) { product = product_on(job, a, b, primes, together); }));
    EXPECT_EQ(product, expected) << together;
    if (all == 0) all = test.backend.most_used_bytes();
    EXPECT_LE(test.backend.most_used_bytes(), all - (primes.size() - together) * 1024 * sizeof(double));
  }
  DeviceView view;
  view.usable = true;
  view.free_bytes = std::size_t{1} << 40;
  const detail::DeviceProductShape shape{1 << 20, 1 << 20, 16, 16};
  const detail::DeviceProductPlan roomy = plan_device_product(shape, 42, view, 1);
  EXPECT_EQ(roomy.together, 42U);
  view.free_bytes = roomy.device_bytes.value() - 1;
  const detail::DeviceProductPlan tight = plan_device_product(shape, 42, view, 1);
  EXPECT_EQ(tight.together, 21U);
  EXPECT_LE(tight.device_bytes.value(), view.free_bytes);
  view.free_bytes = roomy.device_bytes.value() / 3;
  EXPECT_TRUE(plan_device_product(shape, 42, view, 1).device_bytes.is_never());
}

TEST(DeviceProducts, WordsEqualTheDefinition) {
  const ExecutionContext ctx;
  TestDevice test;
  DeviceView view;
  view.usable = true;
  view.free_bytes = std::size_t{1} << 27;
  std::mt19937_64 random(3);
  for (const std::uint64_t p :
       {std::uint64_t{97}, std::uint64_t{2147483647}, std::uint64_t{2013265921}, detail::transform_primes[0],
        std::uint64_t{4611686018427387847}, (std::uint64_t{1} << 63) - 25}) {
    std::vector<std::uint64_t> a(90);
    std::vector<std::uint64_t> b(31);
    for (auto& word : a) word = random() % p;
    for (auto& word : b) word = p - 1;
    std::vector<std::uint64_t> product(a.size() + b.size() - 1);
    const WordModulus m(p);
    std::vector<std::uint64_t> expected(product.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j) expected[i + j] = m.add(expected[i + j], m.mul(a[i], b[j]));
    for (const bool words : {false, true}) {
      view.rates.f50.level_seconds = words ? 1 : 1e-20;
      const auto plan = detail::plan_device_product_zp(a.size(), b.size(), false, p, true, view, 1);
      ASSERT_FALSE(plan.device_bytes.is_never());
      EXPECT_EQ(plan.direct, p == 2013265921 || (!words && p == detail::transform_primes[0]));
      EXPECT_EQ(plan.field, words ? detail::ResidueField::f31 : detail::ResidueField::f50);
      ASSERT_TRUE(test.device.run(1, 1, ctx,
                                  [&](DeviceJob& job) { detail::multiply_on_device_zp(job, plan, p, a, b, product); }));
      EXPECT_EQ(product, expected) << p << ' ' << words;
    }
  }
}

/// Every call of a job fails once, in every way: nothing is thrown, nothing leaks, the device is given up exactly where
/// the failure stays, and where it does not the next job succeeds.
TEST(DeviceProducts, EveryFailureIsSurvived) {
  const ExecutionContext ctx;
  const IntegerVector a = random_integers(20, 1, 1);
  const IntegerVector b = random_integers(9, 1, 2);
  const auto primes = primes_for(1, 1);
  const IntegerVector expected = product_of(a, b);
  int calls = 0;
  {
    TestDevice test;
    ASSERT_TRUE(test.device.run(1, 1, ctx, [&](DeviceJob& job) { product_on(job, a, b, primes, primes.size()); }));
    calls = test.plan.calls;
  }
  // Every second call fails for want of memory, the others in turns in the other ways.
  for (const auto& [kind, first, step] :
       {std::tuple{FailureKind::out_of_memory, 0, 2}, {FailureKind::launch, 1, 4}, {FailureKind::lost, 3, 4}})
    for (int at = first; at < calls; at += step) {
      TestDevice test;
      test.plan.kind = kind;
      test.plan.at = at;
      const auto multiply = [&](IntegerVector& product) {
        return test.device.run(1, 1, ctx,
                               [&](DeviceJob& job) { product = product_on(job, a, b, primes, primes.size()); });
      };
      const auto fallbacks = device_statistics().fallbacks;
      IntegerVector product;
      const bool done = multiply(product);
      if (done) {
        EXPECT_EQ(product, expected);
      } else {
        EXPECT_GT(device_statistics().fallbacks, fallbacks) << at;
        EXPECT_FALSE(device_statistics().last_reason.empty());
      }
      const bool given_up = test.device.is_lost();
      if (detail::stays(kind)) {
        EXPECT_TRUE(given_up) << at;
      }
      test.plan.at = -1;
      if (!given_up) {
        EXPECT_TRUE(multiply(product)) << at;
        EXPECT_EQ(product, expected);
        test.device.shut_down();
        EXPECT_EQ(test.backend.live_objects(), 0U) << static_cast<int>(kind) << ' ' << at;
      } else {
        EXPECT_FALSE(multiply(product)) << "a device that was given up is not asked again";
      }
    }
}

TEST(DeviceProducts, CancelledJobsLeaveNothing) {
  TestDevice test;
  std::stop_source source;
  source.request_stop();
  const ExecutionContext ctx = ExecutionContext().with_stop_token(source.get_token());
  const IntegerVector a = random_integers(20, 1, 1);
  EXPECT_THROW(test.device.run(1, 1, ctx, [&](DeviceJob& job) { product_on(job, a, a, primes_for(1, 1), 1); }),
               Cancelled);
  EXPECT_FALSE(test.device.is_lost());
  test.device.shut_down();
  EXPECT_EQ(test.backend.live_objects(), 0U);
}

TEST(DeviceProducts, MemoryThatIsTooShortIsRefused) {
  TestDevice test(std::size_t{1} << 20);
  const ExecutionContext ctx;
  const IntegerVector a = random_integers(3000, 8, 1);
  EXPECT_FALSE(test.device.run(1, 1, ctx, [&](DeviceJob& job) { product_on(job, a, a, primes_for(8, 8), 1); }));
  EXPECT_FALSE(test.device.is_lost());
  test.device.shut_down();
  EXPECT_EQ(test.backend.live_objects(), 0U);
}

TEST(DeviceProducts, ABusyDeviceIsNotWaitedForLongerThanThat) {
  TestDevice test;
  const ExecutionContext ctx;
  bool inner = true;
  ASSERT_TRUE(test.device.run(1, 1, ctx, [&](DeviceJob&) {
    inner = test.device.run(1, 0.01, ctx, [](DeviceJob&) {});
    EXPECT_GT(test.device.queue_seconds(), 0.9);
  }));
  EXPECT_FALSE(inner);
  EXPECT_EQ(test.device.queue_seconds(), 0);
}

}  // namespace
}  // namespace polyfork::test
