// What devices did for this process, counted.
#include "gpu/device/statistics.hpp"

#include <algorithm>
#include <string>

namespace polyfork {
inline namespace v1 {
namespace detail {

StatisticsCounter& statistics() {
  static auto* const counter = new StatisticsCounter;
  return *counter;
}

DeviceOperations& StatisticsCounter::operations_of(std::string_view what, int device) {
  const auto found = std::ranges::find_if(
      values_.operations, [&](const DeviceOperations& o) { return o.what == what && o.device == device; });
  if (found != values_.operations.end()) return *found;
  DeviceOperations added;
  added.what = what;
  added.device = device;
  return values_.operations.emplace_back(std::move(added));
}

void StatisticsCounter::done(std::string_view what, int device, std::uint64_t bytes_up, std::uint64_t bytes_down,
                             double seconds) {
  const std::scoped_lock lock(mutex_);
  ++values_.jobs;
  values_.bytes_up += bytes_up;
  values_.bytes_down += bytes_down;
  values_.seconds += seconds;
  DeviceOperations& operations = operations_of(what, device);
  ++operations.jobs;
  operations.bytes_up += bytes_up;
  operations.bytes_down += bytes_down;
  operations.seconds += seconds;
}

void StatisticsCounter::refuse(std::string_view what, int device, std::string_view reason) {
  constexpr std::size_t most_reasons = 32;
  const std::scoped_lock lock(mutex_);
  ++values_.fallbacks;
  values_.last_reason = reason;
  if (device >= 0) ++operations_of(what, device).fallbacks;
  auto& reasons = values_.reasons;
  const auto found = std::ranges::find_if(reasons, [&](const auto& entry) { return entry.first == reason; });
  if (found != reasons.end())
    ++found->second;
  else if (reasons.size() < most_reasons)
    reasons.emplace_back(reason, 1);
}

void StatisticsCounter::sampled() {
  const std::scoped_lock lock(mutex_);
  ++values_.samples;
}

DeviceStatistics StatisticsCounter::values() const {
  const std::scoped_lock lock(mutex_);
  return values_;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
