// Signals and the time limit: both become a stop request that the library polls.
#pragma once

#include <pthread.h>
#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <optional>
#include <stop_token>

namespace polyfork_app {

/// Why the work was stopped.
enum class StopReason { none, interrupt, terminate, timeout };

/// A thread that waits for SIGINT, SIGTERM or the deadline and then requests a stop. If the work has not ended within a
/// grace period after the request, the process ends at once with the exit code of the reason, so that a stop never
/// takes longer than 200 ms. A signal that the process inherited as ignored stays ignored. Construct before any other
/// thread is started: the signals are blocked for all of them.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The clock of the time limit starts here.
  void set_timeout(std::chrono::duration<double> timeout);
  std::stop_token token() const noexcept { return source_.get_token(); }
  StopReason reason() const;
  /// The exit code for the reason; that of a limit for `none` (a cancellation from elsewhere).
  int exit_code() const;
  /// The one-line message for the reason.
  const char* message() const;
  /// True for the first who asks, who then prints the message.
  bool announce() noexcept;

 private:
  void watch();

  std::stop_source source_;
  mutable std::mutex mutex_;
  StopReason reason_ = StopReason::none;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  bool finished_ = false;
  std::atomic<bool> announced_{false};
  sigset_t signals_;
  pthread_t watcher_ = {};
};

}  // namespace polyfork_app
