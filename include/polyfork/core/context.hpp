// The execution context: everything about *how* a call runs, and nothing about what it computes.
//
// Threads, fork-join back end, device, memory limit, stop token, progress sink, tuning and the plan cache. A context is
// a cheap value (one shared pointer); with_* derive a changed copy that shares the rest (scheduler, account, cache).
// Public functions take one as an optional last argument; the default context reads the environment once:
//   POLYFORK_NUM_THREADS, POLYFORK_BACKEND (tbb|openmp|serial|thread), POLYFORK_MEMORY_LIMIT (bytes, K/M/G/T),
//   POLYFORK_TUNING (file), POLYFORK_FORCE_ISA (see cpu.hpp), POLYFORK_GPU (auto|on|off), POLYFORK_DEVICE (number).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>

#include <polyfork/core/device.hpp>
#include <polyfork/core/export.hpp>
#include <polyfork/core/function_ref.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/plan_cache.hpp>
#include <polyfork/core/tuning.hpp>

namespace polyfork {
inline namespace v1 {

/// Fork-join back ends, chosen at run time. `thread` starts a std::thread per fork up to the thread count: it
/// exists for race checking, where the runtimes of the others give false alarms.
enum class Backend { tbb, openmp, serial, profile, thread };

/// "tbb", "openmp", ... and back. backend_from_name throws DomainError for an unknown name.
POLYFORK_EXPORT std::string_view backend_name(Backend backend) noexcept;
POLYFORK_EXPORT Backend backend_from_name(std::string_view name);

/// Threads this process may use: CPU affinity, limited by the cgroup's CPU quota; at least 1.
POLYFORK_EXPORT int available_threads();

/// Receives progress. Called from worker threads, at most about a hundred times a second, never concurrently.
/// fraction is in [0, 1] and never decreases within a stage.
using ProgressSink = std::function<void(std::string_view stage, double fraction)>;

class Profile;  // profile.hpp

namespace detail {
class Scheduler;
struct ContextState;
}  // namespace detail

class POLYFORK_EXPORT ExecutionContext {
 public:
  /// A copy of the default context's settings with a fresh memory account and plan cache.
  ExecutionContext();
  ExecutionContext(const ExecutionContext&) noexcept;
  ExecutionContext(ExecutionContext&&) noexcept;
  ExecutionContext& operator=(const ExecutionContext&) noexcept;
  ExecutionContext& operator=(ExecutionContext&&) noexcept;
  ~ExecutionContext();

  /// What operators run with, and functions that are given no context. Reads the environment once, at the first call,
  /// unless the program has set one before.
  static const ExecutionContext& default_context();
  /// Makes a context the default one from the next call on: for the start of a program, f * g with four threads. Calls
  /// that have begun go on with the one before, which is kept; safe from any thread. Results never depend on it.
  static void set_default_context(ExecutionContext context);

  /// 1 <= threads <= 1024; 0 means available_threads(). Throws DomainError otherwise.
  ExecutionContext with_threads(int threads) const;
  /// `profile` brings a Profile of its own, see profile(); with_profile takes the caller's.
  ExecutionContext with_backend(Backend backend) const;
  /// A new account (and an empty cache charged to it) with this limit.
  ExecutionContext with_memory_limit(std::size_t bytes) const;
  ExecutionContext with_stop_token(std::stop_token token) const;
  ExecutionContext with_progress(ProgressSink sink) const;
  ExecutionContext with_tuning(Tuning tuning) const;
  /// Whether a device may be used, and which: the number that devices() gives it, -1 for any. Throws DomainError below.
  ExecutionContext with_device_policy(DevicePolicy policy) const;
  ExecutionContext with_device(int device) const;
  /// Runs serially on the profile back end and records into the profile, which must outlive the calls.
  ExecutionContext with_profile(Profile& profile) const;

  int threads() const noexcept { return threads_; }
  Backend backend() const noexcept { return backend_; }
  DevicePolicy device_policy() const noexcept;
  int device() const noexcept;
  const Tuning& tuning() const noexcept;
  MemoryAccount& memory() const noexcept;
  PlanCache& plan_cache() const noexcept;

  std::stop_token stop_token() const noexcept;
  bool stop_requested() const noexcept;
  /// Throws Cancelled when a stop was requested. Loops call it about once per millisecond of work.
  void poll() const {
    if (stop_requested()) throw_cancelled();
  }
  /// Tells the sink, if any (rate-limited, so cheap to call often).
  void progress(std::string_view stage, double fraction) const;
  bool has_progress() const noexcept;

  /// Charges abstract operations to the current strand of the profile back end; free on the others.
  void charge(std::uint64_t operations) const {
    if (profile_ != nullptr) charge_profile(operations);
  }

  // Implementation access, for src/core only.
  detail::Scheduler& scheduler() const noexcept;
  Profile* profile() const noexcept { return profile_; }

 private:
  explicit ExecutionContext(std::shared_ptr<const detail::ContextState> state);
  [[noreturn]] static void throw_cancelled();
  void charge_profile(std::uint64_t operations) const;

  std::shared_ptr<const detail::ContextState> state_;
  int threads_ = 1;
  Backend backend_ = Backend::tbb;
  Profile* profile_ = nullptr;
};

}  // namespace v1
}  // namespace polyfork
