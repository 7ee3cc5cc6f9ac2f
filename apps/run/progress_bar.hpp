// A progress bar on stderr, for work that takes longer than a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace polyfork_app {

class ProgressBar {
 public:
  /// Draws only when stderr is a terminal and `enabled`.
  explicit ProgressBar(bool enabled);
  ~ProgressBar() { finish(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void update(std::string_view stage, double fraction);
  /// Wipes the line and draws no more: call before anything else is printed.
  void finish();
  /// Wipes the line of whichever bar has drawn; nothing is drawn any more. For whoever ends the process at once.
  static void close_line();

 private:
  static void wipe();
  void draw_from_time_to_time(const std::stop_token& stop);
  void draw();

  std::chrono::steady_clock::time_point start_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable_any wake_;
  std::string stage_ = "working";
  double fraction_ = 0;
  std::jthread artist_;  // the work itself may be silent for long
};

}  // namespace polyfork_app
