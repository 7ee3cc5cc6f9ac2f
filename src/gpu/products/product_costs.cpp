// What a product costs on a device, by the rates of the view.
#include "gpu/products/product_costs.hpp"

#include <algorithm>
#include <cmath>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double launches_of_job = 14;

/// Seconds of a copy through page-locked chunks, which go at `rate`, by so many threads.
double staged(const DeviceView& device, double bytes, double rate, int threads) noexcept {
  constexpr int useful_threads = 12;
  return bytes / std::min(rate, device.rates.staged_bytes_per_core * std::min(threads, useful_threads));
}

}  // namespace

double upload_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  return staged(device, static_cast<double>(bytes), device.rates.up_bytes_per_second, threads);
}

double download_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  return staged(device, static_cast<double>(bytes), device.rates.down_bytes_per_second, threads);
}

double device_transform_seconds(const DeviceView& device, double count, double words) noexcept {
  return count * words * std::log2(std::max(2.0, words)) * device.rates.level_seconds;
}

double device_conversion_seconds(const DeviceView& device, double pairs) noexcept {
  return pairs * device.rates.conversion_seconds;
}

double job_seconds(const DeviceView& device) noexcept {
  return device.queue_seconds + device.startup_seconds + launches_of_job * device.rates.launch_seconds +
         device.rates.job_seconds;
}

bool worth_a_device(const DeviceSeconds& seconds) noexcept {
  constexpr double part = 0.85;
  return seconds.all() < part * seconds.processor;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
