// What the kernel is told that measures the rate of fused multiply-adds. For the host as well.
#pragma once

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr unsigned rate_threads = 256;
inline constexpr unsigned rate_chains = 8;

struct FmaRate {
  double* out;  ///< one for each thread
  unsigned rounds;
  double factor;  ///< below 1
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
