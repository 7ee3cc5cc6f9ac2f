// CPU quotas of Linux control groups, versions 1 and 2.
#pragma once

#include <string>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Threads that the CPU quota allows, rounded up; 0 when there is no quota. `membership` is the text of
/// /proc/self/cgroup, `root` the mount point /sys/fs/cgroup. The quotas of all enclosing groups count.
int cgroup_thread_limit(const std::string& membership, const std::string& root);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
