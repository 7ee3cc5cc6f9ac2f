// How many threads this process may use: affinity, control groups, hardware.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include <polyfork/core/context.hpp>

#include "core/cgroup.hpp"
#include "core/limits.hpp"

#if defined(__linux__)
#include <sched.h>
#endif

namespace polyfork {
inline namespace v1 {

namespace {

int affinity_threads() {
#if defined(__linux__)
  // The kernel's mask may be longer than cpu_set_t; it answers EINVAL until the buffer is long enough.
  for (std::size_t sets = 1; sets <= 64; sets *= 2) {
    std::vector<cpu_set_t> mask(sets);
    const std::size_t bytes = sets * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, mask.data()) == 0) return CPU_COUNT_S(bytes, mask.data());
  }
#endif
  return static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

int available_threads() {
  int threads = affinity_threads();
#if defined(__linux__)
  std::ifstream file("/proc/self/cgroup");
  std::ostringstream membership;
  if (file) membership << file.rdbuf();
  const int limit = detail::cgroup_thread_limit(membership.str(), "/sys/fs/cgroup");
  if (limit > 0) threads = std::min(threads, limit);
#endif
  return std::clamp(threads, 1, detail::max_threads);
}

}  // namespace v1
}  // namespace polyfork
