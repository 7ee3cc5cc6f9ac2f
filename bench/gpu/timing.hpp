// Times of things that are repeated.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

namespace polyfork_bench {

inline double seconds_of(const auto& body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

inline double median(std::vector<double>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
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
  return median(times);
}

/// The medians of several things that are run by turns, so that what else the machine does meets all of them alike: at
/// least `least` rounds and as many as fit in `budget` seconds, after one that does not count.
template <class... Bodies>
std::array<double, sizeof...(Bodies)> medians_by_turns(int least, double budget, const Bodies&... bodies) {
  (bodies(), ...);
  std::array<std::vector<double>, sizeof...(Bodies)> times;
  double all = 0;
  for (int round = 0; round < least || (all < budget && round < 101); ++round) {
    std::size_t which = 0;
    ((times[which].push_back(seconds_of(bodies)), all += times[which].back(), ++which), ...);
  }
  std::array<double, sizeof...(Bodies)> medians;
  std::transform(times.begin(), times.end(), medians.begin(), median);
  return medians;
}

}  // namespace polyfork_bench
