// The devices of this process.
#include "gpu/device/registry.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdlib>

#include <polyfork/core/error.hpp>

#include "core/environment.hpp"
#include "gpu/device/device_costs.hpp"
#include "gpu/device/statistics.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double whole_start_seconds = 0.45;  // of a driver and a context

/// What is planned with before the driver has been asked.
DeviceInfo usual_card() {
  DeviceInfo info;
  info.multiprocessors = 132;
  info.capability = 90;
  return info;
}
constexpr std::size_t usual_free_bytes = std::size_t{64} << 30;

}  // namespace

DeviceRegistry& DeviceRegistry::instance() {
  static auto* const registry = new DeviceRegistry;
  return *registry;
}

DeviceRegistry::DeviceRegistry() : process_(getpid()) {}

bool DeviceRegistry::forked() const noexcept { return getpid() != process_; }

/// Bytes that a device may be asked for, 0 where nobody has said. Throws like read_environment.
std::size_t DeviceRegistry::memory_limit() {
  if (memory_limit_ == not_read) {
    const auto read = read_environment([](const char* name) -> const char* { return std::getenv(name); });
    std::size_t unread = not_read;
    memory_limit_.compare_exchange_strong(unread, read.device_memory);
  }
  return memory_limit_;
}

/// Precondition: the mutex is held.
void DeviceRegistry::find() {
  if (asked_) return;
  if (!replaced_) {
    FoundDevices found = find_devices();
    reason_ = std::move(found.reason);
    infos_ = std::move(found.list);
    const std::size_t limit = memory_limit();
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      const int ordinal = found.ordinals[i];
      devices_.push_back(std::make_unique<Device>(
          infos_[i], [ordinal] { return open_device(ordinal); }, limit, Device::usual_timeout, static_cast<int>(i)));
    }
  }
  asked_ = true;
}

void DeviceRegistry::replace(std::vector<std::unique_ptr<Device>> devices, bool asked) {
  wait_for_start();
  const std::scoped_lock lock(mutex_);
  replaced_ = !devices.empty();
  asked_ = replaced_ && asked;
  missed_seconds_ = 0;
  start_began_ = 0;
  infos_.clear();
  reason_.clear();
  devices_ = std::move(devices);
  for (const auto& device : devices_) infos_.push_back(device->info());
}

const std::vector<DeviceInfo>& DeviceRegistry::infos() {
  static const std::vector<DeviceInfo> none;
  if (forked()) return none;
  const std::scoped_lock lock(mutex_);
  find();
  return infos_;
}

std::string DeviceRegistry::absence_reason() {
  if (forked()) return "a forked process has no devices";
  const std::scoped_lock lock(mutex_);
  find();
  return infos_.empty() ? reason_ : "";
}

Device* DeviceRegistry::device_for(const ExecutionContext& ctx) {
  if (ctx.device_policy() == DevicePolicy::off || forked()) return nullptr;
  const std::scoped_lock lock(mutex_);
  find();
  if (ctx.device() >= 0) {
    const auto wanted = static_cast<std::size_t>(ctx.device());
    return wanted < devices_.size() && !devices_[wanted]->is_lost() ? devices_[wanted].get() : nullptr;
  }
  const auto wait_for = [&](const Device& device) { return device.queue_seconds() + startup_seconds(&device); };
  Device* best = nullptr;  // the one that is free first
  for (const auto& device : devices_)
    if (!device->is_lost() && (best == nullptr || wait_for(*device) < wait_for(*best))) best = device.get();
  return best;
}

void DeviceRegistry::note_missed(double seconds, const ExecutionContext& ctx) noexcept {
  if (seconds <= 0) return;
  if (missed_seconds_.fetch_add(seconds, std::memory_order_relaxed) + seconds >= whole_start_seconds) start_beside(ctx);
}

double DeviceRegistry::startup_seconds(const Device* device) const noexcept {
  if (device != nullptr && device->is_running()) return 0;
  const auto began = start_began_.load();
  const Device* const starting = starting_;
  if (began == 0 || (device != nullptr && starting != nullptr && starting != device)) return whole_start_seconds;
  const std::chrono::duration<double> since = Clock::now() - Clock::time_point(Clock::duration(began));
  return std::max(0.0, whole_start_seconds - since.count());
}

void DeviceRegistry::start_beside(const ExecutionContext& ctx) noexcept {
  if (ctx.device_policy() == DevicePolicy::off || forked() || start_began_ != 0) return;
  if (!asked_ && !may_exist()) return;
  try {
    if (asked_) {
      const Device* const device = device_for(ctx);
      if (device == nullptr || device->is_running()) return;
    }
    const std::scoped_lock lock(starter_mutex_);
    Clock::rep not_yet = 0;
    if (!start_began_.compare_exchange_strong(not_yet,
                                              std::max<Clock::rep>(1, Clock::now().time_since_epoch().count())))
      return;
    if (starter_.joinable()) starter_.join();  // one that has ended
    try {
      wait_at_exit();
      starter_ = std::thread([this, chosen = ctx.with_stop_token({}).with_progress({})] { start_now(chosen); });
    } catch (...) {  // no thread: the first job starts the device
      start_began_ = 0;
    }
  } catch (...) {  // no memory for the list of devices: the next job asks again
  }
}

/// Makes a process that ends while a device starts wait for that: the driver registers functions for the end of the
/// process while it starts, and what is registered last is called first, with the start still under way. The objects of
/// the thread that calls exit() end before all of those; where it is another thread than the one that called this, a
/// function registered now is called as long as the driver has registered nothing since. Throws std::bad_alloc.
void DeviceRegistry::wait_at_exit() {
  struct EndOfThread {
    EndOfThread() noexcept {}
    EndOfThread(const EndOfThread&) = delete;
    EndOfThread& operator=(const EndOfThread&) = delete;
    ~EndOfThread() { instance().wait_for_start(); }
  };
  static const bool registered = std::atexit([] { instance().wait_for_start(); }) == 0;
  if (!registered) throw std::bad_alloc();
  static thread_local const EndOfThread end;
  static_cast<void>(&end);
}

/// The work of the thread beside. When it ends, the device runs or its start is to be paid for as before.
void DeviceRegistry::start_now(const ExecutionContext& ctx) noexcept {
  try {
    if (Device* const device = device_for(ctx)) {
      starting_ = device;
      device->warm_up(ctx);
    }
  } catch (...) {  // no memory for the list of devices: the next job asks again
  }
  starting_ = nullptr;
  missed_seconds_ = 0;
  start_began_ = 0;
}

void DeviceRegistry::wait_for_start() {
  if (forked()) return;  // the thread is its parent's
  const std::scoped_lock lock(starter_mutex_);
  if (starter_.joinable()) starter_.join();
}

void DeviceRegistry::limit_memory(std::size_t bytes) {
  if (forked()) return;
  const std::scoped_lock lock(mutex_);
  memory_limit_ = std::min(bytes, not_read - 1);
  for (const auto& device : devices_) device->limit_memory(bytes);
}

DeviceView DeviceRegistry::view(const ExecutionContext& ctx) {
  DeviceView view;
  if (ctx.device_policy() == DevicePolicy::off) return view;
  const auto measured = ctx.tuning().section<DeviceTuning>();
  view.processor = processor_factors(measured, ctx.threads());
  if (forked()) return view;  // before the mutex, which a thread may have held when the process forked
  view.wanted = ctx.device_policy() == DevicePolicy::on;
  if (!asked_ && !view.wanted) {  // no driver is loaded for a plan
    if (!may_exist()) return view;
    view.usable = true;
    const std::size_t limit = memory_limit();
    view.free_bytes = limit == 0 ? usual_free_bytes : std::min(limit, usual_free_bytes);
    view.startup_seconds = startup_seconds(nullptr);
    view.rates = device_rates(usual_card(), measured);
    return view;
  }
  const Device* const device = device_for(ctx);
  if (device == nullptr) {
    // One that was lost is no reason to end what has begun: the processor goes on.
    if (view.wanted) {
      const std::string reason = absence_reason();
      if (!reason.empty()) throw DeviceError("no device can be used: " + reason);
      if (ctx.device() >= 0 && static_cast<std::size_t>(ctx.device()) >= infos().size())
        throw DeviceError("there is no device number " + std::to_string(ctx.device()));
    }
    return view;
  }
  view.usable = true;
  view.free_bytes = device->free_bytes();
  view.queue_seconds = device->queue_seconds();
  view.startup_seconds = startup_seconds(device);
  view.rates = device_rates(device->info(), measured);
  return view;
}

std::optional<DeviceView> DeviceRegistry::view_after_asking(bool plan_takes_device, double processor_seconds,
                                                            const ExecutionContext& ctx) {
  constexpr double long_work = 0.5;  // seconds: several times what a driver takes to load
  if (asked_ || ctx.device_policy() == DevicePolicy::off || forked() || !may_exist()) return std::nullopt;
  if (!plan_takes_device && processor_seconds < long_work) return std::nullopt;
  (void)infos();
  return view(ctx);
}

DeviceView required_device_view(const ExecutionContext& ctx) {
  const DeviceView view = device_view(ctx);
  if (!view.usable) {
    const std::string reason = device_absence_reason();
    throw DeviceError("no device can be used: " +
                      (reason.empty() ? std::string("it was given up after an earlier error") : reason));
  }
  return view;
}

bool run_on_device(const char* what, const ExecutionContext& ctx, double seconds, double processor_seconds,
                   FunctionRef<void(DeviceJob&)> work) {
  Device* const device = DeviceRegistry::instance().device_for(ctx);
  if (device == nullptr) {
    statistics().refuse(what, -1, "there is no device");
    return false;
  }
  const bool wanted = ctx.device_policy() == DevicePolicy::on;
  return device->run(seconds, wanted ? Device::long_patience : processor_seconds, ctx, work, what);
}

}  // namespace detail

std::vector<DeviceInfo> devices() { return detail::DeviceRegistry::instance().infos(); }

std::string device_absence_reason() { return detail::DeviceRegistry::instance().absence_reason(); }

DeviceStatistics device_statistics() { return detail::statistics().values(); }

void start_device(const ExecutionContext& ctx) { detail::DeviceRegistry::instance().start_beside(ctx); }

void limit_device_memory(std::size_t bytes) { detail::DeviceRegistry::instance().limit_memory(bytes); }

DeviceView device_view(const ExecutionContext& ctx) { return detail::DeviceRegistry::instance().view(ctx); }

}  // namespace v1
}  // namespace polyfork
