// Large arrays out of memory that finished operations have left: fresh memory costs a page fault and the clearing of
// every page, which takes longer than filling it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <polyfork/core/export.hpp>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Arrays from this size on are recycled.
inline constexpr std::size_t least_recycled_bytes = std::size_t{256} << 10;

/// At least so many bytes, aligned to 64, that hold anything; from least_recycled_bytes on it is worth the way. Throws
/// MemoryLimit where the system has none, std::bad_alloc for more than any address space.
POLYFORK_EXPORT void* take_recycled(std::size_t bytes);
/// Gives it back.
POLYFORK_EXPORT void leave_recycled(void* memory) noexcept;

/// An allocator of memory aligned to `alignment` bytes, whose large arrays are recycled.
template <class T, std::size_t alignment = alignof(T)>
struct RecyclingAllocator {
  using value_type = T;
  template <class U>
  struct rebind {
    using other = RecyclingAllocator<U, alignment>;
  };
  RecyclingAllocator() noexcept = default;
  template <class U>
  RecyclingAllocator(const RecyclingAllocator<U, alignment>&) noexcept {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t n) {
    if (n >= least) return static_cast<T*>(take_recycled(n * sizeof(T)));
    if constexpr (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
      return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{alignment}));
    else
      return static_cast<T*>(::operator new(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t n) noexcept {
    if (n >= least)
      leave_recycled(p);
    else if constexpr (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
      ::operator delete (p, std::align_val_t{alignment});
    else
      ::operator delete(p);
  }
  friend bool operator==(RecyclingAllocator, RecyclingAllocator) noexcept { return true; }

 private:
  static constexpr std::size_t least = least_recycled_bytes / sizeof(T);
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
