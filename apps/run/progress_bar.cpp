// The progress bar on stderr.
#include "run/progress_bar.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace polyfork_app {

namespace {
constexpr int width = 40;
constexpr auto patience = std::chrono::seconds(1);
constexpr auto between_drawings = std::chrono::milliseconds(200);

// The terminal's line belongs to the process, not to one bar: whoever ends the process has to be able to wipe it.
std::mutex line_mutex;
bool line_drawn = false;
bool line_closed = false;
}  // namespace

ProgressBar::ProgressBar(bool enabled) : start_(std::chrono::steady_clock::now()) {
  if (enabled && isatty(STDERR_FILENO) != 0)
    artist_ = std::jthread([this](const std::stop_token& stop) { draw_from_time_to_time(stop); });
}

void ProgressBar::update(std::string_view stage, double fraction) {
  if (!artist_.joinable()) return;
  const std::lock_guard lock(mutex_);
  stage_ = stage;
  fraction_ = fraction;
}

void ProgressBar::finish() {
  if (!artist_.joinable()) return;
  artist_.request_stop();
  artist_.join();
  const std::lock_guard lock(line_mutex);
  wipe();
}

void ProgressBar::wipe() {
  if (std::exchange(line_drawn, false)) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::close_line() {
  const std::lock_guard lock(line_mutex);
  line_closed = true;
  wipe();
}

void ProgressBar::draw_from_time_to_time(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto stopped = [&] { return stop.stop_requested(); };
  for (bool ended = wake_.wait_for(lock, stop, patience, stopped); !ended;
       ended = wake_.wait_for(lock, stop, between_drawings, stopped))
    draw();
}

void ProgressBar::draw() {
  const int full = std::clamp(static_cast<int>(fraction_ * width), 0, width);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const std::string line =
      fmt::format("\r\x1b[K[{}{}] {:3.0f} %  {}  {:.0f} s", std::string(static_cast<std::size_t>(full), '#'),
                  std::string(static_cast<std::size_t>(width - full), '.'), 100 * fraction_, stage_, elapsed.count());
  const std::lock_guard lock(line_mutex);
  if (line_closed) return;
  line_drawn = true;
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace polyfork_app
