// How often a benchmark runs, and what is reported of its runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace polyfork_bench {

/// The number of timed runs of something that takes so long: 7, 3 above two seconds, 1 above twenty.
inline std::size_t runs_for(double milliseconds) { return milliseconds > 20e3 ? 1 : milliseconds > 2e3 ? 3 : 7; }

/// What takes less than this is timed in batches of at least so long, unless told otherwise.
constexpr double batch_milliseconds = 4;

/// The number of runs in one batch of at least so many milliseconds.
inline std::size_t batch_for(double milliseconds, double batch = batch_milliseconds) {
  if (milliseconds >= batch) return 1;
  return static_cast<std::size_t>(std::min(1e5, batch / std::max(milliseconds, 1e-6))) + 1;
}

/// The lower median. Precondition: values not empty.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace polyfork_bench
