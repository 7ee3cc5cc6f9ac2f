// What an ExecutionContext points to. Immutable once built: derived contexts copy it and replace one member.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/core/profile.hpp>

#include "core/scheduler/scheduler.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The progress sink behind its rate limit.
class ProgressGate {
 public:
  explicit ProgressGate(ProgressSink sink) : sink_(std::move(sink)) {}
  void report(std::string_view stage, double fraction);

 private:
  ProgressSink sink_;
  std::atomic<std::int64_t> next_ns_{0};  // when a report is due
  std::atomic<std::size_t> name_{0};      // a hash of the stage
  std::mutex mutex_;                      // guards what follows, and the sink against concurrent calls
  std::string stage_;
  double fraction_ = 0;
};

struct ContextState {
  int threads = 1;
  Backend backend = Backend::tbb;
  DevicePolicy device_policy = DevicePolicy::automatic;
  int device = -1;  // any
  std::shared_ptr<Scheduler> scheduler;
  std::shared_ptr<MemoryAccount> account;
  std::shared_ptr<PlanCache> cache;
  std::shared_ptr<const Tuning> tuning;
  std::shared_ptr<ProgressGate> progress;
  std::stop_token stop;
  std::shared_ptr<Profile> profile;  // owns nothing for with_profile
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
