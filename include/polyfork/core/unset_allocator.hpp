// Vectors whose resize() leaves new elements unset: whoever writes them all, in parallel, need not wait until one
// thread has cleared them.
#pragma once

#include <memory>
#include <new>
#include <utility>

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The allocator Base, but elements constructed from nothing keep what their memory holds. For scalars.
template <class T, class Base = std::allocator<T>>
struct UnsetAllocator : Base {
  UnsetAllocator() noexcept = default;
  template <class U, class B>
  UnsetAllocator(const UnsetAllocator<U, B>&) noexcept {}  // NOLINT(google-explicit-constructor)
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U, typename std::allocator_traits<Base>::template rebind_alloc<U>>;
  };
  template <class U>
  void construct(U* p) noexcept {
    ::new (static_cast<void*>(p)) U;
  }
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
