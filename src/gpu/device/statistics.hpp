// What devices did for this process, counted.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>

#include <polyfork/gpu/device.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

class StatisticsCounter {
 public:
  void done(std::uint64_t bytes_up, std::uint64_t bytes_down, double seconds) {
    const std::scoped_lock lock(mutex_);
    ++values_.jobs;
    values_.bytes_up += bytes_up;
    values_.bytes_down += bytes_down;
    values_.seconds += seconds;
  }
  void refuse(std::string_view reason) {
    const std::scoped_lock lock(mutex_);
    ++values_.fallbacks;
    values_.last_reason = reason;
  }
  void sampled() {
    const std::scoped_lock lock(mutex_);
    ++values_.samples;
  }
  DeviceStatistics values() const {
    const std::scoped_lock lock(mutex_);
    return values_;
  }

 private:
  mutable std::mutex mutex_;
  DeviceStatistics values_;
};

/// The process's counter.
StatisticsCounter& statistics();

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
