// The contexts that a result must not depend on.
#pragma once

#include <vector>

#include <polyfork/core/context.hpp>

#if defined(__SANITIZE_THREAD__)
#define POLYFORK_TEST_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define POLYFORK_TEST_TSAN 1
#endif
#endif

namespace polyfork::test {

/// Whether a sanitizer makes everything many times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(POLYFORK_TEST_TSAN)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// The back ends to test. tsan gives false alarms in the run-time libraries of TBB and OpenMP, so it sees the others.
inline std::vector<Backend> back_ends() {
#if defined(POLYFORK_TEST_TSAN)
  return {Backend::serial, Backend::profile, Backend::thread};
#else
  return {Backend::serial, Backend::profile, Backend::thread, Backend::tbb, Backend::openmp};
#endif
}

/// Every back end with 1, 2 and 4 threads, one thread of each kind first.
inline std::vector<ExecutionContext> contexts() {
  std::vector<ExecutionContext> all;
  for (const int threads : {1, 2, 4})
    for (const Backend backend : back_ends())
      all.push_back(ExecutionContext().with_threads(threads).with_backend(backend));
  return all;
}

}  // namespace polyfork::test
