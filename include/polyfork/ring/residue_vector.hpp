// ResidueVector: words in a 64-byte aligned array; the vector type of Z/pZ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include <polyfork/core/huge_pages.hpp>

namespace polyfork {
inline namespace v1 {

/// Standard allocator with 64-byte alignment, so that kernels load whole cache lines.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() noexcept = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t n) {
    void* const data = ::operator new (n * sizeof(T), std::align_val_t{64});
    detail::ask_for_huge_pages(data, n * sizeof(T));
    return static_cast<T*>(data);
  }
  void deallocate(T* p, std::size_t) noexcept { ::operator delete (p, std::align_val_t{64}); }
  friend bool operator==(AlignedAllocator, AlignedAllocator) noexcept { return true; }
};

/// Canonical residues in [0, p).
using ResidueVector = std::vector<std::uint64_t, AlignedAllocator<std::uint64_t>>;

}  // namespace v1
}  // namespace polyfork
