// What `polyfork tune` measures of a device and of the processor beside it: what predictions of both are made from.
#pragma once

#include <cstdint>
#include <string_view>

namespace polyfork {
inline namespace v1 {

/// Zero stands for what is built in. Rates are those of DeviceRates; percentages say what the processor takes of
/// what its plans predict, beside threads_seconds, on one thread and on all threads of the machine; between them the
/// logarithm of the number of threads decides.
struct DeviceTuning {
  static constexpr std::string_view section = "gpu.device";
  std::int64_t launch_nanoseconds = 0;
  std::int64_t job_nanoseconds = 0;
  std::int64_t level_attoseconds = 0;
  std::int64_t conversion_attoseconds = 0;
  std::int64_t level_f31_attoseconds = 0;  ///< the same of residues below 2^31
  std::int64_t conversion_f31_attoseconds = 0;
  std::int64_t copy_megabytes_per_second = 0;
  std::int64_t mega_fma_per_second = 0;
  std::int64_t up_megabytes_per_second = 0;
  std::int64_t down_megabytes_per_second = 0;
  std::int64_t staged_megabytes_per_core = 0;
  std::int64_t many_threads = 0;  ///< on which the second percentages were measured
  std::int64_t products_percent = 0;
  std::int64_t products_percent_on_many = 0;
  std::int64_t word_products_percent = 0;
  std::int64_t word_products_percent_on_many = 0;
  std::int64_t shifts_percent = 0;
  std::int64_t shifts_percent_on_many = 0;

  /// The parallel loops of products and shifts of integers, and of products of words: multiples of the latter's.
  static constexpr double integer_loops = 2;
  static constexpr double word_loops = 1;

  /// Seconds of waking so many threads and of waiting for the last one in so many loops, whatever the work: measured.
  static constexpr double threads_seconds(int threads, double loops) noexcept {
    constexpr double seconds_of_many = 107e-6;
    return threads > 1 ? loops * seconds_of_many * (1 - 1.0 / threads) : 0;
  }

  template <class Visitor>
  void visit(Visitor&& v) {
    v("launch_nanoseconds", launch_nanoseconds);
    v("job_nanoseconds", job_nanoseconds);
    v("level_attoseconds", level_attoseconds);
    v("conversion_attoseconds", conversion_attoseconds);
    v("level_f31_attoseconds", level_f31_attoseconds);
    v("conversion_f31_attoseconds", conversion_f31_attoseconds);
    v("copy_megabytes_per_second", copy_megabytes_per_second);
    v("mega_fma_per_second", mega_fma_per_second);
    v("up_megabytes_per_second", up_megabytes_per_second);
    v("down_megabytes_per_second", down_megabytes_per_second);
    v("staged_megabytes_per_core", staged_megabytes_per_core);
    v("many_threads", many_threads);
    v("products_percent", products_percent);
    v("products_percent_on_many", products_percent_on_many);
    v("word_products_percent", word_products_percent);
    v("word_products_percent_on_many", word_products_percent_on_many);
    v("shifts_percent", shifts_percent);
    v("shifts_percent_on_many", shifts_percent_on_many);
  }
};

}  // namespace v1
}  // namespace polyfork
