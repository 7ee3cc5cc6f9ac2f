// Products of dense polynomials in several variables modulo a transform prime, as arrays.
//
// Most products are one long one, by Kronecker's substitution x_(k-1) = x_k^n, n the product's length along x_k: as
// many points, nothing padded, one sweep. Those that far outgrow the caches go by rows and columns instead, whose
// passes each stay within a cache; and so do those for which the prime has no roots of unity of the order of the whole
// product, since here it needs one axis' order only. Each leading axis is padded to the next truncated length, and what
// is known to be zero is neither stored nor transformed; the last axis is not transformed at all, its rows are
// multiplied by one-dimensional products whose transforms stay in cache, and trailing axes that make short rows are
// merged into them.
// Cost: with N the padded size of the product, about 3/2 N log2 N butterflies; by rows 2 N words beside some lines of
// scratch per thread, as one row 3 N. Literature: docs/reference/bibliography.md, [vdhoeven04], von zur Gathen and
// Gerhard 8.4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <polyfork/core/context.hpp>

#include "fft/ntt_axis.hpp"
#include "fft/ntt_kernels.hpp"
#include "fft/ntt_transform.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

/// How a product of two row-major arrays is formed.
struct NdConvolutionPlan {
  std::uint64_t prime = 0;
  const NttKernels* kernels = nullptr;
  std::vector<std::size_t> shape_a;  ///< as given; the product's lengths are shape_a[k] + shape_b[k] - 1
  std::vector<std::size_t> shape_b;
  std::vector<std::size_t> leading;  ///< lengths of the transforms along the first axes
  NttShape row;                      ///< the transform of the rows that the other axes form

  std::size_t axes() const noexcept { return shape_a.size(); }
  std::size_t length(std::size_t axis) const noexcept { return shape_a[axis] + shape_b[axis] - 1; }
  std::size_t size_a() const noexcept;
  std::size_t size_b() const noexcept;
  std::size_t size() const noexcept;
  /// Bytes of scratch when both operands differ; SIZE_MAX if more than memory has addresses.
  std::size_t workspace_bytes(int threads) const;
};

/// Words where one method overtakes the other.
struct ConvolveNdTuning {
  static constexpr std::string_view section = "fft.convolve_nd";
  std::int64_t one_row = std::int64_t{1} << 24;  ///< up to here the product is one row, merged from all axes
  std::int64_t long_row = 512;                   ///< else trailing axes are merged until rows have that length
  template <class Visitor>
  void visit(Visitor&& v) {
    v("one_row", one_row);
    v("long_row", long_row);
  }
};

/// A pure function of its arguments. Where the prime has no roots for longer rows, axes stay as they are.
/// Throws DomainError when there is no axis or one of length 0, when the shapes do not have the same number of axes,
/// the modulus is not an odd prime below 2^63, or has no roots of unity of the orders that the transforms need: the
/// next power of two at every axis, an eighth of that for rows.
NdConvolutionPlan plan_convolve_nd(std::uint64_t prime, std::vector<std::size_t> shape_a,
                                   std::vector<std::size_t> shape_b, const NttKernels& kernels,
                                   const ConvolveNdTuning& tuning = {});

/// out = a b, all row-major and canonical; a.data() == b.data() with equal shapes is a square. out may be an operand's
/// memory. Scratch is charged to the context's account before anything is written. Throws DomainError when a span has
/// not the size of its shape, MemoryLimit, Cancelled.
void convolve_nd(const NdConvolutionPlan& plan, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 std::span<std::uint64_t> out, const ExecutionContext& ctx);

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
