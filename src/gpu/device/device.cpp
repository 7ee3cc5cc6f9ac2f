// One device and its jobs.
#include "gpu/device/device.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

#include <polyfork/core/parallel.hpp>

#include "core/chunk_store.hpp"
#include "core/undisturbed.hpp"
#include "gpu/device/statistics.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// The pool's part of the memory that is free at the start.
constexpr double pool_share = 0.8;

}  // namespace

RunningDevice::RunningDevice(std::unique_ptr<DeviceBackend> opened, double least_timeout)
    : backend(std::move(opened)),
      free_at_start(backend->free_bytes()),
      pool(*backend, 0),
      staging(*backend, 2 * least_timeout),
      page_locked(*backend) {}

Device::Device(DeviceInfo info, Open open, std::size_t memory_limit, double least_timeout, int number)
    : info_(std::move(info)),
      open_(std::move(open)),
      memory_limit_(memory_limit),
      least_timeout_(least_timeout),
      number_(number),
      process_(getpid()) {}

/// Of so many bytes that are free.
std::size_t Device::budget(std::size_t free) const noexcept {
  const std::size_t limit = memory_limit_;
  return limit != 0 ? std::min(limit, free) : static_cast<std::size_t>(pool_share * static_cast<double>(free));
}

std::size_t Device::free_bytes() const noexcept {
  const std::size_t all = budget(is_running() ? free_at_start_.load() : info_.memory_bytes);
  return all - std::min<std::size_t>(all, resident_bytes_);
}

void Device::refuse(const Report& report, std::string_view reason) const {
  statistics().refuse(report.what, number_, reason);
  if (report.reason != nullptr) *report.reason = reason;
}

bool Device::claim(double patience, const ExecutionContext& ctx) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds slice(10);  // between two looks at the stop token
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(patience));
  std::unique_lock lock(mutex_);
  const auto place = waiting_.insert(waiting_.end(), 0);
  struct Waiting {
    std::list<int>& list;
    std::list<int>::iterator place;
    std::condition_variable& others;
    ~Waiting() {
      list.erase(place);
      others.notify_all();
    }
  } const waiting{waiting_, place, free_};
  const auto is_next = [&] { return !busy_ && waiting_.begin() == place; };
  while (!free_.wait_until(lock, std::min(end, Clock::now() + slice), is_next)) {
    ctx.poll();
    if (Clock::now() >= end) return false;
  }
  busy_ = true;
  return true;
}

void Device::leave() noexcept {
  {
    const std::scoped_lock lock(mutex_);
    busy_ = false;
  }
  free_.notify_all();
}

void Device::take_back(std::list<void*> blocks, std::size_t bytes) noexcept {
  if (getpid() != process_) return;  // another thread may have held the mutex when the process forked
  resident_bytes_ -= bytes;
  const std::scoped_lock lock(mutex_);
  returned_.splice(returned_.end(), blocks);
}

/// Precondition: the device is claimed, and running.
void Device::leave_returned() noexcept {
  std::list<void*> blocks;
  {
    const std::scoped_lock lock(mutex_);
    blocks.swap(returned_);
  }
  for (void* block : blocks) running_->pool.leave(block);
}

/// Precondition: the device is claimed. A start that fails takes as long as one that succeeds: after the second one in
/// a row the next comes a second later, then two, four ...
void Device::start() {
  using Clock = std::chrono::steady_clock;
  if (running_ == nullptr) {
    if (failed_starts_ > 1 && Clock::now() < next_start_)
      throw DeviceFailure(FailureKind::out_of_memory, "the device could not be started a moment ago");
    constexpr int most_doublings = 10;
    next_start_ = Clock::now() + std::chrono::seconds(1 << std::clamp(failed_starts_ - 1, 0, most_doublings));
    ++failed_starts_;
    running_ = std::make_unique<RunningDevice>(open_(), least_timeout_);
    failed_starts_ = 0;
    free_at_start_ = running_->free_at_start;
    running_flag_ = true;
  }
  running_->pool.set_budget(budget(running_->free_at_start));
  leave_returned();
}

void Device::warm_up(const ExecutionContext& ctx) noexcept {
  if (getpid() != process_ || is_running() || is_lost()) return;
  try {
    if (!claim(0, ctx)) return;
  } catch (...) {  // stopped, or no memory for a place in the queue
    return;
  }
  try {
    if (!lost_) start();
  } catch (const DeviceFailure& failure) {
    if (failure.kind() != FailureKind::out_of_memory) lose();
  } catch (...) {  // no memory: the next job tries again
  }
  leave();
}

void Device::lose() noexcept {
  lost_ = true;
  if (running_ != nullptr) running_->page_locked.give_up();
}

void Device::shut_down() noexcept {
  if (running_ == nullptr) return;
  drain(0);
  leave_returned();
  running_->tables.forget();
  running_->pool.trim();
  running_->page_locked.release();
  running_->staging.release();
  running_.reset();
  running_flag_ = false;
}

/// Waits for everything that was asked for, so that memory may be used again; a device that does not answer is lost.
void Device::drain(double predicted) noexcept {
  if (running_ == nullptr || lost_) return;
  try {
    for (DeviceQueue queue = 0; queue < DeviceBackend::queues; ++queue) {
      const QueueMark mark(*running_->backend, queue);
      wait_for_event(*running_->backend, mark.event(), timeout_for(predicted));
    }
  } catch (...) {
    lose();
  }
}

bool Device::run_claimed(double predicted, const ExecutionContext& ctx, FunctionRef<void(DeviceJob&)> work,
                         const Report& report) {
  if (lost_) {  // what went wrong while this job waited counts for it, too
    refuse(report, "the device was given up after an earlier error");
    return false;
  }
  JobAttempt attempt;
  for (;; ++attempt.shortages) {
    attempt.can_shrink = false;
    try {
      start();
      DeviceJob job(*running_, timeout_for(predicted), attempt, ctx);
      const auto begin = std::chrono::steady_clock::now();
      work(job);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      statistics().done(report.what, number_, job.bytes_up(), job.bytes_down(), took.count());
      return true;
    } catch (const DeviceFailure& failure) {
      const bool short_of_memory = failure.kind() == FailureKind::out_of_memory;
      if (stays(failure.kind()) || (running_ == nullptr && !short_of_memory)) lose();
      drain(predicted);
      const bool again = short_of_memory && (attempt.shortages == 0 || attempt.can_shrink);
      if (!again || running_ == nullptr || lost_) {
        refuse(report, failure.what());
        return false;
      }
    } catch (...) {
      drain(predicted);
      throw;
    }
    // Once more, without what earlier jobs have left on the device.
    running_->tables.forget();
    running_->pool.trim();
  }
}

bool Device::run(double predicted, double patience, const ExecutionContext& ctx, FunctionRef<void(DeviceJob&)> work,
                 const char* what, std::string* reason) {
  const Report report{what, reason};
  if (getpid() != process_) {
    refuse(report, "a forked process has no devices");
    return false;
  }
  struct Queued {
    Queued(std::atomic<std::int64_t>& all, double seconds) : total(all), own(static_cast<std::int64_t>(seconds * 1e9)) {
      total += own;
    }
    ~Queued() { total -= own; }
    std::atomic<std::int64_t>& total;
    std::int64_t own;
  } const in_queue(queued_nanoseconds_, predicted);
  bool done = false;
  // Who holds the device must not take up other work while it waits for copies: that work could wait for the device.
  undisturbed_in_scheduler(ctx, [&] {
    if (!claim(patience, ctx)) {
      refuse(report, "the device is busy for longer than the processor takes");
      return;
    }
    struct Claimed {
      Device& device;
      ~Claimed() { device.leave(); }
    } const claimed{*this};
    done = run_claimed(predicted, ctx, work, report);
  });
  return done;
}

DeviceJob::DeviceJob(RunningDevice& device, double timeout, JobAttempt& attempt, const ExecutionContext& ctx)
    : device_(device), timeout_(timeout), attempt_(attempt), ctx_(ctx), unstopped_(ctx.with_stop_token({})) {}

std::size_t DeviceJob::part_of(std::size_t planned) noexcept {
  constexpr unsigned most_halvings = 63;
  const unsigned halvings = attempt_.shortages <= 1 ? 0 : std::min(attempt_.shortages - 1, most_halvings);
  const std::size_t part = std::max<std::size_t>(1, planned >> halvings);
  attempt_.can_shrink = attempt_.can_shrink || part > 1;
  return part;
}

void DeviceJob::up(std::initializer_list<UpwardCopy> copies) {
  ctx_.poll();
  std::vector<UpwardCopy> staged;
  staged.reserve(copies.size());
  for (const UpwardCopy& copy : copies) {
    if (device_.page_locked.holds(copy.from, copy.bytes))
      backend().copy_up(up_queue, copy.to, copy.from, copy.bytes);
    else
      staged.push_back(copy);
    bytes_up_ += copy.bytes;
  }
  device_.staging.up(staged, unstopped_);
}

void DeviceJob::down(void* to, const void* from, std::size_t bytes) {
  ctx_.poll();
  if (device_.page_locked.holds(to, bytes)) {
    // The device may be late with what the copy waits for. Once the copy has begun, nothing but its end or an error of
    // the driver ends the wait: after a time-out the device would write to memory that has been given back.
    const QueueMark ready(backend(), down_queue);
    wait_for_event(backend(), ready.event(), timeout_);
    backend().copy_down(down_queue, to, from, bytes);
    const QueueMark copied(backend(), down_queue);
    wait_for_event(backend(), copied.event(), std::numeric_limits<double>::infinity());
  } else {
    device_.staging.down(to, from, bytes, timeout_, unstopped_);
  }
  bytes_down_ += bytes;
}

void DeviceJob::touch(void* memory, std::size_t bytes) {
  constexpr std::size_t page = 4096;
  constexpr std::size_t grain = 512;  // pages
  if (bytes < ChunkStore::smallest_long || ChunkStore::holding(memory, bytes).reused) return;
  parallel_for(unstopped_, (bytes + page - 1) / page, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) static_cast<volatile unsigned char*>(memory)[i * page] = 0;
  });
}

void DeviceJob::order(DeviceQueue first, DeviceQueue second) {
  const QueueMark mark(backend(), first);
  backend().wait_for(second, mark.event());
}

void DeviceJob::kernels_after_copies() { order(up_queue, work_queue); }
void DeviceJob::copies_after_kernels() { order(work_queue, down_queue); }
void DeviceJob::uploads_after_kernels() { order(work_queue, up_queue); }

void DeviceJob::finish() {
  for (const DeviceQueue queue : {work_queue, down_queue}) {
    const QueueMark mark(backend(), queue);
    wait_for_event(backend(), mark.event(), timeout_);
    ctx_.poll();
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
