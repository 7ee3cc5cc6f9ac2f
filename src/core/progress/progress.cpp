// Reports of progress to the context's sink, on the average at most one in ten milliseconds.
//
// Within a stage they are thinned to that. The first report of a stage passes at once, since it may be the only one of
// a stage that takes long, or the only one of a short stage: it puts off the next by ten milliseconds, so that no more
// than ten stages run ahead.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>

#include "core/context_state.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

void ProgressGate::report(std::string_view stage, double fraction) {
  constexpr std::int64_t interval_ns = 10'000'000;
  constexpr std::int64_t ahead_ns = 10 * interval_ns;
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
  fraction = fraction > 0 ? std::min(fraction, 1.0) : 0.0;  // a NaN is no progress
  const std::int64_t next = next_ns_.load(std::memory_order_relaxed);
  const bool due = now >= next;
  const bool may_begin = next - now < ahead_ns;
  const std::size_t name = std::hash<std::string_view>()(stage);
  const bool seems_new = name != name_.load(std::memory_order_relaxed);
  // The end of a stage that was shown is shown too, so that a bar does not stop short of its end.
  if (!due && fraction < 1 && !(seems_new && may_begin)) return;
  // A worker never waits for a slow sink: whoever comes meanwhile drops the report.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  const bool same_stage = stage == stage_;
  if (!due && (same_stage ? fraction < 1 || fraction_ >= 1 : !may_begin)) return;
  if (!same_stage) {
    stage_ = stage;
    name_.store(name, std::memory_order_relaxed);
    fraction_ = 0;
  }
  fraction_ = std::max(fraction_, fraction);
  next_ns_.store(std::max(now, next) + interval_ns, std::memory_order_relaxed);
  sink_(stage, fraction_);
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
