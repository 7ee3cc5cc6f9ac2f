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

/// Memory on cache lines, which kernels load whole. Large arrays are recycled.
template <class T>
struct AlignedAllocator : detail::RecyclingAllocator<T, 64> {
  template <class U>
  struct rebind {
    using other = AlignedAllocator<U>;
  };
  AlignedAllocator() noexcept = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)
  void construct(T* p, detail::Unset) noexcept { ::new (static_cast<void*>(p)) T; }
};

/// Canonical residues in [0, p).
using ResidueVector = std::vector<std::uint64_t, AlignedAllocator<std::uint64_t>>;

}  // namespace v1
}  // namespace polyfork
