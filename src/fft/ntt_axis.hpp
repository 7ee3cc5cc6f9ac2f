// Transforms along one axis of an array: many lines of one length, eight neighbours at a time.
//
// A block of the kernels (ntt_kernels.hpp) is eight words to which the same butterflies are applied, so the blocks of a
// transform in y may as well hold element i of eight lines as eight coefficients in a row: y then is the axis'
// variable, the residues modulo y - z_j are the values at the points, and nothing is transposed or shuffled. A tile
// is a few such transforms: for each element of a line whole cache lines are gathered into aligned scratch,
// transformed there and scattered. Neighbours in one cache line are the reason for eight; up to four cache lines at
// once save page walks where lines are short enough for their tile to stay in the second-level cache.
// Cost: count n log2(n) / 2 butterflies and two sweeps over the array. Values in and out are canonical.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <polyfork/core/context.hpp>

#include "fft/ntt_kernels.hpp"
#include "fft/ntt_transform.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// Groups of neighbouring lines of an array: element i of line c of a group is data[offset + c step + i stride]. The
/// offsets of the groups are the sums of i_k outer_strides[k], i_k < outer_counts[k].
struct NttLines {
  std::uint64_t* data;
  std::size_t count;   ///< lines in a group
  std::size_t step;    ///< from a line to its neighbour: 1, or any for lines that are short themselves
  std::size_t stride;  ///< from an element to the next
  std::size_t used;    ///< elements of a line that are given (forward; the others count as zero) or wanted (inverse)
  std::span<const std::size_t> outer_counts = {};
  std::span<const std::size_t> outer_strides = {};

  std::size_t groups() const noexcept;
  /// Where group number g begins, the last index changing fastest.
  std::size_t offset(std::size_t g) const noexcept;
};

class NttAxis {
 public:
  /// Precondition: the length is padded(length) and at least 2, the prime has a root of unity of order full_length().
  /// Throws DomainError when the prime is seen not to be one.
  NttAxis(const NttKernels& kernels, std::uint64_t prime, std::size_t length, const ExecutionContext& ctx);

  /// The smallest length >= n of an axis: a power of two, or (9, 10, ..., 15) 2^k.
  static std::size_t padded(std::size_t n);

  std::size_t length() const noexcept { return shape_.words() / ntt_block; }
  /// The power of two of which a truncated transform is a part.
  std::size_t full_length() const noexcept { return std::size_t{1} << shape_.log_blocks; }
  const NttTable& table() const noexcept { return *table_; }

  /// In place, from coefficients to the values at z_0, z_1, ...
  void forward(const NttLines& lines, const ExecutionContext& ctx) const;
  /// Back, times full_length() / scale; null: times full_length().
  void inverse(const NttLines& lines, const NttFactor* scale, const ExecutionContext& ctx) const;
  /// Scratch of both for lines of a length, which the caller has reserved.
  static std::size_t scratch_bytes(std::size_t length, const NttLines& lines, int threads);

 private:
  template <class Transform>
  void over_tiles(const NttLines& lines, std::size_t given, std::size_t wanted, const ExecutionContext& ctx,
                  const Transform& transform) const;

  const NttKernels* kernels_;
  NttShape shape_;
  std::shared_ptr<const NttTable> table_;
};

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
