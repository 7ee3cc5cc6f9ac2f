#include "progress_bar.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/core.h>

namespace polyfork_app {

namespace {
constexpr int width = 40;
constexpr auto patience = std::chrono::seconds(1);
}  // namespace

ProgressBar::ProgressBar(bool enabled)
    : enabled_(enabled && isatty(STDERR_FILENO) != 0), start_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
}

void ProgressBar::update(std::string_view stage, double fraction) {
  const auto elapsed = std::chrono::steady_clock::now() - start_;
  if (!enabled_ || elapsed < patience) return;
  drawn_ = true;
  const int full = std::clamp(static_cast<int>(fraction * width), 0, width);
  const std::string line =
      fmt::format("\r\x1b[K[{}{}] {:3.0f} %  {}  {:.0f} s", std::string(static_cast<std::size_t>(full), '#'),
                  std::string(static_cast<std::size_t>(width - full), '.'), 100 * fraction, stage,
                  std::chrono::duration<double>(elapsed).count());
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace polyfork_app
