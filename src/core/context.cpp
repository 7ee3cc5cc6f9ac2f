// The execution context: the default one from the environment, and how others are derived.
#include <polyfork/core/context.hpp>

#include <array>
#include <atomic>
#include <cstdlib>
#include <forward_list>
#include <mutex>
#include <string>
#include <utility>

#include <polyfork/core/error.hpp>
#include <polyfork/core/profile.hpp>

#include "core/context_state.hpp"
#include "core/environment.hpp"
#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {

namespace {

using detail::ContextState;

constexpr std::array<std::string_view, 5> backend_names = {"tbb", "openmp", "serial", "profile", "thread"};

constexpr std::array<std::string_view, 3> policy_names = {"auto", "on", "off"};

std::shared_ptr<detail::Scheduler> make_scheduler(Backend backend, int threads, Profile* profile) {
  if (profile != nullptr) return detail::make_profile_scheduler(*profile);
  if (threads > 1) {
    if (backend == Backend::tbb) return detail::make_tbb_scheduler(threads);
    if (backend == Backend::openmp) return detail::make_openmp_scheduler(threads);
    if (backend == Backend::thread) return detail::make_thread_scheduler(threads);
  }
  return detail::make_serial_scheduler();
}

/// Fresh account and cache.
void set_memory(ContextState& state, std::size_t limit) {
  state.account = std::make_shared<MemoryAccount>(limit);
  state.cache = std::make_shared<PlanCache>(state.account);
}

void set_scheduler(ContextState& state) {
  state.scheduler = make_scheduler(state.backend, state.threads, state.profile.get());
}

std::shared_ptr<ContextState> default_state() {
  detail::EnvironmentSettings settings =
      detail::read_environment([](const char* name) -> const char* { return std::getenv(name); });
  auto state = std::make_shared<ContextState>();
  state->threads = settings.threads > 0 ? settings.threads : available_threads();
  state->backend = settings.backend;
  state->device_policy = settings.device_policy;
  state->device = settings.device;
  state->tuning = std::make_shared<const Tuning>(std::move(settings.tuning));
  set_memory(*state, settings.memory_limit);
  set_scheduler(*state);
  return state;
}

}  // namespace

std::string_view backend_name(Backend backend) noexcept { return backend_names[static_cast<std::size_t>(backend)]; }

Backend backend_from_name(std::string_view name) {
  for (std::size_t i = 0; i < backend_names.size(); ++i)
    if (backend_names[i] == name) return static_cast<Backend>(i);
  throw DomainError("'" + std::string(name) + "' is not a back end (tbb, openmp, serial, profile, thread)");
}

std::string_view device_policy_name(DevicePolicy policy) noexcept {
  return policy_names[static_cast<std::size_t>(policy)];
}

DevicePolicy device_policy_from_name(std::string_view name) {
  for (std::size_t i = 0; i < policy_names.size(); ++i)
    if (policy_names[i] == name) return static_cast<DevicePolicy>(i);
  throw DomainError("'" + std::string(name) + "' is not a device policy (auto, on, off)");
}

ExecutionContext::ExecutionContext(std::shared_ptr<const ContextState> state)
    : state_(std::move(state)), threads_(state_->threads), backend_(state_->backend), profile_(state_->profile.get()) {}

ExecutionContext::ExecutionContext()
    : ExecutionContext(default_context().with_memory_limit(default_context().memory().limit())) {}
ExecutionContext::ExecutionContext(const ExecutionContext&) noexcept = default;
ExecutionContext& ExecutionContext::operator=(const ExecutionContext&) noexcept = default;
// A moved-from context stays usable: an algorithm may hold a reference to it, and a copy costs one counter.
ExecutionContext::ExecutionContext(ExecutionContext&& other) noexcept : ExecutionContext(std::as_const(other)) {}
ExecutionContext& ExecutionContext::operator=(ExecutionContext&& other) noexcept {
  return *this = std::as_const(other);
}
ExecutionContext::~ExecutionContext() = default;

namespace {

/// The default contexts that there have been: calls may run with any of them.
struct DefaultContexts {
  std::mutex mutex;
  std::forward_list<ExecutionContext> kept;
  std::atomic<const ExecutionContext*> current{nullptr};

  const ExecutionContext* keep(ExecutionContext context) {
    kept.push_front(std::move(context));
    current.store(&kept.front(), std::memory_order_release);
    return &kept.front();
  }
};

DefaultContexts& default_contexts() {
  // Never destroyed: workers and static objects of the program may outlive this file's statics.
  static DefaultContexts& contexts = *new DefaultContexts;
  return contexts;
}

}  // namespace

const ExecutionContext& ExecutionContext::default_context() {
  DefaultContexts& contexts = default_contexts();
  const ExecutionContext* context = contexts.current.load(std::memory_order_acquire);
  if (context != nullptr) return *context;
  const std::lock_guard lock(contexts.mutex);
  context = contexts.current.load(std::memory_order_relaxed);
  return context != nullptr ? *context : *contexts.keep(ExecutionContext(default_state()));
}

void ExecutionContext::set_default_context(ExecutionContext context) {
  DefaultContexts& contexts = default_contexts();
  const std::lock_guard lock(contexts.mutex);
  contexts.keep(std::move(context));
}

ExecutionContext ExecutionContext::with_threads(int threads) const {
  if (threads < 0) throw DomainError("the number of threads is negative: " + std::to_string(threads));
  if (threads > detail::max_threads)
    throw DomainError("at most " + std::to_string(detail::max_threads) + " threads, not " + std::to_string(threads));
  if (threads == 0) threads = available_threads();
  if (threads == threads_) return *this;
  auto state = std::make_shared<ContextState>(*state_);
  state->threads = threads;
  set_scheduler(*state);
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_backend(Backend backend) const {
  if (backend == backend_) return *this;
  auto state = std::make_shared<ContextState>(*state_);
  state->backend = backend;
  state->profile = backend == Backend::profile ? std::make_shared<Profile>() : nullptr;
  set_scheduler(*state);
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_profile(Profile& profile) const {
  auto state = std::make_shared<ContextState>(*state_);
  state->backend = Backend::profile;
  state->profile = std::shared_ptr<Profile>(std::shared_ptr<void>(), &profile);
  set_scheduler(*state);
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_memory_limit(std::size_t bytes) const {
  auto state = std::make_shared<ContextState>(*state_);
  set_memory(*state, bytes);
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_stop_token(std::stop_token token) const {
  auto state = std::make_shared<ContextState>(*state_);
  state->stop = std::move(token);
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_progress(ProgressSink sink) const {
  auto state = std::make_shared<ContextState>(*state_);
  state->progress = sink ? std::make_shared<detail::ProgressGate>(std::move(sink)) : nullptr;
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_tuning(Tuning tuning) const {
  auto state = std::make_shared<ContextState>(*state_);
  state->tuning = std::make_shared<const Tuning>(std::move(tuning));
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_device_policy(DevicePolicy policy) const {
  auto state = std::make_shared<ContextState>(*state_);
  state->device_policy = policy;
  return ExecutionContext(std::move(state));
}

ExecutionContext ExecutionContext::with_device(int device) const {
  if (device < -1) throw DomainError("a device has a number from 0 on, or -1 for any");
  auto state = std::make_shared<ContextState>(*state_);
  state->device = device;
  return ExecutionContext(std::move(state));
}

DevicePolicy ExecutionContext::device_policy() const noexcept { return state_->device_policy; }
int ExecutionContext::device() const noexcept { return state_->device; }
const Tuning& ExecutionContext::tuning() const noexcept { return *state_->tuning; }
MemoryAccount& ExecutionContext::memory() const noexcept { return *state_->account; }
PlanCache& ExecutionContext::plan_cache() const noexcept { return *state_->cache; }
detail::Scheduler& ExecutionContext::scheduler() const noexcept { return *state_->scheduler; }

std::stop_token ExecutionContext::stop_token() const noexcept { return state_->stop; }
bool ExecutionContext::stop_requested() const noexcept { return state_->stop.stop_requested(); }
void ExecutionContext::throw_cancelled() { throw Cancelled(); }

bool ExecutionContext::has_progress() const noexcept { return state_->progress != nullptr; }
void ExecutionContext::progress(std::string_view stage, double fraction) const {
  if (state_->progress) state_->progress->report(stage, fraction);
}

void ExecutionContext::charge_profile(std::uint64_t operations) const { profile_->charge(operations); }

}  // namespace v1
}  // namespace polyfork
