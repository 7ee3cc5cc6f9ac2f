#include "cancellation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stop_token>
#include <thread>

#include <polyfork/core/error.hpp>

#include "back_ends.hpp"

namespace polyfork::test {

using Clock = std::chrono::steady_clock;

/// Milliseconds within which an operation has to end that is asked to stop. Instrumented code takes up to 60 times as
/// long between two polls: what the sanitizers' builds can show is that it ends at all, and without leaks or races.
constexpr double longest_latency = sanitized ? 6000 : 200;

std::optional<std::chrono::duration<double, std::milli>> cancellation_latency(
    const std::function<void(const ExecutionContext&)>& operation, std::chrono::milliseconds delay,
    const ExecutionContext& base) {
  std::stop_source source;
  const ExecutionContext ctx = base.with_stop_token(source.get_token());
  std::atomic<Clock::time_point> requested{Clock::now()};
  if (delay.count() == 0) source.request_stop();
  std::thread stopper([&] {
    std::this_thread::sleep_for(delay);
    if (delay.count() == 0) return;
    requested = Clock::now();
    source.request_stop();
  });
  std::optional<Clock::time_point> cancelled;
  try {
    operation(ctx);
  } catch (const Cancelled&) {
    cancelled = Clock::now();
  }
  stopper.join();
  if (!cancelled) return std::nullopt;
  return *cancelled - requested.load();
}

void expect_cancelled(const char* what, const std::function<void(const ExecutionContext&)>& operation,
                      std::chrono::milliseconds delay) {
  auto latency = cancellation_latency(operation, delay);
  // On a loaded machine the request can come after the end: then it is made sooner.
  for (auto sooner = delay / 2; !latency && sooner.count() > 0; sooner /= 2)
    latency = cancellation_latency(operation, sooner);
  ASSERT_TRUE(latency.has_value()) << what << " was not cancelled";
  // ... and the cancelled thread can have to wait for a core: the best of three counts.
  for (int attempt = 1; attempt < 3 && latency->count() >= longest_latency; ++attempt)
    if (const auto again = cancellation_latency(operation, delay)) latency = std::min(latency, again);
  EXPECT_LT(latency->count(), longest_latency) << what << ": milliseconds";
}

void expect_cancelled_throughout(const char* what, const std::function<void(const ExecutionContext&)>& operation) {
  constexpr int moments = 12;
  const Clock::time_point start = Clock::now();
  operation(ExecutionContext());
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
  int cancelled = 0;
  for (int i = 0; i < moments; ++i) {
    const auto delay = i * whole / moments;
    auto latency = cancellation_latency(operation, delay);
    for (int attempt = 1; attempt < 3 && latency && latency->count() >= longest_latency; ++attempt)
      if (const auto again = cancellation_latency(operation, delay)) latency = std::min(*latency, *again);
    if (!latency) continue;  // the machine was less loaded than before
    ++cancelled;
    EXPECT_LT(latency->count(), longest_latency)
        << what << ", asked to stop after " << delay.count() << " of " << whole.count() << ": milliseconds";
  }
  EXPECT_GE(cancelled, 1) << what;
}

}  // namespace polyfork::test
