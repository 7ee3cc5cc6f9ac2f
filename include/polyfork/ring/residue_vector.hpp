// ResidueVector: words in a 64-byte aligned array; the vector type of Z/pZ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include <polyfork/core/export.hpp>
#include <polyfork/core/recycled_memory.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

/// A value that leaves an element of a ResidueVector as its memory is, see unwritten_residues.hpp.
struct Unset {
  operator std::uint64_t() const noexcept { return 0; }  // NOLINT(google-explicit-constructor)
};

}  // namespace detail

/// Standard allocator with 64-byte alignment, so that kernels load whole cache lines. Large arrays are recycled. Short
/// ones are aligned by hand, the block's own address in front: the allocator's aligned form takes a slow path.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() noexcept = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t n) {
    if (n >= least) return static_cast<T*>(detail::take_recycled(n * sizeof(T)));
    void* const block = ::operator new(n * sizeof(T) + alignment);
    const auto place =
        (reinterpret_cast<std::uintptr_t>(block) / alignment + 1) * alignment;  // 16 bytes behind at least
    auto* const p = reinterpret_cast<std::byte*>(place);
    std::memcpy(p - sizeof block, &block, sizeof block);
    return reinterpret_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) noexcept {
    if (n >= least) return detail::leave_recycled(p);
    void* block = nullptr;
    std::memcpy(&block, reinterpret_cast<std::byte*>(p) - sizeof block, sizeof block);
    ::operator delete(block);
  }
  void construct(T* p, detail::Unset) noexcept { ::new (static_cast<void*>(p)) T; }
  friend bool operator==(AlignedAllocator, AlignedAllocator) noexcept { return true; }

 private:
  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t least = detail::least_recycled_bytes / sizeof(T);
};

/// Canonical residues in [0, p).
using ResidueVector = std::vector<std::uint64_t, AlignedAllocator<std::uint64_t>>;

namespace detail {

/// A copy by one copy of memory: with an allocator of its own the standard library's vector copies word after word.
POLYFORK_EXPORT ResidueVector copy_of(const ResidueVector& residues);

/// Vectors of other elements copy themselves.
template <class V>
V copy_of(const V& v) {
  return v;
}

}  // namespace detail

}  // namespace v1
}  // namespace polyfork
