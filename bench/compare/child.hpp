// A workload in a process of its own: it can be stopped at any time, its memory is its own, and libraries with
// global state do not meet.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "problem.hpp"

namespace polyfork_bench {

/// From now on SIGINT and SIGTERM kill what the runners have started; the program goes on, to clean up and end.
void kill_children_on_signals();
/// The signal that came, or 0.
int signal_received();

/// Seconds of processor time that this process and the children it has waited for took so far.
double cpu_seconds();

class ChildRunner {
 public:
  enum class Status { ok, unsupported, failed, stopped };
  struct Sample {
    Status status = Status::failed;
    double milliseconds = 0;         ///< of one run: the mean over the batch
    double median_milliseconds = 0;  ///< the median
    double cpu_milliseconds = 0;     ///< the mean in processor time of all threads; when stopped: what it had used
    std::uint64_t fingerprint = 0;
    std::size_t peak_kib = 0;  ///< largest resident memory so far, the problem included
  };

  /// Starts the process and waits until it has made its workload (which may be nothing: unsupported).
  explicit ChildRunner(const std::function<std::unique_ptr<Workload>()>& make);
  ~ChildRunner();
  ChildRunner(const ChildRunner&) = delete;
  ChildRunner& operator=(const ChildRunner&) = delete;

  Status status() const { return status_; }
  /// Runs the workload `batch` times. After limit_seconds the process and all that it started are killed.
  Sample run(std::size_t batch, double limit_seconds);
  /// From now on the thread that runs the workload stays on this processor; those that it started are free.
  void use_processor(int processor);

 private:
  Sample receive(double limit_seconds, double cpu_before = 0);
  void stop();

  pid_t pid_ = -1;
  int requests_ = -1;
  int replies_ = -1;
  Status status_ = Status::failed;
};

}  // namespace polyfork_bench
