// Counts calls of the allocator, by functions that stand in front of those of the C library.
//
// To be included in one file of a program, whose malloc, calloc and realloc it replaces. Where that is not possible
// (sanitizers have their own, other C libraries no second names) allocations_are_counted is false.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define POLYFORK_COUNTS_ALLOCATIONS 1
#else
#define POLYFORK_COUNTS_ALLOCATIONS 0
#endif

namespace polyfork::test {

inline constexpr bool allocations_are_counted = POLYFORK_COUNTS_ALLOCATIONS != 0;
inline std::atomic<std::size_t> allocations{0};

/// Allocations while f() runs.
template <class F>
std::size_t allocations_of(const F& f) {
  const std::size_t before = allocations;
  f();
  return allocations - before;
}

}  // namespace polyfork::test

#if POLYFORK_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t bytes);                     // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t count, std::size_t bytes);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* p, std::size_t bytes);           // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t bytes) noexcept {
  ++polyfork::test::allocations;
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) noexcept {
  ++polyfork::test::allocations;
  return __libc_calloc(count, bytes);
}
void* realloc(void* p, std::size_t bytes) noexcept {
  ++polyfork::test::allocations;
  return __libc_realloc(p, bytes);
}
}
#endif
