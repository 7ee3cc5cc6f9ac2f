// A cap on the memory that the process may ask for: requests that no test should be given then fail as they do on a
// small machine, in place of filling a large one until the system ends the process.
#pragma once

#include <cstddef>
#include <fstream>

#include <sys/mman.h>
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
    if (active_) holds_ = refuses(bytes + (bytes >> 2));
#else
    (void)bytes;
#endif
  }
  ~AddressSpaceCap() {
    if (active_) setrlimit(RLIMIT_AS, &before_);
  }
  AddressSpaceCap(const AddressSpaceCap&) = delete;
  AddressSpaceCap& operator=(const AddressSpaceCap&) = delete;

  /// False where the system takes the cap and does not keep it, as an emulator of another processor does, and where
  /// there is none.
  bool holds() const { return holds_; }

 private:
  static bool refuses(std::size_t bytes) {
    void* const reserved = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return true;
    munmap(reserved, bytes);
    return false;
  }

  rlimit before_{};
  bool active_ = false;
  bool holds_ = false;
};

}  // namespace polyfork::test
