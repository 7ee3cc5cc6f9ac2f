// What the processor does side by side, from its family and model.
#include "core/cpu_ports.hpp"

#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace polyfork {
inline namespace v1 {
namespace detail {

bool adds_beside_multiplies() noexcept {
#if defined(__x86_64__)
  static const bool amd = [] {
    unsigned highest = 0;
    unsigned name[3] = {};
    if (__get_cpuid(0, &highest, &name[0], &name[2], &name[1]) == 0) return false;
    return std::memcmp(name, "AuthenticAMD", sizeof name) == 0;
  }();
  return amd;
#else
  return false;
#endif
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
