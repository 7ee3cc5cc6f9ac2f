// ResidueVector: words in a 64-byte aligned array; the vector type of Z/pZ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include <polyfork/core/recycled_memory.hpp>

namespace polyfork {
inline namespace v1 {

namespace detail {

/// A value that leaves an element of a ResidueVector as its memory is, see unwritten_residues.hpp.
struct Unset {
  operator std::uint64_t() const noexcept { return 0; }  // NOLINT(google-explicit-constructor)
};

}  // namespace detail

/// Standard allocator with 64-byte alignment, so that kernels load whole cache lines. Large arrays are recycled.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() noexcept = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t n) {
    if (n >= least) return static_cast<T*>(detail::take_recycled(n * sizeof(T)));
    return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
  }
  void deallocate(T* p, std::size_t n) noexcept {
    if (n >= least)
      detail::leave_recycled(p);
    else
      ::operator delete (p, std::align_val_t{64});
  }
  void construct(T* p, detail::Unset) noexcept { ::new (static_cast<void*>(p)) T; }
  friend bool operator==(AlignedAllocator, AlignedAllocator) noexcept { return true; }

 private:
  static constexpr std::size_t least = detail::least_recycled_bytes / sizeof(T);
};

/// Canonical residues in [0, p).
using ResidueVector = std::vector<std::uint64_t, AlignedAllocator<std::uint64_t>>;

}  // namespace v1
}  // namespace polyfork
