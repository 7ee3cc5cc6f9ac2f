// CPU quotas of Linux control groups, versions 1 and 2, read from /proc and /sys.
#include "core/cgroup.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace polyfork {
inline namespace v1 {
namespace detail {

namespace {

constexpr double no_quota = std::numeric_limits<double>::infinity();

/// "QUOTA PERIOD" or "max PERIOD", microseconds.
double quota_v2(const std::string& folder) {
  std::ifstream file(folder + "/cpu.max");
  double quota = 0;
  double period = 0;
  // "max" is not a number, so the extraction fails on it.
  if (file >> quota >> period && quota > 0 && period > 0) return quota / period;
  return no_quota;
}

/// The quota is -1 when there is none.
double quota_v1(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
  std::ifstream period_file(folder + "/cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  if (quota_file >> quota && period_file >> period && quota > 0 && period > 0) return quota / period;
  return no_quota;
}

/// The smallest quota from the group up to the mount point. Inside a container the path may name a group outside of
/// the mount; the folders then do not exist, and only the mount point counts.
double quota_upwards(double (*quota)(const std::string&), const std::string& mount, std::string path) {
  double least = quota(mount);
  while (path.size() > 1) {
    least = std::min(least, quota(mount + path));
    path.resize(path.rfind('/'));
  }
  return least;
}

bool contains_item(const std::string& list, const std::string& item) {
  std::istringstream items(list);
  for (std::string each; std::getline(items, each, ',');)
    if (each == item) return true;
  return false;
}

}  // namespace

int cgroup_thread_limit(const std::string& membership, const std::string& root) {
  double least = no_quota;
  std::istringstream lines(membership);
  for (std::string line; std::getline(lines, line);) {  // HIERARCHY:CONTROLLERS:PATH
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos || second + 1 == line.size() || line[second + 1] != '/') continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      least = std::min(least, quota_upwards(quota_v2, root, path));
    } else if (contains_item(controllers, "cpu")) {
      least = std::min(least, quota_upwards(quota_v1, root + "/cpu", path));
      if (controllers != "cpu") least = std::min(least, quota_upwards(quota_v1, root + "/" + controllers, path));
    }
  }
  if (least == no_quota) return 0;
  return std::max(1, static_cast<int>(std::min(std::ceil(least), 1e6)));
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
