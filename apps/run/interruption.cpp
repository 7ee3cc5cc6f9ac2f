// Signals and the time limit of a command become stop requests that the library polls.
#include "run/interruption.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <system_error>

#include "run/exit_code.hpp"
#include "run/progress_bar.hpp"

namespace polyfork_app {

namespace {

constexpr int wake_signal = SIGUSR1;  // from this process to its watcher only
constexpr auto grace = std::chrono::milliseconds(150);

int code_of(StopReason reason) {
  switch (reason) {
    case StopReason::interrupt:
      return 128 + SIGINT;
    case StopReason::terminate:
      return 128 + SIGTERM;
    case StopReason::timeout:
    case StopReason::none:
      break;
  }
  return exit_limit;
}

const char* text_of(StopReason reason) {
  switch (reason) {
    case StopReason::interrupt:
      return "interrupted";
    case StopReason::terminate:
      return "terminated";
    case StopReason::timeout:
      return "the time limit was reached";
    case StopReason::none:
      break;
  }
  return "cancelled";
}

/// Whoever started the process asked that the signal be ignored (nohup does; so does a shell for background jobs).
bool inherited_ignored(int number) {
  struct sigaction inherited = {};
  return sigaction(number, nullptr, &inherited) == 0 && inherited.sa_handler == SIG_IGN;
}

timespec remaining(std::chrono::steady_clock::time_point until) {
  const auto left = std::max(std::chrono::steady_clock::duration::zero(), until - std::chrono::steady_clock::now());
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {static_cast<time_t>(seconds.count()),
          static_cast<long>(std::chrono::duration_cast<std::chrono::nanoseconds>(left - seconds).count())};
}

}  // namespace

Interruption::Interruption() {
  sigemptyset(&signals_);
  sigaddset(&signals_, wake_signal);
  for (const int s : {SIGINT, SIGTERM})
    if (!inherited_ignored(s)) sigaddset(&signals_, s);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  // Not a std::thread: its end frees what its start allocated, for which the allocator gives the thread an arena.
  const auto watch_for = [](void* self) -> void* {
    static_cast<Interruption*>(self)->watch();
    return nullptr;
  };
  const int error = pthread_create(&watcher_, nullptr, watch_for, this);
  if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start a thread");
}

Interruption::~Interruption() {
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  pthread_kill(watcher_, wake_signal);
  pthread_join(watcher_, nullptr);
}

void Interruption::set_timeout(std::chrono::duration<double> timeout) {
  {
    const std::lock_guard lock(mutex_);
    deadline_ =
        std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(timeout);
  }
  pthread_kill(watcher_, wake_signal);
}

StopReason Interruption::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

int Interruption::exit_code() const { return code_of(reason()); }
const char* Interruption::message() const { return text_of(reason()); }

bool Interruption::announce() noexcept { return !announced_.exchange(true); }

void Interruption::watch() {
  for (;;) {
    std::optional<std::chrono::steady_clock::time_point> until;
    StopReason reason;
    {
      const std::lock_guard lock(mutex_);
      if (finished_) return;
      until = deadline_;
      reason = reason_;
    }
    int signal;
    if (until) {
      const timespec wait = remaining(*until);
      signal = sigtimedwait(&signals_, nullptr, &wait);
    } else {
      signal = sigwaitinfo(&signals_, nullptr);
    }
    const bool expired = signal < 0 && until && std::chrono::steady_clock::now() >= *until;
    if (reason != StopReason::none) {
      // A stop was requested before: a second signal, or the end of the grace period.
      if (signal == SIGINT || signal == SIGTERM || expired) {
        ProgressBar::close_line();
        if (announce()) std::fprintf(stderr, "polyfork: %s\n", text_of(reason));
        _exit(code_of(reason));
      }
      continue;
    }
    if (signal == SIGINT || signal == SIGTERM || expired) {
      const std::lock_guard lock(mutex_);
      reason_ =
          signal == SIGINT ? StopReason::interrupt : (signal == SIGTERM ? StopReason::terminate : StopReason::timeout);
      deadline_ = std::chrono::steady_clock::now() + grace;
      source_.request_stop();
    }
  }
}

}  // namespace polyfork_app
