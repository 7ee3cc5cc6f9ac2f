// Writing an IntegerVector stripe by stripe, in parallel, from a-priori bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <polyfork/core/context.hpp>
#include <polyfork/core/memory.hpp>
#include <polyfork/core/parallel.hpp>
#include <polyfork/core/workspace.hpp>
#include <polyfork/ring/integer_vector.hpp>

#include "core/limits.hpp"
#include "core/short_reservation.hpp"
#include "poly/rows/limb_rows.hpp"
#include "ring/unwritten_integers.hpp"

namespace polyfork {
inline namespace v1 {
namespace detail {

inline constexpr std::size_t stripe_grain_limbs = 1 << 15;  // limbs written per task: tens of microseconds

inline constexpr std::size_t poll_stripes = 1 << 9;  // looked at between two polls

/// Bytes that an IntegerVector of these dimensions takes; saturates.
inline std::size_t vector_bytes(std::size_t size, std::size_t limbs) noexcept {
  const std::size_t stripes = size / IntegerVector::stripe_rows + (size % IntegerVector::stripe_rows != 0 ? 1 : 0);
  constexpr std::size_t alignment = 64;
  return saturating_add(
      saturating_add(saturating_mul(limbs, sizeof(mp_limb_t)), alignment),
      saturating_add(saturating_mul(size, sizeof(std::int32_t)), saturating_mul(stripes, 2 * sizeof(std::size_t))));
}

/// Limbs per row, stripe by stripe, in scratch memory.
struct StripeLayout {
  std::span<std::uint32_t> strides;
  std::size_t widest = 1;
  std::size_t limbs = 0;
};

template <class BitsOf>
StripeLayout stripe_layout(std::size_t size, const BitsOf& bits_of, Workspace::Frame& frame,
                           const ExecutionContext& ctx) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  StripeLayout layout;
  layout.strides = frame.allocate<std::uint32_t>((size + rows - 1) / rows);
  for (std::size_t s = 0; s < layout.strides.size(); ++s) {
    if (s % poll_stripes == 0) ctx.poll();
    const std::size_t stride = limbs_for_bits(bits_of(s));
    layout.strides[s] = static_cast<std::uint32_t>(stride);
    layout.widest = std::max(layout.widest, stride);
    layout.limbs = saturating_add(layout.limbs, saturating_mul(stride, std::min(rows, size - s * rows)));
  }
  return layout;
}

/// fill(i, row) for every row of the stripe; the limbs above the sizes are cleared.
template <class Fill>
void fill_stripe(IntegerVector& v, std::size_t stripe, const Fill& fill) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  const std::size_t stride = v.stride(stripe);
  const std::size_t first = stripe * rows;
  const std::size_t last = std::min(first + rows, v.size());
  if (first == last) return;
  mp_limb_t* row = v.row(first);
  for (std::size_t i = first; i < last; ++i, row += stride) {
    const std::int32_t size = fill(i, row);
    v.set_signed_size(i, size);
    std::fill(row + (size < 0 ? -size : size), row + stride, mp_limb_t{0});
  }
}

/// Makes `result` a vector of `size` integers whose stripe s has limbs_for_bits(bits_of(s)) limbs per row, in the
/// memory that it has where that suffices; fill(i, row) writes the magnitude of element i into the low limbs of its row
/// and returns the signed size. Stripes are filled in parallel; the bytes are reserved on the context first. The
/// functions must not read the result.
template <class BitsOf, class Fill>
void fill_stripes_into(IntegerVector& result, std::size_t size, const BitsOf& bits_of, const Fill& fill,
                       const ExecutionContext& ctx) {
  constexpr std::size_t rows = IntegerVector::stripe_rows;
  if (size <= rows) {
    const std::size_t stride = size == 0 ? 0 : limbs_for_bits(bits_of(0));
    const MemoryReservation reservation = reserve_unless_short(ctx, vector_bytes(size, saturating_mul(size, stride)));
    remake_unwritten(result, size, stride);
    ctx.poll();
    ctx.charge(std::max<std::size_t>(1, stride) * rows);
    fill_stripe(result, 0, fill);
    return;
  }
  Workspace::Frame frame;
  const StripeLayout layout = stripe_layout(size, bits_of, frame, ctx);
  const MemoryReservation reservation(ctx.memory(), vector_bytes(size, layout.limbs));
  remake_unwritten(result, size, layout.strides);
  const std::size_t grain = std::max<std::size_t>(1, stripe_grain_limbs / (layout.widest * rows));
  parallel_for(ctx, layout.strides.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t s = begin; s < end; ++s) {
      ctx.poll();
      ctx.charge(std::max<std::size_t>(1, layout.strides[s]) * rows);
      fill_stripe(result, s, fill);
    }
  });
}

/// Makes `result` the vector of n integers whose views at(i) gives, every stripe as narrow as they allow, as
/// fill_stripes_into does. The views must not be of the result's elements.
template <class At>
void write_views(IntegerVector& result, std::size_t n, const At& at, const ExecutionContext& ctx) {
  const auto bits_of = [&](std::size_t stripe) {
    const std::size_t first = stripe * IntegerVector::stripe_rows;
    std::size_t limbs = 0;
    for (std::size_t i = first; i < std::min(n, first + IntegerVector::stripe_rows); ++i)
      limbs = std::max(limbs, at(i).limbs().size());
    return limbs * GMP_NUMB_BITS;
  };
  const auto fill = [&](std::size_t i, mp_limb_t* row) {
    const IntegerView x = at(i);
    std::copy(x.limbs().begin(), x.limbs().end(), row);
    return x.signed_size();
  };
  fill_stripes_into(result, n, bits_of, fill, ctx);
}

/// Such a vector.
template <class BitsOf, class Fill>
IntegerVector fill_stripes(std::size_t size, const BitsOf& bits_of, const Fill& fill, const ExecutionContext& ctx) {
  IntegerVector result;
  fill_stripes_into(result, size, bits_of, fill, ctx);
  return result;
}

}  // namespace detail
}  // namespace v1
}  // namespace polyfork
