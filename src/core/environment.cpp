// The environment variables of the default context, checked.
#include "core/environment.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include <polyfork/core/error.hpp>

#include "core/limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

/// Calls use(value) if the variable is set, and puts its name before the message of whatever is wrong with it.
template <class Use>
void with_variable(GetEnv get_env, const char* name, const Use& use) {
  const char* value = get_env(name);
  if (value == nullptr || *value == '\0') return;
  try {
    use(std::string_view(value));
  } catch (const Error& error) {
    throw DomainError(std::string(name) + ": " + error.what());
  }
}

int parse_threads(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > max_threads)
    throw DomainError("'" + std::string(text) + "' is not a number of threads (0 to " + std::to_string(max_threads) +
                      ")");
  return value;
}

int parse_device(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0)
    throw DomainError("'" + std::string(text) + "' is not the number of a device (from 0 on)");
  return value;
}

Tuning read_tuning(std::string_view path) {
  const std::string name(path);
  std::ifstream file(name, std::ios::binary);
  // A folder opens like a file; only reading it fails, and so does reading an empty file.
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(name, ignored)) throw DomainError("cannot read '" + name + "'");
  std::ostringstream text;
  text << file.rdbuf();
  try {
    Tuning tuning = Tuning::parse(text.str());
    for (const auto& [key, value] : tuning.values()) {
      if (!std::ranges::binary_search(tuning_names(), std::string_view(key)))
        throw DomainError(name + ": there is no threshold '" + key + "'");
      if (value < 0) throw DomainError(name + ": '" + key + "' is negative: " + std::to_string(value));
    }
    return tuning;
  } catch (const ParseError& error) {
    throw DomainError(name + ":" + error.what());
  }
}

}  // namespace

EnvironmentSettings read_environment(GetEnv get_env) {
  EnvironmentSettings settings;
  with_variable(get_env, "POLYFORK_NUM_THREADS", [&](std::string_view v) { settings.threads = parse_threads(v); });
  with_variable(get_env, "POLYFORK_BACKEND", [&](std::string_view v) {
    settings.backend = backend_from_name(v);
    if (settings.backend == Backend::profile)
      throw DomainError("'profile' records one computation at a time; derive it with with_profile");
  });
  with_variable(get_env, "POLYFORK_MEMORY_LIMIT",
                [&](std::string_view v) { settings.memory_limit = parse_byte_size(v); });
  with_variable(get_env, "POLYFORK_GPU",
                [&](std::string_view v) { settings.device_policy = device_policy_from_name(v); });
  with_variable(get_env, "POLYFORK_DEVICE", [&](std::string_view v) { settings.device = parse_device(v); });
  with_variable(get_env, "POLYFORK_GPU_MEMORY",
                [&](std::string_view v) { settings.device_memory = parse_byte_size(v); });
  with_variable(get_env, "POLYFORK_TUNING", [&](std::string_view v) { settings.tuning = read_tuning(v); });
  return settings;
}

Isa isa_from_environment(GetEnv get_env, Isa detected) {
  Isa isa = detected;
  with_variable(get_env, "POLYFORK_FORCE_ISA", [&](std::string_view v) {
    isa = isa_from_name(v);
    if (isa > detected)
      throw DomainError("this machine offers only '" + std::string(isa_name(detected)) + "', not '" + std::string(v) +
                        "'");
  });
  return isa;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
