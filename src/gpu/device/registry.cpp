// The devices of this process.
#include "gpu/device/registry.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdlib>

#include <polyfork/core/error.hpp>

#include "core/environment.hpp"
#include "gpu/device/device_costs.hpp"
#include "gpu/device/find_devices.hpp"
#include "gpu/device/statistics.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double whole_start_seconds = 0.45;  // of a driver and a context

/// What is planned with before the driver has been asked.
DeviceInfo usual_card() {
  DeviceInfo info;
  info.multiprocessors = 132;
  info.capability = 90;
  return info;
}

}  // namespace

StatisticsCounter& statistics() {
  static auto* const counter = new StatisticsCounter;
  return *counter;
}

DeviceRegistry& DeviceRegistry::instance() {
  static auto* const registry = new DeviceRegistry;
  return *registry;
}

DeviceRegistry::DeviceRegistry() : process_(getpid()) {}

bool DeviceRegistry::forked() const noexcept { return getpid() != process_; }

/// Precondition: the mutex is held.
void DeviceRegistry::find() {
  if (asked_) return;
  asked_ = true;
  FoundDevices found = find_devices();
  reason_ = std::move(found.reason);
  infos_ = std::move(found.list);
  const std::size_t limit =
      read_environment([](const char* name) -> const char* { return std::getenv(name); }).device_memory;
  for (std::size_t i = 0; i < infos_.size(); ++i) {
    const int ordinal = found.ordinals[i];
    devices_.push_back(std::make_unique<Device>(
        infos_[i], [ordinal] { return open_device(ordinal); }, limit));
  }
}

void DeviceRegistry::replace(std::unique_ptr<Device> device) {
  const std::scoped_lock lock(mutex_);
  asked_ = device != nullptr;
  infos_.clear();
  devices_.clear();
  reason_.clear();
  if (device == nullptr) return;
  infos_.push_back(device->info());
  devices_.push_back(std::move(device));
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
  Device* best = nullptr;  // the one that is free first
  for (const auto& device : devices_)
    if (!device->is_lost() && (best == nullptr || device->queue_seconds() < best->queue_seconds())) best = device.get();
  return best;
}

void DeviceRegistry::note_missed(double seconds) noexcept {
  if (seconds > 0) missed_seconds_.fetch_add(seconds, std::memory_order_relaxed);
}

double DeviceRegistry::startup_seconds() const noexcept {
  return std::max(0.0, whole_start_seconds - missed_seconds_.load(std::memory_order_relaxed));
}

DeviceView DeviceRegistry::view(const ExecutionContext& ctx) {
  DeviceView view;
  if (ctx.device_policy() == DevicePolicy::off) return view;
  const auto measured = ctx.tuning().section<DeviceTuning>();
  view.processor = processor_factors(measured, ctx.threads());
  if (forked()) {  // before the mutex, which a thread may have held when the process forked
    if (ctx.device_policy() == DevicePolicy::on) throw DeviceError("a forked process has no devices");
    return view;
  }
  view.wanted = ctx.device_policy() == DevicePolicy::on;
  bool asked = false;
  {
    const std::scoped_lock lock(mutex_);
    asked = asked_;
  }
  if (!asked && !view.wanted) {  // no driver is loaded for a plan
    if (!devices_may_exist()) return view;
    view.usable = true;
    view.free_bytes = std::size_t{8} << 30;
    view.startup_seconds = startup_seconds();
    view.rates = device_rates(usual_card(), measured);
    return view;
  }
  const Device* const device = device_for(ctx);
  if (device == nullptr) {
    if (view.wanted) {
      const std::string reason = absence_reason();
      throw DeviceError("no device can be used: " + (reason.empty() ? "it was lost, or has another number" : reason));
    }
    return view;
  }
  view.usable = true;
  view.free_bytes = device->free_bytes();
  view.queue_seconds = device->queue_seconds();
  view.startup_seconds = device->is_running() ? 0 : startup_seconds();
  view.rates = device_rates(device->info(), measured);
  return view;
}

bool run_on_device(const ExecutionContext& ctx, double seconds, double processor_seconds,
                   FunctionRef<void(DeviceJob&)> work) {
  Device* const device = DeviceRegistry::instance().device_for(ctx);
  if (device == nullptr) {
    statistics().refuse("there is no device");
    return false;
  }
  const bool wanted = ctx.device_policy() == DevicePolicy::on;
  return device->run(seconds, wanted ? Device::long_patience : processor_seconds, ctx, work);
}

}  // namespace detail

std::vector<DeviceInfo> devices() { return detail::DeviceRegistry::instance().infos(); }

std::string device_absence_reason() { return detail::DeviceRegistry::instance().absence_reason(); }

DeviceStatistics device_statistics() { return detail::statistics().values(); }

DeviceView device_view(const ExecutionContext& ctx) { return detail::DeviceRegistry::instance().view(ctx); }

}  // namespace v1
}  // namespace polyfork
