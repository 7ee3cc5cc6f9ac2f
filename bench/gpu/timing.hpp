// Times of things that are repeated.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace polyfork_bench {

inline double seconds_of(const auto& body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The median of at least `least` runs and as many as fit in `budget` seconds, after one that does not count.
inline double median_seconds(const auto& body, int least = 3, double budget = 0.5) {
  body();
  std::vector<double> times;
  double all = 0;
  while (static_cast<int>(times.size()) < least || (all < budget && times.size() < 101)) {
    times.push_back(seconds_of(body));
    all += times.back();
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

}  // namespace polyfork_bench
