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
  /// A job of the device number `device`, see DeviceOperations.
  void done(std::string_view what, int device, std::uint64_t bytes_up, std::uint64_t bytes_down, double seconds);
  /// device: -1 where none was asked.
  void refuse(std::string_view what, int device, std::string_view reason);
  void sampled();
  DeviceStatistics values() const;

 private:
  DeviceOperations& operations_of(std::string_view what, int device);

  mutable std::mutex mutex_;
  DeviceStatistics values_;
};

/// The process's counter.
StatisticsCounter& statistics();

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
