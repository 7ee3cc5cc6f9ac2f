// Integer vectors whose limbs and sizes are not set: whoever makes one writes them all, in parallel, where one thread
// would have to clear them first. And their arrays, for loops over rows that are alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/ring/integer_vector.hpp>

#include "ring/integer_limits.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// The arrays of a vector whose rows are all alike. `stride` is 0 where rows have no limbs or differ in length from
/// stripe to stripe.
template <class Limb, class Size>
struct RowArrays {
  Limb* row(std::size_t i) const noexcept { return limbs + i * stride; }
  Limb* limbs;
  Size* sizes;
  std::size_t count;
  std::size_t stride;
};
using ReadRows = RowArrays<const mp_limb_t, const std::int32_t>;
using WrittenRows = RowArrays<mp_limb_t, std::int32_t>;

struct UnwrittenIntegers {
  static ReadRows rows(const IntegerVector& v) noexcept { return {v.limbs_.get(), v.sizes_, v.size_, v.stride_}; }
  static WrittenRows rows(IntegerVector& v) noexcept { return {v.limbs_.get(), v.sizes_, v.size_, v.stride_}; }
  template <class Strides>
  static IntegerVector make(std::size_t size, const Strides& strides) {
    return IntegerVector::unwritten(size, strides);
  }
  template <class Strides>
  static void remake(IntegerVector& v, std::size_t size, const Strides& strides) {
    v.remake(size, strides);
  }
  static void shrink(IntegerVector& v, std::size_t size) noexcept { v.size_ = size; }
};

/// The limbs of all rows, and all sizes, are to be written.
inline IntegerVector unwritten_integers(std::size_t size, std::span<const std::uint32_t> strides) {
  return UnwrittenIntegers::make(size, strides);
}

/// The signed sizes of such a vector, to be written.
inline std::int32_t* unwritten_sizes(IntegerVector& v) noexcept {
  return const_cast<std::int32_t*>(v.signed_sizes().data());
}

/// With the same stride for all. Throws MemoryLimit when no integer is that long.
inline IntegerVector unwritten_integers(std::size_t size, std::size_t stride) {
  check_limbs(stride);
  return UnwrittenIntegers::make(size, stride);
}

/// Makes v such a vector, in the memory that it has where that is enough and no waste; as it was after an exception.
inline void remake_unwritten(IntegerVector& v, std::size_t size, std::span<const std::uint32_t> strides) {
  UnwrittenIntegers::remake(v, size, strides);
}
inline void remake_unwritten(IntegerVector& v, std::size_t size, std::size_t stride) {
  check_limbs(stride);
  UnwrittenIntegers::remake(v, size, stride);
}

inline ReadRows read_rows(const IntegerVector& v) noexcept { return UnwrittenIntegers::rows(v); }
inline WrittenRows written_rows(IntegerVector& v) noexcept { return UnwrittenIntegers::rows(v); }

/// Drops the elements from `size` on, in place. Precondition: one stride for all, size <= v.size().
inline void shrink_rows(IntegerVector& v, std::size_t size) noexcept { UnwrittenIntegers::shrink(v, size); }

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
