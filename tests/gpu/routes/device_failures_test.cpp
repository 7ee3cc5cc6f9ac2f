// What goes wrong on a device while public functions use it: the right answer from the processor, the reason in the
// statistics, nothing left behind.
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <polyfork/core/error.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/gpu/device.hpp>
#include <polyfork/poly/device/device_poly.hpp>
#include <polyfork/poly/mul/multiplication.hpp>
#include <polyfork/poly/shift/taylor_shift.hpp>
#include <polyfork/ring/primes.hpp>

#include "device_operands.hpp"
#include "emulated_device.hpp"
#include "gpu/products/integer_product.hpp"

namespace polyfork::test {
namespace {

using detail::FailureKind;

constexpr int calls_of_a_start = 2;  // a device that cannot be started is given up, unless for want of memory

/// An operation of the public interface that a device does, and what the processor answers.
struct Operation {
  const char* name;
  std::function<bool()> agrees;  ///< does it under the policy `on` and compares
};

std::vector<Operation> operations() {
  static const IntegerVector a = integers_of(24, 1, 1);
  static const IntegerVector b = integers_of(9, 1, 2);
  static const IntegerVector product = mul(a, b, processor());
  static const IntegerVector shifted = taylor_shift(a, 1, processor());
  static const PrimeField field(long_prime);
  static const ResidueVector x = words_of(40, 3);
  static const ResidueVector y = words_of(7, 4);
  static const ResidueVector words = mul(field, x, y, processor());
  return {{"products over Z", [] { return mul_with(MulAlgorithm::device, a, b, wanted()) == product; }},
          {"products over Z/pZ", [] { return mul_with(MulAlgorithm::device, field, x, y, wanted()) == words; }},
          {"Taylor shifts", [] { return taylor_shift_with(ShiftAlgorithm::device, a, 1, wanted()) == shifted; }}};
}

/// Every call of every operation fails in every way: the answer is right, nothing leaks, the bytes that the statistics
/// count are those of jobs that were done, and the device is asked again exactly where the failure does not stay.
TEST(DeviceFailures, OfEveryKindAtEveryStep) {
  for (const Operation& operation : operations()) {
    int calls = 0;
    std::uint64_t bytes = 0;
    {
      EmulatedDevice emulated;
      const auto before = device_statistics();
      ASSERT_TRUE(operation.agrees());
      ASSERT_EQ(device_statistics().jobs, before.jobs + 1) << operation.name;
      bytes = device_statistics().bytes_up + device_statistics().bytes_down - before.bytes_up - before.bytes_down;
      calls = emulated.failures().calls;
    }
    for (const FailureKind kind :
         {FailureKind::out_of_memory, FailureKind::launch, FailureKind::timeout, FailureKind::lost})
      for (int at = 0; at < calls; ++at) {
        EmulatedDevice emulated;
        emulated.failures().kind = kind;
        emulated.failures().at = at;
        const auto before = device_statistics();
        EXPECT_TRUE(operation.agrees()) << operation.name << ' ' << static_cast<int>(kind) << ' ' << at;
        const auto after = device_statistics();
        EXPECT_EQ(after.jobs + after.fallbacks, before.jobs + before.fallbacks + 1) << operation.name << ' ' << at;
        const auto counted = after.bytes_up + after.bytes_down - before.bytes_up - before.bytes_down;
        EXPECT_EQ(counted, after.jobs != before.jobs ? bytes : 0) << operation.name << ' ' << at;
        emulated.failures().at = -1;
        const auto again = device_statistics().jobs;
        if (emulated.device().is_lost()) {
          EXPECT_TRUE(detail::stays(kind) || at < calls_of_a_start)
              << operation.name << ' ' << static_cast<int>(kind) << ' ' << at;
        } else {
          EXPECT_TRUE(operation.agrees());
          EXPECT_EQ(device_statistics().jobs, again + 1) << operation.name << ' ' << at;
        }
      }
  }
}

/// Cancelled at every step: Cancelled or the right answer, and an idle device with nothing on it.
TEST(DeviceFailures, CancelledAtEveryStep) {
  const IntegerVector a = integers_of(24, 1, 1);
  const IntegerVector expected = mul(a, a, processor());
  int calls = 0;
  {
    EmulatedDevice emulated;
    mul_with(MulAlgorithm::device, a, a, wanted());
    calls = emulated.failures().calls;
  }
  int cancelled = 0;
  for (int at = 0; at < calls; ++at) {
    EmulatedDevice emulated;
    std::stop_source source;
    emulated.failures().instead = [&] { source.request_stop(); };
    emulated.failures().at = at;
    try {
      EXPECT_EQ(mul_with(MulAlgorithm::device, a, a, wanted().with_stop_token(source.get_token())), expected);
    } catch (const Cancelled&) {
      ++cancelled;
    }
    EXPECT_FALSE(emulated.device().is_lost());
    EXPECT_EQ(mul_with(MulAlgorithm::device, a, a, wanted()), expected) << at;
  }
  // A stop that comes after the last poll is too late, and how many steps follow it depends on the threads.
  EXPECT_GT(cancelled, calls / 4);
}

/// Results are sampled: one that is wrong is made again by the processor(), and the device is not asked again.
TEST(DeviceFailures, WrongResultsAreFound) {
  constexpr int sampled_at_least_once = 200;
  for (const Operation& operation : operations()) {
    EmulatedDevice emulated;
    emulated.failures().corrupts = true;
    const auto samples = device_statistics().samples;
    bool right = false;
    for (int i = 0; i < sampled_at_least_once && !emulated.device().is_lost(); ++i) right = operation.agrees();
    ASSERT_TRUE(emulated.device().is_lost()) << operation.name;
    EXPECT_GT(device_statistics().samples, samples);
    EXPECT_NE(device_statistics().last_reason.find("wrong"), std::string::npos) << device_statistics().last_reason;
    EXPECT_TRUE(right) << "the processor answered";
  }
}

/// The policy `on` is an error without a device, before any work; a device that is lost on the way ends nothing.
TEST(DeviceFailures, WorkGoesOnAfterALoss) {
  EmulatedDevice emulated;
  const IntegerVector a = integers_of(5000, 1, 1);
  const IntegerVector b = integers_of(3, 1, 2);
  emulated.failures().kind = FailureKind::lost;
  emulated.failures().at = 12;
  const IntegerVector expected = mul(a, b, processor());
  EXPECT_EQ(mul(a, b, wanted()), expected);
  ASSERT_TRUE(emulated.device().is_lost());
  EXPECT_EQ(mul(a, b, wanted()), expected);
  EXPECT_FALSE(device_view(wanted()).usable);
  EXPECT_THROW(mul_with(MulAlgorithm::device, a, b, wanted()), DeviceError) << "asked for by name";
  EXPECT_THROW(device_view(wanted().with_device(7)), DeviceError) << "there was none before any work";
}

/// Plans count on what the pool gives: less than the device has where others use it, where polynomials lie on it, and
/// where the program says so.
TEST(DeviceMemory, PlansKnowWhatIsFree) {
  constexpr std::size_t all = std::size_t{1} << 28;
  EmulatedDevice emulated(all);
  detail::Device& device = emulated.device();
  EXPECT_EQ(device.free_bytes(), all / 2) << "the limit of the test's device";
  {
    const DevicePolyZ f(PolyZ(integers_of(1000, 4, 1)));
    ASSERT_TRUE(f.on_device());
    EXPECT_LE(device.free_bytes(), all / 2 - 1000 * 4 * sizeof(std::uint64_t));
  }
  EXPECT_EQ(device.free_bytes(), all / 2);
  limit_device_memory(std::size_t{1} << 20);
  EXPECT_EQ(device.free_bytes(), std::size_t{1} << 20);
  const IntegerVector a = integers_of(20000, 1, 2);
  const std::uint64_t jobs = device_statistics().jobs;
  EXPECT_EQ(mul(a, a, wanted()), mul(a, a, processor()));
  EXPECT_EQ(device_statistics().jobs, jobs) << "refused before any launch";
  EXPECT_EQ(explain_mul({20000, 20000, 64, 64}, PlanBudget(wanted()).with_device(device_view(wanted())).with_threads(1))
                .algorithm.find("device"),
            std::string::npos);
  limit_device_memory(0);
  EXPECT_GT(device.free_bytes(), all / 2);
}

/// A job whose plan does not fit, since others took memory meanwhile: once more without what is kept, then with the
/// transforms of fewer primes at a time.
TEST(DeviceMemory, ShortagesAreMetByFewerPrimesAtATime) {
  const IntegerVector a = integers_of(700, 3, 4);
  const IntegerVector b = integers_of(600, 2, 5);
  const auto primes = ntt_primes(std::uint64_t{1} << 50, 32, 8);
  const IntegerVector expected = mul(a, b, processor());
  std::size_t budget = 0;
  {
    EmulatedDevice emulated;
    ASSERT_TRUE(emulated.device().run(0, 1, ExecutionContext(), [&](detail::DeviceJob& job) {
      detail::multiply_on_device(job, a, b, 3, primes, 8);
    }));
    budget = emulated.backend().most_used_bytes();
  }
  bool met = false;
  for (bool done = true; done && !met; budget -= budget / 20) {
    EmulatedDevice emulated;
    emulated.device().limit_memory(budget);
    IntegerVector product;
    int attempts = 0;
    done = emulated.device().run(0, 1, ExecutionContext(), [&](detail::DeviceJob& job) {
      ++attempts;
      product = detail::multiply_on_device(job, a, b, 3, primes, primes.size());
    });
    if (done) {
      EXPECT_EQ(product, expected);
    }
    met = done && attempts > 2;
  }
  EXPECT_TRUE(met);
}

/// A cap on the process's memory without room for page-locked chunks: the processor computes.
TEST(DeviceMemory, TheProcessesCapCountsPageLockedMemory) {
  EmulatedDevice emulated;
  const PolyZ f(integers_of(300, 2, 1));
  const ExecutionContext capped = wanted().with_memory_limit(std::size_t{32} << 20);
  const DevicePolyZ there(f, capped);
  EXPECT_FALSE(there.on_device());
  EXPECT_EQ((there * there).download(capped), f * f);
  EXPECT_EQ(capped.memory().used(), 0U);
  const IntegerVector a = integers_of(5000, 1, 2);
  EXPECT_EQ(mul(a, a, capped), mul(a, a, processor()));
}

/// Before the driver was asked, plans are made for the usual card; long work asks it first.
TEST(DeviceMemory, LongWorkAsksTheDriverFirst) {
  constexpr std::size_t small = std::size_t{1} << 20;
  EmulatedDevice emulated(small, detail::Device::usual_timeout, false);
  auto& registry = detail::DeviceRegistry::instance();
  const ExecutionContext ctx;
  EXPECT_GT(device_view(ctx).free_bytes, small);
  EXPECT_FALSE(registry.view_after_asking(false, 0.01, ctx).has_value()) << "not for short work";
  EXPECT_GT(device_view(ctx).free_bytes, small);
  const auto view = registry.view_after_asking(false, 10, ctx);
  ASSERT_TRUE(view.has_value());
  EXPECT_LE(view->free_bytes, small);
  EXPECT_FALSE(registry.view_after_asking(true, 10, ctx).has_value()) << "once";
}

}  // namespace
}  // namespace polyfork::test
