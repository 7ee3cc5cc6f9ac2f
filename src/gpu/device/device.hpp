// One device and the jobs that it does for this process: one at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include <polyfork/core/context.hpp>
#include <polyfork/gpu/device.hpp>

#include "gpu/device/backend.hpp"
#include "gpu/device/device_pool.hpp"
#include "gpu/device/page_locked.hpp"
#include "gpu/device/staging.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Tables that jobs leave on a device for those that come after them, by name; forgotten when memory is short.
class DeviceTables {
 public:
  template <class T, class Make>
  std::shared_ptr<const T> get(const std::string& name, const Make& make) {
    std::shared_ptr<const void>& entry = entries_[name];
    if (entry == nullptr) entry = std::shared_ptr<const T>(make());
    return std::static_pointer_cast<const T>(entry);
  }
  void forget() noexcept { entries_.clear(); }

 private:
  std::map<std::string, std::shared_ptr<const void>> entries_;
};

/// A device that has been started.
struct RunningDevice {
  RunningDevice(std::unique_ptr<DeviceBackend> opened, double least_timeout);

  std::unique_ptr<DeviceBackend> backend;
  std::size_t free_at_start;  ///< bytes of the device
  DevicePool pool;
  Staging staging;
  PageLocked page_locked;
  DeviceTables tables;
};

class DeviceJob;

/// How often a job has been begun, and what it said of its size.
struct JobAttempt {
  unsigned shortages = 0;   ///< attempts before this one, which ended for want of memory
  bool can_shrink = false;  ///< it would take less memory at the next attempt
};

class Device {
 public:
  using Open = std::function<std::unique_ptr<DeviceBackend>()>;

  /// Seconds of waiting for others' jobs, where nothing else can do the work.
  static constexpr double long_patience = 3600;
  /// Seconds that every wait for the device may take, beside fifty times what is predicted.
  static constexpr double usual_timeout = 5;

  /// memory_limit: bytes of the device that may be used at most; 0: four fifths of what is free at the start. number:
  /// its place in the list of devices.
  Device(DeviceInfo info, Open open, std::size_t memory_limit = 0, double least_timeout = usual_timeout,
         int number = 0);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceInfo& info() const noexcept { return info_; }
  int number() const noexcept { return number_; }
  bool is_running() const noexcept { return running_flag_.load(); }
  /// After an error that stays.
  bool is_lost() const noexcept { return lost_.load(); }
  /// Bytes that a job may take beside what resident arrays hold; an estimate before the device is started.
  std::size_t free_bytes() const noexcept;
  /// As the constructor's, for jobs that begin from now on.
  void limit_memory(std::size_t bytes) noexcept { memory_limit_ = bytes; }
  /// Seconds until the device has done what it is asked already, as predicted.
  double queue_seconds() const noexcept { return queued_nanoseconds_.load() * 1e-9; }

  /// A job has taken so many bytes for an array that outlives it.
  void note_resident(std::size_t bytes) noexcept { resident_bytes_ += bytes; }
  /// Memory of the pool that was noted so and is no longer used. No driver is called.
  void take_back(std::list<void*> blocks, std::size_t bytes) noexcept;

  /// Starts the device if nobody uses it, outside of any job. What goes wrong is found out by the next job.
  void warm_up(const ExecutionContext& ctx) noexcept;

  /// Gives everything back to a device that is idle: for devices that end before the process does.
  void shut_down() noexcept;

  /// Runs work(job) when the device is free, for which it waits at most `patience` seconds, first come, first served;
  /// predicted: seconds of the work alone; what: for the statistics. True when it was done. False when the device is
  /// lost, busy or failed, or belongs to a process that this one was forked from: the reason is in the statistics, and
  /// in *reason. Work that runs out of memory is begun again, see DeviceJob::part_of. Whatever else work throws is
  /// passed on, after the device's queues have become idle. Throws Cancelled while it waits.
  bool run(double predicted, double patience, const ExecutionContext& ctx, FunctionRef<void(DeviceJob&)> work,
           const char* what = "other jobs", std::string* reason = nullptr);

 private:
  /// A job as the statistics know it.
  struct Report {
    const char* what;
    std::string* reason;
  };

  double timeout_for(double predicted) const noexcept { return least_timeout_ + 50 * predicted; }
  std::size_t budget(std::size_t free) const noexcept;
  void refuse(const Report& report, std::string_view reason) const;
  void start();
  /// Nothing is asked of the device any more.
  void lose() noexcept;
  void leave_returned() noexcept;
  bool claim(double patience, const ExecutionContext& ctx);
  void leave() noexcept;
  void drain(double predicted) noexcept;
  bool run_claimed(double predicted, const ExecutionContext& ctx, FunctionRef<void(DeviceJob&)> work,
                   const Report& report);

  DeviceInfo info_;
  Open open_;
  std::atomic<std::size_t> memory_limit_;
  double least_timeout_;
  int number_;
  int process_;
  std::atomic<std::size_t> free_at_start_{0};
  std::atomic<std::size_t> resident_bytes_{0};
  std::atomic<bool> running_flag_{false};
  std::atomic<bool> lost_{false};
  std::atomic<std::int64_t> queued_nanoseconds_{0};
  std::mutex mutex_;  // guards what follows it up to the last member
  std::condition_variable free_;
  bool busy_ = false;
  std::list<void*> returned_;  // for the pool, when the next job begins
  std::list<int> waiting_;     // who came first comes first; the numbers mean nothing
  // Used by who has claimed the device.
  std::unique_ptr<RunningDevice> running_;
  int failed_starts_ = 0;
  std::chrono::steady_clock::time_point next_start_{};
};

/// What a piece of work on a device sees.
class DeviceJob {
 public:
  /// timeout: seconds that a wait for the device may take.
  DeviceJob(RunningDevice& device, double timeout, JobAttempt& attempt, const ExecutionContext& ctx);

  DeviceBackend& backend() const noexcept { return *device_.backend; }
  DevicePool& pool() const noexcept { return device_.pool; }
  DeviceTables& tables() const noexcept { return device_.tables; }

  /// Of so many things that are in memory together as planned, as many as this attempt takes: after a shortage all of
  /// them once more, since what earlier jobs left has been given back, then half of them, a quarter ..., one at least.
  std::size_t part_of(std::size_t planned) noexcept;

  /// Copies of ordinary memory, see Staging, and of page-locked one, of which `from` has to stay as it is until the job
  /// ends; the bytes are counted. Both poll the context first.
  void up(void* to, const void* from, std::size_t bytes) { up({{to, from, bytes}}); }
  void up(std::initializer_list<UpwardCopy> copies);
  void down(void* to, const void* from, std::size_t bytes);
  /// Makes pages present that nobody has written to yet, by all threads, before something is copied there: while the
  /// device is at work. What lies there is lost.
  void touch(void* memory, std::size_t bytes);
  /// Later kernels wait for the copies so far; later copies down for the kernels.
  void kernels_after_copies();
  void copies_after_kernels();
  /// Later copies up wait for the kernels so far: memory that these have used may be taken for what comes next.
  void uploads_after_kernels();
  /// Until kernels and copies are done. A stop request is seen when they are: work that a device has been given cannot
  /// be taken back, and its memory is not free before its end.
  void finish();

  const ExecutionContext& context() const noexcept { return ctx_; }
  std::uint64_t bytes_up() const noexcept { return bytes_up_; }
  std::uint64_t bytes_down() const noexcept { return bytes_down_; }

 private:
  void order(DeviceQueue first, DeviceQueue second);

  RunningDevice& device_;
  double timeout_;
  JobAttempt& attempt_;
  const ExecutionContext& ctx_;
  ExecutionContext unstopped_;  // a copy that has begun is finished
  std::uint64_t bytes_up_ = 0;
  std::uint64_t bytes_down_ = 0;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
