// What a product costs on a device, by the rates of the view.
#include "gpu/products/product_costs.hpp"

#include <algorithm>
#include <cmath>

#include "core/chunk_store.hpp"

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

double recycled_upload_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  if (bytes >= ChunkStore::smallest_long) return static_cast<double>(bytes) / device.rates.up_bytes_per_second;
  return upload_seconds(device, bytes, threads);
}

double download_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  if (bytes >= ChunkStore::smallest_long) return static_cast<double>(bytes) / device.rates.down_bytes_per_second;
  return staged(device, static_cast<double>(bytes), device.rates.down_bytes_per_second, threads);
}

double integers_download_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  constexpr double processed_bytes_per_second = 10e9;  // measured, on 1 to 16 threads
  return download_seconds(device, bytes, threads) + static_cast<double>(bytes) / processed_bytes_per_second;
}

double device_transform_seconds(const FieldRates& rates, double count, double words) noexcept {
  return count * words * std::log2(std::max(2.0, words)) * rates.level_seconds;
}

double device_conversion_seconds(const FieldRates& rates, double pairs) noexcept {
  return pairs * rates.conversion_seconds;
}

double job_seconds(const DeviceView& device) noexcept {
  return device.queue_seconds + device.startup_seconds + launches_of_job * device.rates.launch_seconds +
         device.rates.job_seconds;
}

double processor_seconds(double factor, double predicted, int threads) noexcept {
  constexpr double doubling_seconds = 25e-6;  // of waking twice as many threads and waiting for the last one: measured
  return factor * predicted + doubling_seconds * std::log2(static_cast<double>(std::max(1, threads)));
}

bool worth_a_device(const DeviceSeconds& seconds) noexcept {
  constexpr double part = 0.85;
  return seconds.all() < part * seconds.processor;
}

double missed_seconds(const DeviceSeconds& seconds, const DeviceView& device) noexcept {
  if (worth_a_device(seconds)) return 0;
  DeviceSeconds started = seconds;
  started.startup -= device.startup_seconds;
  return worth_a_device(started) ? started.processor - started.all() : 0;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
