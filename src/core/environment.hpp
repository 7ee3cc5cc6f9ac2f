// The environment variables of the default context, read through a callback so that tests need no environment.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <polyfork/core/context.hpp>
#include <polyfork/core/cpu.hpp>
#include <polyfork/core/function_ref.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

struct EnvironmentSettings {
  int threads = 0;  // 0: available_threads()
  Backend backend = Backend::tbb;
  DevicePolicy device_policy = DevicePolicy::automatic;
  int device = -1;                // any
  std::size_t device_memory = 0;  // bytes of a device that may be used; 0: four fifths of what is free
  std::size_t memory_limit = MemoryAccount::unlimited;
  Tuning tuning;
};

/// Returns a variable's value or null. An empty value counts as unset.
using GetEnv = FunctionRef<const char*(const char* name)>;

/// Throws DomainError naming the variable; a table of thresholds has known names and no negative values.
EnvironmentSettings read_environment(GetEnv get_env);

/// "section.field" of every threshold, sorted.
std::span<const std::string_view> tuning_names() noexcept;

/// The level that POLYFORK_FORCE_ISA asks for, else `detected`. Throws DomainError.
Isa isa_from_environment(GetEnv get_env, Isa detected);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
