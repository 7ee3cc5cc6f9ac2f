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

/// Seconds of a copy through page-locked chunks, which go at `rate`, by so many threads. Threads and bus take turns
/// more than they overlap: both read or write the same memory.
double staged(const DeviceView& device, double bytes, double rate, int threads) noexcept {
  constexpr int useful_threads = 6;
  return bytes / rate + bytes / (device.rates.staged_bytes_per_core * std::min(threads, useful_threads));
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

double integers_download_seconds(const DeviceView& device, double rows, std::size_t bytes, int threads) noexcept {
  // Measured on 1 to 16 threads: rows cost more than their limbs, the first hundred thousand most of it.
  constexpr double first_row_seconds = 2e-9;
  constexpr double most_of_first_rows = 2e-4;
  constexpr double row_seconds = 0.15e-9;
  constexpr double processed_bytes_per_second = 200e9;
  return download_seconds(device, bytes, threads) + std::min(rows * first_row_seconds, most_of_first_rows) +
         rows * row_seconds + static_cast<double>(bytes) / processed_bytes_per_second;
}

double device_transform_seconds(const FieldRates& rates, double count, double words) noexcept {
  return count * words * std::log2(std::max(2.0, words)) * rates.level_seconds;
}

double device_conversion_seconds(const FieldRates& rates, double pairs) noexcept {
  return pairs * rates.conversion_seconds;
}

double device_integers_seconds(const FieldRates& rates, double rows, double limbs, double primes) noexcept {
  // A pair costs this part of the rate, which is that of integers of 18 limbs, and a limb the rest of such a row.
  constexpr double of_pairs = 0.45;
  constexpr double usual_limbs = 18;
  const double pairs = limbs + (1 - of_pairs) / of_pairs * usual_limbs;
  return device_conversion_seconds(rates, of_pairs * rows * pairs * primes);
}

double device_reconstruction_seconds(const FieldRates& rates, double rows, double limbs, double primes) noexcept {
  constexpr double rows_at_once = 8192;  // fewer leave multiprocessors idle
  return device_integers_seconds(rates, std::max(rows, rows_at_once), limbs, primes);
}

double job_seconds(const DeviceView& device, int threads, double loops) noexcept {
  constexpr double loops_of_copies = 0.6;  // of those of the same operation on the processor
  return device.queue_seconds + device.startup_seconds + launches_of_job * device.rates.launch_seconds +
         device.rates.job_seconds + DeviceTuning::threads_seconds(threads, loops_of_copies * loops);
}

double processor_seconds(double factor, double predicted, int threads, double loops) noexcept {
  return factor * predicted + DeviceTuning::threads_seconds(threads, loops);
}

bool worth_a_device(const DeviceSeconds& seconds) noexcept {
  constexpr double part = 0.97;
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
