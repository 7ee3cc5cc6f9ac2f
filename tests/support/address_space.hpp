// A cap on the memory that the process may ask for: requests that no test should be given then fail as they do on a
// small machine, in place of filling a large one until the system ends the process.
#pragma once

#include <cstddef>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace polyfork::test {

/// While it lives, the address space grows by so many bytes at most. Nothing under sanitizers, whose own tables are
/// larger than any memory.
class AddressSpaceCap {
 public:
  explicit AddressSpaceCap(std::size_t bytes) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    if (pages == 0 || getrlimit(RLIMIT_AS, &before_) != 0) return;
    rlimit capped = before_;
    const rlim_t wanted = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
    if (wanted >= capped.rlim_cur) return;
    capped.rlim_cur = wanted;
    active_ = setrlimit(RLIMIT_AS, &capped) == 0;
#else
    (void)bytes;
#endif
  }
  ~AddressSpaceCap() {
    if (active_) setrlimit(RLIMIT_AS, &before_);
  }
  AddressSpaceCap(const AddressSpaceCap&) = delete;
  AddressSpaceCap& operator=(const AddressSpaceCap&) = delete;

 private:
  rlimit before_{};
  bool active_ = false;
};

}  // namespace polyfork::test
