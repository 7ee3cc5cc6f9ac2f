// What a product costs on a device. Figures are those of an H100 (bench_gpu), scaled by the rates of the view.
#include "gpu/products/product_costs.hpp"

#include <algorithm>
#include <cmath>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr DeviceRates measured;  // the machine that the figures below were taken on

constexpr double seconds_per_level = 0.68e-12;      // of a word of a transform
constexpr double seconds_per_conversion = 1.0e-12;  // of a limb and a prime
constexpr double launches_of_job = 14;
constexpr double submission = 250e-6;  // of a job: tables, events, the first and the last chunk of each copy

double staged(const DeviceView& device, double bytes, int threads) noexcept {
  const double host = device.rates.staged_bytes_per_core * std::min(threads, 12);
  return bytes / std::min(device.rates.pinned_bytes_per_second, host);
}

}  // namespace

double upload_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  return staged(device, static_cast<double>(bytes), threads);
}

double download_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  return staged(device, static_cast<double>(bytes), threads);
}

double fresh_download_seconds(const DeviceView& device, std::size_t bytes, int threads) noexcept {
  return std::max(download_seconds(device, bytes, threads),
                  static_cast<double>(bytes) / device.rates.fresh_bytes_per_second);
}

double device_transform_seconds(const DeviceView& device, double count, double words) noexcept {
  const double slower = std::max(measured.copy_bytes_per_second / device.rates.copy_bytes_per_second,
                                 measured.fma_per_second / device.rates.fma_per_second);
  return slower * count * words * std::log2(std::max(2.0, words)) * seconds_per_level;
}

double device_conversion_seconds(const DeviceView& device, double pairs) noexcept {
  return pairs * seconds_per_conversion * measured.fma_per_second / device.rates.fma_per_second;
}

double job_seconds(const DeviceView& device) noexcept {
  return device.queue_seconds + device.startup_seconds + launches_of_job * device.rates.launch_seconds + submission;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
