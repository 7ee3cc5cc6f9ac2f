// A progress bar on stderr, for work that takes longer than a second.
#pragma once

#include <chrono>
#include <string_view>

namespace polyfork_app {

class ProgressBar {
 public:
  /// Draws only when stderr is a terminal and `enabled`.
  explicit ProgressBar(bool enabled);
  /// Wipes the line.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::string_view stage, double fraction);

 private:
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace polyfork_app
