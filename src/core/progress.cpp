// Reports of progress to the context's sink, at most one in ten milliseconds.
#include <algorithm>
#include <atomic>
#include <chrono>

#include "core/context_state.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void ProgressGate::report(std::string_view stage, double fraction) {
  constexpr std::int64_t interval_ns = 10'000'000;
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  fraction = fraction > 0 ? std::min(fraction, 1.0) : 0.0;  // a NaN is no progress
  const bool due = now >= next_ns_.load(std::memory_order_relaxed);
  // The end of a stage that was shown is shown too, so that a bar does not stop short of its end.
  if (!due && fraction < 1) return;
  // A worker never waits for a slow sink: whoever comes meanwhile drops the report.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  const bool same_stage = stage == stage_;
  if (!due && (!same_stage || fraction_ >= 1)) return;
  if (!same_stage) {
    stage_ = stage;
    fraction_ = 0;
  }
  fraction_ = std::max(fraction_, fraction);
  next_ns_.store(now + interval_ns, std::memory_order_relaxed);
  sink_(stage, fraction_);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
