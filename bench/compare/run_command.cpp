// A command in a shell of its own. The kernel counts the pages that a process had before it became another program as
// that program's: after a fork only those that the parent has written, so that this one stays small.
#include "run_command.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

namespace polyfork_bench {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

std::optional<CommandRun> run_command(const std::string& command) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child) return std::nullopt;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
  return CommandRun{seconds, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                    static_cast<std::size_t>(usage.ru_maxrss)};
}

}  // namespace polyfork_bench
