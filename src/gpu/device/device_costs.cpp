// Figures of devices, and of processors beside them.
#include "gpu/device/device_costs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// What a Xeon with 16 threads beside an H100 takes in an hour between its quiet and its busy ones, which lie a third
/// below and above.
struct Percents {
  double one;
  double many;
};
constexpr Percents products{190, 280};
constexpr Percents word_products{210, 290};
constexpr Percents shifts{230, 310};
constexpr std::int64_t usual_many_threads = 16;

void set(double& rate, std::int64_t measured, double unit) noexcept {
  if (measured > 0) rate = static_cast<double>(measured) * unit;
}

/// Between one thread and many, by the logarithm of their number.
double factor(Percents built_in, std::int64_t one, std::int64_t on_many, double share) noexcept {
  const double first = one > 0 ? static_cast<double>(one) : built_in.one;
  const double last = on_many > 0 ? static_cast<double>(on_many) : one > 0 ? first : built_in.many;
  return first / 100 * std::pow(last / first, share);
}

}  // namespace

DeviceRates device_rates(const DeviceInfo& info, const DeviceTuning& measured) noexcept {
  constexpr DeviceRates built_in;
  constexpr double clock = 1.9e9;
  constexpr double usual_multiprocessors = 132;
  DeviceRates rates;
  const bool full = info.capability == 80 || info.capability == 90 || info.capability == 100;
  rates.fma_per_second = std::min(rates.fma_per_second, info.multiprocessors * (full ? 64 : 2) * clock);
  set(rates.fma_per_second, measured.mega_fma_per_second, 1e6);
  set(rates.copy_bytes_per_second, measured.copy_megabytes_per_second, 1e6);
  const double slower = std::max(1.0, built_in.fma_per_second / rates.fma_per_second);
  const double slower_copies = std::max(1.0, built_in.copy_bytes_per_second / rates.copy_bytes_per_second);
  const double fewer = std::max(1.0, usual_multiprocessors / std::max(1, info.multiprocessors));
  // Words are multiplied as fast on all cards, a multiprocessor; conversions, too, but for their reductions.
  rates.f50.level_seconds *= std::max(slower, slower_copies);
  rates.f50.conversion_seconds *= slower;
  rates.f31.level_seconds *= std::max(fewer, slower_copies);
  rates.f31.conversion_seconds *= fewer;
  set(rates.f50.level_seconds, measured.level_attoseconds, 1e-18);
  set(rates.f50.conversion_seconds, measured.conversion_attoseconds, 1e-18);
  set(rates.f31.level_seconds, measured.level_f31_attoseconds, 1e-18);
  set(rates.f31.conversion_seconds, measured.conversion_f31_attoseconds, 1e-18);
  set(rates.launch_seconds, measured.launch_nanoseconds, 1e-9);
  set(rates.job_seconds, measured.job_nanoseconds, 1e-9);
  set(rates.up_bytes_per_second, measured.up_megabytes_per_second, 1e6);
  set(rates.down_bytes_per_second, measured.down_megabytes_per_second, 1e6);
  set(rates.staged_bytes_per_core, measured.staged_megabytes_per_core, 1e6);
  return rates;
}

ProcessorFactors processor_factors(const DeviceTuning& t, int threads) noexcept {
  const auto many = static_cast<double>(t.many_threads > 1 ? t.many_threads : usual_many_threads);
  const double share = std::clamp(std::log(static_cast<double>(std::max(1, threads))) / std::log(many), 0.0, 1.0);
  return {factor(products, t.products_percent, t.products_percent_on_many, share),
          factor(word_products, t.word_products_percent, t.word_products_percent_on_many, share),
          factor(shifts, t.shifts_percent, t.shifts_percent_on_many, share)};
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
